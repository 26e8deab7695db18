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
}
