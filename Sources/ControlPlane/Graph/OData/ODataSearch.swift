import Formats

/// A `$search` expression: clauses such as `"displayName:Box"`, joined by `AND` and `OR` (Microsoft Learn, "Use the $search query
/// parameter").
package indirect enum ODataSearch: Sendable, Equatable {
    case and([ODataSearch])
    case or([ODataSearch])
    case clause(property: String, text: String)

    /// The expression as text. Parsing the text results in the same expression.
    package var text: String {
        switch self {
        case .and(let terms): terms.map(\.group).joined(separator: " AND ")
        case .or(let terms): terms.map(\.group).joined(separator: " OR ")
        case .clause(let property, let text):
            "\"\(property):\(text.replacingExactly("\\", with: "\\\\").replacingExactly("\"", with: "\\\""))\""
        }
    }

    private var group: String {
        if case .clause = self { text } else { "(\(text))" }
    }

    /// The clauses of the expression.
    var clauses: [(property: String, text: String)] {
        switch self {
        case .and(let terms), .or(let terms): terms.flatMap(\.clauses)
        case .clause(let property, let text): [(property, text)]
        }
    }
}

/// A recursive-descent parser for `$search`, with the limits of `$filter` on length and nesting.
struct ODataSearchParser {
    private let bytes: [UInt8]
    private var position = 0

    /// Returns the expression, or nil if the text is malformed or exceeds a limit.
    static func parse(_ text: String) -> ODataSearch? {
        guard text.utf8.count <= ODataFilterParser.maximumLength else { return nil }
        var parser = ODataSearchParser(bytes: Array(text.utf8))
        guard let search = parser.terms(joinedBy: "OR", 0) else { return nil }
        parser.skipSpace()
        return parser.position == parser.bytes.count ? search : nil
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func terms(joinedBy word: String, _ depth: Int) -> ODataSearch? {
        let isAlternative = word.isExactly("OR")
        var terms: [ODataSearch] = []
        repeat {
            guard let term = isAlternative ? self.terms(joinedBy: "AND", depth) : term(depth) else { return nil }
            terms.append(term)
        } while takeWord(word)
        return terms.count == 1 ? terms.first : isAlternative ? .or(terms) : .and(terms)
    }

    private mutating func term(_ depth: Int) -> ODataSearch? {
        guard depth < ODataFilterParser.maximumDepth else { return nil }
        skipSpace()
        guard next != UInt8(ascii: "(") else {
            position += 1
            guard let inner = terms(joinedBy: "OR", depth + 1) else { return nil }
            skipSpace()
            guard next == UInt8(ascii: ")") else { return nil }
            position += 1
            return inner
        }
        return clause()
    }

    /// Reads a clause in double quotes. A backslash escapes a double quote and a backslash.
    private mutating func clause() -> ODataSearch? {
        guard next == UInt8(ascii: "\"") else { return nil }
        position += 1
        var content: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                content.append(byte)
                continue
            }
            guard let escaped = next else { return nil }
            content.append(escaped)
            position += 1
        }
        guard next == UInt8(ascii: "\""), let colon = content.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        position += 1
        guard let property = String(utf8: Array(content[..<colon])),
            let text = String(utf8: Array(content[(colon + 1)...])),
            !property.isEmpty, property.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x5F }),
            !text.isEmpty
        else { return nil }
        return .clause(property: property, text: text)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while next == ASCII.space || next == ASCII.tab { position += 1 }
    }

    /// Reads the word if it is next. The words of a search are in upper case.
    private mutating func takeWord(_ word: String) -> Bool {
        let start = position
        skipSpace()
        guard bytes[position...].starts(with: word.utf8) else {
            position = start
            return false
        }
        position += word.utf8.count
        return true
    }
}
