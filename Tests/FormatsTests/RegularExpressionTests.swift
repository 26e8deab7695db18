import Formats
import TestTags
import Testing

@Suite struct RegularExpressionTests {
    @Test(
        "Patterns match characters, not bytes",
        arguments: [
            ("^.{4}$", "José", true), ("^.{5}$", "José", false), ("^.{2}$", "日本", true), (#"^\p{L}+$"#, "Zoë", true),
            (#"^\p{Lu}"#, "Éva", true), (#"^\p{Lu}"#, "éva", false), ("^[äöü]$", "ü", true), ("^[äöü]$", "é", false),
            ("^[^0-9]{2}$", "ßü", true), ("^[a-z]+$", "jose", true), ("^[a-z]+$", "josé", false), ("o", "José", true),
            ("^[à-ü]$", "é", true), (#"^[\u00E0-\u00fc]$"#, "é", true), (#"^\P{L}$"#, "–", true),
        ])
    func matchesCharactersNotBytes(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(RegularExpression.problem(pattern) == nil)
        #expect(RegularExpression.match(text, pattern) == (isMatch ? .found : .absent))
    }

    @Test(
        "Every match is replaced, with the texts of its named groups",
        arguments: [
            ("(?<x>a.)", "banana", "b<an><an>a"), ("@(?<x>.+)", "é@b", "é<b>"), ("x*", "axb", "<>a<><>b<>"),
            ("(?<x>c)|a", "ca", "<c><>"), ("(?=b)", "äb", "ä<>b"), ("^", "", "<>"), ("x", "abc", nil), ("(", "a", nil),
        ] as [(String, String, String?)])
    func replacesMatches(_ pattern: String, _ text: String, _ result: String?) {
        let replaced = RegularExpression.replacing(pattern, in: text, groups: ["x", "none"]) { groups in
            "<\(groups["x"] ?? "")>"
        }
        #expect(replaced == result)
    }

    @Test(
        "A pattern has the meaning that .NET gives it",
        arguments: [
            ("", "a", true), ("^$", "", true), ("a|b", "xb", true), ("^(a|bc|)$", "bc", true),
            ("^(a|bc|)$", "b", false), ("^a|b$", "ax", true), ("^(ab)*$", "abab", true), ("^(ab)*$", "aba", false),
            ("^a+$", "", false), ("^a{2}$", "aaa", false), ("^a{2,}$", "aaaa", true), ("^(a{0}b)$", "b", true),
            ("^(a*)*$", "aaa", true), ("^[]a-]+$", "]-a", true), ("^[^]a]$", "]", false), ("^[+--]$", ",", true),
            (#"^[\]\\]$"#, #"\"#, true), (#"^\.$"#, "a", false), ("^a}]$", "a}]", true), ("a^b", "ab", false),
            (#"\bab\b"#, "x ab y", true), (#"\bab\b"#, "xab", false), (#"^\w+\s\W$"#, "é1_ -", true),
            (#"a\Bb"#, "ab", true), (#"^\d{5}$"#, "12345", true), (#"^\d{5}$"#, "1234", false), (#"^\d$"#, "٣", true),
            ("^a$", "a\n", true), (#"^a\Z"#, "a\n", true), (#"\Aa\z"#, "a\n", false), ("^a$", "a\n\n", false),
            ("(?m)^b$", "a\nb\nc", true), ("(?m)^$", "a\n", true), ("^.$", "\r", true), ("^.$", "\n", false),
            ("(?s)^.$", "\n", true), ("^(?i)zoË$", "ZOë", true), ("^a+?b$", "aab", true), (#"^(?>a*)a$"#, "aa", false),
            (#"^(?!\d)\w+$"#, "1a", false), (#"(?<=\$)\d"#, "$5", true), (#"^(.)\1$"#, "aa", true),
            (#"^(?<x>.)-\k<x>$"#, "a-a", true), (#"^(?'x'.)\k'x'$"#, "ab", false),
            (#"^\x41\cI\t\e$"#, "A\t\t\u{1B}", true),
            (#"^[\b\x20]$"#, "\u{8}", true), ("^a(?# one letter *+ )$", "a", true), ("^(?n:(a))$", "a", true),
            ("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "01234567-89ab-cdef-0123-456789abcdef", true),
            (#"^(\+[0-9]{1,3})?[0-9 ]{6,14}$"#, "+49 30 123456", true),
            (#"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$"#, "jo.do@contoso.com", true),
        ])
    func followsDotNetSemantics(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(RegularExpression.problem(pattern) == nil)
        #expect(RegularExpression.match(text, pattern) == (isMatch ? .found : .absent))
    }

    @Test(
        "An invalid pattern explains its problem with a position",
        arguments: [
            ("[", 1, "missing terminating ]"), ("a(", 2, "missing closing parenthesis"), ("a)", 2, "unmatched closing"),
            ("a)|(a", 2, "unmatched closing"), ("(?#(b)a)|(a", 8, "unmatched closing"),
            ("*a", 1, "quantifier does not follow"), ("^*", 2, "quantifier does not follow"),
            ("[b-a]", 3, "out of order"),
            ("é{2,1}", 5, "out of order"), (#"a\"#, 2, "at end of pattern"), (#"\8"#, 1, "non-existent"),
            (#"[a-\d]"#, 5, "invalid range"), (#"[\B]"#, 2, "invalid in character class"), ("a{70000}", 7, "too big"),
            ("(?<a>x)(?<a>y)", 12, "same name"), (#"\uD800"#, 6, "disallowed"),
        ])
    func explainsInvalidPattern(_ pattern: String, _ position: Int, _ text: String) {
        expectProblem(pattern, position, text)
    }

    @Test(
        "A construct that .NET and PCRE2 read differently is rejected with a replacement",
        arguments: [
            ("a++", 3, "atomic group"), ("a*?+", 4, "atomic group"), ("a{2}{3}", 5, "follows a quantifier"),
            ("é{,2}", 2, #"write \{"#), ("a{x}", 2, #"write \{"#), ("a{2", 2, #"write \{"#),
            ("a{ 1 }", 2, #"write \{"#),
            ("[[:alpha:]]", 2, #"\p{L}"#), ("[a[.-.]]", 3, "POSIX"), ("[a-z-[aeiou]]", 5, "negative lookahead"),
            ("(?<a>x)(?<b-a>y)", 8, "balancing"), ("(?'-a'y)", 1, "balancing"), ("(a)(?(1)b|c)", 4, "conditional"),
            (#"\K"#, 1, "lookbehind"), (#"a\Q.\E"#, 2, "before each special character"), (#"\R"#, 1, #"\r?\n"#),
            (#"\h"#, 1, #"[ \t]"#), (#"[\v]"#, 2, #"\x0B"#), (#"\X"#, 1, "not supported"), (#"\C"#, 1, "not supported"),
            (#"(a)\g1"#, 4, #"\k<name>"#), (#"\<a"#, 1, #"\b"#), (#"\_"#, 1, "without a backslash"),
            (#"\é"#, 1, "not supported"),
            ("(*UTF8)a", 1, "does not exist in .NET"), ("a(*SKIP)b", 2, "does not exist in .NET"),
            ("(a(?1)?b)", 3, "(?1"),
            ("(?R)", 1, "(?R"), ("(?C1)a", 1, "(?C"), ("(?|a|b)", 1, "(?|"), ("(?P<a>b)", 1, "(?P"),
            ("(?&a)", 1, "(?&"),
            ("(?-1)", 1, "(?-"), ("(?x) a", 1, "i, m, n and s"), ("(?J)a", 1, "(?J"), ("(?^)a", 1, "(?^"),
            (#"\x{41}"#, 1, "two hexadecimal digits"), (#"\u41"#, 1, "four hexadecimal digits"),
            (#"\k{a}"#, 1, #"\k<name>"#),
            (#"\pL"#, 1, "general category"), (#"\p{IsGreek}"#, 1, "general category"),
            (#"\p{^L}"#, 1, "general category"),
            (#"\P{Greek}"#, 1, "general category"), (#"\c1"#, 1, "a letter"), (#"(?<a>x)(y)\1"#, 11, "name the group"),
            ("(?<=a+)b", 1, "not fixed length"),
        ])
    func rejectsConstructsOfOneDialect(_ pattern: String, _ position: Int, _ text: String) {
        expectProblem(pattern, position, text)
    }

    private func expectProblem(_ pattern: String, _ position: Int, _ text: String) {
        let problem = RegularExpression.problem(pattern)
        #expect(problem?.position == position)
        #expect(problem?.text.containsExactly(text) == true, "\(problem?.text ?? "")")
        #expect(RegularExpression.match("a", pattern) == .absent)
    }

    @Test("No pattern matches text that is too long")
    func rejectsLongText() {
        let longest = String(repeating: "a", count: RegularExpression.maximumText)
        #expect(RegularExpression.match(longest, "a$") == .found)
        #expect(RegularExpression.match(longest + "a", "a$") == .absent)
    }

    @Test(
        "A pattern that is too large is rejected",
        arguments: [
            String(repeating: "(", count: 17) + "a" + String(repeating: ")", count: 17),
            String(repeating: "a", count: RegularExpression.maximumLength + 1), "((a{1,100}){1,100}){1,100}",
        ])
    func rejectsLargePattern(_ pattern: String) {
        #expect(RegularExpression.problem(pattern) != nil)
        #expect(RegularExpression.match("a", pattern) == .absent)
    }

    @Test("The largest pattern is accepted")
    func acceptsLargestPattern() {
        let nested = String(repeating: "(", count: 16) + "a" + String(repeating: ")*", count: 16)
        for pattern in [nested, String(repeating: "a", count: RegularExpression.maximumLength)] {
            #expect(RegularExpression.problem(pattern) == nil)
        }
        #expect(RegularExpression.match("a", nested) == .found)
    }

    @Test(
        "A match that exceeds a limit ends soon, wherever the match may begin",
        arguments: [
            "^(a{1,30}){1,30}$", "^([a-z]{1,20}[0-9]?){1,40}$", "^(([a-z])+.)+[A-Z]([a-z])+$", "((.*)(.*))*[0-9]",
            #"(.+)\1+[0-9]"#, #"(?:a|\p{L}*\d)*\d"#, "(?:(?:a+)+)+[0-9]",
            String(repeating: "()", count: 200) + "(a|a)*[0-9]",
        ])
    func expensiveMatchEnds(_ pattern: String) {
        let text = String(repeating: "a", count: RegularExpression.maximumText)
        let time = ContinuousClock().measure {
            #expect(RegularExpression.match(text, pattern) == .tooExpensive)
        }
        #expect(time < .seconds(1), "\(time)")
    }

    @Test(
        "A match of the longest text stays within the limits",
        arguments: [#"^[\p{L} ,.'-]{1,1024}$"#, "^(a|b)*$", #"^(\w+\s?)*$"#, "^(?:a{1,4})+$"])
    func longestTextIsMatched(_ pattern: String) {
        #expect(
            RegularExpression.match(String(repeating: "a", count: RegularExpression.maximumText), pattern) == .found)
    }
}
