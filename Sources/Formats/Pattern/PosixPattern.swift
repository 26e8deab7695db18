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

/// A compiled pattern. A text matches if a walk through the steps reaches the end of the steps.
struct PatternProgram {
    let steps: [PatternStep]
    /// The character tests that the steps refer to by index. The copies of a repeated step share one test.
    let tests: [CharacterTest]
}

/// One step of a pattern. Distances are relative to the step, so that steps can be copied for repetitions.
enum PatternStep {
    /// Continues with the next step and the next character if this character passes a test.
    case character(test: Int)
    case edge(PatternEdge)
    /// Continues both with the next step and with the step at this distance.
    case also(Int)
    case jump(Int)
}

/// A condition on the position between two characters.
enum PatternEdge {
    case textStart, textEnd, wordStart, wordEnd, wordEdge, noWordEdge

    /// The GNU C library's edges that are written with a backslash, keyed by the character after the backslash.
    static let escaped: [Unicode.Scalar: PatternEdge] = [
        "`": .textStart, "'": .textEnd, "<": .wordStart, ">": .wordEnd, "b": .wordEdge, "B": .noWordEdge,
    ]

    /// Whether the edge matches between two characters. Each argument says whether the character is a word character; nil means an
    /// end of the text.
    func isBetween(_ before: Bool?, _ after: Bool?) -> Bool {
        switch self {
        case .textStart: before == nil
        case .textEnd: after == nil
        case .wordStart: before != true && after == true
        case .wordEnd: before == true && after != true
        case .wordEdge: (before == true) != (after == true)
        case .noWordEdge: (before == true) == (after == true)
        }
    }
}

/// Follows all paths through a pattern at once, one character at a time. Each step is taken at most once per position in the text.
struct PatternWalk {
    private let program: PatternProgram
    private let text: [Unicode.Scalar]
    /// Whether each character of the text is a word character.
    private let isWordCharacter: [Bool]
    /// The last position in the text at which each step, and the end, was taken.
    private var taken: [Int]
    /// The steps that are still to be followed at the current position.
    private var due: [Int] = []
    /// The character steps that the next character may pass.
    private var waiting: [(step: Int, test: Int)] = []

    init(_ program: PatternProgram, _ text: [Unicode.Scalar]) {
        self.program = program
        self.text = text
        isWordCharacter = text.map(CharacterTest.word.matches)
        taken = Array(repeating: -1, count: program.steps.count + 1)
    }

    mutating func reachesEnd() -> Bool {
        for position in 0...text.count {
            // A match may begin at any position.
            take(0, at: position)
            while let step = due.popLast() { follow(step, at: position) }
            if taken[program.steps.count] == position { return true }
            guard position < text.count else { break }
            let passed = program.tests.map { $0.matches(text[position]) }
            let next = waiting
            waiting.removeAll(keepingCapacity: true)
            for (step, test) in next where passed[test] { take(step + 1, at: position + 1) }
        }
        return false
    }

    private mutating func take(_ step: Int, at position: Int) {
        guard taken[step] != position else { return }
        taken[step] = position
        if step < program.steps.count { due.append(step) }
    }

    private mutating func follow(_ step: Int, at position: Int) {
        switch program.steps[step] {
        case .character(let test): waiting.append((step, test))
        case .jump(let distance): take(step + distance, at: position)
        case .also(let distance):
            take(step + 1, at: position)
            take(step + distance, at: position)
        case .edge(let edge):
            let before = position > 0 ? isWordCharacter[position - 1] : nil
            let after = position < text.count ? isWordCharacter[position] : nil
            if edge.isBetween(before, after) { take(step + 1, at: position) }
        }
    }
}

/// The condition that one position of a pattern sets on a character.
struct CharacterTest {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var classes: [CharacterClass] = []
    var isNegated = false

    static let any = CharacterTest(isNegated: true)
    static let word = CharacterTest(ranges: ["_"..."_"], classes: [.alnum])

    /// The GNU C library's character tests that are written with a backslash, keyed by the letter after the backslash.
    static let escaped: [Unicode.Scalar: CharacterTest] = [
        "w": word, "W": CharacterTest(ranges: word.ranges, classes: word.classes, isNegated: true),
        "s": CharacterTest(classes: [.space]), "S": CharacterTest(classes: [.space], isNegated: true),
    ]

    static func one(_ character: Unicode.Scalar) -> CharacterTest { CharacterTest(ranges: [character...character]) }

    func matches(_ character: Unicode.Scalar) -> Bool {
        let isMember = ranges.contains { $0.contains(character) } || classes.contains { $0.contains(character) }
        return isMember != isNegated
    }
}

/// The classes that a bracket expression can name (POSIX.1-2017 XBD §7.3.1), defined by Unicode properties.
enum CharacterClass: String {
    case alpha, upper, lower, digit, alnum, space, blank, punct, graph, print, cntrl, xdigit

    func contains(_ character: Unicode.Scalar) -> Bool {
        let unicode = character.properties
        return switch self {
        case .alpha: unicode.isAlphabetic
        // Allowed (unicode-class): a pattern's author means the letters and spaces of every script.
        case .upper: unicode.isUppercase
        // Allowed (unicode-class): a pattern's author means the letters and spaces of every script.
        case .lower: unicode.isLowercase
        case .digit: ("0"..."9").contains(character)
        case .xdigit: unicode.isASCIIHexDigit
        case .alnum: unicode.isAlphabetic || unicode.generalCategory == .decimalNumber
        // Allowed (unicode-class): a pattern's author means the letters and spaces of every script.
        case .space: unicode.isWhitespace
        case .blank: character == "\t" || unicode.generalCategory == .spaceSeparator
        case .cntrl: unicode.generalCategory == .control
        case .print: !CharacterClass.unprinted.contains(unicode.generalCategory)
        case .graph: CharacterClass.print.contains(character) && !CharacterClass.space.contains(character)
        case .punct: CharacterClass.graph.contains(character) && !CharacterClass.alnum.contains(character)
        }
    }

    private static let unprinted: [Unicode.GeneralCategory] = [
        .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator,
    ]
}
