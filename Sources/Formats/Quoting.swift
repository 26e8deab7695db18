/// The rules by which a language escapes text. Each language is one value; all share one loop over the scalars.
///
/// Three kinds of scalars are replaced: scalars with a meaning in the language, scalars that a reader cannot see (`isHidden`), and
/// marks that would combine with a delimiter or an escape (`isMark`).
package struct Escaping: Sendable {
    /// The replacements of scalars that have a meaning in the language or an escape with a name.
    private let named: [Unicode.Scalar: String]
    /// Returns the escape of any other scalar.
    private let numbered: @Sendable (Unicode.Scalar) -> String

    init(named: [Unicode.Scalar: String], numbered: @escaping @Sendable (Unicode.Scalar) -> String) {
        self.named = named
        self.numbered = numbered
    }

    /// Returns the text with its escapes, without delimiters.
    package func escaped(_ text: String) -> String { escaped(text.unicodeScalars) }

    func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var out = String.UnicodeScalarView()
        var carriesMarks = false
        for scalar in scalars {
            let replacement = named[scalar] ?? (isPlain(scalar, afterLetter: carriesMarks) ? nil : numbered(scalar))
            carriesMarks = replacement == nil && scalar.carriesMarks
            if let replacement {
                out.append(contentsOf: replacement.unicodeScalars)
            } else {
                out.append(scalar)
            }
        }
        return String(out)
    }

    private func isPlain(_ scalar: Unicode.Scalar, afterLetter: Bool) -> Bool {
        !scalar.isHidden && (afterLetter || !scalar.isMark)
    }
}

extension Escaping {
    /// The rules for text in a terminal or a log. Line feeds and tabs are kept; nothing else can move the cursor or change the
    /// direction of the text. A JSON document keeps its meaning, because only its strings contain characters that are escaped.
    package static let terminal = Escaping(named: ["\n": "\n", "\t": "\t"], numbered: StringLiteral.utf16)

    /// The rules for text on one line of a terminal or a log.
    package static let line = Escaping(named: [:], numbered: StringLiteral.utf16)
}

/// The visibility of a scalar to a reader of source text. Quoting classifies scalars with these properties and never uses
/// `Character`: a `Character` includes the combining mark after a quote, so a search for the quote would miss it.
extension Unicode.Scalar {
    /// Whether the scalar is invisible or moves the text around it: controls (C0, DEL, C1), format characters (such as
    /// bidirectional and zero-width marks), line and paragraph separators, variation selectors and other default-ignorable scalars,
    /// and noncharacters.
    package var isHidden: Bool {
        guard value >= 0x7F else { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }

    /// Whether the scalar combines with the previous scalar into one `Character`.
    package var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        // Thai and Lao AM are letters, but text segmentation (UAX #29) treats them as spacing marks.
        default: return properties.isGraphemeExtend || properties.isEmojiModifier || value == 0xE33 || value == 0xEB3
        }
    }

    /// Whether a mark after the scalar is left unescaped: after letters and digits, but not after quotes and punctuation.
    var carriesMarks: Bool {
        guard isASCII else { return true }
        let byte = UInt8(truncatingIfNeeded: value)
        return ASCII.isLetter(byte) || ASCII.isDigit(byte)
    }
}

/// A string literal in double quotes, one value per language.
package struct StringLiteral: Sendable {
    private let escaping: Escaping

    private init(numbered: @escaping @Sendable (Unicode.Scalar) -> String) {
        escaping = Escaping(
            named: ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"], numbered: numbered)
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

/// Quotes text for a POSIX shell. The result means the same to sh, dash, bash and zsh, in scripts and at their prompts.
package enum ShellWord {
    /// Returns a word that stands for exactly `text`, or nil if the text has a NUL, which no program argument can contain.
    ///
    /// Inside single quotes no character is special, not even for history expansion at a prompt. Text with hidden scalars is
    /// written with `printf`, because some shells do not support `$'…'`. Command substitution drops trailing line feeds, so the
    /// line feeds follow in quotes.
    package static func quoted(_ text: String) -> String? {
        guard !text.utf8.contains(0) else { return nil }
        guard !isVisible(text) else { return "'\(singleQuoted.escaped(text))'" }
        let bytes = Array(text.utf8)
        let end = bytes.lastIndex { $0 != ASCII.lineFeed }.map { $0 + 1 } ?? 0
        let lines = String(repeating: "\n", count: bytes.count - end)
        return "\"$(\(printf(Array(bytes[..<end]))))\"" + (lines.isEmpty ? "" : "'\(lines)'")
    }

    /// Returns a word that stands for exactly `text`, a document of several lines, or nil if the text has a NUL. The line feeds
    /// stay inside single quotes, so that a reader sees the lines.
    ///
    /// Text with other hidden scalars is written as by `quoted(_:)`. So is text with an exclamation mark, because a prompt that
    /// considers each line alone would expand the mark as history.
    package static func quotedLines(_ text: String) -> String? {
        let lines = text.pieces(separatedBy: "\n", keepingEmpty: true)
        guard lines.allSatisfy({ isVisible($0) }), !text.utf8.contains(UInt8(ascii: "!")) else { return quoted(text) }
        return "'\(lines.map { singleQuoted.escaped($0) }.joined(separator: "\n"))'"
    }

    /// Whether a reader sees all of the text if it is written in single quotes.
    package static func isVisible(_ text: String) -> Bool { visible.escaped(text).isExactly(text) }

    /// Returns a command that writes exactly these bytes, including NUL and bytes that are not UTF-8.
    package static func printf(_ bytes: [UInt8]) -> String {
        let format: String =
            String(utf8: bytes).map { formatted.escaped($0) }
            ?? bytes.map { $0 < 0x80 ? formatted.escaped([Unicode.Scalar($0)]) : StringLiteral.octal($0) }.joined()
        // `printf` would read a leading dash as an option.
        let isOption = format.utf8.first == UInt8(ascii: "-")
        return isOption ? "printf '\\055\(Substring(format.utf8.dropFirst()))'" : "printf '\(format)'"
    }

    private static let visible = Escaping(named: [:]) { _ in "" }
    private static let singleQuoted = Escaping(named: ["'": "'\\''"]) { _ in "" }
    /// The rules for a format of `printf` in single quotes. An exclamation mark is escaped too: a prompt that considers only the
    /// double quotes around the substitution would expand it as history.
    private static let formatted = Escaping(
        named: ["'": "\\047", "!": "\\041", "\\": "\\\\", "%": "%%", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
    ) { UTF8.encode($0).map { $0.map(StringLiteral.octal).joined() } ?? "" }
}

/// Escapes text for the content and the quoted attributes of XML documents that are written as strings.
package enum XMLText {
    /// Returns the escaped text. Characters that XML 1.0 does not allow (most controls and two noncharacters) become U+FFFD.
    package static func escaped(_ text: String) -> String { escaping.escaped(text) }

    private static let escaping = Escaping(
        named: ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
    ) { scalar in
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20..<0xFFFE, 0x10000...: "&#x\(String(scalar.value, radix: 16, uppercase: true));"
        default: "\u{FFFD}"
        }
    }
}
