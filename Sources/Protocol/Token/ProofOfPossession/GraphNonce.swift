import Crypto
import Entra
import Formats

/// The signature rule of Microsoft Graph's tokens. The signature covers the header with the hash of its `nonce`, so that only APIs
/// that know the rule can verify the token.
enum GraphNonce {
    /// Returns the hash that the signature covers instead of the nonce.
    static func signed(_ nonce: String) -> String { Base64.url(Digest.sha256(Array(nonce.utf8))) }

    /// Returns the header that the signature covers, or nil if the header has no nonce. Without a nonce, the signature covers the
    /// header as it is.
    static func signed(_ header: JSONValue) -> [UInt8]? {
        guard let members = header.object, let nonce = header["nonce"]?.string else { return nil }
        let hashed = JSONValue.string(signed(nonce))
        return JSONWriter.value(
            .object(members.map { $0.name.isExactly("nonce") ? JSONValue.Member("nonce", hashed) : $0 }))
    }
}

extension CompactJWS {
    /// Whether the key signed the token with the given header, by the rule of Graph's tokens if the header has a nonce.
    func isSigned(_ header: JSONValue, by key: SigningKey) -> Bool {
        guard let signed = GraphNonce.signed(header) else { return verifies(.rs256, key.publicKey) }
        return verifies(.rs256, key.publicKey, header: signed)
    }
}
