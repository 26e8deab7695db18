package import Entra
import Formats

/// The authority as a URL names it: the tenant segment, the host, which may be a tenant's own, and the policy of a b2c tenant in
/// one of three places (docs/reference/protocol.md#b2c-and-ciam-urls).
package struct AuthorityAddress: Sendable {
    /// The place of the policy in the URL.
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

    /// The decoded tenant segment of the path.
    package let tenant: String
    /// The policy as the client sent it, or nil if the URL names none.
    package let policy: String?
    package let place: PolicyPlace
    package let origin: Origin

    package init(tenant: String, policy: String? = nil, place: PolicyPlace = .path, origin: Origin) {
        self.tenant = tenant
        self.policy = policy
        self.place = place
        self.origin = origin
    }

    /// Returns the path of an endpoint of this authority, percent-encoded and without a query.
    package func path(_ endpoint: String) -> String {
        let segments =
            switch (place, policy) {
            case (.path, let policy?): [tenant, policy]
            case (.prefixedPath, let policy?): [AuthorityAddress.prefix, tenant, policy]
            case (.query, _), (_, nil): [tenant]
            }
        return "/" + segments.map { Percent.encode($0) + "/" }.joined() + endpoint
    }

    /// Returns the URL of an endpoint in the form of the discovery document: the path in lower case, and the policy in the place
    /// that the client uses.
    func url(_ endpoint: String) -> String {
        let url = "\(origin)\(path("").asciiLowercased)\(endpoint)"
        guard place == .query, let policy else { return url }
        return "\(url)?\(AuthorityAddress.policyParameter)=\(Percent.encode(policy.asciiLowercased))"
    }
}
