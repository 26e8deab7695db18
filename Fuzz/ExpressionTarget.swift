import Entra
import Formats

extension FuzzTarget {
    /// A line with the expression of a flexible federated identity credential, followed by the value of each claim. A syntax error
    /// has a position within the expression. A valid expression consists of its comparisons, and is satisfied if each comparison
    /// is true by a second implementation.
    static let expression = FuzzTarget(name: "expression") { input in
        let parts = input.split(separator: ASCII.lineFeed, maxSplits: 1, omittingEmptySubsequences: false)
        let written = text(parts.first ?? [])
        let value = text((parts.dropFirst().first ?? []).prefix(256))
        let expression: ClaimsMatchingExpression
        do throws(ClaimsMatchingExpression.Problem) {
            expression = try ClaimsMatchingExpression(written)
        } catch {
            require((0...written.utf8.count).contains(error.offset), "\(written): there is no byte \(error.offset)")
            return
        }
        let comparisons = expression.comparisons.map {
            "claims['\($0.claim)'] \($0.comparison.rawValue) '\(withDoubledQuotes($0.text))'"
        }
        require(comparisons.joined(separator: " and ").isExactly(written), "\(written) consists of \(comparisons)")
        let claims = JSONValue.object(expression.comparisons.map { .init($0.claim, .string(value)) })
        let isTrue = expression.comparisons.allSatisfy { comparison in
            switch comparison.comparison {
            case .equals: value.isExactly(comparison.text)
            case .matches: isMatch(Array(value.unicodeScalars), Array(comparison.text.unicodeScalars))
            }
        }
        require(expression.isSatisfied(by: claims) == isTrue, "\(written) has another result for \(value)")
        require(!expression.isSatisfied(by: .object([])), "a missing claim satisfies no comparison")
    }

    private static func withDoubledQuotes(_ text: String) -> String {
        let quote = UInt8(ascii: "'")
        return String(decoding: text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }, as: UTF8.self)
    }

    /// Whether a text matches a pattern. After each character of the pattern, `reached` has the lengths of the text that the
    /// pattern so far matches.
    private static func isMatch(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
        var reached: Set<Int> = [0]
        for symbol in pattern {
            if symbol == "*" {
                reached = reached.min().map { Set($0...text.count) } ?? []
            } else {
                reached = Set(
                    reached.filter { $0 < text.count && (symbol == "?" || symbol == text[$0]) }.map { $0 + 1 })
            }
        }
        return reached.contains(text.count)
    }
}
