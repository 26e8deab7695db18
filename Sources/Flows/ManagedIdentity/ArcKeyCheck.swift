import Crypto
package import Entra
import State
import Wire

/// The key file of Azure Arc: who can read a file on the host may ask for tokens (docs/reference/protocol.md#managed-identity).
package enum ArcKeyCheck {
    /// Takes `Authorization: Basic {content of the key file}`, each key once. False for anything else.
    package static func admits(_ authorization: String?, services: Services) throws(EntraError) -> Bool {
        guard let content = AuthorizationHeader.credentials(authorization, scheme: "Basic"),
            let key = ArcKey(sealed: content, keys: services.keys.sealing),
            services.now.seconds < key.expiresAt
        else { return false }
        return try services.isFirstUse(key.id, until: Timestamp(seconds: key.expiresAt))
    }

    /// The content of a new key file.
    package static func newKey(_ services: Services) -> String {
        ArcKey(id: services.random.guid(), expiresAt: services.now.seconds + ArcKey.lifetime)
            .sealed(with: services.keys.sealing)
    }
}
