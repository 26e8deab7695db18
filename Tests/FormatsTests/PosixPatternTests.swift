import Formats
import TestTags
import Testing

@Suite struct PosixPatternTests {
    @Test(
        "Patterns match characters, not bytes",
        arguments: [
            ("^.{4}$", "José", true), ("^.{5}$", "José", false), ("^.{2}$", "日本", true),
            ("^[[:alpha:]]+$", "Zoë", true), ("^[[:upper:]]", "Éva", true), ("^[[:upper:]]", "éva", false),
            ("^[äöü]$", "ü", true), ("^[äöü]$", "é", false), ("^[^0-9]{2}$", "ßü", true),
            ("^[a-z]+$", "jose", true), ("^[a-z]+$", "josé", false), ("o", "José", true), ("^.{4}$", "Jose", true),
            ("^[à-ü]$", "é", true), ("^[[:punct:]]$", "–", true),
        ])
    func matchesCharactersNotBytes(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(PosixPattern.problem(pattern) == nil)
        #expect(PosixPattern.matches(text, pattern) == isMatch)
    }

    @Test(
        "A pattern has the meaning that POSIX gives it",
        arguments: [
            ("", "a", true), ("^$", "", true), ("a|b", "xb", true), ("^(a|bc|)$", "bc", true),
            ("^(a|bc|)$", "b", false),
            ("^a|b$", "ax", true), ("^(ab)*$", "abab", true), ("^(ab)*$", "aba", false), ("^a+$", "", false),
            ("^a?b$", "b", true), ("^a{2}$", "aa", true), ("^a{2}$", "aaa", false), ("^a{2,}$", "aaaa", true),
            ("^a{,2}$", "aaa", false), ("^(a{0}b)$", "b", true), ("^(a*)*$", "aaa", true), ("^a**$", "aa", true),
            ("^[]a-]+$", "]-a", true), ("^[^]a]$", "]", false), ("^[+--]$", ",", true), (#"^[\]$"#, #"\"#, true),
            ("^[[.-.][=b=]]+$", "b-", true), (#"^\.$"#, ".", true), (#"^\.$"#, "a", false), ("^a)$", "a)", true),
            ("^a}]$", "a}]", true), ("a^b", "ab", false), (#"\bab\b"#, "x ab y", true), (#"\bab\b"#, "xab", false),
            (#"^\w+\s\W$"#, "é1_ -", true), (#"\<b"#, "ab", false), (#"a\>"#, "a b", true), (#"a\Bb"#, "ab", true),
            ("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "01234567-89ab-cdef-0123-456789abcdef", true),
            (#"^(\+[0-9]{1,3})?[0-9 ]{6,14}$"#, "+49 30 123456", true),
            (#"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$"#, "jo.do@contoso.com", true),
        ])
    func followsPOSIXSemantics(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(PosixPattern.problem(pattern) == nil)
        #expect(PosixPattern.matches(text, pattern) == isMatch)
    }

    @Test(
        "An invalid pattern explains its problem and matches nothing",
        arguments: [
            "[", "(", "a{2", "[[:foo:]]", "*a", "(+a)", "a|?", "^*", "{1}", "a{}", "a{2,1}", "a{x}", "a{1x", "[b-a]",
            "[a-c-e]",
            "[a-[:digit:]]", "[[.ab.]]", "[[:alpha:", "a\\", "a{32768}", #"^\d{5}$"#, #"\D"#, #"\A[0-9]\z"#, #"a\n"#,
            #"\p{L}"#, #"\0"#,
        ])
    func explainsInvalidPattern(_ pattern: String) {
        #expect(PosixPattern.problem(pattern)?.isEmpty == false)
        #expect(!PosixPattern.matches("a", pattern))
    }

    @Test("An unsupported escape gives a problem with a suggestion")
    func suggestsReplacementForUnsupportedEscape() {
        let problem = #"the escape \d is not supported: use [0-9] for a digit, [[:alpha:]] for a letter"#
        #expect(PosixPattern.problem(#"^\d{5}$"#) == problem)
        #expect(PosixPattern.problem(#"^\é\-\_$"#) == nil)
    }

    @Test("No pattern matches text that is too long or contains U+0000")
    func rejectsLongTextAndNUL() {
        for pattern in ["^.*$", "a", "^[^b]*$", ""] {
            #expect(PosixPattern.matches("aa", pattern))
            #expect(!PosixPattern.matches("a\u{0}a", pattern))
        }
        #expect(PosixPattern.matches(String(repeating: "a", count: PosixPattern.maximumText), "a"))
        #expect(!PosixPattern.matches(String(repeating: "a", count: PosixPattern.maximumText + 1), "a"))
    }

    @Test(
        "A pattern that is too expensive is not tried",
        arguments: [
            String(repeating: "(", count: 17) + "a" + String(repeating: ")", count: 17), #"^(.*)(.*)\2\1$"#,
            "((a{1,100}){1,100}){1,100}", String(repeating: "a", count: 513), "a{2049}", "([a-z]{50,}){50}",
            "((((((((.*)*)*)*)*)*)*)*){900}x", "(|.*){490}x", "(){32767}(a?){1025}",
        ])
    func rejectsExpensivePatterns(_ pattern: String) {
        #expect(PosixPattern.problem(pattern)?.isEmpty == false)
        #expect(!PosixPattern.matches("a", pattern))
    }

    @Test(
        "The number of steps counts repetitions as if written out",
        arguments: [
            ("a{2047}", true), ("a{2048}", true), ("a{2049}", false), ("a{2047,}", true), ("a{2048,}", false),
            ("a{0,1024}", true), ("a{0,1025}", false), ("(a?){1024}", true), ("(a?){1025}", false),
            ("a{1023}|a{1023}", true), ("a{1023}|a{1024}", false), ("(a{1023}|a{1023})", true),
            ("(a{1023}|a{1023})b", false), ("(a{1024}){2}", true), ("(a{1024}){2}b", false),
        ])
    func countsExpandedSteps(_ pattern: String, _ isRead: Bool) {
        #expect((PosixPattern.problem(pattern) == nil) == isRead)
    }

    @Test(
        "The most expensive allowed pattern takes little time", .tags(.slow),
        arguments: [
            "^(a{1,30}){1,30}$", "^([a-z]{1,20}[0-9]?){1,40}$", "(a*)*(a*)*(a*)*b",
            "(((((((((((a+)+)+)+)+)+)+)+)+)+)+)+",
            String(repeating: "(", count: 16) + "a" + String(repeating: ")*", count: 16),
            String(repeating: "a?", count: 200) + String(repeating: "a", count: 100),
            "(.?){490}(.?){490}x", "(a*)*(.*+){200}(.*+){200}x", "^[[:alpha:] ,.'-]{1,1000}$", #"(\b){2000}x"#,
            "()" + String(repeating: "{32767}", count: 72),
        ])
    func mostExpensiveAllowedPatternIsFast(_ pattern: String) {
        #expect(PosixPattern.problem(pattern) == nil)
        let time = ContinuousClock().measure {
            for text in ["a", "é", "ab"] {
                _ = PosixPattern.matches(
                    String(repeating: text, count: PosixPattern.maximumText / text.utf8.count), pattern)
            }
        }
        // Without optimization the match takes about ten times as long.
        #expect(time < .seconds(10), "\(time)")
    }
}
