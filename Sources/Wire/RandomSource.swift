/// Where unpredictable bytes come from. `Crypto.SystemRandom` is OpenSSL's generator; tests hand in a fixed one.
package protocol RandomSource: Sendable {
    /// That many random bytes.
    func bytes(_ count: Int) -> [UInt8]
    /// Sixteen random bytes, as two numbers.
    func numbers() -> (UInt64, UInt64)
}

extension RandomSource {
    package func numbers() -> (UInt64, UInt64) {
        let bytes = bytes(16)
        let number = { (bytes: ArraySlice<UInt8>) in bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return (number(bytes.prefix(8)), number(bytes.dropFirst(8)))
    }

    /// A random version 4 GUID.
    package func guid() -> GUID {
        let (high, low) = numbers()
        return GUID(version4From: UInt128(high) << 64 | UInt128(low))
    }
}
