import COpenSSL

/// A key of HMAC with SHA-256 (RFC 2104), made ready once: a use copies what the key was hashed to. Thread-safe.
package struct HMACKey: Sendable {
    private let keyed: SharedHandle

    package init(_ key: [UInt8]) {
        keyed = Algorithm.present(SharedHandle(Digest.keyed(Algorithm.hmacSHA256, key), release: EVP_MAC_CTX_free))
    }

    /// The 32 bytes that authenticate a message.
    package func code(of message: [UInt8]) -> [UInt8] {
        let context = EVP_MAC_CTX_dup(keyed.pointer)
        defer { EVP_MAC_CTX_free(context) }
        return Digest.finish(context, message, size: 32)
    }
}
