import Crypto
import Formats
@testable import Store
import Testing

private let random = SeededStream(seed: "records", label: "bytes")

/// Reads the bytes as every kind of record. Each value that the bytes contain is equal after it is written and read again.
private func readAsEveryKind(_ bytes: [UInt8]) {
    func parse<Value: SealedValue>(_ bytes: [UInt8], _ kind: Value.Type) -> Value? {
        guard var reader = RecordReader(bytes, version: 1) else { return nil }
        return Value(from: &reader)
    }
    func read<Value: SealedValue & Equatable>(_ kind: Value.Type) {
        guard let value = parse(bytes, kind) else { return }
        #expect(parse(record(value), kind) == value)
    }
    read(AuthorizationCode.self)
    read(RefreshToken.self)
    read(SessionCookie.self)
    read(FlowToken.self)
}

private func reader(_ bytes: [UInt8]) throws -> RecordReader {
    try #require(RecordReader([1] + bytes, version: 1))
}

@Suite struct RecordReaderTests {
    @Test func readsRandomRecordsAsWritten() {
        for round in 0..<10_000 { readAsEveryKind([1] + random.bytes(round % 500)) }
    }

    /// Changes one to four bytes of a valid record, which is closer to real input.
    @Test func readsChangedRecordsAsWritten() {
        let records = [record(code()), record(refreshToken), record(session), record(flowToken)]
        for round in 0..<10_000 {
            var bytes = records[round % records.count]
            let chance = random.bytes(12)
            for change in 0...round % 4 {
                let index = Int(chance[3 * change]) << 8 | Int(chance[3 * change + 1])
                bytes[index % (bytes.count - 1) + 1] = chance[3 * change + 2]
            }
            readAsEveryKind(bytes)
        }
    }

    @Test func rejectsRecordOfAnotherVersion() {
        #expect(RecordReader([], version: 1) == nil)
        #expect(RecordReader([2], version: 1) == nil)
        #expect(RecordReader([1], version: 1)?.isAtEnd == true)
    }

    @Test(arguments: [Int64.min, -1, 1_001, 1 << 40, Int64.max])
    func rejectsExcessiveCount(count: Int64) throws {
        var writer = RecordWriter(version: 1)
        writer.write(count)
        var reader = try #require(RecordReader(writer.bytes, version: 1))
        #expect(reader.strings() == nil)
    }

    @Test(arguments: [[UInt8](), [0], [0, 1], [0xFF, 0xFF], [0, 2, 65]])
    func rejectsTruncatedText(bytes: [UInt8]) throws {
        var reader = try reader(bytes)
        #expect(reader.octets() == nil)
    }

    @Test func rejectsTextThatIsNotUTF8() throws {
        var bad = try reader([0, 1, 0xFF])
        #expect(bad.string() == nil)
        var overlong = try reader([0, 2, 0xC0, 0x80])
        #expect(overlong.string() == nil)
    }

    @Test(arguments: [UInt8(2), 0x80, 0xFF])
    func rejectsFlagOtherThanZeroOrOne(byte: UInt8) throws {
        var plain = try reader([byte])
        #expect(plain.bool() == nil)
        var text = try reader([byte, 0, 0])
        #expect(text.optionalString() == nil)
    }

    @Test func readsValuesInWrittenOrder() throws {
        var writer = RecordWriter(version: 1)
        writer.write(Int64.min)
        writer.write(true)
        writer.write(["a", "", "é"])
        writer.write(String?.none)
        var reader = try #require(RecordReader(writer.bytes, version: 1))
        #expect(reader.integer() == .min)
        #expect(reader.bool() == true)
        #expect(reader.strings() == ["a", "", "é"])
        #expect(reader.optionalString() == .some(nil))
        #expect(reader.isAtEnd)
        #expect(reader.bool() == nil)
    }

    @Test func truncatesBytesAtSixteenBitLength() throws {
        var writer = RecordWriter(version: 1)
        writer.write([UInt8](repeating: 7, count: 70_000))
        var reader = try #require(RecordReader(writer.bytes, version: 1))
        #expect(reader.octets()?.count == 65_535)
        #expect(reader.isAtEnd)
    }
}
