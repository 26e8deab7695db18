/// Text for a POSIX shell. What is written here means the same to sh, dash, bash and zsh, in scripts and at their prompts.
package enum ShellWord {
    /// A word that stands for exactly that text; nil where the text holds NUL, which no argument of a program can.
    ///
    /// Nothing inside single quotes means anything, also to the history expansion of a prompt. Text with hidden scalars is
    /// written by `printf`, as `$'…'` is not in every shell; a substitution drops trailing line feeds, which follow it quoted.
    package static func quoted(_ text: String) -> String? {
        guard !text.utf8.contains(0) else { return nil }
        guard !isVisible(text) else { return "'\(singleQuoted.escaped(text))'" }
        let bytes = Array(text.utf8)
        let end = bytes.lastIndex { $0 != ASCII.lineFeed }.map { $0 + 1 } ?? 0
        let lines = String(repeating: "\n", count: bytes.count - end)
        return "\"$(\(printf(Array(bytes[..<end]))))\"" + (lines.isEmpty ? "" : "'\(lines)'")
    }

    /// Whether single quotes can hold the text so that a reader sees all of it.
    package static func isVisible(_ text: String) -> Bool { visible.escaped(text).isExactly(text) }

    /// A command that writes exactly those bytes, NUL and what is not UTF-8 included.
    package static func printf(_ bytes: [UInt8]) -> String {
        let format: String =
            String(utf8: bytes).map { formatted.escaped($0) }
            ?? bytes.map { $0 < 0x80 ? formatted.escaped([Unicode.Scalar($0)]) : StringLiteral.octal($0) }.joined()
        // A dash at the beginning would make the format an option.
        let isOption = format.utf8.first == UInt8(ascii: "-")
        return isOption ? "printf '\\055\(Substring(format.utf8.dropFirst()))'" : "printf '\(format)'"
    }

    private static let visible = Escaping(named: [:]) { _ in "" }
    private static let singleQuoted = Escaping(named: ["'": "'\\''"]) { _ in "" }
    /// A format of `printf` within single quotes. An exclamation mark would be history to a prompt that takes the double
    /// quotes around a substitution for the only ones.
    private static let formatted = Escaping(
        named: ["'": "\\047", "!": "\\041", "\\": "\\\\", "%": "%%", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
    ) { UTF8.encode($0).map { $0.map(StringLiteral.octal).joined() } ?? "" }
}
