import COpenSSL

/// Comparisons of secrets. The time of a comparison reveals neither where the values differ nor how long the expected value is.
package enum ConstantTime {
    /// Whether the bytes are equal. Both values are hashed first, so that digests of equal length are compared.
    package static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        CRYPTO_memcmp(Digest.sha256(left), Digest.sha256(right), 32) == 0
    }

    /// Whether the strings have the same UTF-8 bytes.
    package static func equal(_ left: String, _ right: String) -> Bool {
        equal(left.utf8, right.utf8)
    }
}
