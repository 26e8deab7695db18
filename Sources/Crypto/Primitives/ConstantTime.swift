import COpenSSL

/// Comparison of secrets whose time tells nothing about where they differ, nor how long the right one is.
package enum ConstantTime {
    /// Whether the bytes are the same. Both are hashed first, so that digests of one length are compared.
    package static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        CRYPTO_memcmp(Digest.sha256(left), Digest.sha256(right), 32) == 0
    }

    /// Whether the strings have the same UTF-8 bytes.
    package static func equal(_ left: String, _ right: String) -> Bool {
        equal(left.utf8, right.utf8)
    }
}
