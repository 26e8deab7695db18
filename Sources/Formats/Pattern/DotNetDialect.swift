/// Checks a pattern for constructs that .NET and PCRE2 read differently, and for those that only one of the two has. What is
/// invalid for both is left to PCRE2, except for a closing parenthesis too many, which is valid inside the group of a search.
struct DotNetDialect {
    /// The escapes that both read alike, in addition to those before punctuation. Some have an argument.
    private static let escapes = "aAbBcdDefGknpPrsStuwWxzZ0123456789".unicodeScalars

    /// Replacements for escapes that only .NET, only PCRE2 or only a POSIX library has.
    private static let replacements: [Unicode.Scalar: String] = [
        "v": "write \\x0B for a vertical tab", "h": "write [ \\t]", "R": "write \\r?\\n", "N": "write [^\\n]",
        "Q": "write a backslash before each special character", "K": "write a lookbehind (?<=…)",
        "g": "write \\k<name> or a number such as \\1", "<": "write \\b at the start of a word",
        ">": "write \\b at the end of a word", "_": "write _ without a backslash",
    ]

    /// The categories of Unicode that .NET and PCRE2 know by the same name.
    private static let categories = Set(
        exactly:
            "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Cs Co Cn"
            .pieces(separatedBy: " "))

    private static let hyphen: Unicode.Scalar = "-"
    private static let comma: Unicode.Scalar = ","

    private var rest: ArraySlice<Unicode.Scalar>
    /// The number of open groups.
    private var depth = 0
    private var hasNamedGroups = false
    private var hasUnnamedGroups = false
    /// The position of a reference to a group by number.
    private var numberedReference: Int?

    private init(_ pattern: String) {
        rest = Array(pattern.unicodeScalars)[...]
    }

    static func check(_ pattern: String) throws(PatternProblem) {
        var dialect = DotNetDialect(pattern)
        while let character = dialect.rest.popFirst() {
            switch character {
            case "\\": try dialect.checkEscape(inSet: false)
            case "[": try dialect.checkSet()
            case "(": try dialect.checkGroup()
            case ")": try dialect.closeGroup()
            case "*", "+", "?", "{": try dialect.checkQuantifier(character)
            default: break
            }
        }
        if let position = dialect.numberedReference, dialect.hasNamedGroups, dialect.hasUnnamedGroups {
            let text = "the number of a group is not supported next to groups with and without names: name the group"
            throw PatternProblem(text, at: position)
        }
    }

    /// The position of the last character that was read, from 1.
    private var position: Int { rest.startIndex }

    /// Checks what follows a backslash.
    private mutating func checkEscape(inSet: Bool) throws(PatternProblem) {
        let start = position
        guard let escaped = rest.popFirst() else { return }
        let replacement = DotNetDialect.replacements[escaped].map { ": \($0)" }
        let isLetter = escaped.properties.isAlphabetic
        guard DotNetDialect.escapes.contains(escaped) || !isLetter && replacement == nil else {
            throw PatternProblem("the escape \\\(escaped) is not supported" + (replacement ?? ""), at: start)
        }
        guard let length = argumentLength(of: escaped) else {
            throw PatternProblem("\\\(escaped) needs \(DotNetDialect.arguments[escaped] ?? "")", at: start)
        }
        rest = rest.dropFirst(length)
        if !inSet, ("1"..."9").contains(escaped) { numberedReference = numberedReference ?? start }
    }

    /// The arguments of escapes.
    private static let arguments: [Unicode.Scalar: String] = [
        "x": "two hexadecimal digits", "u": "four hexadecimal digits", "c": "a letter",
        "k": "the name of a group: \\k<name>", "p": "a general category of Unicode, such as \\p{L} or \\p{Lu}",
        "P": "a general category of Unicode, such as \\P{L} or \\P{Lu}",
    ]

