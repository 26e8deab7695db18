import Formats
import TestTags
import Testing

/// Compares each eight-byte test with the same test byte by byte, over texts that end anywhere within a word.
@Suite struct ByteWordTests {
    /// Bytes around every limit, so that borrows and neighboring bytes occur.
    private static let bytes: [UInt8] = [
        0, 1, 9, 0x1F, 0x20, 0x21, 0x22, 0x25, 0x2B, 0x5C, 0x61, 0x7E, 0x7F, 0x80, 0x9F, 0xFF,
    ]

    private static func texts() -> [[UInt8]] {
        var state: UInt64 = 7
        return (0..<4_000).map { number in
            (0..<number % 35).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // Most bytes are letters, so that matches are as rare as in practice.
                return state >> 60 < 13 ? 0x61 : bytes[Int(state >> 50 & 15)]
            }
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    @Test func findsSameBytesAsLoop() {
        var found = 0
        for text in ByteWordTests.texts() {
            text.withUnsafeBufferPointer { buffer in
                let controls = ByteWord.any(buffer, \.controls)
                found += controls ? 1 : 0
                #expect(controls == text.contains(where: ByteWordTests.isControl), "\(text)")
                #expect(ByteWord.any(buffer) { $0.below(0x22) } == text.contains { $0 < 0x22 }, "\(text)")
                for byte in [0, 0x22, 0x25, 0x7F, 0x80, 0xFF] as [UInt8] {
                    #expect(ByteWord.any(buffer) { $0.equal(to: byte) } == text.contains(byte), "\(byte) in \(text)")
                }
                #expect(ByteWord.any(buffer, \.nonASCII) == text.contains { $0 >= 0x80 }, "\(text)")
            }
        }
        #expect((500...3_500).contains(found))
    }

    /// Tests each byte at each index of a word, among bytes that would carry into it or borrow from it.
    @Test func rangeTestIsExactForEveryByte() {
        for byte in UInt8.min ... .max {
            for index in 0..<8 {
                for other in [0x00, 0x61, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var text = [UInt8](repeating: other, count: 8)
                    text[index] = byte
                    let word = text.withUnsafeBytes { ByteWord($0.loadUnaligned(as: UInt64.self)) }
                    let top: UInt64 = 0x80 << (8 * UInt64(index))
                    #expect((word.within(0x2D, 0x39) & top != 0) == (0x2D...0x39).contains(byte), "\(byte)")
                    #expect((word.within(0x00, 0x7F) & top != 0) == (byte < 0x80), "\(byte)")
                    #expect((word.reserved & top != 0) == !ASCII.isUnreserved(byte), "\(byte)")
                }
            }
        }
    }

    @Test func lowestMarkIsExact() {
        for text in ByteWordTests.texts() where text.count >= 8 {
            let word = text.withUnsafeBytes { ByteWord($0.loadUnaligned(as: UInt64.self)) }
            let first = text.prefix(8).firstIndex(where: ByteWordTests.isControl) ?? 8
            #expect(ByteWord.unmarked(word.controls) == first, "\(text)")
        }
    }

    @Test func findsFirstMatchOfSeveralTests() {
        for text in ByteWordTests.texts() {
            let first = text.firstIndex { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 }
            let found = text.withUnsafeBufferPointer { buffer in
                ByteWord.firstIndex(in: buffer) { $0.equal(to: 0x22) | $0.equal(to: 0x5C) | $0.below(0x20) }
            }
            #expect(found == first, "\(text)")
        }
    }

    @Test(.tags(.slow)) func findsFirstOccurrenceOfByte() {
        for text in ByteWordTests.texts() {
            text.withUnsafeBufferPointer { buffer in
                for byte in [0, 0x25, 0x61, 0x80, 0xFF] as [UInt8] {
                    for start in [0, 1, 7, 8, 9, text.count, text.count + 1] {
                        let first = text.indices.first { $0 >= start && text[$0] == byte }
                        #expect(ByteWord.firstIndex(of: byte, in: buffer, from: start) == first, "\(byte) in \(text)")
                    }
                }
            }
        }
    }
}
