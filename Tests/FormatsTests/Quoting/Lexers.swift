/// Strict lexers of one string literal each, written from the specifications. They return nil for a literal that a
/// compiler rejects and for anything after it.

/// Reads `static-string-literal` of one line (The Swift Programming Language, "String Literals").
enum SwiftLexer {
    static func read(_ literal: String) -> String? {
        var lexer = LiteralLexer(literal.unicodeScalars)
        return lexer.read { lexer in
            switch lexer.next() {
            case "0": "\0"
            case "\\": "\\"
            case "t": "\t"
            case "n": "\n"
            case "r": "\r"
            case "\"": "\""
            case "'": "'"
            case "u" where lexer.next() == "{":
                lexer.digits(1...8, radix: 16).flatMap { lexer.next() == "}" ? Unicode.Scalar($0) : nil }
            default: nil
            }
        }
    }
}

/// Reads `Regular_String_Literal` (ECMA-334, C# 6, §6.4.5.6).
enum CSharpLexer {
    private static let simple: [Unicode.Scalar: Unicode.Scalar] = [
        "'": "'", "\"": "\"", "\\": "\\", "0": "\0", "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r",
        "t": "\t",
        "v": "\u{B}",
    ]

    static func read(_ literal: String) -> String? {
        var lexer = LiteralLexer(literal.unicodeScalars)
        return lexer.read { lexer in
            guard let name = lexer.next() else { return nil }
            switch name {
            case "x": return lexer.digits(1...4, radix: 16).flatMap(Unicode.Scalar.init)
            case "u": return lexer.digits(4...4, radix: 16).flatMap(Unicode.Scalar.init)
            case "U": return lexer.digits(8...8, radix: 16).flatMap(Unicode.Scalar.init)
            default: return simple[name]
            }
        }
    }
}

/// Reads `StringLiteral` of the Java Language Specification: §3.3 translates Unicode escapes, §3.4 finds lines,
/// §3.10.5
/// reads the literal.
enum JavaLexer {
    private static let simple: [Unicode.Scalar: Unicode.Scalar] = [
        "b": "\u{8}", "s": " ", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "'": "'", "\\": "\\",
    ]

    static func read(_ literal: String) -> String? {
        guard let translated = translated(Array(literal.utf16)) else { return nil }
        // Unlike in other languages, only CR and LF end a line (JLS §3.4).
        var lexer = LiteralLexer(translated.unicodeScalars, allowed: ["\u{2028}", "\u{2029}"])
        return lexer.read { lexer in
            guard let name = lexer.peek else { return nil }
            guard ("0"..."7").contains(name) else { return lexer.next().flatMap { simple[$0] } }
            return lexer.digits(1...(name > "3" ? 2 : 3), radix: 8).flatMap(Unicode.Scalar.init)
        }
    }

    /// A backslash begins a Unicode escape if an even number of backslashes precedes it.
    private static func translated(_ units: [UInt16]) -> String? {
        let backslash = UInt16(UInt8(ascii: "\\")), letter = UInt16(UInt8(ascii: "u"))
        var out: [UInt16] = []
        var index = 0
        while index < units.count {
            guard units[index] == backslash, index + 1 < units.count else {
                out.append(units[index])
                index += 1
                continue
            }
            guard units[index + 1] == letter else {
                // The second of two backslashes begins no escape.
                let isPair = units[index + 1] == backslash
                out += units[index..<index + (isPair ? 2 : 1)]
                index += isPair ? 2 : 1
                continue
            }
            index += 1
            while index < units.count, units[index] == letter { index += 1 }
            guard index + 4 <= units.count else { return nil }
            let digits = String(decoding: units[index..<index + 4], as: UTF16.self)
            guard let unit = UInt16(digits, radix: 16), digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
                return nil
            }
            out.append(unit)
            index += 4
        }
        return String(validating: out, as: UTF16.self)
    }
}

/// The common part of the lexers: the quotes around a literal and the characters between them.
struct LiteralLexer {
    private var rest: ArraySlice<Unicode.Scalar>
    private let allowed: [Unicode.Scalar]

    init(_ scalars: String.UnicodeScalarView, allowed: [Unicode.Scalar] = []) {
        rest = Array(scalars)[...]
        self.allowed = allowed
    }

    var peek: Unicode.Scalar? { rest.first }

    mutating func next() -> Unicode.Scalar? { rest.popFirst() }

    mutating func read(_ escape: (inout LiteralLexer) -> Unicode.Scalar?) -> String? {
        guard next() == "\"" else { return nil }
        var out = String.UnicodeScalarView()
        while let scalar = next() {
            switch scalar {
            case "\"": return rest.isEmpty ? String(out) : nil
            case "\\":
                guard let character = escape(&self) else { return nil }
                out.append(character)
            case _ where allowed.contains(scalar): out.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": return nil
            default: out.append(scalar)
            }
        }
        return nil
    }

    mutating func digits(_ count: ClosedRange<Int>, radix: Int) -> UInt32? {
        var value: UInt32 = 0
        var found = 0
        while found < count.upperBound, let digit = rest.first.flatMap({ UInt32(String($0), radix: radix) }) {
            value = value &* UInt32(radix) &+ digit
            found += 1
            rest = rest.dropFirst()
        }
        return found >= count.lowerBound ? value : nil
    }

    mutating func unit() -> UInt16? { digits(4...4, radix: 16).flatMap { UInt16(exactly: $0) } }

    /// Returns the scalar that begins with the code unit. The trailing half of a surrogate pair follows as an escape.
    mutating func scalar(from unit: UInt16) -> Unicode.Scalar? {
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
        guard next() == "\\", next() == "u", let trailing = self.unit() else { return nil }
        return String(validating: [unit, trailing], as: UTF16.self)?.unicodeScalars.first
    }
}
