/// Extended regular expressions (POSIX.1-2017 XBD §9.4) for patterns that a configuration gives, with the C library's
/// `\w`, `\s`, `\b`, `\<` and their like, and without references to groups; before other letters a backslash is refused.
/// A pattern is written out as steps and matched by following all of them at once: so it costs at most its steps for
/// each character of a text, whatever it says. The C library's own matcher takes many seconds for some short ones. They
/// are of characters, not bytes, as those that clients are given to match with.
package enum PosixPattern {
    /// Longest text that is matched, in bytes; longer text matches nothing.
    package static let maximumText = 1_024

    /// Why the pattern cannot be read; nil where it can.
    package static func problem(_ pattern: String) -> String? {
        do throws(PatternProblem) {
            _ = try PatternReader.read(pattern)
            return nil
        } catch {
            return error.text
        }
    }

    /// Whether the pattern is found in the text; `^` and `$` bind it to the ends. Text with U+0000 matches nothing.
    package static func matches(_ text: String, _ pattern: String) -> Bool {
        guard text.utf8.count <= maximumText, !text.utf8.contains(0), let program = try? PatternReader.read(pattern)
        else { return false }
        var walk = PatternWalk(program, Array(text.unicodeScalars))
        return walk.reachesEnd()
    }
}

/// Why a pattern cannot be read.
struct PatternProblem: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
