/// Where unpredictable bytes come from. `Crypto.SystemRandom` is OpenSSL's generator; tests hand in a fixed one.
package protocol RandomSource: Sendable {
    /// That many random bytes.
    func bytes(_ count: Int) -> [UInt8]
    /// Sixteen random bytes, as one number.
    func number() -> UInt128
}

extension RandomSource {
    package func number() -> UInt128 { bytes(16).reduce(0) { $0 << 8 | UInt128($1) } }

    /// A random version 4 GUID.
    package func guid() -> GUID { GUID(version4From: number()) }
}
