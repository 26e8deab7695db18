package import Formats

/// The expression of a flexible federated identity credential, such as
/// `claims['sub'] matches 'repo:contoso/orders:ref:refs/heads/*' and claims['repository_id'] eq '456789'` (Graph
/// `federatedIdentityExpression`; docs/reference/protocol.md#fic-flexible).
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
    package func isSatisfied(by claims: JSONValue) -> Bool {
        comparisons.allSatisfy { comparison in
            guard let value = claims[comparison.claim]?.string else { return false }
            switch comparison.comparison {
            case .equals: return value.isExactly(comparison.text)
            case .matches: return ClaimsMatchingExpression.matches(value, comparison.text)
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
    /// The rules for expressions about the tokens of an issuer (docs/reference/protocol.md#fic-flexible-issuers).
    package struct IssuerRules: Sendable {
        /// A claim that an expression may compare, and the operators for the claim.
        package struct Claim: Sendable {
            package let name: String
            package let operators: [Operator]
        }

        package let claims: [Claim]
        /// Lists of claims. A new expression must compare at least one claim of each list.
        package let required: [[String]]
        /// The start of a subject that no other workload can have later. With such a subject no other claim is required.
        package var immutableSubject: String?
    }

    /// Returns the rules for an issuer, or nil if the issuer does not support expressions.
    package static func rules(of issuer: String) -> IssuerRules? {
        if let row = issuers.first(where: { $0.issuer.isExactly(issuer) }) { return row.rules }
        guard let host = issuer.dropping(prefix: "https://gitlab.") else { return nil }
        let labels = host.pieces(separatedBy: ".", keepingEmpty: true)
        let isPlain = host.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-.".utf8.contains($0) }
        guard isPlain, labels.count == 2, !labels[0].isEmpty, ["com", "ca"].containsExactly(labels[1]) else {
            return nil
        }
        return gitLab
    }

    private static let subject = IssuerRules.Claim(name: "sub", operators: Operator.allCases)

    private static let gitHub = IssuerRules(
        claims: [
            subject, .init(name: "job_workflow_ref", operators: Operator.allCases),
            .init(name: "repository_id", operators: [.equals]),
            .init(name: "repository_owner_id", operators: [.equals]),
        ], required: [["sub"], ["repository_id", "repository_owner_id"]])

    private static let gitLab = IssuerRules(
        claims: [subject, .init(name: "project_id", operators: [.equals])], required: [["sub"], ["project_id"]],
        immutableSubject: "project_id:")

    private static let terraform = IssuerRules(claims: [subject], required: [])

    private static let issuers: [(issuer: String, rules: IssuerRules)] = [
        ("https://token.actions.githubusercontent.com", gitHub),
        ("https://gitlab.com", gitLab),
        ("https://app.terraform.io", terraform),
        ("https://app.eu.terraform.io", terraform),
    ]

    /// Returns the reason why the service does not support the expression for the tokens of an issuer, or nil if it does.
    package func problem(at issuer: String) -> String? {
        guard let rules = ClaimsMatchingExpression.rules(of: issuer) else {
            let names =
                ClaimsMatchingExpression.issuers.map(\.issuer) + ["https://gitlab.NAME.com", "https://gitlab.NAME.ca"]
            return
                "is not supported for the issuer \(issuer); the supported issuers are \(names.joined(separator: ", "))"
        }
        for comparison in comparisons {
            guard let claim = rules.claims.first(where: { $0.name.isExactly(comparison.claim) }) else {
                return "cannot use the claim '\(comparison.claim)' of the issuer \(issuer); it supports "
                    + rules.claims.map(\.name).joined(separator: ", ")
            }
            guard claim.operators.contains(comparison.comparison) else {
                return "cannot compare the claim '\(claim.name)' by \(comparison.comparison.rawValue); it supports "
                    + claim.operators.map(\.rawValue).joined(separator: ", ")
            }
        }
        return nil
    }

    /// Returns what a new expression for the tokens of an issuer lacks, or nil if the expression is complete. The service keeps
    /// older credentials without these claims (docs/reference/protocol.md#fic-flexible-required-claims).
    package func missingComparison(at issuer: String) -> String? {
        guard let rules = ClaimsMatchingExpression.rules(of: issuer) else { return nil }
        let isImmutable = comparisons.contains { comparison in
            guard let start = rules.immutableSubject, comparison.claim.isExactly("sub") else { return false }
            return comparison.text.utf8.starts(with: start.utf8)
        }
        guard !isImmutable else { return nil }
        let missing = rules.required.first { names in
            !comparisons.contains { names.containsExactly($0.claim) }
        }
        return missing.map { names in
            "must also compare " + names.map { "claims['\($0)']" }.joined(separator: " or ")
        }
    }
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
