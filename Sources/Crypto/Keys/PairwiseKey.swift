package import Formats
import Synchronization

/// Derives pairwise subjects (OpenID Connect Core §8.1). Each user has a different, stable subject for each application.
/// Thread-safe.
package final class PairwiseKey: Sendable {
    /// The maximum number of cached subjects. The same few users usually sign in to the same few applications. A full cache is
    /// emptied.
    static let maximumKept = 1_024

    private struct Pair: Hashable {
        let tenant: CaseInsensitiveID
        let user: CaseInsensitiveID
        let audience: CaseInsensitiveID
    }

    /// The 32 random bytes that make the subjects unique to the server.
    let salt: [UInt8]
    private let key: HMACKey
    private let known = Mutex<[Pair: String]>([:])

    init(salt: [UInt8]) {
        self.salt = salt
        key = HMACKey(salt)
    }

    /// Returns the 43 characters that identify a user of a tenant to one application: the HMAC-SHA256 of the three IDs, one per
    /// line, as base64url.
    package func subject(tenant: CaseInsensitiveID, user: CaseInsensitiveID, audience: CaseInsensitiveID) -> String {
        let pair = Pair(tenant: tenant, user: user, audience: audience)
        if let subject = known.withLock({ $0[pair] }) { return subject }
        let subject = Base64.url(key.code(of: Array("\(tenant)\n\(user)\n\(audience)".utf8)))
        known.withLock { known in
            if known.count >= PairwiseKey.maximumKept { known.removeAll(keepingCapacity: true) }
            known[pair] = subject
        }
        return subject
    }

    /// The number of cached subjects.
    var cachedCount: Int { known.withLock { $0.count } }
}
