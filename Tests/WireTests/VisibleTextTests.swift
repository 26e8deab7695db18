import Testing
import Wire

@Suite struct VisibleTextTests {
    @Test(
        "Everything that a terminal obeys or does not show is escaped",
        arguments: [
            0x00, 0x07, 0x09, 0x0A, 0x0D, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0x9F, 0x061C, 0x200B, 0x200D,
            0x200E,
            0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF,
        ])
    func escapes(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let text = VisibleText.escaped("a\(Character(scalar))\u{301}b")
        let digits = String(value, radix: 16)
        let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        #expect(text.utf8.elementsEqual("a\(escape)\u{301}b".utf8))
        #expect(JSONValue(parsing: Array("\"\(escape)\"".utf8))?.string?.unicodeScalars.first == scalar)
    }

    @Test("Other text stays as it is", arguments: ["", "Müller", "日本 語", "a\u{301}", "\u{A0}", "👍🏽", "\\u0000"])
    func keeps(text: String) {
        #expect(VisibleText.escaped(text).utf8.elementsEqual(text.utf8))
    }

    @Test("What the caller keeps stays, next to what is escaped")
    func keepsSome() {
        #expect(VisibleText.escaped("a\nb\u{1B}\r\nc", keeping: ["\n"]) == "a\nb\\u001b\\u000d\nc")
    }
}
