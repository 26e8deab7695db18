import Platform

/// Makes texts that try to break out of a literal: quotes, escapes and words of every language, hidden scalars, marks.
struct HostileText {
    /// Named by failures. `UNDERSTUDY_TEST_SEED` repeats a run.
    let seed: UInt64
    private var state: UInt64

    init() {
        seed = getenv("UNDERSTUDY_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...UInt64.max)
        state = seed
    }

    /// That many texts. Each piece occurs among them by itself, doubled, and between letters.
    mutating func texts(_ count: Int, where fits: (String) -> Bool = { _ in true }) -> [String] {
        let pieces = HostileText.pieces.flatMap { [$0, $0 + $0, "a\($0)b", $0 + "\u{301}", "\u{301}" + $0] }
        let attacks = HostileText.attacks
        var texts = (attacks + pieces).filter(fits)
        while texts.count < count {
            let text = (0..<below(12)).map { _ in piece() }.joined()
            if fits(text) { texts.append(text) }
        }
        return texts
    }

    private mutating func piece() -> String {
        guard below(5) > 0 else {
            let value = UInt32(below(below(2) == 0 ? 0x3000 : 0x11_0000))
            return Unicode.Scalar(value).map { String($0) } ?? "\u{D7FF}"
        }
        return HostileText.pieces[below(HostileText.pieces.count)]
    }

    /// SplitMix64.
    private mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    private static let attacks = [
        "", "x='\u{301};touch pwned;'\u{301}", "s\"\u{301}); import os; os.system('id'); (\"\u{301}",
        "\\u0022+x+\\u0022",
        "\\\\u0022", "\\\u{200B}u0022", "$(touch pwned)", "`touch pwned`", "\\(exit(1))", "${process.exit(1)}", "{0}",
        "\r\n\"", "'\n\n", "\n", "\n\n\n", "\u{202E}\" // ", "\u{301}", "'\u{200D}'", "'\u{FE0F}'", "\"\u{1F3FD}\"",
        "\"\u{E33}",
        "-n", "--", "-e x", "-v", "%s%n%", "a!b", "!!", "it's !x", "\u{1}7", "\0", "\u{0}1", "\u{1B}[201~;id\n", "~",
        "=ls",
        "\u{FFFE}\u{FFFF}\u{1FFFE}", "\u{E0041}", "\u{2028}\u{2029}\u{85}", "*/ x /*",
    ]

    private static let pieces: [String] =
        [
            "'", "\"", "`", "\\", "$", "$x", "${x}", "$(x)", "\\(x)", "{", "}", "{0}", "(", ")", "[", "]", "!", "!x",
            "#", "%",
            "%s", "*/", "/*", "//", "--", "-", ";", "&", "|", "<", ">", "~", "=", "?", "*", ",", ":", ": ", " #", "- ",
            "@", "^",
            "\\u0022", "\\u{22}", "\\x22", "\\042", "\\u000a", "\\n", "\\\n", "\\uu0022", "\\N{QUOTATION MARK}",
            "\\U00000022",
            "&quot;", "]]>", "!!str", "*a", "---", "...", "null", "<<", "\n", "\r", "\r\n", "\t", " ", "\0", "\u{7}",
            "\u{8}",
            "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{A0}", "\u{AD}", "\u{301}", "\u{338}", "\u{20E3}", "\u{200B}",
            "\u{200D}",
            "\u{FE0F}", "\u{E0100}", "\u{E0001}", "\u{1F3FD}", "\u{FEFF}", "\u{61C}", "\u{2028}", "\u{2029}",
            "\u{200E}",
            "\u{200F}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{E000}", "\u{FFFD}", "\u{903}", "\u{E33}", "\u{3164}",
            "a", "u",
            "x", "n", "0", "7", "9", "é", "e\u{301}", "日本", "👩", "👩‍💻", "İ", "\u{1F1E9}", "\u{600}", "\u{D4E}",
        ] + (0x202A...0x202E).map(text) + (0x2060...0x2069).map(text)

    private static func text(_ value: Int) -> String { Unicode.Scalar(value).map { String($0) } ?? "" }
}
