/// Quotes text for a POSIX shell. The result means the same to sh, dash, bash and zsh, in scripts and at their prompts.
package enum ShellWord {
    /// Returns a word that stands for exactly `text`, or nil if the text has a NUL, which no program argument can contain.
    ///
    /// Inside single quotes no character is special, not even for history expansion at a prompt. Text with hidden scalars is
    /// written with `printf`, because some shells do not support `$'…'`. Command substitution drops trailing line feeds, so the
    /// line feeds follow in quotes.
    package static func quoted(_ text: String) -> String? {
        guard !text.utf8.contains(0) else { return nil }
        guard !isVisible(text) else { return "'\(singleQuoted.escaped(text))'" }
        let bytes = Array(text.utf8)
        let end = bytes.lastIndex { $0 != ASCII.lineFeed }.map { $0 + 1 } ?? 0
        let lines = String(repeating: "\n", count: bytes.count - end)
        return "\"$(\(printf(Array(bytes[..<end]))))\"" + (lines.isEmpty ? "" : "'\(lines)'")
    }

    /// Whether a reader sees all of the text if it is written in single quotes.
    package static func isVisible(_ text: String) -> Bool { visible.escaped(text).isExactly(text) }

    /// Returns a command that writes exactly these bytes, including NUL and bytes that are not UTF-8.
    package static func printf(_ bytes: [UInt8]) -> String {
        let format: String =
            String(utf8: bytes).map { formatted.escaped($0) }
            ?? bytes.map { $0 < 0x80 ? formatted.escaped([Unicode.Scalar($0)]) : StringLiteral.octal($0) }.joined()
        // `printf` would read a leading dash as an option.
        let isOption = format.utf8.first == UInt8(ascii: "-")
        return isOption ? "printf '\\055\(Substring(format.utf8.dropFirst()))'" : "printf '\(format)'"
    }

    private static let visible = Escaping(named: [:]) { _ in "" }
    private static let singleQuoted = Escaping(named: ["'": "'\\''"]) { _ in "" }
    /// The rules for a format of `printf` in single quotes. An exclamation mark is escaped too: a prompt that considers only the
    /// double quotes around the substitution would expand it as history.
    private static let formatted = Escaping(
        named: ["'": "\\047", "!": "\\041", "\\": "\\\\", "%": "%%", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
    ) { UTF8.encode($0).map { $0.map(StringLiteral.octal).joined() } ?? "" }
}
