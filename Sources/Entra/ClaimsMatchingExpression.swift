package import Formats

/// The expression of a flexible federated identity credential, such as
/// `claims['sub'] matches 'repo:contoso/orders:ref:refs/heads/*'` (Graph `federatedIdentityExpression`;
/// docs/reference/protocol.md#fic-flexible).
///
/// An expression is one or more comparisons, joined by ` and `. A comparison is a claim, an operator and a text in single quotes,
/// separated by one space each. Two single quotes in the text mean one.
package struct ClaimsMatchingExpression: Sendable, Equatable {
    /// The only version of the language.
    package static let languageVersion = 1
    /// The maximum length of an expression, in bytes, as of every other value of a credential.
    package static let maximumLength = 600

    package enum Operator: String, Sendable, CaseIterable {
        /// The claim equals the text.
        case equals = "eq"
        /// The claim matches the text, in which `*` is any number of characters and `?` is exactly one.
        case matches = "matches"
    }

    package struct Comparison: Sendable {
        package let claim: String
        package let comparison: Operator
        package let text: String
    }

    /// A syntax error: the position, in bytes from the start, and what the expression must have there.
    package struct Problem: Error, Equatable, Sendable {
        package let offset: Int
        package let expected: String

        package var message: String { "at character \(offset + 1): expected \(expected)" }
    }

    /// The expression as written.
    package let text: String
    /// The comparisons, which must all be true.
    package let comparisons: [Comparison]

    package static func == (left: ClaimsMatchingExpression, right: ClaimsMatchingExpression) -> Bool {
        left.text.isExactly(right.text)
    }

    /// Parses an expression.
    package init(_ text: String) throws(Problem) {
        guard text.utf8.count <= ClaimsMatchingExpression.maximumLength else {
            throw Problem(
                offset: ClaimsMatchingExpression.maximumLength,
                expected: "the end, because an expression has at most \(ClaimsMatchingExpression.maximumLength) bytes")
        }
        var reader = Reader(text)
        var comparisons = [try reader.comparison()]
        while !reader.isAtEnd {
            try reader.skip(" and ", "' and ' or the end of the expression")
            comparisons.append(try reader.comparison())
        }
        self.text = text
        self.comparisons = comparisons
    }

    /// Whether the claims of a token satisfy every comparison. A claim that is missing or not a text satisfies none.
    /// `ignoringCase` disregards ASCII case.
    package func isSatisfied(by claims: JSONValue, ignoringCase: Bool = false) -> Bool {
        comparisons.allSatisfy { comparison in
            guard let value = claims[comparison.claim]?.string else { return false }
            let form = { (text: String) in ignoringCase ? text.asciiLowercased : text }
            switch comparison.comparison {
            case .equals: return form(value).isExactly(form(comparison.text))
            case .matches: return ClaimsMatchingExpression.matches(form(value), form(comparison.text))
            }
        }
    }

    /// Whether a text matches a pattern. Only the last `*` is tried again after a mismatch, so that the cost is at most the product
    /// of the two lengths.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        let (text, pattern) = (Array(text.unicodeScalars), Array(pattern.unicodeScalars))
        var (position, next) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while position < text.count {
            if next < pattern.count, pattern[next] == "*" {
                star = (next, position)
                next += 1
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[position] {
                position += 1
                next += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                position = last.text + 1
                next = last.pattern + 1
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}

extension ClaimsMatchingExpression {
    /// The claims that an expression may use for an issuer, or nil if the issuer does not support expressions
    /// (docs/reference/protocol.md#fic-flexible-issuers).
    package static func claims(of issuer: String) -> [String]? {
        if let row = issuers.first(where: { $0.issuer.isExactly(issuer) }) { return row.claims }
        guard let host = issuer.dropping(prefix: "https://gitlab.") else { return nil }
        let labels = host.pieces(separatedBy: ".", keepingEmpty: true)
        let isPlain = host.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-.".utf8.contains($0) }
        guard isPlain, labels.count == 2, !labels[0].isEmpty, ["com", "ca"].containsExactly(labels[1]) else {
            return nil
        }
        return ["sub"]
    }

    private static let issuers: [(issuer: String, claims: [String])] = [
        ("https://token.actions.githubusercontent.com", ["sub", "job_workflow_ref"]),
        ("https://gitlab.com", ["sub"]),
        ("https://app.terraform.io", ["sub"]),
        ("https://app.eu.terraform.io", ["sub"]),
    ]

    /// The issuers that support expressions, for messages.
    package static let issuerNames = issuers.map(\.issuer) + ["https://gitlab.NAME.com", "https://gitlab.NAME.ca"]
}

/// A reader of an expression, byte by byte.
private struct Reader {
    private let bytes: [UInt8]
    private var position = 0
    private static let quote = UInt8(ascii: "'")

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    private func problem(_ expected: String) -> ClaimsMatchingExpression.Problem {
        ClaimsMatchingExpression.Problem(offset: position, expected: expected)
    }

    mutating func skip(_ text: String, _ expected: String) throws(ClaimsMatchingExpression.Problem) {
        guard bytes[position...].starts(with: text.utf8) else { throw problem(expected) }
        position += text.utf8.count
    }

    mutating func comparison() throws(ClaimsMatchingExpression.Problem) -> ClaimsMatchingExpression.Comparison {
        try skip("claims['", "claims['NAME']")
        let name = bytes[position...].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
        guard !name.isEmpty else { throw problem("the name of a claim, in letters, digits and underscores") }
        position = name.endIndex
        try skip("'] ", "'] and one space")
        let word = bytes[position...].prefix { $0 != ASCII.space }
        let known = ClaimsMatchingExpression.Operator.allCases.first { word.elementsEqual($0.rawValue.utf8) }
        guard let known else {
            throw problem(ClaimsMatchingExpression.Operator.allCases.map(\.rawValue).joined(separator: " or "))
        }
        position = word.endIndex
        try skip(" '", "one space and a text in single quotes")
        return ClaimsMatchingExpression.Comparison(
            claim: String(utf8: name) ?? "", comparison: known, text: try quotedText())
    }

    /// Reads the rest of a text in quotes, and its closing quote.
    private mutating func quotedText() throws(ClaimsMatchingExpression.Problem) -> String {
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte == Reader.quote else {
                text.append(byte)
                continue
            }
            guard position < bytes.count, bytes[position] == Reader.quote else {
                guard !text.isEmpty else { throw problem("a text that is not empty") }
                // The text is cut at ASCII characters, so it stays valid UTF-8.
                return String(utf8: text) ?? ""
            }
            text.append(byte)
            position += 1
        }
        throw problem("a single quote at the end of the text")
    }
}
