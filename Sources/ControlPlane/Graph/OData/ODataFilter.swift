import Formats

/// A `$filter` expression (OData 4.01 URL conventions §5.1.1). The type decides which properties and operators are supported.
package indirect enum ODataFilter: Sendable, Equatable {
    case and([ODataFilter])
    case or([ODataFilter])
    case not(ODataFilter)
    case comparison(ODataPath, Operator, ODataLiteral)
    /// A comparison with a list: `path in ('a','b')`.
    case within(ODataPath, [ODataLiteral])
    /// A function call: `startswith(path,'a')`.
    case function(Function, ODataPath, ODataLiteral)
    /// A condition on the elements of a list: `path/any(x:x eq 'a')`. Paths in the condition are relative to the element.
    case lambda(Quantifier, ODataPath, ODataFilter)
    /// A test of an object's type: `isof('microsoft.graph.user')`.
    case isOf(String)

    package enum Quantifier: String, Sendable, CaseIterable {
        case any, all
    }

    package enum Operator: String, Sendable, CaseIterable {
        case eq, ne, gt, ge, lt, le
    }

    package enum Function: String, Sendable, CaseIterable {
        case startsWith = "startswith"
        case endsWith = "endswith"
        case contains
    }
}

/// A path of property names. The empty path is the element of a list itself. The last name can be `$count`, the number of elements.
package struct ODataPath: Sendable, Equatable {
    package var names: [String]

    package init(_ names: [String]) {
        self.names = names
    }

    /// Whether the path is the property alone.
    func isProperty(_ name: String) -> Bool { names.count == 1 && names.allSatisfy(name.isExactly) }

    static let count = "$count"

    /// Whether the path is the number of elements of a list.
    var isCount: Bool { names.last?.isExactly(ODataPath.count) ?? false }
}

package enum ODataLiteral: Sendable, Equatable {
    case string(String)
    /// A literal without quotes: a number, a GUID or a time.
    case word(String)
    case bool(Bool)
    case null
}

extension ODataFilter {
    /// The expression as text. Parsing the text results in the same expression.
    package var text: String { text(variable: nil) }

    private func text(variable: String?) -> String {
        switch self {
        case .and(let terms): terms.map { $0.group(variable) }.joined(separator: " and ")
        case .or(let terms): terms.map { $0.group(variable) }.joined(separator: " or ")
        case .not(let term): "not \(term.group(variable))"
        case .comparison(let path, let comparison, let literal):
            "\(path.text(variable)) \(comparison.rawValue) \(literal.text)"
        case .within(let path, let literals):
            "\(path.text(variable)) in (\(literals.map(\.text).joined(separator: ",")))"
        case .function(let function, let path, let literal):
            "\(function.rawValue)(\(path.text(variable)),\(literal.text))"
        case .lambda(let quantifier, let path, let filter):
            "\(path.text(variable))/\(quantifier.rawValue)(x:\(filter.text(variable: "x")))"
        case .isOf(let type): "isof(\(ODataLiteral.string(type).text))"
        }
    }

    private func group(_ variable: String?) -> String {
        switch self {
        case .and, .or, .not: "(\(text(variable: variable)))"
        default: text(variable: variable)
        }
    }
}

extension ODataPath {
    fileprivate func text(_ variable: String?) -> String {
        ((variable.map { [$0] } ?? []) + names).joined(separator: "/")
    }
}

extension ODataLiteral {
    fileprivate var text: String {
        switch self {
        case .string(let text):
            "'" + text.pieces(separatedBy: "'", keepingEmpty: true).joined(separator: "''") + "'"
        case .word(let word): word
        case .bool(let value): value ? "true" : "false"
        case .null: "null"
        }
    }
}

/// A recursive-descent parser for `$filter`, with limits on length and nesting.
struct ODataFilterParser {
    static let maximumLength = 8_192
    static let maximumDepth = 32

    private let bytes: [UInt8]
    private var position = 0
    /// The name of the element while the parser reads the condition of `any`.
    private var variable: String?

