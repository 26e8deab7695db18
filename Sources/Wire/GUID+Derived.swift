extension GUID {
    /// A GUID that follows from texts: the same in every process, marked as version 4. 128-bit FNV-1a over the parts,
    /// each ended by a byte that UTF-8 never holds, so that ("ab", "c") differs from ("a", "bc"). Not a secret.
    package init(derivedFrom parts: String...) {
        var hash = FNV128()
        for part in parts { hash.add(part) }
        self.init(version4From: hash.state)
    }
}

/// FNV-1a, 128 bits.
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
