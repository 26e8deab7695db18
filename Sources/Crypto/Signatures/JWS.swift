import Formats

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
}
