import Crypto
import Formats
import Store

/// The grant `srv_challenge`, which returns a nonce for a request that the client will sign (docs/reference/wire.md#server-nonce).
/// The request names no client, and the response grants nothing.
extension ServerNonce {
    static let grantType = "srv_challenge"

    static func response(_ services: Services) -> [UInt8] {
        JSONWriter.object { $0.field("Nonce", new(services).sealed(with: services.keys.sealing)) }
    }

    static func new(_ services: Services) -> ServerNonce {
        ServerNonce(id: services.random.guid(), expiresAt: services.now.seconds + lifetime)
    }
}
