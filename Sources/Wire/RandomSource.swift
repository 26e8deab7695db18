/// Where unpredictable bytes come from. `Crypto.SystemRandom` is OpenSSL's generator; tests hand in a fixed one.
package protocol RandomSource: Sendable {
    /// That many random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension RandomSource {
    /// A random version 4 GUID.
    package func guid() -> GUID {
        GUID(version4From: bytes(16))
    }
}
