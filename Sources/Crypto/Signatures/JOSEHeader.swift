import Formats

/// The header of a token (RFC 7515 §4.1), encoded in base64url. A signing key caches the headers of most of its tokens.
package struct JOSEHeader: Sendable {
    package let encoded: [UInt8]

    package init(json: [UInt8]) {
        encoded = Base64.urlBytes(json)
    }

    /// Creates a header with `typ` and `alg`, optionally with a `kid`, with a `nonce`, and with an `x5t` that equals the `kid`.
    package init(keyID: String?, hasThumbprint: Bool = false, algorithm: String = "RS256", nonce: String? = nil) {
        self.init(
            json: JSONWriter.object { json in
                json.field("typ", "JWT")
                if let nonce { json.field("nonce", nonce) }
                json.field("alg", algorithm)
                guard let keyID else { return }
                if hasThumbprint { json.field("x5t", keyID) }
                json.field("kid", keyID)
            })
    }
}
