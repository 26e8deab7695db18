/// Where unpredictable bytes come from. `Crypto.SystemRandom` is OpenSSL's generator; tests hand in a fixed one.
package protocol RandomSource: Sendable {
    /// That many random bytes.
    func bytes(_ count: Int) -> [UInt8]
    /// A random version 4 GUID.
    func guid() -> GUID
}

extension RandomSource {
    package func guid() -> GUID { GUID(version4From: bytes(16)) }
}
