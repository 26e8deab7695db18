package import Formats

/// JSON Web Signatures in compact form (RFC 7515 §7.1).
package enum JWS {
    /// Returns `header.payload.signature`, signed with RS256. Header and payload are JSON bytes that are used unchanged. The header
    /// must name this algorithm and key.
    package static func sign(header: [UInt8], payload: [UInt8], key: SigningKey) throws(CryptoFailure) -> String {
        try sign(header: JOSEHeader(json: header), payload: payload, key: key)
    }

    /// Returns `header.payload.signature` with a header that is already encoded, signed with RS256.
    package static func sign(header: JOSEHeader, payload: [UInt8], key: SigningKey) throws(CryptoFailure) -> String {
        var token = header.encoded
        // A signature of 256 bytes takes 342 characters.
        token.reserveCapacity(token.count + payload.count / 3 * 4 + 4 + 344)
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64.urlBytes(payload))
        let signature = try key.signRS256(token)
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64.urlBytes(signature))
        // Allowed (lossy-text): base64url and dots are ASCII.
        return String(decoding: token, as: UTF8.self)
    }

    /// Returns `header.payload.` with the algorithm `none`, which has no signature (RFC 7519 §6.1).
    package static func unsigned(payload: [UInt8]) -> String {
        let dot = UInt8(ascii: ".")
        let token = JOSEHeader(keyID: nil, algorithm: "none").encoded + [dot] + Base64.urlBytes(payload) + [dot]
        // Allowed (lossy-text): base64url and dots are ASCII.
        return String(decoding: token, as: UTF8.self)
    }
}

/// A compact JWS that is split into its parts. Nothing is verified yet.
package struct CompactJWS: Sendable {
    /// The JSON bytes of the header.
    package let header: [UInt8]
    package let payload: [UInt8]
    /// The signature, which is empty for `alg` `none`.
    package let signature: [UInt8]
    /// The bytes that the signature covers: the first two parts as received, with the dot between them.
    package let signingInput: [UInt8]

    /// Parses a token, or returns nil unless it has exactly three parts of canonical base64url, a non-empty header and at most
    /// `maximumBytes`. `padding` is for client assertions, whose parts some libraries pad.
    package init?(_ text: String, maximumBytes: Int, padding: Base64.Padding = .rejected) {
        let bytes = Array(text.utf8)
        guard bytes.count <= maximumBytes else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64.decodeURL(parts[0], padding: padding), !header.isEmpty,
            let payload = Base64.decodeURL(parts[1], padding: padding),
            let signature = Base64.decodeURL(parts[2], padding: padding)
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signingInput = Array(bytes.prefix(parts[1].endIndex))
    }

    /// Whether `key` verifies the signature with the algorithm, which the caller selects from the algorithms that it allows.
    package func verifies(_ algorithm: SignatureAlgorithm, _ key: RSAPublicKey) -> Bool {
        key.verifies(algorithm, signature, over: signingInput)
    }

    /// Whether `key` verifies a signature over another header than the one in the token.
    package func verifies(_ algorithm: SignatureAlgorithm, _ key: RSAPublicKey, header: [UInt8]) -> Bool {
        let payload = signingInput.drop { $0 != UInt8(ascii: ".") }
        return key.verifies(algorithm, signature, over: Base64.urlBytes(header) + payload)
    }
}

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

/// The signature algorithms of client assertions (RFC 7518 §3.3, §3.5). The raw value is the name in a header.
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes.
    case ps256 = "PS256"
}
