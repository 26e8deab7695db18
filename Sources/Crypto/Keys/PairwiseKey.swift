package import Formats

/// Derives pairwise subjects (OpenID Connect Core §8.1). Each user has a different, stable subject for each application.
package struct PairwiseKey: Sendable {
    /// The 32 random bytes that make the subjects unique to the server.
    let salt: [UInt8]
    private let key: HMACKey

    init(salt: [UInt8]) {
        self.salt = salt
        key = HMACKey(salt)
    }

    /// Returns the 43 characters that identify a user of a tenant to one application: the HMAC-SHA256 of the three IDs, one per
    /// line, as base64url.
    package func subject(tenant: CaseInsensitiveID, user: CaseInsensitiveID, audience: CaseInsensitiveID) -> String {
        Base64.url(key.code(of: Array("\(tenant)\n\(user)\n\(audience)".utf8)))
    }
}
