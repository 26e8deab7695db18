import Crypto
package import Entra
import Formats
import Store

/// The check of Azure Arc key files. A process that can read a file on the host may request tokens
/// (docs/reference/protocol.md#managed-identity).
package enum ArcKeyCheck {
    /// Whether the header is `Authorization: Basic {content of the key file}` with a valid key. Each key is accepted once.
    package static func admits(_ authorization: String?, services: Services) throws(EntraError) -> Bool {
        guard let content = AuthorizationHeader.credentials(authorization, scheme: "Basic"),
            let key = ArcKey(sealed: content, keys: services.keys.sealing),
            services.now.seconds < key.expiresAt
        else { return false }
        return try services.isFirstUse(key.id, until: Timestamp(seconds: key.expiresAt))
    }

    /// Returns the content of a new key file.
    package static func newKey(_ services: Services) -> String {
        ArcKey(id: services.random.guid(), expiresAt: services.now.seconds + ArcKey.lifetime)
            .sealed(with: services.keys.sealing)
    }
}
