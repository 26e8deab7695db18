import Formats
import Testing

/// Checks valid and broken files of the binary form. The test assembles them with its own code.
struct BinaryPropertyListTests {
    /// Makes a file of these objects with the first one on top and one-byte offsets and references.
    static func file(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt8(objects.count), top, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        return bytes
    }

    private static func ascii(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }

    static let values: [(objects: [[UInt8]], value: PropertyList)] = [
        ([[0x08]], .bool(false)), ([[0x09]], .bool(true)), ([[0x10, 200]], .integer(200)),
        ([[0x11, 1, 0]], .integer(256)), ([[0x12, 0, 0, 1, 0]], .integer(256)),
        ([[0x13, 255, 255, 255, 255, 255, 255, 255, 254]], .integer(-2)),
        ([[0x14] + [UInt8](repeating: 0, count: 15) + [7]], .integer(7)),
        ([[0x22, 0x3F, 0xC0, 0, 0]], .real(1.5)), ([[0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]], .real(1.5)),
        ([[0x33, 0, 0, 0, 0, 0, 0, 0, 0]], .date(Timestamp(seconds: 978_307_200))),
        ([[0x42, 1, 2]], .data([1, 2])), ([ascii("abc")], .string("abc")), ([[0x50]], .string("")),
        ([[0x5F, 0x10, 16] + Array("0123456789abcdef".utf8)], .string("0123456789abcdef")),
        ([[0x62, 0x00, 0xE9, 0x20, 0xAC]], .string("é€")), ([[0x62, 0xD8, 0x3D, 0xDE, 0x00]], .string("😀")),
        ([[0xA0]], .array([])), ([[0xD0]], .dictionary([])),
        ([[0xA2, 1, 1], ascii("a")], .array([.string("a"), .string("a")])),
        ([[0xD1, 1, 2], ascii("k"), [0x09]], .dictionary([PropertyList.Entry("k", .bool(true))])),
    ]

    @Test(arguments: values)
    func readsValues(_ objects: [[UInt8]], value: PropertyList) throws {
        #expect(try PropertyList.parse(BinaryPropertyListTests.file(objects)) == value)
    }

    static let broken: [(objects: [[UInt8]], message: String)] = [
        ([[0xA1, 0]], "deeper"), ([[0xA1, 1], [0xA1, 0]], "deeper"), ([[0xA1, 9]], "does not exist"),
        ([[0xD1, 1, 1], [0x09]], "not a string"), ([[0xD2, 1, 1, 2, 2], ascii("k"), [0x09]], "twice"),
        ([[0x5F, 0x10, 200]], "cut off"), ([[0x5F, 0x50]], "damaged length"),
        ([[0x5F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]], "damaged length"), ([[0x61, 0xD8]], "cut off"),
        ([[0x61, 0xD8, 0x00]], "UTF-16"), ([[0x51, 0x80]], "ASCII"), ([[0x15, 0]], "unknown type"),
        ([[0x00]], "unknown type"),
        ([[0x80, 0]], "unknown type"), ([[0xC0]], "unknown type"), ([[0x20, 0]], "unknown type"),
        ([[0xF0]], "unknown type"),
        ([[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], "an invalid date"),
    ]

    @Test(arguments: broken)
    func reportsBrokenPart(_ objects: [[UInt8]], message: String) {
        #expect {
            try PropertyList.parse(BinaryPropertyListTests.file(objects))
        } throws: { error in
            guard let error = error as? PropertyListError else { return false }
            return error.line == nil && error.message.contains(message)
        }
    }

    /// Objects that refer to each other twice each: 2 to the 50 values.
    @Test func rejectsExponentialGrowth() {
        let pairs = (1...50).map { (next: UInt8) -> [UInt8] in [0xA2, next, next] }
        let objects = pairs + [[0x09]]
        #expect(throws: PropertyListError.self) {
            try PropertyList.parse(BinaryPropertyListTests.file(objects))
        }
    }

    /// A hundred references to a text of 100 bytes, each of which counts as two values.
    @Test func repeatedTextCountsByItsLength() throws {
        let names: [UInt8] = [0xAF, 0x10, 100] + [UInt8](repeating: 1, count: 100)
        let text: [UInt8] = [0x5F, 0x10, 100] + [UInt8](repeating: UInt8(ascii: "x"), count: 100)
        let file = BinaryPropertyListTests.file([names, text])
        var limits = PropertyListLimits()
        limits.values = 201
        #expect(try PropertyList.parse(file, limits: limits) != .bool(true))
        limits.values = 200
        #expect(throws: PropertyListError.self) { try PropertyList.parse(file, limits: limits) }
    }

    /// Replaces each byte of a valid file and truncates it at each length. The result is an error or a value, never a
    /// trap.
    @Test func survivesEveryDamage() throws {
        let objects = [[0xD1, 1, 2], BinaryPropertyListTests.ascii("k"), [0xA1, 1]] as [[UInt8]]
        let valid = BinaryPropertyListTests.file(objects)
        let value = try PropertyList.parse(valid)
        #expect(value["k"]?.array == [.string("k")])
        for position in valid.indices {
            for byte in [0, 1, 0x0F, 0x10, 0x5F, 0x7F, 0x80, 0xAF, 0xDF, 0xFF] as [UInt8] {
                var damaged = valid
                damaged[position] = byte
                _ = try? PropertyList.parse(damaged)
            }
            #expect(throws: PropertyListError.self) { try PropertyList.parse(Array(valid[..<position])) }
        }
    }

    @Test func limitsSizeOfFile() {
        var limits = PropertyListLimits()
        limits.bytes = 40
        #expect(throws: PropertyListError.self) {
            try PropertyList.parse(BinaryPropertyListTests.file([[0x09]]), limits: limits)
        }
    }
}
