/// Eight bytes of a text looked at as one number, the first in the lowest place.
///
/// A test marks the top bit of each byte that meets it. The lowest mark is exact, and so is that there is none; above the lowest,
/// a byte may be marked in error, as the subtraction borrows.
public struct ByteWord: Sendable {
    @usableFromInline let word: UInt64

    /// Of memory, in whatever order it is read.
    @inlinable public init(_ word: UInt64) { self.init(ordered: UInt64(littleEndian: word)) }

    /// With the first byte in the lowest place.
    @usableFromInline init(ordered word: UInt64) { self.word = word }

    /// 1 in each byte, and its top bit.
    @inlinable public static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable public static var tops: UInt64 { 0x8080_8080_8080_8080 }

    /// Bytes under `limit`, which is at most 0x80.
    @inlinable public func below(_ limit: UInt8) -> UInt64 {
        (word &- ByteWord.ones &* UInt64(limit)) & ~word & ByteWord.tops
    }

    @inlinable public func equal(to byte: UInt8) -> UInt64 {
        let difference = word ^ ByteWord.ones &* UInt64(byte)
        return (difference &- ByteWord.ones) & ~difference & ByteWord.tops
    }

    /// Bytes from `first` to `last`, both of ASCII; nothing is marked in error.
    @inlinable public func within(_ first: UInt8, _ last: UInt8) -> UInt64 {
        // Without the top bits no byte carries over into the next.
        let low = word & ~ByteWord.tops
        let reached = low &+ ByteWord.ones &* UInt64(0x80 - first)
        let passed = low &+ ByteWord.ones &* UInt64(0x7F - last)
        return reached & ~passed & ~word & ByteWord.tops
    }

    /// Control characters of ASCII.
    @inlinable public var controls: UInt64 { below(0x20) | equal(to: 0x7F) }

    /// What `ASCII.isUnreserved` says no to.
    @inlinable public var reserved: UInt64 {
        let letters = ByteWord(ordered: word | ByteWord.ones &* 0x20).within(0x61, 0x7A)
        // Of `-` to `9` there is the slash, which is none of them.
        let marks = within(0x2D, 0x39) & ~within(0x2F, 0x2F) | within(0x5F, 0x5F) | within(0x7E, 0x7E)
        return ~(letters | marks) & ByteWord.tops
    }

    /// Bytes that are not ASCII.
    @inlinable public var foreign: UInt64 { word & ByteWord.tops }

    /// How many bytes stand before the lowest mark: 8 where there is none.
    @inlinable public static func unmarked(_ marks: UInt64) -> Int { marks.trailingZeroBitCount / 8 }

    /// Whether a test marks any byte of a text.
    @inlinable @inline(__always)
    public static func any(_ text: UnsafeBufferPointer<UInt8>, _ test: (ByteWord) -> UInt64) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        var marks: UInt64 = 0
        // No way out of the loop, so that several words are done at once.
        for offset in stride(from: 0, to: raw.count & ~7, by: 8) {
            marks |= test(ByteWord(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        guard marks == 0 else { return true }
        // What is left, filled up with a letter: for tests that mark none.
        var rest: UInt64 = 0x6161_6161_6161_6161
        for offset in raw.count & ~7..<raw.count { rest = rest << 8 | UInt64(raw[offset]) }
        return test(ByteWord(rest)) != 0
    }

    /// Where a byte first stands, from a place on; nil where it does not.
    @inlinable @inline(__always)
    public static func firstIndex(
        of byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) -> Int? {
        firstIndex(in: text, from: start) { $0.equal(to: byte) }
    }

    /// Where a test first marks a byte, from a place on; nil where it marks none. Of several tests joined by `|` the lowest mark
    /// is exact, as it is of each.
    @inlinable @inline(__always)
    public static func firstIndex(
        in text: UnsafeBufferPointer<UInt8>, from start: Int = 0, where test: (ByteWord) -> UInt64
    ) -> Int? {
        let raw = UnsafeRawBufferPointer(text)
        var index = start
        while raw.count - index >= 8 {
            let others = unmarked(test(ByteWord(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))))
            index += others
            guard others == 8 else { return index }
        }
        while index < raw.count {
            // One byte eight times over: all are marked, or none.
            if test(ByteWord(ones &* UInt64(raw[index]))) != 0 { return index }
            index += 1
        }
        return nil
    }

    /// The four lower-case hexadecimal digits of a number, as they lie in memory.
    package static func hexadecimal(_ number: UInt16) -> UInt32 {
        var digits = UInt32(number)
        digits = (digits | digits << 8) & 0x00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F
        // Six more than nine do not fit half a byte.
        let letters = (digits &+ 0x0606_0606) >> 4 & 0x0101_0101
        return (digits &+ 0x3030_3030 &+ letters &* 39).bigEndian
    }
}
