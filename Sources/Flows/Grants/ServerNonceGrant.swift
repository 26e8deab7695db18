import Crypto
import State
import Wire

/// `srv_challenge`: a nonce for a request that its sender will sign (docs/reference/wire.md#server-nonce). No client is named,
/// nothing is granted.
extension ServerNonce {
    static let grantType = "srv_challenge"

    static func response(_ services: Services) -> [UInt8] {
        JSONWriter.object { $0.field("Nonce", new(services).sealed(with: services.keys.sealing)) }
    }

    static func new(_ services: Services) -> ServerNonce {
        ServerNonce(id: services.random.guid(), expiresAt: services.now.seconds + lifetime)
    }
}
