package import Directory
package import Entra
import Wire

/// A token of a managed identity, as the host keeps it to hand it out again.
package struct HostToken: Sendable, Equatable {
    /// Whose token it is, and for what.
    package struct Key: Hashable, Sendable {
        let tenant: TenantID
        let client: ClientID
        let principal: ObjectID
        let identity: ExactString
        let resource: ExactString
        let issuer: ExactString

        /// Of the identity all that its tokens say of it.
        package init(tenant: TenantID, identity: ManagedIdentity, resource: String, issuer: String) {
            self.tenant = tenant
            client = identity.clientID
            principal = identity.principalID
            self.identity = ExactString(identity.resourceID)
            self.resource = ExactString(resource)
            self.issuer = ExactString(issuer)
        }
    }

    package let token: String
    /// Of the key that signed it.
    package let keyID: String
    /// Seconds since 1970 UTC.
    package let issuedAt: Int64
    package let expiresAt: Int64

    package init(token: String, keyID: String, issuedAt: Int64, expiresAt: Int64) {
        self.token = token
        self.keyID = keyID
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }

    /// More than half of its life is left, and its key is one of those that are published: so the host still hands it out.
    func isFresh(at now: Timestamp, _ published: [String]) -> Bool {
        published.contains { $0.isExactly(keyID) } && now.seconds >= issuedAt
            && now.seconds < issuedAt + (expiresAt - issuedAt) / 2
    }
}

/// The tokens that hosts keep, a bounded number of them.
struct HostTokens {
    /// Beyond it the one that expires first of the tenant that holds the most gives way.
    static let maximum = 1_000

    private var tokens: [HostToken.Key: HostToken] = [:]

    func fresh(_ key: HostToken.Key, at now: Timestamp, _ published: [String]) -> HostToken? {
        tokens[key].flatMap { $0.isFresh(at: now, published) ? $0 : nil }
    }

    /// Keeps a token, unless a fresh one was kept meanwhile; gives the one that is kept.
    mutating func keep(
        _ token: HostToken, _ key: HostToken.Key, at now: Timestamp, _ published: [String]
    ) -> HostToken {
        if let kept = fresh(key, at: now, published) { return kept }
        if tokens.count >= HostTokens.maximum, tokens[key] == nil {
            let ordered = tokens.sorted { $0.value.expiresAt < $1.value.expiresAt }
            for index in FairShare.leaving(ordered, keeping: HostTokens.maximum - 1, owner: \.key.tenant) {
                tokens[ordered[index].key] = nil
            }
        }
        tokens[key] = token
        return token
    }

    mutating func remove(of tenant: TenantID) {
        tokens = tokens.filter { $0.key.tenant != tenant }
    }
}
