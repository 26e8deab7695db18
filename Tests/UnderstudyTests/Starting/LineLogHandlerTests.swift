import Formats
import Logging
import Testing
@testable import Understudy

@Suite struct LineLogHandlerTests {
    private static let hostile = "a\u{1B}[2J\u{9B}2J\u{202E}b\u{2028}c\nd\u{85}\u{301}"

    @Test(
        "A log line contains no terminal control characters, neither in the message nor in a field",
        arguments: [true, false])
    func escapesControlCharacters(isText: Bool) throws {
        let line = LineLogHandler.line(
            LineLogHandlerTests.hostile, level: .info, [("reason", LineLogHandlerTests.hostile)],
            at: Timestamp(seconds: 1_790_000_000), isText: isText)
        let text = try #require(String(validating: line, as: UTF8.self))
        #expect(text.utf8.last == UInt8(ascii: "\n"))
        for scalar in text.unicodeScalars.dropLast() {
            #expect(Escaping.line.escaped(String(scalar)) == String(scalar) || scalar.isMark, "\(scalar.value)")
        }
        #expect(text.contains("\\u009b"))
        guard !isText else { return }
        let json = try #require(JSONValue(parsing: line))
        #expect(json["message"]?.string == LineLogHandlerTests.hostile)
        #expect(json["reason"]?.string == LineLogHandlerTests.hostile)
    }

    @Test("Plain text stays unchanged")
    func leavesPlainTextUnchanged() {
        let line = LineLogHandler.line(
            "one-time code sent", level: .debug, [("to", "müller@contoso.com")],
            at: Timestamp(seconds: 1_790_000_000), isText: true)
        #expect(line.elementsEqual("2026-09-21T14:13:20Z debug one-time code sent to=müller@contoso.com\n".utf8))
    }
}
