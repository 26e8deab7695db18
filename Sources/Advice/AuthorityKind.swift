package import Entra
import Wire

/// The kind of authority that MSAL for iOS and macOS sees in a URL (docs/reference/wire.md#authority-classification). The kind
/// decides which redirect URIs an application may use with the authority.
package enum AuthorityKind: String, Sendable, CaseIterable {
    case common
    case organizations
    case consumers
    /// The tenant of personal accounts by its id, which MSAL takes for a workforce tenant: `consumers` it knows by that name alone
    /// (docs/reference/wire.md#redirect-uri-decision, step 4).
    case consumersByID = "consumers-id"
    /// One workforce tenant, by id or domain.
    case tenant
    case b2c
    /// An external tenant at `{name}.ciamlogin.com`.
    case ciam
    case adfs

    /// By its name, by one of the other names people have for it, or by an authority's URL.
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

    /// In MSAL's order: the first segment `tfp` or `adfs`, the second label `ciamlogin`, then anything with a path.
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

    private static let otherNames: [ExactString: AuthorityKind] = [
        "aad": .common, "workforce": .tenant, "external": .ciam, "msa": .consumers, "personal": .consumers,
    ]

    /// Every name that `init(named:)` takes, for help and for messages.
    package static let names = allCases.map(\.rawValue) + otherNames.keys.sorted().map(\.string)

    /// Whether MSAL since 2.0 insists on a URI that a broker can answer to: with every workforce authority.
    package var needsBrokerCapableURI: Bool {
        switch self {
        case .common, .organizations, .consumersByID, .tenant: true
        case .consumers, .b2c, .ciam, .adfs: false
        }
    }

    /// Whether a broker can sign in to it at all.
    package var canUseBroker: Bool { needsBrokerCapableURI || self == .consumers }

    /// The audience an application at such an authority has at least, for the rules of registration.
    package var audience: SignInAudience {
        switch self {
        case .common, .b2c: .orgsAndPersonal
        case .organizations: .multipleOrgs
        case .consumers, .consumersByID: .personalOnly
        case .tenant, .ciam, .adfs: .myOrg
        }
    }

    /// How messages call it.
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
