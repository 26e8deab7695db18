/// Extended regular expressions (POSIX.1-2017 XBD §9.4) for patterns from the configuration. The C library's `\w`, `\s`, `\b`, `\<`
/// and similar escapes work; back-references do not, and a backslash before any other letter is rejected.
///
/// A pattern is compiled to steps, and a match follows all steps at once. The cost of a match is at most the number of steps for
/// each character of the text, for any pattern. The C library's own matcher takes many seconds for some short patterns. Patterns
/// match characters, not bytes, as do the patterns that clients receive.
package enum PosixPattern {
    /// The maximum length of a text that is matched, in bytes. Longer text matches nothing.
    package static let maximumText = 1_024

    /// Returns the reason why the pattern is invalid, or nil if the pattern is valid.
    package static func problem(_ pattern: String) -> String? {
        do throws(PatternProblem) {
            _ = try PatternReader.read(pattern)
            return nil
        } catch {
            return error.text
        }
    }

    /// Whether the text contains a match of the pattern. `^` and `$` anchor a match to the ends of the text. Text with U+0000
    /// matches nothing.
    package static func matches(_ text: String, _ pattern: String) -> Bool {
        guard text.utf8.count <= maximumText, !text.utf8.contains(0), let program = try? PatternReader.read(pattern)
        else { return false }
        var walk = PatternWalk(program, Array(text.unicodeScalars))
        return walk.reachesEnd()
    }
}

/// The reason why a pattern is invalid.
struct PatternProblem: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
