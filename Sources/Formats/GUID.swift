/// A 128-bit identifier in the 8-4-4-4-12 form (RFC 9562), compared by value and written in lower case.
package struct GUID: Hashable, Sendable, CustomStringConvertible {
    // Two 64-bit numbers instead of one `UInt128`: with a `UInt128`, `first(where:)` over a list of grants crashed a debug build of
    // Swift 6.3.1, because the memory was not aligned to 16 bytes.
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init(value: UInt128) {
        self.init(high: UInt64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
    }

    /// The 16 bytes in text order, as one number.
    package var value: UInt128 { UInt128(high) << 64 | UInt128(low) }

    /// Creates a GUID from 16 bytes in text order, or returns nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(value: bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// Creates a version 4, variant 1 GUID from the first 16 bytes of a digest or of random bytes. Shorter input is padded with
    /// zeros.
    package init(version4From source: [UInt8]) {
        var value: UInt128 = 0
        for position in 0..<16 { value = value << 8 | UInt128(position < source.count ? source[position] : 0) }
        self.init(version4From: value)
    }

    /// Creates a version 4, variant 1 GUID from 128 bits of a digest or of random bytes.
    package init(version4From source: UInt128) {
        let marks: UInt128 = 0xF << 76 | 0xC << 60
        self.init(value: source & ~marks | 0x4 << 76 | 0x8 << 60)
    }

    /// Parses the 36-character form in either case, without braces. Returns nil for any other text.
    package init?(_ text: String) {
        guard text.utf8.count == 36,
            let guid = text.withBytes({ bytes in
                GUID.digits(bytes, 0..<18).flatMap { high in
                    GUID.digits(bytes, 18..<36).map { GUID(high: high, low: $0) }
                }
            })
        else { return nil }
        self = guid
    }

    /// Returns the value of the sixteen digits in half of a text.
    private static func digits(_ text: UnsafeBufferPointer<UInt8>, _ half: Range<Int>) -> UInt64? {
        var value: UInt64 = 0
        for position in half {
            if isHyphen(position) {
                guard text[position] == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = ASCII.hexValue(text[position]) else { return nil }
                value = value << 4 | UInt64(digit)
            }
        }
        return value
    }

    /// The 16 bytes in text order.
    package var bytes: [UInt8] {
        let value = value
        return (0..<16).map { UInt8(truncatingIfNeeded: value >> UInt128(120 - 8 * $0)) }
    }

    package var description: String {
        let value = value
        return String(unsafeUninitializedCapacity: 36) { text in
            let text = UnsafeMutableRawBufferPointer(text)
            var offset = 0
            for group in 0..<8 {
                let digits = ByteWord.hexadecimal(UInt16(truncatingIfNeeded: value >> UInt128(112 - 16 * group)))
                text.storeBytes(of: digits, toByteOffset: offset, as: UInt32.self)
                offset += 4
                if GUID.isHyphen(offset) {
                    text[offset] = UInt8(ascii: "-")
                    offset += 1
                }
            }
            return 36
        }
    }

    private static func isHyphen(_ position: Int) -> Bool {
        position == 8 || position == 13 || position == 18 || position == 23
    }
}

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

/// A GUID-like identifier, compared without regard to the case of its ASCII letters.
package enum CaseInsensitiveID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The case of nearly all identifiers: sixteen bytes that are copied without reference counting.
    case guid(GUID)
    /// Any text that is not a GUID, in ASCII lower case.
    case text(ByteString)

    package init(_ text: String) {
        self = GUID(text).map(CaseInsensitiveID.guid) ?? .text(ByteString(text.asciiLowercased))
    }

    /// The identifier in ASCII lower case.
    package var description: String {
        switch self {
        case .guid(let guid): guid.description
        case .text(let text): text.string
        }
    }

    /// Compares two identifiers by the bytes of their texts.
    package static func < (left: CaseInsensitiveID, right: CaseInsensitiveID) -> Bool {
        if case .guid(let one) = left, case .guid(let two) = right { return one.value < two.value }
        return left.description.precedes(right.description)
    }
}
