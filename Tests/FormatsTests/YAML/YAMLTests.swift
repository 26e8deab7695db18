import Formats
import Testing

/// Renders a tree as compact JSON, for comparison.
private func render(_ text: String, limits: YAMLLimits = YAMLLimits()) throws(YAMLError) -> String {
    String(decoding: JSONWriter.value(try YAMLNode.parse(Array(text.utf8), limits: limits).json), as: UTF8.self)
}

@Suite struct YAMLTests {
    @Test(
        "Plain scalars follow the core schema",
        arguments: [
            ("1", "1"), ("-17", "-17"), ("+5", "5"), ("007", "7"), ("0x1F", "31"), ("0o17", "15"), ("1.5", "1.5"),
            ("1.", "1.0"), (".5", "0.5"), ("1e3", "1000.0"), ("true", "true"), ("False", "false"), ("null", "null"),
            ("~", "null"),
            ("yes", "\"yes\""), ("no", "\"no\""), ("on", "\"on\""), ("12:30:45", "\"12:30:45\""),
            ("1_000", "\"1_000\""),
            ("0x", "\"0x\""), ("0x+5", "\"0x+5\""), ("+", "\"+\""), (".", "\".\""), ("1e", "\"1e\""),
            ("1.2.3", "\"1.2.3\""),
            ("nULL", "\"nULL\""), ("9223372036854775807", "9223372036854775807"), ("3600..5400", "\"3600..5400\""),
            ("9223372036854775808", "9.223372036854776e+18"), (".inf", "null"), ("2024-01-01", "\"2024-01-01\""),
            ("11111111-1111-4111-8111-111111111111", "\"11111111-1111-4111-8111-111111111111\""),
            ("\"1\"", "\"1\""), ("'true'", "\"true\""), ("\"\"", "\"\""), ("!!str 1", "\"1\""), ("! 1", "\"1\""),
        ])
    func plainScalarsFollowCoreSchema(text: String, expected: String) throws {
        #expect(try render(text) == expected)
    }

