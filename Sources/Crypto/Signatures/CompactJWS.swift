package import Wire

/// A compact JWS taken apart. Nothing in it is verified yet.
package struct CompactJWS: Sendable {
    /// The header's JSON bytes.
    package let header: [UInt8]
    package let payload: [UInt8]
    /// Empty for `alg` `none`.
    package let signature: [UInt8]
    /// What the signature covers: the first two parts as they stood, with their dot.
    package let signingInput: [UInt8]

    /// Strict: exactly three parts of canonical base64url, a non-empty header, at most `maximumBytes`. `padding` is for
    /// client assertions, whose parts some libraries pad.
    package init?(_ text: String, maximumBytes: Int, padding: Base64.Padding = .refused) {
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

    /// Whether the signature is the key's by the algorithm, which the caller chose among those it allows.
    package func verifies(_ algorithm: SignatureAlgorithm, _ key: RSAPublicKey) -> Bool {
        key.verifies(algorithm, signature, over: signingInput)
    }

    /// The same for a signature that covers another header than the one sent.
    package func verifies(_ algorithm: SignatureAlgorithm, _ key: RSAPublicKey, header: [UInt8]) -> Bool {
        let payload = signingInput.drop { $0 != UInt8(ascii: ".") }
        return key.verifies(algorithm, signature, over: Base64.urlBytes(header) + payload)
    }
}
