import COpenSSL
import Formats

/// Hash functions, and the hash values of OpenID Connect.
package enum Digest {
    /// Returns the SHA-256 hash, 32 bytes.
    package static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(bytes, Algorithm.sha256, size: 32)
    }

    /// Returns the SHA-1 hash, 20 bytes. Only for certificate thumbprints (`x5t`), for which the protocol requires SHA-1.
    package static func sha1(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(bytes, Algorithm.sha1, size: 20)
    }

    /// Returns the HMAC-SHA256, 32 bytes (RFC 2104).
    package static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        hmac(key: key, message, Algorithm.hmacSHA256, size: 32)
    }

    /// Returns the HMAC-SHA1, 20 bytes (RFC 2104). Only for the codes of authenticator apps, for which RFC 6238 specifies SHA-1.
    package static func hmacSHA1(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        hmac(key: key, message, Algorithm.hmacSHA1, size: 20)
    }

    private static func hmac(key: [UInt8], _ message: [UInt8], _ algorithm: SharedHandle, size: Int) -> [UInt8] {
        let context = keyed(algorithm, key)
        defer { EVP_MAC_CTX_free(context) }
        return finish(context, message, size: size)
    }

    /// Returns a copy of an initialized HMAC context with a key. The caller must free the copy.
    static func keyed(_ algorithm: SharedHandle, _ key: [UInt8]) -> OpaquePointer? {
        let context = EVP_MAC_CTX_dup(algorithm.pointer)
        // An empty Swift array may have no address, and OpenSSL takes a nil key to mean the last key. For HMAC, a single zero byte
        // is equivalent to an empty key.
        let padded = key.isEmpty ? [0] : key
        Algorithm.require(EVP_MAC_init(context, padded, padded.count, nil) == 1)
        return context
    }

    /// Returns the HMAC of a message. The context cannot be used again.
    static func finish(_ context: OpaquePointer?, _ message: [UInt8], size: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: size)
        var count = 0
        let succeeded =
            EVP_MAC_update(context, message, message.count) == 1 && EVP_MAC_final(context, &out, &count, size) == 1
        Algorithm.require(succeeded && count == size)
        return out
    }

    /// Returns the base64url of the left half of the SHA-256 hash of ASCII text: `at_hash` and `c_hash` (OIDC Core §3.1.3.6,
    /// §3.3.2.11).
    package static func leftHalfHash(_ ascii: String) -> String {
        Base64.url(sha256(ascii.utf8).prefix(16))
    }

    private static func hash(_ bytes: some Collection<UInt8>, _ algorithm: SharedHandle, size: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: size)
        func run(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
            EVP_Digest(input.baseAddress, input.count, &out, nil, algorithm.pointer, nil) == 1
        }
        let succeeded =
            bytes.withContiguousStorageIfAvailable { run($0) } ?? Array(bytes).withUnsafeBufferPointer { run($0) }
        Algorithm.require(succeeded)
        return out
    }
}

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
