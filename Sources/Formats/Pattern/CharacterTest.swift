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

    func admits(_ character: Unicode.Scalar) -> Bool {
        let isMember = ranges.contains { $0.contains(character) } || classes.contains { $0.holds(character) }
        return isMember != isNegated
    }
}

/// The classes that a bracket expression can name (POSIX.1-2017 XBD §7.3.1), defined by Unicode properties.
enum CharacterClass: String {
    case alpha, upper, lower, digit, alnum, space, blank, punct, graph, print, cntrl, xdigit

    func holds(_ character: Unicode.Scalar) -> Bool {
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
        case .graph: CharacterClass.print.holds(character) && !CharacterClass.space.holds(character)
        case .punct: CharacterClass.graph.holds(character) && !CharacterClass.alnum.holds(character)
        }
    }

    private static let unprinted: [Unicode.GeneralCategory] = [
        .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator,
    ]
}
