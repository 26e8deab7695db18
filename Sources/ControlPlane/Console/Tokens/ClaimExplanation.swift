import Formats

/// The explanation of a claim: the reason for the claim, and the setting or manifest member that controls the claim. The rows are
/// the one list for the pages of the console.
package struct ClaimExplanation: Sendable, Equatable {
    package let name: String
    /// The meaning of the claim, and its use by the recipient.
    package let reason: String
    /// The parts of the request and of the directory that decide the value.
    package let control: String
    /// The heading of `reference` that lists the claim.
    package let anchor: String

    /// The page of the documentation that lists all claims.
    static let reference = "docs/reference/claims.md"

    /// Returns the row of a claim, or nil if the server never issues a claim with this name on its own.
    package static func named(_ name: String) -> ClaimExplanation? { byName[name] ?? directoryExtension(name) }

    /// All rows, in the order of docs/reference/claims.md.
    package static let all: [ClaimExplanation] =
        ofEveryToken
        + aboutTheClient
        + aboutTheUser
        + aboutTheSignIn
        + forMicrosoft
        + ofUserFlows
        + ofGroupLimits
        + optional
        + onPremises

    private static let byName = Dictionary(all.map { (ByteString($0.name), $0) }) { first, _ in first }

    /// Returns the row of a directory extension, whose name contains the name of the attribute.
    private static func directoryExtension(_ name: String) -> ClaimExplanation? {
        guard name.hasExactPrefix("extn.") else { return nil }
        return ClaimExplanation(
            name: name, reason: "A directory extension of the user.",
            control: "the optional claim with source user, and the extension property of the user",
            anchor: "optional-claims")
    }

    /// Returns the rows of a heading from lines of the form `name|reason|control`.
    static func rows(_ anchor: String, _ lines: String) -> [ClaimExplanation] {
        lines.pieces(separatedBy: "\n").compactMap { line in
            let parts = line.pieces(separatedBy: "|")
            guard parts.count == 3 else { return nil }
            return ClaimExplanation(name: parts[0], reason: parts[1], control: parts[2], anchor: anchor)
        }
    }
}
