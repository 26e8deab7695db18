package import Directory
package import Entra
import Formats

/// A token of a managed identity that the host caches and returns again.
package struct HostToken: Sendable, Equatable {
    /// The cache key of a token: identity, host, resource and issuer.
    package struct Key: Hashable, Sendable {
        let tenant: TenantID
        let client: ClientID
        let principal: ObjectID
        let identity: ByteString
        let host: ByteString
        let resource: ByteString
        let issuer: ByteString

        /// Creates a key. The key contains every property of the identity that appears in the identity's tokens.
        /// `host` is the resource ID of the host that the token names, or empty.
        package init(tenant: TenantID, identity: ManagedIdentity, host: String, resource: String, issuer: String) {
            self.tenant = tenant
            client = identity.clientID
            principal = identity.principalID
            self.identity = ByteString(identity.resourceID)
            self.host = ByteString(host)
            self.resource = ByteString(resource)
            self.issuer = ByteString(issuer)
        }
    }

    package let token: String
    /// The ID of the key that signed the token.
    package let keyID: String
    /// The time of issue, in seconds since 1970 UTC.
    package let issuedAt: Int64
    package let expiresAt: Int64

    package init(token: String, keyID: String, issuedAt: Int64, expiresAt: Int64) {
        self.token = token
        self.keyID = keyID
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }

    /// Whether the host still returns the token: more than half of the token's lifetime is left, and the signing key is still
    /// published.
    func isFresh(at now: Timestamp, _ published: [String]) -> Bool {
        published.contains { $0.isExactly(keyID) } && now.seconds >= issuedAt
            && now.seconds < issuedAt + (expiresAt - issuedAt) / 2
    }
}

/// A bounded cache of host tokens.
struct HostTokens {
    /// The maximum number of cached tokens. When the cache is full, the token that expires first is evicted from the tenant
    /// with the most tokens.
    static let maximum = 1_000

    private var tokens: [HostToken.Key: HostToken] = [:]

    func fresh(_ key: HostToken.Key, at now: Timestamp, _ published: [String]) -> HostToken? {
        tokens[key].flatMap { $0.isFresh(at: now, published) ? $0 : nil }
    }

    /// Caches a token and returns the cached token. If another fresh token was cached in the meantime, that token stays.
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
