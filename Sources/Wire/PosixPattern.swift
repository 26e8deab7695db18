private import Platform

/// Extended regular expressions (POSIX) by the C library, for patterns that a configuration gives: without references to groups
/// it follows an automaton, and patterns and texts are short (`PatternCost`). They are of characters, as those that clients are given to match
/// with; a range has ASCII at its ends, as glibc orders nothing else without a language.
package enum PosixPattern {
    /// Longest text that is matched, in bytes; longer text matches nothing.
    package static let maximumText = 1_024

    /// Why the pattern cannot be compiled; nil where it can.
    package static func problem(_ pattern: String) -> String? {
        if let cost = PatternCost.problem(pattern) { return cost }
        let problem = UTF8Locale.during { () -> String? in
            var compiled = regex_t()
            let code = compile(pattern, &compiled)
            guard code != 0 else {
                regfree(&compiled)
                return nil
            }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { space in
                regerror(code, &compiled, space.baseAddress, space.count)
                return space.baseAddress.map { String(cString: $0) }
            }
        }
        return problem ?? "this system has no locale C.UTF-8 to read it in"
    }

    /// Whether the pattern is found in the text; `^` and `$` bind it to the ends.
    package static func matches(_ text: String, _ pattern: String) -> Bool {
        guard text.utf8.count <= maximumText, !text.utf8.contains(0), PatternCost.problem(pattern) == nil else {
            return false
        }
        return UTF8Locale.during {
            var compiled = regex_t()
            guard compile(pattern, &compiled) == 0 else { return false }
            defer { regfree(&compiled) }
            return regexec(&compiled, text, 0, nil, 0) == 0
        } ?? false
    }

    private static func compile(_ pattern: String, _ compiled: inout regex_t) -> Int32 {
        regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB)
    }
}
