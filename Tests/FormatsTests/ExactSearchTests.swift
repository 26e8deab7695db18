import Formats
import Testing

/// Checks that search finds bytes within any character, but no other spelling of a character.
struct ExactSearchTests {
    @Test(arguments: [
        ("", "", true), ("a", "", true), ("", "a", false), ("/a", "/", true), ("/\u{301}", "/", true),
        ("a/", "/", false),
        ("\u{E9}", "e", false), ("e\u{301}", "e", true), ("e\u{301}", "\u{E9}", false), ("\u{212A}", "K", false),
        ("\r\n", "\r", true), ("ab", "abc", false),
    ])
    func findsExactPrefixes(text: String, prefix: String, expected: Bool) {
        #expect(text.hasExactPrefix(prefix) == expected)
        let rest = text.dropping(prefix: prefix).map { prefix + $0 }
        #expect(rest.map { $0.isExactly(text) } == (expected ? true : nil))
    }

    @Test(arguments: [
        ("", "", true), ("a", "", true), ("", "a", false), ("a/", "/", true), ("a/\u{301}", "/", false),
        ("a/\u{301}", "\u{301}", true), ("\r\n", "\n", true), ("\u{E9}", "e\u{301}", false), ("bc", "abc", false),
    ])
    func findsExactSuffixes(text: String, suffix: String, expected: Bool) {
        #expect(text.hasExactSuffix(suffix) == expected)
        let rest = text.dropping(suffix: suffix).map { $0 + suffix }
        #expect(rest.map { $0.isExactly(text) } == (expected ? true : nil))
    }

    @Test(arguments: [
        ("", "", true), ("a", "", true), ("", "a", false), ("aab", "ab", true), ("a", "ab", false),
        ("x/_understudy/\u{301}", "/_understudy/", true), ("e\u{301}", "\u{E9}", false), ("a\r\nb", "\n", true),
        ("0123456789abcdef'\u{200D}", "'", true), ("abababac", "ababac", true),
    ])
    func findsExactParts(text: String, part: String, expected: Bool) {
        #expect(text.containsExactly(part) == expected)
    }

    @Test(arguments: [
        ("", "a", "b", ""), ("aaa", "a", "bb", "bbbbbb"), ("aaa", "aa", "b", "ba"),
        ("a'\u{301}'", "'", "''", "a''\u{301}''"),
        ("a", "", "b", "a"), ("\r\n", "\n", "", "\r"), ("e\u{301}", "\u{E9}", "", "e\u{301}"),
    ])
    func replacesExactParts(text: String, part: String, other: String, expected: String) {
        #expect(text.replacingExactly(part, with: other).isExactly(expected))
    }

    @Test func replacesAtMostRequestedNumber() {
        #expect("a/tfp/tfp/".replacingExactly("/tfp/", with: "/", atMost: 1) == "a/tfp/")
        #expect("aaa".replacingExactly("a", with: "b", atMost: 2) == "bba")
    }

    @Test func findsExactTextsInLists() {
        #expect(["a", "\u{E9}"].containsExactly("\u{E9}") && !["e\u{301}"].containsExactly("\u{E9}"))
    }
}
