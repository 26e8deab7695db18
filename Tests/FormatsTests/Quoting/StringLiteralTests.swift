import Formats
import TestTags
import Testing

/// Checks that every language reads each literal as the quoted text: by its interpreter, by the project's own
/// readers,
/// or by a lexer written from the language's specification.
struct StringLiteralTests {
    /// A language, its quoting, and a reader of its literals that returns nil for those the language rejects.
    struct Language: CustomTestStringConvertible, Sendable {
        let name: String
        let literal: StringLiteral
        let read: @Sendable ([String]) throws -> [String?]

        var testDescription: String { name }

        static let all = [
            Language(name: "Swift", literal: .swift) { $0.map(SwiftLexer.read) },
            Language(name: "C#", literal: .cSharp) { $0.map(CSharpLexer.read) },
            Language(name: "Java", literal: .java) { $0.map(JavaLexer.read) },
            Language(name: "Python", literal: .python, read: python),
            Language(name: "JavaScript", literal: .javaScript, read: node),
            Language(name: "JSON", literal: .json) { $0.map { JSONValue(parsing: Array($0.utf8))?.string } },
            Language(name: "JSON in Python", literal: .json) {
                try python($0.map { "json.loads(\(StringLiteral.python.quoted($0)))" })
            },
            Language(name: "JSON in JavaScript", literal: .json) {
                try node($0.map { "JSON.parse(\(StringLiteral.javaScript.quoted($0)))" })
            },
        ]

        /// Reads the texts as hexadecimal, because they contain line feeds and NUL.
        @Sendable private static func python(_ expressions: [String]) throws -> [String?] {
            let lines = expressions.map { "print((\($0)).encode().hex() or '-')\n" }
            return try texts(Interpreter.python.lines("import json\n" + lines.joined()))
        }

        @Sendable private static func node(_ expressions: [String]) throws -> [String?] {
            let lines = expressions.map { "console.log(Buffer.from(\($0)).toString('hex') || '-');\n" }
            return try texts(Interpreter.node.lines("'use strict';\n" + lines.joined()))
        }

        private static func texts(_ hexadecimal: [String]) -> [String?] {
            hexadecimal.map { digits in
                let bytes = Array(digits.utf8)
                guard bytes != [UInt8(ascii: "-")] else { return "" }
                return String(
                    validating: stride(from: 0, to: bytes.count, by: 2).map { index in
                        UInt8(String(decoding: bytes[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
                    }, as: UTF8.self)
            }
        }
    }

    @Test(.tags(.slow), arguments: Language.all)
    func languagesReadQuotedText(language: Language) throws {
        var hostile = HostileText()
        let texts = hostile.texts(4_000)
        let literals = texts.map(language.literal.quoted)
        let read = try language.read(literals)
        try #require(read.count == texts.count, "seed \(hostile.seed)")
        for (index, text) in texts.enumerated() where read[index]?.utf8.elementsEqual(text.utf8) != true {
            Issue.record("\(language.name) reads \(literals[index]) wrong, seed \(hostile.seed)")
        }
        for literal in literals { expectVisible(literal, seed: hostile.seed) }
    }

    @Test(arguments: [
        (StringLiteral.swift, #""a\"\u{301}\\(b)\u{1b}\u{202e}\n""#), (.java, #""a\"\u0301\\(b)\033\u202e\n""#),
        (.python, #""a\"\u0301\\(b)\u001b\u202e\n""#),
    ])
    func quotesTextReadably(literal: StringLiteral, expected: String) {
        #expect(literal.quoted("a\"\u{301}\\(b)\u{1B}\u{202E}\n").utf8.elementsEqual(expected.utf8))
    }

    @Test func putsCommasBetweenLiterals() {
        #expect(StringLiteral.json.quoted(["a", "b"]) == #""a", "b""#)
        #expect(StringLiteral.json.quoted([String]()) == "")
    }

    // MARK: Text of documents

    @Test func xmlReaderReadsEscapedText() throws {
        var hostile = HostileText()
        for text in hostile.texts(2_000) {
            let escaped = XMLText.escaped(text)
            expectVisible(escaped, seed: hostile.seed)
            let document = try XMLReader.read(Array("<a b=\"\(escaped)\">\(escaped)</a>".utf8))
            let expected = String(String.UnicodeScalarView(text.unicodeScalars.map { canBeXML($0) ? $0 : "\u{FFFD}" }))
            let content = document.children.map { if case .text(let text) = $0 { text } else { "" } }.joined()
            #expect(content.isExactly(expected), "\(text.debugDescription), seed \(hostile.seed)")
            #expect(
                document.attribute("b")?.isExactly(expected) == true, "\(text.debugDescription), seed \(hostile.seed)")
        }
    }

    /// Whether the scalar is a `Char` of XML 1.0 §2.2.
    private func canBeXML(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
            || "\t\n\r".unicodeScalars.contains(scalar)
    }

    @Test func terminalTextHasNoHiddenCharacters() {
        var hostile = HostileText()
        for text in hostile.texts(2_000) {
            expectVisible(Escaping.line.escaped(text), seed: hostile.seed)
            let document = String(decoding: JSONWriter.value(.object([.init(text, .string(text))])), as: UTF8.self)
            let shown = Escaping.terminal.escaped(document)
            #expect(
                JSONValue(parsing: Array(shown.utf8)) == JSONValue(parsing: Array(document.utf8)),
                "seed \(hostile.seed)")
        }
        #expect(Escaping.terminal.escaped("a\tb\n\u{1B}[2J\u{9B}\u{202E}") == "a\tb\n\\u001b[2J\\u009b\\u202e")
    }
}
