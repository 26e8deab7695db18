package import Formats

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
