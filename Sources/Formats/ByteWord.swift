/// Eight bytes of a text as one number, with the first byte as the lowest byte.
///
/// A test returns a mask that marks the top bit of each byte that passes the test. The lowest mark is exact, and so is a mask of
/// zero. Bytes above the lowest mark can be marked in error, because the subtraction borrows.
///
/// With loops over single bytes instead, to read the head of a discovery request took 38,800 instructions instead of 34,000, and
/// 5 % of the time of the request more (callgrind, heads of Tests/Bench/clients.lua).
public struct ByteWord: Sendable {
    @usableFromInline let word: UInt64

    /// Creates a word from a number that was loaded from memory, in the byte order of the machine.
    @inlinable public init(_ word: UInt64) { self.init(ordered: UInt64(littleEndian: word)) }

    /// Creates a word from a number that has the first byte as its lowest byte.
    @usableFromInline init(ordered word: UInt64) { self.word = word }

    /// The mask with the lowest bit of each byte. `highBits` has the top bit of each byte.
    @inlinable public static var lowBits: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable public static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Marks the bytes below `limit`, which is at most 0x80.
    @inlinable public func below(_ limit: UInt8) -> UInt64 {
        (word &- ByteWord.lowBits &* UInt64(limit)) & ~word & ByteWord.highBits
    }

    @inlinable public func equal(to byte: UInt8) -> UInt64 {
        let difference = word ^ ByteWord.lowBits &* UInt64(byte)
        return (difference &- ByteWord.lowBits) & ~difference & ByteWord.highBits
    }

    /// Marks the bytes from `first` to `last`, both of which are ASCII. This test marks nothing in error.
    @inlinable public func within(_ first: UInt8, _ last: UInt8) -> UInt64 {
        // Without the top bits, no byte carries over into the next byte.
        let low = word & ~ByteWord.highBits
        let reached = low &+ ByteWord.lowBits &* UInt64(0x80 - first)
        let passed = low &+ ByteWord.lowBits &* UInt64(0x7F - last)
        return reached & ~passed & ~word & ByteWord.highBits
    }

    /// Marks the ASCII control characters.
    @inlinable public var controls: UInt64 { below(0x20) | equal(to: 0x7F) }

    /// Marks the bytes that `ASCII.isUnreserved` rejects.
    @inlinable public var reserved: UInt64 {
        let letters = ByteWord(ordered: word | ByteWord.lowBits &* 0x20).within(0x61, 0x7A)
        // The range from `-` to `9` contains the slash, which is reserved.
        let marks = within(0x2D, 0x39) & ~within(0x2F, 0x2F) | within(0x5F, 0x5F) | within(0x7E, 0x7E)
        return ~(letters | marks) & ByteWord.highBits
    }

    /// Marks the bytes that are not ASCII.
    @inlinable public var nonASCII: UInt64 { word & ByteWord.highBits }

    /// Returns the number of bytes before the lowest mark, or 8 if there is no mark.
    @inlinable public static func unmarked(_ marks: UInt64) -> Int { marks.trailingZeroBitCount / 8 }

    /// Whether a test marks any byte of a text.
    @inlinable @inline(__always)
    public static func any(_ text: UnsafeBufferPointer<UInt8>, _ test: (ByteWord) -> UInt64) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        var marks: UInt64 = 0
        // The loop has no early exit, so that the compiler can test several words at once.
        for offset in stride(from: 0, to: raw.count & ~7, by: 8) {
            marks |= test(ByteWord(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        guard marks == 0 else { return true }
        // The last bytes are padded with a letter, so this function suits only tests that do not mark letters.
        var rest: UInt64 = 0x6161_6161_6161_6161
        for offset in raw.count & ~7..<raw.count { rest = rest << 8 | UInt64(raw[offset]) }
        return test(ByteWord(rest)) != 0
    }

    /// Returns the first index of a byte at or after `start`, or nil if the byte is missing.
    @inlinable @inline(__always)
    public static func firstIndex(
        of byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) -> Int? {
        firstIndex(in: text, from: start) { $0.equal(to: byte) }
    }

    /// Returns the first index at or after `start` that a test marks, or nil if the test marks no byte. The lowest mark is exact
    /// for each test, and so also for several tests joined by `|`.
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
            // All eight bytes are the same, so a test marks all of them or none.
            if test(ByteWord(lowBits &* UInt64(raw[index]))) != 0 { return index }
            index += 1
        }
        return nil
    }

    /// Returns the four lower-case hexadecimal digits of a number, in memory order.
    package static func hexadecimal(_ number: UInt16) -> UInt32 {
        var digits = UInt32(number)
        digits = (digits | digits << 8) & 0x00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F
        // Adding 6 carries out of the half byte exactly for the digits a to f.
        let letters = (digits &+ 0x0606_0606) >> 4 & 0x0101_0101
        return (digits &+ 0x3030_3030 &+ letters &* 39).bigEndian
    }
}
