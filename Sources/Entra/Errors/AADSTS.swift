/// One row of the error catalogue: an AADSTS code and how it is reported (docs/reference/protocol.md#error-catalog).
///
/// The rows are the static members of the `AADSTS+….swift` files, by subject; `catalog` holds them all. Equality and hashing
/// are by family and number.
package struct AADSTS: Hashable, Sendable {
    /// Which numbering a code is of.
    package enum Family: String, Sendable {
        case aadsts = "AADSTS"
        /// Of b2c policies; the rows are in `AADB2C`.
        case b2c = "AADB2C"
    }

    package let family: Family
    /// The digits after `AADSTS`.
    package let number: Int
    /// The OAuth `error`. Where the service answers two names this is the v2 token endpoint's: `ErrorPlace` has those of other
    /// endpoints, and where the moment decides, the thrower of an `EntraError` gives the other.
    package let error: OAuthError
    /// The HTTP status of the JSON answer.
    package let status: Int
    package let suberror: Suberror?
    /// The message, with placeholders as `{client_id}`.
    package let template: String
    /// Whether the answer carries `error_uri`; the service leaves it out for a few codes (§7.1).
    package let hasErrorURI: Bool
    /// What vouches for the row.
    package let source: Source

    /// What vouches for a row.
    package enum Source: String, Sendable {
        /// Microsoft's published list of AADSTS codes.
        case reference
        /// Seen in a capture or log of the real service, `error` name included.
        case observed
        /// Relied on by the code or tests of Microsoft's client libraries.
        case library
        /// The code is known; its `error` name or exact use is a guess from its neighbours.
        case inferred
    }

    init(
        _ number: Int, _ error: OAuthError, status: Int = 400, suberror: Suberror? = nil, errorURI: Bool = true,
        source: Source = .reference, family: Family = .aadsts,
        _ template: String
    ) {
        self.family = family
        self.number = number
        self.error = error
        self.status = status
        self.suberror = suberror
        self.template = template
        self.hasErrorURI = errorURI
        self.source = source
    }

    package static func == (left: AADSTS, right: AADSTS) -> Bool {
        left.number == right.number && left.family == right.family
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }

    /// `AADSTS50011`.
    package var name: String { family.rawValue + String(number) }

    /// Every row, by subject.
    package static let catalog: [AADSTS] =
        requestRows + tenantRows + clientRows + redirectRows + resourceRows + userRows + policyRows + consentRows
        + grantRows + assertionRows + nativeRows

    /// The row of a number, nil when the catalogue does not know it.
    package static func lookup(_ number: Int) -> AADSTS? {
        byNumber[number]
    }

    private static let byNumber = Dictionary(catalog.map { ($0.number, $0) }) { first, _ in first }
}