    /// Returns the number of characters of the argument that follows the escape: 0 for an escape without an argument, nil if the
    /// argument is missing.
    private func argumentLength(of escaped: Unicode.Scalar) -> Int? {
        switch escaped {
        case "x": return hexDigits(2)
        case "u": return hexDigits(4)
        case "c": return rest.first.flatMap { $0.isASCII && $0.properties.isAlphabetic ? 1 : nil }
        case "k": return rest.first == "<" || rest.first == "'" ? 1 : nil
        case "p", "P":
            let name = rest.dropFirst().prefix { $0 != "}" }
            let isKnown = DotNetDialect.categories.contains(ByteString(String(String.UnicodeScalarView(name))))
            return rest.first == "{" && isKnown ? name.count + 2 : nil
        default: return 0
        }
    }

    private func hexDigits(_ count: Int) -> Int? {
        rest.prefix(count).count { $0.properties.isASCIIHexDigit } == count ? count : nil
    }

    /// Checks a set, whose opening bracket was read. A closing bracket in first position is a member.
    private mutating func checkSet() throws(PatternProblem) {
        if rest.first == "^" { _ = rest.popFirst() }
        if rest.first == "]" { _ = rest.popFirst() }
        while let character = rest.popFirst(), character != "]" {
            switch (character, rest.first) {
            case ("\\", _): try checkEscape(inSet: true)
            case ("[", ":"), ("[", "."), ("[", "="):
                let text = "the classes of POSIX, such as [:alpha:], do not exist in .NET: write \\p{L} or [A-Za-z]"
                throw PatternProblem(text, at: position)
            case ("-", "["):
                let text = "subtraction of a set is not supported: write a negative lookahead, such as (?![aeiou])[a-z]"
                throw PatternProblem(text, at: position)
            default: break
            }
        }
    }

    /// Checks what follows an opening parenthesis.
    private mutating func checkGroup() throws(PatternProblem) {
        let start = position
        depth += 1
        guard rest.first != "*" else {
            throw PatternProblem("(* does not exist in .NET: write \\(* or (?:…)", at: start)
        }
        guard rest.first == "?" else {
            hasUnnamedGroups = true
            return
        }
        _ = rest.popFirst()
        guard let kind = rest.popFirst() else { return }
        switch (kind, rest.first) {
        case (":", _), ("=", _), ("!", _), (">", _), ("<", "="), ("<", "!"): break
        case ("#", _):
            depth -= 1
            while let character = rest.popFirst(), character != ")" {}
        case ("<", _), ("'", _):
            hasNamedGroups = true
            guard !rest.prefix(while: { $0 != ">" && $0 != "'" }).contains(DotNetDialect.hyphen) else {
                throw PatternProblem("balancing groups, such as (?<a-b>…), are not supported", at: start)
            }
        case ("(", _): throw PatternProblem("conditional groups, (?(…)…), are not supported", at: start)
        default:
            while let option = rest.first, "imns-".unicodeScalars.contains(option) { _ = rest.popFirst() }
            let isOptions = "imns-".unicodeScalars.contains(kind) && (rest.first == ":" || rest.first == ")")
            guard isOptions else {
                throw PatternProblem("(?\(kind) is not supported: options can be i, m, n and s", at: start)
            }
        }
    }

    private mutating func closeGroup() throws(PatternProblem) {
        depth -= 1
        if depth < 0 { throw PatternProblem("unmatched closing parenthesis", at: position) }
    }

    /// Checks a quantifier, whose first character was read, and that no other quantifier follows.
    private mutating func checkQuantifier(_ first: Unicode.Scalar) throws(PatternProblem) {
        if first == "{" {
            let start = position
            let counts = rest.prefix { $0 != "}" }
            let numbers = counts.split(separator: DotNetDialect.comma, omittingEmptySubsequences: false)
            let isQuantifier =
                counts.endIndex < rest.endIndex && numbers.count <= 2 && numbers.first?.isEmpty == false
                && numbers.joined().allSatisfy { ("0"..."9").contains($0) }
            guard isQuantifier else {
                throw PatternProblem("{ begins no quantifier, such as {2}, {2,} or {2,5}: write \\{", at: start)
            }
            rest = rest.dropFirst(counts.count + 1)
        }
        if rest.first == "?" { _ = rest.popFirst() }
        if let next = rest.first, "*+?{".unicodeScalars.contains(next) {
            let text = "\(next) follows a quantifier: .NET has no possessive quantifiers, write an atomic group (?>…)"
            throw PatternProblem(text, at: position + 1)
        }
    }
}
