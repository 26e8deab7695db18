package import Entra
import Formats

/// The kind of authority that MSAL for iOS and macOS recognizes in a URL (docs/reference/wire.md#authority-classification). The
/// kind determines which redirect URIs an application may use with the authority.
package enum AuthorityKind: String, Sendable, CaseIterable {
    case common
    case organizations
    case consumers
    /// The tenant of personal accounts by its ID. MSAL treats the ID as a workforce tenant, because MSAL recognizes `consumers`
    /// only by name (docs/reference/wire.md#redirect-uri-decision, step 4).
    case consumersByID = "consumers-id"
    /// A workforce tenant, by ID or domain.
    case tenant
    case b2c
    /// An external tenant at `{name}.ciamlogin.com`.
    case ciam
    case adfs

    /// Creates the kind with a name, with another common name, or of an authority's URL. Returns nil for any other text.
    package init?(named text: String) {
        let name = text.asciiLowercased
        if let kind = AuthorityKind(rawValue: name) ?? AuthorityKind.otherNames[name] {
            self = kind
        } else if let kind = AuthorityKind(url: URIText(text)) {
            self = kind
        } else {
            return nil
        }
    }

    /// Classifies a URL in MSAL's order: the first segment `tfp` or `adfs`, the second label `ciamlogin`, then any URL with a
    /// path. Returns nil for a URL that is not https or has no path.
    package init?(url: URIText) {
        guard let host = url.host?.asciiLowercased, url.scheme?.isExactlyIgnoringASCIICase("https") == true else {
            return nil
        }
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let first = url.segments.first?.asciiLowercased
        if first == "tfp" {
            self = .b2c
        } else if first == "adfs" {
            self = .adfs
        } else if labels.count >= 3, labels[1].elementsEqual("ciamlogin".utf8) {
            self = .ciam
        } else if host.hasExactSuffix(".b2clogin.com") {
            self = .b2c
        } else {
            switch first.map(TenantSegment.parse) {
            case .common: self = .common
            case .organizations: self = .organizations
            case .consumers: self = .consumers
            case .id(.consumers): self = .consumersByID
            case .adfs: self = .adfs
            case .id, .domain, .malformed: self = .tenant
            case nil: return nil
            }
        }
    }

    private static let otherNames: [ByteString: AuthorityKind] = [
        "aad": .common, "workforce": .tenant, "external": .ciam, "msa": .consumers, "personal": .consumers,
    ]

    /// All names that `init(named:)` accepts, for help and for messages.
    package static let names = allCases.map(\.rawValue) + otherNames.keys.sorted().map(\.string)

    /// Whether MSAL since 2.0 requires a redirect URI to which a broker can respond. MSAL requires one with every workforce
    /// authority.
    package var needsBrokerCapableURI: Bool {
        switch self {
        case .common, .organizations, .consumersByID, .tenant: true
        case .consumers, .b2c, .ciam, .adfs: false
        }
    }

    /// Whether a broker can sign users in at the authority.
    package var canUseBroker: Bool { needsBrokerCapableURI || self == .consumers }

    /// The narrowest audience of an application at the authority, for the rules of registration.
    package var audience: SignInAudience {
        switch self {
        case .common, .b2c: .orgsAndPersonal
        case .organizations: .multipleOrgs
        case .consumers, .consumersByID: .personalOnly
        case .tenant, .ciam, .adfs: .myOrg
        }
    }

    /// The name of the kind in messages.
    package var description: String {
        switch self {
        case .common, .organizations, .consumers: "the authority \(rawValue)"
        case .consumersByID: "the authority of personal accounts, named by tenant id"
        case .tenant: "a workforce tenant's authority"
        case .b2c: "a B2C authority"
        case .ciam: "an external tenant's authority"
        case .adfs: "an ADFS authority"
        }
    }
}