    @Test(
        "Documents read as trees",
        arguments: [
            ("", "null"), ("# only a comment\n", "null"), ("---\n", "null"),
            ("a: 1\nb: [x, {c: d}]\n", #"{"a":1,"b":["x",{"c":"d"}]}"#),
            ("a: &x [1, 2]\nb: *x\n", #"{"a":[1,2],"b":[1,2]}"#), ("a: |\n  two\n  lines\n", #"{"a":"two\nlines\n"}"#),
            ("\u{FEFF}a: 1", #"{"a":1}"#), ("\u{FEFF}a: []\nb: {}", #"{"a":[],"b":{}}"#),
            ("a: 1\r\nb: 2\r\n", #"{"a":1,"b":2}"#),
            ("{\"a\":1,\"b\":[true,null]}", #"{"a":1,"b":[true,null]}"#),
            ("{\n\t\"a\": [\n\t\t1\n\t]\n}", #"{"a":[1]}"#),
            (#"["\ud83d\ude00", "\\ud83d", "a\/b", "\u00e9"]"#, #"["😀","\\ud83d","a/b","é"]"#),
            ("? a\n: 1", #"{"a":1}"#), ("a:\nb:", #"{"a":null,"b":null}"#), ("true: 1\n1: 2", #"{"true":1,"1":2}"#),
            ("a: \"x\\0y\"", "{\"a\":\"x\\u0000y\"}"), ("'a': 'it''s'", #"{"a":"it's"}"#),
        ])
    func readsDocumentsAsTrees(text: String, expected: String) throws {
        #expect(try render(text) == expected)
    }

    @Test(
        "Text that is no single YAML document is rejected at the position of the problem",
        arguments: [
            ("a: 1\na: 2", 2, 1, "\"a\" occurs twice"), ("{\"a\": 1, \"a\": 2}", 1, 10, "occurs twice"),
            ("a: 1\n---\nb: 2", 2, 1, "a second YAML document"), ("a: *x", 1, 4, "an anchor that is not defined"),
            ("a: &x [*x]", 1, 8, "an anchor that is not defined"),
            ("a: [1", 2, 1, "not valid YAML"), ("a: b: c", 1, 5, "not valid YAML"), ("a: \"x", 1, 6, "not valid YAML"),
            ("a:\n\tb: 1", 2, 1, "not valid YAML"), ("a: 1\n b: 2", 2, 3, "not valid YAML"),
            ("<<: {a: 1}", 1, 1, "merge keys"),
            ("[a]: 1", 1, 1, "a key must be"), ("a: !!int 1", 1, 4, "the tag"), ("a: !foo {}", 1, 4, "the tag"),
            ("a: 1\nb: \u{7}", 2, 4, "not valid YAML"), ("}", 1, 1, "not valid YAML"),
            ("[\"\\ud83d\"]", 1, 5, "not valid YAML"),
            ("%YAML 3.0\n---\na", 1, 1, "not valid YAML"), ("a: @x", 1, 4, "not valid YAML"),
        ])
    func rejectsInvalidDocumentAtItsPosition(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: YAMLError.self) { try render(text) }
        #expect(error?.mark == YAMLMark(line: line, column: column))
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func rejectsInvalidUTF8AtItsLine() {
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(Array("a: 1\nb: ".utf8) + [0xC3, 0x28]) }
        #expect(error?.mark == YAMLMark(line: 2, column: 5))
    }

    @Test(
        "The error for UTF-16 text names the encoding",
        arguments: [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61]] as [[UInt8]])
    func rejectsUTF16ByName(text: [UInt8]) {
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(text) }
        #expect(error?.message == "the file is UTF-16; save it as UTF-8")
        #expect(error?.mark == YAMLMark(line: 1, column: 1))
    }

    @Test func marksCountFromOne() throws {
        let root = try YAMLNode.parse(Array("\n a:\n   - x\n   - é: y\n".utf8))
        guard case .mapping(let members) = root.content, case .sequence(let items) = members[0].value.content,
            case .mapping(let inner) = items[1].content
        else {
            Issue.record("unexpected shape")
            return
        }
        #expect(members[0].mark == YAMLMark(line: 2, column: 2))
        #expect(items[0].mark == YAMLMark(line: 3, column: 6))
        #expect(inner[0].value.mark == YAMLMark(line: 4, column: 9))
    }

    @Test(
        "The depth of blocks, flow collections and aliases is limited",
        arguments: [
            String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
            String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65),
            String(repeating: "[", count: 100_000), String(repeating: "- ", count: 70) + "x",
            "a: &x " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "\nb: "
                + String(repeating: "[", count: 40) + "*x" + String(repeating: "]", count: 40),
        ])
    func limitsDepthOfValues(text: String) {
        let error = #expect(throws: YAMLError.self) { try render(text) }
        #expect(error?.message == "the values are nested more than 64 levels deep")
    }

    /// libyaml accepts names of at most 1,024 characters.
    @Test(arguments: [1_000, 1_023, 1_024, 1_025, 5_000])
    func readsJSONWithLongNames(length: Int) throws {
        let name = String(repeating: "n", count: length)
        let text = "{\"\(name)\":{\"\(name)\":[1,-1.5,true,null,\"1\",\"null\"]}}"
        #expect(try render(text) == text)
        #expect(throws: YAMLError.self) { try render(text + "x") }
        let deep = String(repeating: "[", count: 3) + text + String(repeating: "]", count: 3)
        var limits = YAMLLimits()
        for (depth, isRead) in [(5, false), (6, true)] {
            limits.depth = depth
            #expect((try? render(deep, limits: limits)) == (isRead ? deep : nil))
        }
    }

    @Test(
        arguments: [
            .null, .bool(true), .integer(.min), .number(-1.5), .number(1e300), .string(""), .string("1"),
            .string("null"),
            .array([.integer(1), .array([])]), .object([.init("a", .string("~")), .init("b", .object([]))]),
        ] as [JSONValue])
    func jsonTreeConvertsBackToJSON(value: JSONValue) {
        #expect(YAMLNode(value).json == value)
    }

    @Test func readsSixtyFourLevels() throws {
        let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try render(text) == text)
    }

    @Test func limitsExpansionOfAliases() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            text +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        let error = #expect(throws: YAMLError.self) { try render(text) }
        #expect(error?.message == "aliases expand to more than 100000 values")
    }

    @Test func limitsSizeOfText() {
        var limits = YAMLLimits()
        limits.bytes = 4
        #expect(throws: YAMLError.self) { try render("a: 12", limits: limits) }
        #expect(throws: Never.self) { try render("a: 1", limits: limits) }
    }

    @Test func findsDuplicateAmongManyKeys() {
        let names = (0..<1000).map { "k\($0): 1\n" }.joined()
        #expect(throws: Never.self) { try render(names) }
        #expect(throws: YAMLError.self) { try render(names + "k500: 2\n") }
    }

    @Test func derivedGUIDIsStableAndVersion4() {
        #expect(GUID(derivedFrom: "a", "b").description == GUID(derivedFrom: "a", "b").description)
        #expect(GUID(derivedFrom: "ab", "c") != GUID(derivedFrom: "a", "bc"))
        let text = Array(GUID(derivedFrom: "x").description)
        #expect(text[14] == "4")
        #expect("89ab".contains(text[19]))
    }
}
