import COpenSSL

/// An HMAC-SHA256 key (RFC 2104) that is hashed once. Each use copies the hashed state. Thread-safe.
package struct HMACKey: Sendable {
    private let keyed: SharedHandle

    package init(_ key: [UInt8]) {
        keyed = Algorithm.present(SharedHandle(Digest.keyed(Algorithm.hmacSHA256, key), release: EVP_MAC_CTX_free))
    }

    /// Returns the 32-byte HMAC of a message.
    package func code(of message: [UInt8]) -> [UInt8] {
        let context = EVP_MAC_CTX_dup(keyed.pointer)
        defer { EVP_MAC_CTX_free(context) }
        return Digest.finish(context, message, size: 32)
    }
}
