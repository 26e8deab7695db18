extension GUID {
    /// Creates a version 4 GUID that depends only on the texts, so that every process gets the same GUID. The value is a 128-bit
    /// FNV-1a hash. Each part ends with a byte that UTF-8 never contains, so that ("ab", "c") differs from ("a", "bc"). Not a
    /// secret.
    package init(derivedFrom parts: String...) {
        var hash = FNV128()
        for part in parts { hash.add(part) }
        self.init(version4From: hash.state)
    }
}

/// The FNV-1a hash function with 128 bits.
private struct FNV128 {
    private static let prime: UInt128 = 1 << 88 | 0x13B
    private(set) var state: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

    mutating func add(_ part: String) {
        part.withBytes { bytes in
            for byte in bytes { add(byte) }
        }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) {
        state ^= UInt128(byte)
        state = state &* FNV128.prime
    }
}
