/// A 128-bit identifier in the 8-4-4-4-12 form (RFC 9562), compared by value, written in lower case.
package struct GUID: Hashable, Sendable, CustomStringConvertible {
    /// The 16 bytes in text order, as one number.
    package let value: UInt128

    package init(value: UInt128) {
        self.value = value
    }

    /// From 16 bytes in text order; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        value = bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// From the first 16 of at least 16 bytes of a digest or of random bytes, marked as version 4, variant 1. Shorter
    /// input is filled with zeros.
    package init(version4From source: [UInt8]) {
        var value: UInt128 = 0
        for position in 0..<16 { value = value << 8 | UInt128(position < source.count ? source[position] : 0) }
        self.init(version4From: value)
    }

    /// From 128 bits of a digest, marked in the same way.
    init(version4From source: UInt128) {
        let marks: UInt128 = 0xF << 76 | 0xC << 60
        value = source & ~marks | 0x4 << 76 | 0x8 << 60
    }

    /// Parses the 36-character form in either case, without braces.
    package init?(_ text: String) {
        guard text.utf8.count == 36 else { return nil }
        var value: UInt128 = 0
        var position = 0
        for byte in text.utf8 {
            if GUID.isHyphen(position) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = ASCII.hexValue(byte) else { return nil }
                value = value << 4 | UInt128(digit)
            }
            position += 1
        }
        self.value = value
    }

    /// In text order.
    package var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: value >> UInt128(120 - 8 * $0)) }
    }

    package var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            let text = UnsafeMutableRawBufferPointer(text)
            var place = 0
            for group in 0..<8 {
                let digits = ByteWord.hexadecimal(UInt16(truncatingIfNeeded: value >> UInt128(112 - 16 * group)))
                text.storeBytes(of: digits, toByteOffset: place, as: UInt32.self)
                place += 4
                if GUID.isHyphen(place) {
                    text[place] = UInt8(ascii: "-")
                    place += 1
                }
            }
            return 36
        }
    }

    private static func isHyphen(_ position: Int) -> Bool {
        position == 8 || position == 13 || position == 18 || position == 23
    }
}
