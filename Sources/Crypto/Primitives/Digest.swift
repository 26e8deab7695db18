import COpenSSL
import Wire

/// Hash functions and the values OIDC makes of them.
package enum Digest {
    /// 32 bytes.
    package static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(bytes, Algorithm.sha256, size: 32)
    }

    /// 20 bytes. For certificate thumbprints (`x5t`) only, where the protocol fixes it.
    package static func sha1(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(bytes, Algorithm.sha1, size: 20)
    }

    /// 32 bytes (RFC 2104).
    package static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        hmac(key: key, message, Algorithm.hmacSHA256, size: 32)
    }

    /// 20 bytes (RFC 2104). For the codes of authenticator apps only, where RFC 6238 fixes it.
    package static func hmacSHA1(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        hmac(key: key, message, Algorithm.hmacSHA1, size: 20)
    }

    private static func hmac(key: [UInt8], _ message: [UInt8], _ algorithm: SharedHandle, size: Int) -> [UInt8] {
        let context = keyed(algorithm, key)
        defer { EVP_MAC_CTX_free(context) }
        return finish(context, message, size: size)
    }

    /// A copy of a prepared HMAC with the key in it, to be freed by the caller.
    static func keyed(_ algorithm: SharedHandle, _ key: [UInt8]) -> OpaquePointer? {
        let context = EVP_MAC_CTX_dup(algorithm.pointer)
        // An empty Swift array may have no address; OpenSSL takes a nil key for "the last one used". To HMAC a zero is the
        // same as nothing.
        let padded = key.isEmpty ? [0] : key
        Algorithm.require(EVP_MAC_init(context, padded, padded.count, nil) == 1)
        return context
    }

    /// The code of a message, which uses the context up.
    static func finish(_ context: OpaquePointer?, _ message: [UInt8], size: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: size)
        var count = 0
        let made =
            EVP_MAC_update(context, message, message.count) == 1 && EVP_MAC_final(context, &out, &count, size) == 1
        Algorithm.require(made && count == size)
        return out
    }

    /// base64url of the left half of the SHA-256 of ASCII text: `at_hash` and `c_hash` (OIDC Core §3.1.3.6, §3.3.2.11).
    package static func leftHalfHash(_ ascii: String) -> String {
        Base64.url(sha256(ascii.utf8).prefix(16))
    }

    private static func hash(_ bytes: some Collection<UInt8>, _ algorithm: SharedHandle, size: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: size)
        func run(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
            EVP_Digest(input.baseAddress, input.count, &out, nil, algorithm.pointer, nil) == 1
        }
        let made =
            bytes.withContiguousStorageIfAvailable { run($0) } ?? Array(bytes).withUnsafeBufferPointer { run($0) }
        Algorithm.require(made)
        return out
    }
}
