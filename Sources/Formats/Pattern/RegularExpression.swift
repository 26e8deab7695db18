private import CPCRE2

/// Regular expressions from the configuration, in the dialect of .NET, which the service uses. PCRE2 matches them; `DotNetDialect`
/// rejects the constructs that the two read differently. A pattern matches characters, not bytes.
///
/// A pattern is compiled for each match, in at most 1 ms: a sign-up matches each pattern once.
package enum RegularExpression {
    /// The maximum length of a pattern, in bytes.
    package static let maximumLength = 512
    /// The maximum nesting depth of groups.
    package static let maximumDepth: UInt32 = 16
    /// The maximum length of a text that is matched, in bytes. Longer text matches nothing.
    package static let maximumText = 1_024
    /// The maximum number of steps of one match, because PCRE2 backtracks: `^(a{1,30}){1,30}$` would take years for some text. The
    /// limit takes 1 to 4 ms, and 30 ms for patterns that scan the whole text in each step.
    package static let maximumSteps: UInt32 = 20_000
    /// The maximum number of nested steps of one match.
    package static let maximumNestedSteps: UInt32 = 10_000
    /// The maximum memory of one match, in bytes.
    package static let maximumMemory: UInt32 = 4 << 20

    /// The result of a match.
    package enum Match: Sendable {
        case found, absent
        /// The match exceeds a limit of steps or memory, so the result is unknown.
        case tooExpensive
    }

    /// Returns the reason why the pattern is invalid or not supported, or nil if the pattern is valid.
    package static func problem(_ pattern: String) -> PatternProblem? {
        do throws(PatternProblem) {
            try check(pattern)
            pcre2_code_free_8(try compile(pattern, options, depth: maximumDepth))
            return nil
        } catch {
            return error
        }
    }

    /// Checks what PCRE2 does not check.
    private static func check(_ pattern: String) throws(PatternProblem) {
        guard pattern.utf8.count <= maximumLength else {
            throw PatternProblem("the pattern is longer than \(maximumLength) bytes", at: maximumLength + 1)
        }
        try DotNetDialect.check(pattern)
    }

    /// Searches the text for a match of the pattern. An invalid pattern matches nothing.
    package static func match(_ text: String, _ pattern: String) -> Match {
        guard text.utf8.count <= maximumText, let code = try? search(pattern) else { return .absent }
        defer { pcre2_code_free_8(code) }
        let context = limits()
        defer { pcre2_match_context_free_8(context) }
        let data = pcre2_match_data_create_8(1, nil)
        defer { pcre2_match_data_free_8(data) }
        let bytes = Array(text.utf8)
        // 0 means that the match has more groups than `data` has room for.
        return switch pcre2_match_8(code, bytes, bytes.count, 0, 0, data, context) {
        case 0...: .found
        case PCRE2_ERROR_NOMATCH: .absent
        default: .tooExpensive
        }
    }

    /// Replaces every match of the pattern, by what `replacement` returns for the texts of the named groups. Returns nil if nothing
    /// matches, if the pattern is invalid, or if a limit is exceeded.
    package static func replacing(
        _ pattern: String, in text: String, groups names: [String],
        with replacement: (_ groups: [ByteString: String]) -> String
    ) -> String? {
        // The match starts after the text that the search skips.
        guard text.utf8.count <= maximumText, let code = try? search(pattern, start: "\\K") else { return nil }
        defer { pcre2_code_free_8(code) }
        let numbers = names.map { name in
            let terminated: [UInt8] = Array(name.utf8) + [0]
            return (name: name, number: pcre2_substring_number_from_name_8(code, terminated))
        }
        let context = limits()
        defer { pcre2_match_context_free_8(context) }
        let data = pcre2_match_data_create_from_pattern_8(code, nil)
        defer { pcre2_match_data_free_8(data) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var position = 0
        var isFound = false
        while position <= bytes.count {
            let count = pcre2_match_8(code, bytes, bytes.count, position, 0, data, context)
            guard count > 0, let offsets = pcre2_get_ovector_pointer_8(data) else {
                guard count == PCRE2_ERROR_NOMATCH else { return nil }
                break
            }
            isFound = true
            let (start, end) = (Int(offsets[0]), Int(offsets[1]))
            var groups: [ByteString: String] = [:]
            for (name, number) in numbers where number > 0 && number < count {
                let (first, last) = (Int(offsets[2 * Int(number)]), Int(offsets[2 * Int(number) + 1]))
                // A group that is not part of the match has the offset -1.
                guard first >= 0, first <= last, last <= bytes.count else { continue }
                groups[name] = String(utf8: Array(bytes[first..<last]))
            }
            result += bytes[position..<start]
            result += Array(replacement(groups).utf8)
            position = end
            guard start == end else { continue }
            // After an empty match, the search continues at the next character.
            let next = bytes[end...].dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
            result += bytes[end..<next]
            position = next
            if end == bytes.count { break }
        }
        guard isFound else { return nil }
        result += bytes[position...]
        return String(utf8: result)
    }

    /// The limits of one match.
    private static func limits() -> OpaquePointer? {
        let context = pcre2_match_context_create_8(nil)
        pcre2_set_match_limit_8(context, maximumSteps)
        pcre2_set_depth_limit_8(context, maximumNestedSteps)
        pcre2_set_heap_limit_8(context, maximumMemory / 1_024)
        return context
    }

    /// Compiles the search for a pattern. PCRE2 limits the steps from each start of a match. With a part that skips the text before
    /// the match, there is one start.
    private static func search(_ pattern: String, start: String = "") throws(PatternProblem) -> OpaquePointer {
        try check(pattern)
        return try compile(
            "(?s:.*?)" + start + "(?:" + pattern + ")", options | PCRE2_ANCHORED, depth: maximumDepth + 1)
    }

    /// The options for .NET's reading: classes such as `\w` know all scripts, `\x` and `\u` have two and four digits, and with the
    /// option `m`, `^` also matches after the last line feed.
    private static let options = PCRE2_UTF | PCRE2_UCP | PCRE2_ALT_BSUX | PCRE2_ALT_CIRCUMFLEX

    private static func compile(
        _ pattern: String, _ options: UInt32, depth: UInt32
    ) throws(PatternProblem) -> OpaquePointer {
        let context = pcre2_compile_context_create_8(nil)
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
        pcre2_set_parens_nest_limit_8(context, depth)
        var code: Int32 = 0
        var offset = 0
        let bytes = Array(pattern.utf8)
        if let compiled = pcre2_compile_8(bytes, bytes.count, options, &code, &offset, context) { return compiled }
        var message = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(code, &message, message.count)
        let text = String(utf8: Array(message.prefix(max(0, Int(length))))) ?? "not valid"
        // The offset is after the last byte that PCRE2 read, except for two errors that have the offset of the character itself.
        let isBefore = code == PCRE2_ERROR_QUANTIFIER_INVALID || code == PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS
        // Continuation bytes of UTF-8 are no characters of their own.
        let read = bytes.prefix(offset).count { $0 & 0xC0 != 0x80 }
        throw PatternProblem(text, at: max(1, isBefore ? read + 1 : read))
    }
}

/// The reason why a pattern is invalid or not supported.
package struct PatternProblem: Error, Equatable, CustomStringConvertible {
    package let text: String
    /// The position of the problem in the pattern, in characters from 1.
    package let position: Int

    init(_ text: String, at position: Int) {
        self.text = text
        self.position = position
    }

    package var description: String { "character \(position): \(text)" }
}
