package import Entra
import Wire

/// How a URL names an authority: its tenant segment, the policy of a b2c tenant in one of three places, and the host, which may
/// be a tenant's own (docs/reference/protocol.md#b2c-and-ciam-urls).
package struct AuthorityAddress: Sendable {
    /// Where the policy stands.
    package enum PolicyPlace: Sendable, CaseIterable {
        /// `/{tenant}/{policy}/…`
        case path
        /// `/tfp/{tenant}/{policy}/…`
        case prefixedPath
        /// `/{tenant}/…?p={policy}`
        case query
    }

    package static let policyParameter = "p"
    package static let prefix = "tfp"

    /// As in the path, decoded.
    package let tenant: String
    /// As sent; nil where the URL names none.
    package let policy: String?
    package let place: PolicyPlace
    package let origin: Origin

    package init(tenant: String, policy: String? = nil, place: PolicyPlace = .path, origin: Origin) {
        self.tenant = tenant
        self.policy = policy
        self.place = place
        self.origin = origin
    }

    /// Path of an endpoint of this authority, percent-encoded, without a query.
    package func path(_ endpoint: String) -> String {
        let segments =
            switch (place, policy) {
            case (.path, let policy?): [tenant, policy]
            case (.prefixedPath, let policy?): [AuthorityAddress.prefix, tenant, policy]
            case (.query, _), (_, nil): [tenant]
            }
        return "/" + segments.map { Percent.encode($0) + "/" }.joined() + endpoint
    }

    /// URL of an endpoint as the discovery document names it: in lower case, the policy where the client has it.
    func url(_ endpoint: String) -> String {
        let url = "\(origin)\(path("").asciiLowercased)\(endpoint)"
        guard place == .query, let policy else { return url }
        return "\(url)?\(AuthorityAddress.policyParameter)=\(Percent.encode(policy.asciiLowercased))"
    }
}
