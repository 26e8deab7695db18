import Wire

/// The header of a token (RFC 7515 §4.1), in base64url as it stands in the token. A key keeps those of most of its tokens.
package struct JOSEHeader: Sendable {
    package let encoded: [UInt8]

    package init(json: [UInt8]) {
        encoded = Base64.urlBytes(json)
    }

    /// `typ`, `alg` and `kid`, with an `x5t` equal to the `kid` or without, and with a `nonce` or without.
    package init(keyID: String, hasThumbprint: Bool, nonce: String? = nil) {
        self.init(
            json: JSONWriter.object { json in
                json.field("typ", "JWT")
                if let nonce { json.field("nonce", nonce) }
                json.field("alg", "RS256")
                if hasThumbprint { json.field("x5t", keyID) }
                json.field("kid", keyID)
            })
    }
}
