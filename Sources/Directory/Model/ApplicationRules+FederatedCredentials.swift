package import Entra
import Formats

/// The rules for federated identity credentials (Graph `federatedIdentityCredential`;
/// docs/reference/protocol.md#federated-identity-credential).
extension ApplicationRules {
    /// The maximum number of federated identity credentials of one application.
    package static let maximumFederatedCredentials = 20

    /// An invalid property: its name, and what it must be.
    package struct PropertyProblem: Sendable {
        package let property: String
        package let message: String
    }

    /// Returns the problem of the entry by itself, or nil if the entry is valid. `admitsIssuer` decides which issuers are
    /// allowed.
    package static func problem(
        of credential: FederatedIdentityCredential, admitsIssuer: (Origin) -> Bool = \.isSecure
    ) -> PropertyProblem? {
        let isPlain = credential.name.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0)
        }
        let startsPlain = credential.name.utf8.first.map { ASCII.isLetter($0) || ASCII.isDigit($0) } ?? false
        guard isPlain, startsPlain, (3...120).contains(credential.name.utf8.count) else {
            return PropertyProblem(
                property: "name",
                message: "must be 3 to 120 letters, digits, hyphens and underscores, beginning with a letter or digit")
        }
        guard credential.audiences.count == 1 else {
            return PropertyProblem(property: "audiences", message: "must have exactly one element")
        }
        let texts =
            [("issuer", credential.issuer), ("subject", credential.subject)]
            + credential.audiences.map { ("audiences", $0) }
        for (name, value) in texts where value.utf8.count > 600 {
            return PropertyProblem(property: name, message: "must have at most 600 characters")
        }
        guard let issuer = Origin(of: credential.issuer), admitsIssuer(issuer) else {
            return PropertyProblem(property: "issuer", message: "must be an https URL")
        }
        return nil
    }

    /// Returns whether a file may name the issuer. Every https issuer is allowed. An http issuer needs a host name that nobody
    /// else can own, such as a loopback name, for an issuer that runs next to the tests.
    static func isIssuerOfFile(_ issuer: Origin) -> Bool {
        issuer.isSecure || issuer.isLoopback || !issuer.host.utf8.contains(UInt8(ascii: "."))
    }

    /// Returns the conflict of the entry with the existing ones, or nil.
    package static func conflict(
        of credential: FederatedIdentityCredential, among known: [FederatedIdentityCredential]
    ) -> String? {
        if known.contains(where: { $0.name.isExactly(credential.name) }) {
            return "A federated identity credential with the name '\(credential.name)' already exists."
        }
        let isTaken = known.contains {
            $0.issuer.isExactly(credential.issuer) && $0.subject.isExactly(credential.subject)
        }
        return isTaken ? "A federated identity credential with this issuer and subject already exists." : nil
    }
}
