import Formats
import TestTags
import Testing

/// Checks that each shell reads every word as the quoted text.
struct ShellWordTests {
    @Test(arguments: [
        ("", "''"), ("plain text", "'plain text'"), ("it's", "'it'\\''s'"),
        ("a!b $x `y` \"z\" \\", "'a!b $x `y` \"z\" \\'"),
        ("é 日本", "'é 日本'"), ("e\u{301}", "'e\u{301}'"), ("'\u{301}", "\"$(printf '\\047\\314\\201')\""),
        ("a\u{202E}b", "\"$(printf 'a\\342\\200\\256b')\""), ("-\u{1B}!%\\", "\"$(printf '\\055\\033\\041%%\\\\')\""),
        ("a\n\n", "\"$(printf 'a')\"'\n\n'"), ("a\nb", "\"$(printf 'a\\nb')\""),
    ])
    func quotesTextReadably(text: String, word: String) {
        #expect(ShellWord.quoted(text)?.utf8.elementsEqual(word.utf8) == true)
    }

    @Test(arguments: [
        ("", "''"), ("{\n  \"a\": \"it's\"\n}", "'{\n  \"a\": \"it'\\''s\"\n}'"), ("a\n\nb\n", "'a\n\nb\n'"),
        ("a!\nb", "\"$(printf 'a\\041\\nb')\""), ("a\tb", "\"$(printf 'a\\tb')\""),
        ("a\r\nb", "\"$(printf 'a\\r\\nb')\""),
    ])
    func quotesLinesReadably(text: String, word: String) {
        #expect(ShellWord.quotedLines(text)?.utf8.elementsEqual(word.utf8) == true)
    }

    @Test func rejectsNUL() {
        #expect(ShellWord.quoted("a\0b") == nil && ShellWord.quotedLines("a\0b") == nil)
    }

    @Test(.tags(.slow), arguments: Interpreter.shells, [false, true])
    func shellsReadQuotedText(shell: Interpreter, keepsLines: Bool) throws {
        var hostile = HostileText()
        let texts = hostile.texts(1_200) { !$0.utf8.contains(0) }
        let words = try texts.map { text in
            try #require(keepsLines ? ShellWord.quotedLines(text) : ShellWord.quoted(text))
        }
        let read = try shell.run(words.map { "printf '%s\\000' \($0)\n" }.joined())
            .split(separator: 0, omittingEmptySubsequences: false).dropLast()
        try #require(read.count == texts.count, "seed \(hostile.seed)")
        for (text, bytes) in zip(texts, read) where !text.utf8.elementsEqual(bytes) {
            Issue.record("\(shell) reads \(text.debugDescription) as other text, seed \(hostile.seed)")
        }
        for word in words { expectVisible(word, seed: hostile.seed, lines: true) }
    }

    /// The shell writes bytes unchanged, whether they are UTF-8 or not.
    @Test(arguments: Interpreter.shells)
    func printfWritesBytesUnchanged(shell: Interpreter) throws {
        var hostile = HostileText()
        let all = (0...255).map { UInt8($0) }
        let broken: [[UInt8]] = [
            all, all.reversed(), [0xC3], [0xE2, 0x80], [0x27, 0xFF, 0x27], [0x80, 0x37], [0xED, 0xA0, 0x80],
        ]
        let bodies = broken + hostile.texts(1_500).map { Array($0.utf8) }
        let mark = Array("\nnext\n".utf8)
        let commands = bodies.map { ShellWord.printf($0) }
        let written = try shell.run(commands.map { "\($0)\nprintf '\\nnext\\n'\n" }.joined())
        var rest = written[...]
        for body in bodies {
            guard rest.starts(with: body + mark) else {
                Issue.record("\(shell) writes other bytes than \(body), seed \(hostile.seed)")
                return
            }
            rest = rest.dropFirst(body.count + mark.count)
        }
        #expect(rest.isEmpty)
        for command in commands { expectVisible(command, seed: hostile.seed) }
    }

    /// The prompts of this test expand history: without single quotes, an exclamation mark is an event.
    @Test(arguments: [Interpreter.bashPrompt, .zshPrompt])
    func promptsExpandHistory(shell: Interpreter) throws {
        #expect(try shell.lines("echo first\necho \"a!first\"\necho last\n") == ["first", "last"])
    }
}

/// Records an issue unless every scalar of the text is visible. No punctuation may have a mark drawn onto it, by the
/// standard library's notion of a character.
func expectVisible(_ text: String, seed: UInt64, lines: Bool = false) {
    let hidden = text.unicodeScalars.filter { $0.isHidden && !(lines && $0 == "\n") }
    let covered = text.filter { $0.unicodeScalars.count > 1 && $0.unicodeScalars.first.map(isPunctuation) == true }
    if !hidden.isEmpty || !covered.isEmpty {
        Issue.record("\(text.debugDescription) has \(hidden) \(covered.debugDescription), seed \(seed)")
    }
}

private func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
}