    /// Returns the expression, or nil if the text is malformed or exceeds a limit.
    static func parse(_ text: String) -> ODataFilter? {
        guard text.utf8.count <= maximumLength else { return nil }
        var parser = ODataFilterParser(bytes: Array(text.utf8))
        guard let filter = parser.disjunction(0) else { return nil }
        parser.skipSpace()
        return parser.position == parser.bytes.count ? filter : nil
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func disjunction(_ depth: Int) -> ODataFilter? {
        terms(joinedBy: "or", depth) { parser, depth in
            parser.terms(joinedBy: "and", depth) {
                $0.term($1)
            } as: {
                .and($0)
            }
        } as: {
            .or($0)
        }
    }

    private mutating func terms(
        joinedBy word: String, _ depth: Int, _ read: (inout ODataFilterParser, Int) -> ODataFilter?,
        as join: ([ODataFilter]) -> ODataFilter
    ) -> ODataFilter? {
        var terms: [ODataFilter] = []
        repeat {
            guard let term = read(&self, depth) else { return nil }
            terms.append(term)
        } while takeWord(word)
        return terms.count == 1 ? terms.first : join(terms)
    }

    private mutating func term(_ depth: Int) -> ODataFilter? {
        guard depth < ODataFilterParser.maximumDepth else { return nil }
        if take("(") {
            guard let inner = disjunction(depth + 1), take(")") else { return nil }
            return inner
        }
        if takeWord("not") { return term(depth + 1).map { .not($0) } }
        guard let name = name() else { return nil }
        if take("(") { return function(name) }
        return predicate(name, depth)
    }

    /// Reads a call such as `startswith(path,'x')`, optionally followed by `eq true`.
    private mutating func function(_ name: String) -> ODataFilter? {
        if name.isExactlyIgnoringASCIICase("isof") { return typeTest() }
        guard
            let function = ODataFilter.Function.allCases.first(where: { $0.rawValue.isExactlyIgnoringASCIICase(name) }),
            let first = self.name(), let path = path(from: first), take(","), let literal = literal(), take(")")
        else { return nil }
        if takeWord("eq") { guard takeWord("true") else { return nil } }
        return .function(function, path, literal)
    }

    /// Reads the type and the end of `isof('x')`.
    private mutating func typeTest() -> ODataFilter? {
        guard variable == nil, case .string(let type)? = literal(), take(")") else { return nil }
        return .isOf(type)
    }

    private mutating func predicate(_ name: String, _ depth: Int) -> ODataFilter? {
        var names = [name]
        while next == UInt8(ascii: "/") {
            position += 1
            guard let name = takeCount() ?? self.name() else { return nil }
            if let quantifier = ODataFilter.Quantifier.allCases.first(where: {
                $0.rawValue.isExactlyIgnoringASCIICase(name)
            }), take("(") {
                return lambda(quantifier, over: names, depth)
            }
            names.append(name)
        }
        guard let path = relative(names) else { return nil }
        if takeWord("in") { return list().map { .within(path, $0) } }
        guard let word = self.name(),
            let comparison = ODataFilter.Operator.allCases.first(where: {
                $0.rawValue.isExactlyIgnoringASCIICase(word)
            }), let literal = literal()
        else { return nil }
        return .comparison(path, comparison, literal)
    }

    private mutating func lambda(
        _ quantifier: ODataFilter.Quantifier, over names: [String], _ depth: Int
    ) -> ODataFilter? {
        guard variable == nil, let path = relative(names), let name = name(), take(":") else { return nil }
        variable = name
        defer { variable = nil }
        guard let inner = disjunction(depth + 1), take(")") else { return nil }
        return .lambda(quantifier, path, inner)
    }

    private mutating func path(from first: String) -> ODataPath? {
        var names = [first]
        while next == UInt8(ascii: "/") {
            position += 1
            guard let name = name() else { return nil }
            names.append(name)
        }
        return relative(names)
    }

    /// Returns the path relative to the element of `any`, or nil if the path does not start with the element's name. Outside of
    /// `any`, returns the whole path.
    private func relative(_ names: [String]) -> ODataPath? {
        guard let variable else { return ODataPath(names) }
        return names.first?.isExactly(variable) == true ? ODataPath(Array(names.dropFirst())) : nil
    }

    private mutating func list() -> [ODataLiteral]? {
        guard take("(") else { return nil }
        var literals: [ODataLiteral] = []
        repeat {
            guard let literal = literal() else { return nil }
            literals.append(literal)
        } while take(",")
        return take(")") ? literals : nil
    }

    private mutating func literal() -> ODataLiteral? {
        skipSpace()
        if next == UInt8(ascii: "'") { return string().map { .string($0) } }
        let start = position
        while let byte = next, ASCII.isLetter(byte) || ASCII.isDigit(byte) || "_.:+-".utf8.contains(byte) {
            position += 1
        }
        guard position > start else { return nil }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: return .word(word)
        }
    }

    /// Reads a quoted string. A quote inside the string is doubled.
    private mutating func string() -> String? {
        var text: [UInt8] = []
        position += 1
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "'") {
                guard next == UInt8(ascii: "'") else { return String(utf8: text) }
                position += 1
            }
            text.append(byte)
        }
        return nil
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while next == ASCII.space || next == ASCII.tab { position += 1 }
    }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    /// Reads a letter or underscore, followed by letters, digits and underscores.
    private mutating func name() -> String? {
        skipSpace()
        guard let first = next, ASCII.isLetter(first) || first == UInt8(ascii: "_") else { return nil }
        let start = position
        while let byte = next, ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads the segment `$count` if it is next.
    private mutating func takeCount() -> String? {
        let count = ODataPath.count
        guard bytes[position...].starts(with: count.utf8) else { return nil }
        position += count.utf8.count
        return count
    }

    /// Reads the word if it is next, and returns whether it was.
    private mutating func takeWord(_ word: String) -> Bool {
        let start = position
        if let name = name(), name.isExactlyIgnoringASCIICase(word) { return true }
        position = start
        return false
    }
}
