import Crypto
import Entra
import Wire

/// The rule of Microsoft Graph's tokens: their signature covers the header with its `nonce` hashed, so that only who knows the
/// rule can check it.
enum GraphNonce {
    /// What the signature covers in place of a nonce.
    static func signed(_ nonce: String) -> String { Base64.url(Digest.sha256(Array(nonce.utf8))) }

    /// The header as it is signed; nil for one without a nonce, which is signed as it stands.
    static func signed(_ header: JSONValue) -> [UInt8]? {
        guard let members = header.object, let nonce = header["nonce"]?.string else { return nil }
        let hashed = JSONValue.string(signed(nonce))
        return JSONWriter.value(
            .object(members.map { $0.name.isExactly("nonce") ? JSONValue.Member("nonce", hashed) : $0 }))
    }
}

extension CompactJWS {
    /// Whether the key signed the token, whose header says `header`, as Graph's are signed or as all others are.
    func isSigned(_ header: JSONValue, by key: SigningKey) -> Bool {
        guard let signed = GraphNonce.signed(header) else { return verifies(.rs256, key.publicKey) }
        return verifies(.rs256, key.publicKey, header: signed)
    }
}
