import Testing
import Wire

@Suite struct PosixPatternTests {
    @Test(
        "patterns are of characters, not of bytes",
        arguments: [
            ("^.{4}$", "José", true), ("^.{5}$", "José", false), ("^.{2}$", "日本", true),
            ("^[[:alpha:]]+$", "Zoë", true), ("^[[:upper:]]", "Éva", true), ("^[[:upper:]]", "éva", false),
            ("^[äöü]$", "ü", true), ("^[äöü]$", "é", false), ("^[^0-9]{2}$", "ßü", true),
            ("^[a-z]+$", "jose", true), ("^[a-z]+$", "josé", false), ("o", "José", true), ("^.{4}$", "Jose", true),
        ])
    func matches(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(PosixPattern.problem(pattern) == nil)
        #expect(PosixPattern.matches(text, pattern) == isMatch)
    }

    @Test("what cannot be compiled says why, and matches nothing", arguments: ["[", "(", "a{2", "[[:foo:]]"])
    func problems(_ pattern: String) {
        #expect(PosixPattern.problem(pattern)?.isEmpty == false)
        #expect(!PosixPattern.matches("a", pattern))
    }

    @Test("long text matches nothing")
    func long() {
        #expect(PosixPattern.matches(String(repeating: "a", count: PosixPattern.maximumText), "a"))
        #expect(!PosixPattern.matches(String(repeating: "a", count: PosixPattern.maximumText + 1), "a"))
    }

    @Test(
        "a pattern that would cost the C library too much is not tried",
        arguments: [
            String(repeating: "(", count: 17) + "a" + String(repeating: ")", count: 17), #"^(.*)(.*)\2\1$"#,
            "((a{1,100}){1,100}){1,100}", String(repeating: "a", count: 513), "(((((((((((a+)+)+)+)+)+)+)+)+)+)+)+",
            "a{1001}", "([a-z]{30,}){40}",
        ])
    func tooDear(_ pattern: String) {
        #expect(PosixPattern.problem(pattern)?.isEmpty == false)
        #expect(!PosixPattern.matches("a", pattern))
    }

    @Test(
        "one that costs as much as is allowed takes little time",
        arguments: [
            "^(a{1,30}){1,30}$", "^([a-z]{1,20}[0-9]?){1,40}$", "(a*)*(a*)*(a*)*b",
            String(repeating: "(", count: 16) + "a" + String(repeating: ")*", count: 16),
            String(repeating: "a?", count: 200) + String(repeating: "a", count: 100),
            #"[]a](b\1)?"#.replacing("\\1", with: "x"),
        ])
    func dearest(_ pattern: String) {
        #expect(PosixPattern.problem(pattern) == nil)
        let time = ContinuousClock().measure {
            for text in ["a", "b", "ab"] {
                _ = PosixPattern.matches(String(repeating: text, count: PosixPattern.maximumText / 2), pattern)
            }
        }
        #expect(time < .seconds(1), "\(time)")
    }
}
