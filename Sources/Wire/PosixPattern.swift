private import Platform

/// Extended regular expressions (POSIX) by the C library, for patterns that a configuration gives: no backtracking beyond
/// what the standard's automaton does, and texts are short.
package enum PosixPattern {
    /// Longest text that is matched, in bytes; longer text matches nothing.
    package static let maximumText = 1_024

    /// Whether the pattern can be compiled.
    package static func isValid(_ pattern: String) -> Bool {
        var compiled = regex_t()
        guard regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) == 0 else { return false }
        regfree(&compiled)
        return true
    }

    /// Whether the pattern is found in the text; `^` and `$` bind it to the ends.
    package static func matches(_ text: String, _ pattern: String) -> Bool {
        guard text.utf8.count <= maximumText, !text.utf8.contains(0) else { return false }
        var compiled = regex_t()
        guard regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) == 0 else { return false }
        defer { regfree(&compiled) }
        return regexec(&compiled, text, 0, nil, 0) == 0
    }
}
