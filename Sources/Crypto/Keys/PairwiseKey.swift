import Synchronization
package import Wire

/// Makes the pairwise subjects of one server (OpenID Connect Core §8.1): of each user and application another, and each time the
/// same. Thread-safe.
package final class PairwiseKey: Sendable {
    /// Subjects that are kept, since the same few users sign in to the same few applications. The next one after so many takes
    /// the place of them all.
    static let maximumKept = 1_024

    private struct Pair: Hashable {
        let tenant: FoldedID
        let user: FoldedID
        let audience: FoldedID
    }

    /// 32 bytes that make the subjects the server's own.
    let salt: [UInt8]
    private let key: HMACKey
    private let known = Mutex<[Pair: String]>([:])

    init(salt: [UInt8]) {
        self.salt = salt
        key = HMACKey(salt)
    }

    /// 43 characters that name a user of a tenant to one application only: HMAC-SHA256 of the three ids, a line each, as base64url.
    package func subject(tenant: FoldedID, user: FoldedID, audience: FoldedID) -> String {
        let pair = Pair(tenant: tenant, user: user, audience: audience)
        if let subject = known.withLock({ $0[pair] }) { return subject }
        let subject = Base64.url(key.code(of: Array("\(tenant)\n\(user)\n\(audience)".utf8)))
        known.withLock { known in
            if known.count >= PairwiseKey.maximumKept { known.removeAll(keepingCapacity: true) }
            known[pair] = subject
        }
        return subject
    }

    /// How many subjects are kept.
    var keptCount: Int { known.withLock { $0.count } }
}
