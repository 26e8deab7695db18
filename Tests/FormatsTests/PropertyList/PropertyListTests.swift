import Formats
import Testing

/// Checks valid and broken files.
struct PropertyListTests {
    private static let prolog = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

        """

    private static func plist(_ content: String) -> String { "\(prolog)<plist version=\"1.0\">\(content)</plist>\n" }

    static let values: [(String, PropertyList)] = [
        ("<string>a</string>", .string("a")), ("<string/>", .string("")), ("<string></string>", .string("")),
        ("<string> a\n b </string>", .string(" a\n b ")),
        ("<string>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</string>", .string("<&>\"'A😀")),
        ("<string>&#000000065;&#x0000000041;&#9;&#xFFFD;&#x10FFFF;</string>", .string("AA\t\u{FFFD}\u{10FFFF}")),
        ("<string>a<![CDATA[<b>&amp;]]>c</string>", .string("a<b>&amp;c")), ("<string>é</string>", .string("é")),
        ("<string>a<!-- b -->c</string>", .string("ac")),
        ("<true/>", .bool(true)), ("<false></false>", .bool(false)), ("<integer>-12</integer>", .integer(-12)),
        ("<integer>0x1F</integer>", .integer(31)), ("<real>1.5</real>", .real(1.5)),
        ("<date>2001-01-01T00:00:00Z</date>", .date(Timestamp(seconds: 978_307_200))),
        ("<data>\n  AQID\n  BA==\n</data>", .data([1, 2, 3, 4])), ("<array/>", .array([])),
        ("<dict/>", .dictionary([])),
        ("<array><string>a</string><true/></array>", .array([.string("a"), .bool(true)])),
        (
            "<dict><!-- c --><key>a</key><string>b</string>\n<key>c</key><array></array></dict>",
            .dictionary([PropertyList.Entry("a", .string("b")), PropertyList.Entry("c", .array([]))])
        ),
    ]

    @Test(arguments: values)
    func readsValues(_ text: String, value: PropertyList) throws {
        #expect(try PropertyList.parse(Array(PropertyListTests.plist(text).utf8)) == value)
    }

    @Test func prologAndByteOrderMarkAreOptional() throws {
        for text in [
            "<plist><true/></plist>", "\u{FEFF}<plist>\n<true/></plist >", "<!-- a --><plist><true/></plist><!-- b -->",
        ] {
            #expect(try PropertyList.parse(Array(text.utf8)) == .bool(true))
        }
    }

    static let broken: [(String, line: Int, message: String)] = [
        ("", 1, "ends too early"), ("{ a = b; }", 1, "invalid token"), ("[1]", 1, "syntax error"),
        ("<html></html>", 1, "no <plist>"), ("<plist/>", 1, "empty <plist>"), ("<plist></plist>", 1, "empty <plist>"),
        ("<plist>\n<dict>", 2, "ends too early"), ("<plist><string>a", 1, "ends too early"),
        ("<plist><string", 1, "unclosed token"), ("<plist><array></dict></plist>", 1, "mismatched tag"),
        ("<plist><true/></plist>\nx", 2, "junk after document element"),
        ("<plist><true/><true/></plist>", 1, "</plist> is expected"),
        ("<plist><dict>\n\n<string>a</string></dict></plist>", 3, "where <key> is expected"),
        ("<plist><dict><key>a</key></dict></plist>", 1, "key a without a value"),
        ("<plist><dict><key>a</key><key>b</key></dict></plist>", 1, "key a without a value"),
        ("<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", 1, "key a twice"),
        ("<plist><array>a</array></plist>", 1, "text between"),
        ("<plist><string>&x;</string></plist>", 1, "undefined entity"),
        ("<!DOCTYPE plist SYSTEM \"a.dtd\">\n<plist><string>&x;</string></plist>", 2, "the entity &x; is unknown"),
        ("<plist><string>a & b</string></plist>", 1, "invalid token"),
        ("<plist><string>&#xD800;</string></plist>", 1, "invalid character number"),
        ("<plist><string>&#0;</string></plist>", 1, "invalid character number"),
        ("<plist><string>&#-1;</string></plist>", 1, "invalid token"),
        ("<plist><string>&#x6;</string></plist>", 1, "invalid character number"),
        ("<plist><string>&#31;</string></plist>", 1, "invalid character number"),
        ("<plist><string>&#xFFFE;</string></plist>", 1, "invalid character number"),
        ("<plist><string>&#x110000;</string></plist>", 1, "invalid character number"),
        ("<plist><string>&#18446744073709551681;</string></plist>", 1, "invalid character number"),
        ("<plist><string>&#;</string></plist>", 1, "invalid token"),
        ("<plist><string><b>a</b></string></plist>", 1, "<b> inside <string>"),
        ("<plist><blob/></plist>", 1, "<blob>"),
        ("<plist><integer>1.5</integer></plist>", 1, "\"1.5\""),
        ("<plist><integer>9223372036854775808</integer></plist>", 1, "92"),
        ("<plist><real>x</real></plist>", 1, "\"x\""), ("<plist><date>today</date></plist>", 1, "\"today\""),
        ("<plist><data>*</data></plist>", 1, "base64"), ("<plist><string a=\"1\">b</string></plist>", 1, "attributes"),
        ("<!DOCTYPE plist [<!ENTITY a \"b\">]>\n<plist><string>&a;</string></plist>", 1, "declares entities"),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><true/></plist>", 1, "encoding must be UTF-8"),
        ("<plist><string>\u{1}</string></plist>", 1, "invalid token"),
        ("<plist><true>a</true></plist>", 1, "\"a\""), ("<plist><?a?><true/></plist>", 1, "processing instructions"),
        ("<plist><1/></plist>", 1, "invalid token"),
    ]

    @Test(arguments: broken)
    func reportsBrokenPartWithLine(_ text: String, line: Int, message: String) {
        #expect {
            try PropertyList.parse(Array(text.utf8))
        } throws: { error in
            guard let error = error as? PropertyListError else { return false }
            return error.line == line && error.message.contains(message)
        }
    }

    @Test("A binary property list is rejected with the command that converts it")
    func namesCommandForBinaryForm() {
        let error = #expect(throws: PropertyListError.self) { try PropertyList.parse(Array("bplist00".utf8)) }
        #expect(error?.message.contains("plutil -convert xml1") == true)
    }

    @Test func rejectsOtherEncodings() {
        let latin = Array("<plist><string>".utf8) + [0xE9] + Array("</string></plist>".utf8)
        #expect(throws: PropertyListError.self) { try PropertyList.parse(latin) }
        let utf16: [UInt8] = [0xFE, 0xFF] + Array("<plist/>".utf8).flatMap { [0, $0] as [UInt8] }
        #expect(throws: PropertyListError.self) { try PropertyList.parse(utf16) }
    }

    @Test func rejectsEveryTruncation() throws {
        let document = Array(
            PropertyListTests.plist("<dict><key>a</key><array><string>b&amp;</string></array></dict>").utf8)
        _ = try PropertyList.parse(document)
        let end = document.count - 1  // the line feed after </plist>
        for length in 0..<end {
            #expect(throws: PropertyListError.self) { try PropertyList.parse(Array(document[..<length])) }
        }
    }

    @Test func limitsDepthAndSize() throws {
        let deep = { (levels: Int) in
            Array(
                PropertyListTests.plist(
                    String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
                ).utf8)
        }
        _ = try PropertyList.parse(deep(64))
        #expect(throws: PropertyListError.self) { try PropertyList.parse(deep(65)) }
        #expect(throws: PropertyListError.self) { try PropertyList.parse(deep(100_000)) }
        var limits = PropertyListLimits()
        limits.values = 10
        let many = PropertyListTests.plist("<array>\(String(repeating: "<true/>", count: 10))</array>")
        #expect(throws: PropertyListError.self) { try PropertyList.parse(Array(many.utf8), limits: limits) }
        limits.bytes = 100
        #expect(throws: PropertyListError.self) { try PropertyList.parse(deep(1), limits: limits) }
    }
}
