/// A string literal in double quotes, one value per language.
package struct StringLiteral: Sendable {
    private let escaping: Escaping

    private init(_ more: [Unicode.Scalar: String] = [:], numbered: @escaping @Sendable (Unicode.Scalar) -> String) {
        let common: [Unicode.Scalar: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
        escaping = Escaping(named: common.merging(more) { _, new in new }, numbered: numbered)
    }

    /// Returns the literal that the language reads as exactly that text.
    package func quoted(_ text: String) -> String { "\"\(escaping.escaped(text))\"" }

    /// Returns the literals, separated by commas.
    package func quoted(_ texts: [String]) -> String { texts.map { quoted($0) }.joined(separator: ", ") }
}

extension StringLiteral {
    package static let swift = StringLiteral { "\\u{\(hex($0.value, digits: 1))}" }
    package static let json = StringLiteral(numbered: utf16)
    package static let javaScript = StringLiteral(numbered: utf16)
    package static let python = StringLiteral(numbered: wide)
    package static let cSharp = StringLiteral(numbered: wide)
    package static let yaml = StringLiteral(numbered: wide)
    /// Kotlin literals, in which a dollar would begin a template.
    package static let kotlin = StringLiteral(["$": "\\$"], numbered: utf16)
    /// Java literals. `\u000A` would break the line, because Java translates such escapes before it parses literals (JLS §3.3).
    /// Octal escapes are part of the literal.
    package static let java = StringLiteral {
        $0.value < 0x100 ? octal(UInt8(truncatingIfNeeded: $0.value)) : utf16($0)
    }

    // MARK: Escapes by number

    /// Returns `\uXXXX` for each UTF-16 code unit.
    @Sendable static func utf16(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { $0.map { "\\u\(hex(UInt32($0), digits: 4))" }.joined() } ?? ""
    }

    /// Returns `\uXXXX`, or `\UXXXXXXXX` for scalars above U+FFFF.
    @Sendable private static func wide(_ scalar: Unicode.Scalar) -> String {
        scalar.value > 0xFFFF ? "\\U\(hex(scalar.value, digits: 8))" : "\\u\(hex(scalar.value, digits: 4))"
    }

    /// Returns `\ooo`, always with three digits, so that a digit after the escape is not read as part of the escape.
    static func octal(_ byte: UInt8) -> String { "\\" + padded(String(byte, radix: 8), 3) }

    private static func hex(_ value: UInt32, digits: Int) -> String { padded(String(value, radix: 16), digits) }

    private static func padded(_ digits: String, _ count: Int) -> String {
        String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
    }
}
