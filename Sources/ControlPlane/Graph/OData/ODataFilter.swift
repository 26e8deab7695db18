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
    case any(ODataPath, ODataFilter)

    package enum Operator: String, Sendable, CaseIterable {
        case eq, ne, gt, ge, lt, le
    }

    package enum Function: String, Sendable, CaseIterable {
        case startsWith = "startswith"
        case endsWith = "endswith"
        case contains
    }
}

/// A path of property names. The empty path is the element of a list itself.
package struct ODataPath: Sendable, Equatable {
    package var names: [String]

    package init(_ names: [String]) {
        self.names = names
    }
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
        case .any(let path, let filter): "\(path.text(variable))/any(x:\(filter.text(variable: "x")))"
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
