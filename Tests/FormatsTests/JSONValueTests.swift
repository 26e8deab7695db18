import Formats
import Testing

private func parse(_ text: String) -> JSONValue? {
    JSONValue(parsing: Array(text.utf8))
}

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("null", .null), ("true", .bool(true)), (" false ", .bool(false)), ("0", .integer(0)), ("-1", .integer(-1)),
            ("\"\"", .string("")), ("[]", .array([])), ("{}", .object([])),
            ("[1,[2]]", .array([.integer(1), .array([.integer(2)])])),
            (#"{"b":1,"a":{"c":null}}"#, .object([.init("b", .integer(1)), .init("a", .object([.init("c", .null)]))])),
            (#""\u00e9\uD83d\uDE00\n\/\b\f\r\t\\\"""#, .string("é\u{1F600}\n/\u{8}\u{C}\r\t\\\"")),
            ("\r\n\t [ 1 , { \"a\" : 2 } ] ", .array([.integer(1), .object([.init("a", .integer(2))])])),
        ] as [(String, JSONValue)])
    func readsEveryKindOfValue(text: String, value: JSONValue) {
        #expect(parse(text) == value)
    }

    @Test(
        arguments: [
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(0x1p63)), ("100000000000000000000", .number(1e20)),
            ("1e300", .number(1e300)), ("999999999999999999", .integer(999_999_999_999_999_999)),
            ("-99999999999999999", .integer(-99_999_999_999_999_999)),
            ("-999999999999999999", .integer(-999_999_999_999_999_999)),
            ("1234567890123456789", .integer(1_234_567_890_123_456_789)),
            ("1e3", .number(1_000)), ("1E+3", .number(1_000)), ("1.50", .number(1.5)), ("-0", .integer(0)),
            ("-0.0", .number(0)), ("1e-400", .number(0)),
        ] as [(String, JSONValue)])
    func readsExtremeNumbersExactlyOrAsFloat(text: String, value: JSONValue) {
        #expect(parse(text) == value)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "'a'", "nul", "True", "01",
        "+1", ".5", "1.", "-", "1e", "1e+", "-01", "[,1]", "[1,,2]", "[1 2]", "{,}", "{\"a\":1 \"b\":2}", "{1:2}",
        "\u{FEFF}1",
        "\u{A0}1", #""\ud800""#, #""\ude00\ud83d""#, #""\ud83dx""#, #""\u00g0""#, #""\"#, #""\u{41}""#, "tru", "truee",
        "0x10", "NaN", "Infinity", "1e400", "-1e400", "1 2", "{}x", "\"a", "\"\u{0}\"", "\"\n\"", #""\x""#, #""\u12""#,
        "/**/1",
    ])
    func rejectsTextThatIsNotJSON(text: String) {
        #expect(parse(text) == nil)
    }

    @Test(arguments: [[UInt8]([0x22, 0xFF, 0x22]), [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x00]])
    func rejectsTextThatIsNotUTF8(bytes: [UInt8]) {
        #expect(JSONValue(parsing: bytes) == nil)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":["])
    func rejectsHundredThousandLevels(level: String) {
        #expect(parse(String(repeating: level, count: 100_000)) == nil)
        let closers: [Character: String] = ["[": "]", "{": "}"]
        let closing = level.reversed().compactMap { closers[$0] }.joined()
        #expect(
            parse(String(repeating: level, count: 100_000) + "1" + String(repeating: closing, count: 100_000)) == nil)
    }

    @Test(arguments: [1, 2, 7, 8, 9, 10, 40])
    func rejectsDuplicateNames(count: Int) {
        let names = (0..<count).map { "\"name\($0)\":\($0)" }
        #expect(parse("{\(names.joined(separator: ","))}")?.object?.count == count)
        for duplicate in Set([0, count / 2, count - 1]) {
            #expect(parse("{\((names + ["\"name\(duplicate)\":0"]).joined(separator: ","))}") == nil)
            // An escaped spelling of the name is a duplicate too.
            #expect(parse("{\((names + ["\"\\u006eame\(duplicate)\":0"]).joined(separator: ","))}") == nil)
        }
    }

    /// The parser skips plain text eight bytes at a time, so the end of the text may be at any position among them.
    @Test(arguments: 0..<20)
    func findsEndOfPlainTextAnywhere(count: Int) {
        let text = String(repeating: "x", count: count)
        #expect(parse("\"\(text)\"") == .string(text))
        #expect(parse("\"\(text)\\n\(text)\"") == .string("\(text)\n\(text)"))
        #expect(parse("\"\(text)é\(text)\"") == .string("\(text)é\(text)"))
        for invalid in ["\u{1}", "\n", "\\x", ""] { #expect(parse("\"\(text)\(invalid)") == nil) }
        #expect(parse("\"\(text)\u{1F}\(text)\"") == nil)
    }

    @Test func readsSixtyFourLevels() {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(parse(nested(64)) != nil)
        #expect(parse(nested(65)) == nil)
    }

    @Test(arguments: [#"{"a":1,"a":1}"#, #"{"a":1,"b":2,"\u0061":3}"#, #"[{"x":{"":1,"":2}}]"#])
    func rejectsDuplicateMembers(text: String) {
        #expect(parse(text) == nil)
    }

    @Test func canonicallyEquivalentNamesDiffer() {
        #expect(parse(#"{"K":1,"\u212a":2}"#)?.object?.count == 2)
        #expect(parse(#"{"K":1,"\u212a":2}"#)?["\u{212A}"]?.integer == 2)
    }

    @Test func findsMembersByExactName() {
        let value = parse(#"{"K":1,"b":"text","c":[true],"d":{"e":false}}"#)
        #expect(value?["K"]?.integer == 1)
        #expect(value?["k"] == nil)
        #expect(value?["\u{212A}"] == nil)
        #expect(value?["b"]?.string == "text")
        #expect(value?["c"]?.array == [.bool(true)])
        #expect(value?["d"]?.object?.count == 1)
        #expect(value?["d"]?["e"]?.bool == false)
        #expect(value?["b"]?["e"] == nil)
    }

    @Test("Texts and names in two spellings of one character differ")
    func comparesTextsByBytes() {
        let composed = JSONValue.object([.init("\u{E9}", .array([.string("\u{E9}")]))])
        #expect(composed == .object([.init("\u{E9}", .array([.string("\u{E9}")]))]))
        #expect(composed != .object([.init("e\u{301}", .array([.string("\u{E9}")]))]))
        #expect(composed != .object([.init("\u{E9}", .array([.string("e\u{301}")]))]))
        #expect(JSONValue.string("K") != .string("\u{212A}"))
        for (position, one) in JSONValueTests.kinds.enumerated() {
            for (other, two) in JSONValueTests.kinds.enumerated() { #expect((one == two) == (position == other)) }
        }
    }

    private static let kinds: [JSONValue] = [
        .null, .bool(true), .bool(false), .integer(1), .integer(2), .number(1), .number(2), .string("1"), .string(""),
        .array([]), .array([.null]), .object([]), .object([.init("a", .null)]),
    ]

    @Test func accessorsReturnNilForOtherKinds() {
        let values: [JSONValue] = [.null, .bool(true), .integer(1), .number(1), .string(""), .array([]), .object([])]
        #expect(values.compactMap(\.bool).count == 1)
        #expect(values.compactMap(\.integer).count == 1)
        #expect(values.compactMap(\.string).count == 1)
        #expect(values.compactMap(\.array).count == 1)
        #expect(values.compactMap(\.object).count == 1)
    }
}
