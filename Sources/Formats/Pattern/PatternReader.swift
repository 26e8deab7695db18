/// Parses a pattern into steps. If POSIX leaves a meaning open, the GNU C library decides. The error messages are those of the GNU
/// C library, too.
struct PatternReader {
    /// The maximum length of a pattern, in bytes.
    static let maximumLength = 512
    /// The maximum nesting depth of groups.
    static let maximumDepth = 16
    /// The maximum number of steps after all repetitions are expanded: one step for each character, set, edge and alternative, and
    /// one for each part that is optional or repeated.
    static let maximumSteps = 2_048

    private struct Level {
        /// The alternatives before the current one, or nil if the current one is the first.
        var alternatives: [PatternStep]?
        var sequence: [PatternStep] = []
        /// The part that a repetition operator would repeat, or nil if there is no such part.
        var last: [PatternStep]?

        var size: Int { (alternatives.map { $0.count + 2 } ?? 0) + sequence.count + (last?.count ?? 0) }

        /// The steps of all alternatives.
        var steps: [PatternStep] {
            let own = sequence + (last ?? [])
            return alternatives.map { [.also($0.count + 2)] + $0 + [.jump(own.count + 1)] + own } ?? own
        }
    }

    private var levels = [Level()]
    private var tests: [CharacterTest] = []
    private var rest: ArraySlice<Unicode.Scalar>

    private init(_ pattern: String) {
        rest = Array(pattern.unicodeScalars)[...]
    }

    static func read(_ pattern: String) throws(PatternProblem) -> PatternProgram {
        guard pattern.utf8.count <= maximumLength else {
            throw PatternProblem("the pattern is longer than \(maximumLength) bytes")
        }
        var reader = PatternReader(pattern)
        while let character = reader.rest.popFirst() {
            try reader.take(character)
            try reader.limit(0)
        }
        guard reader.levels.count == 1 else { throw PatternProblem("Unmatched ( or \\(") }
        return PatternProgram(steps: reader.levels[0].steps, tests: reader.tests)
    }

    private var top: Level {
        get { levels[levels.count - 1] }
        _modify { yield &levels[levels.count - 1] }
    }

    private mutating func take(_ character: Unicode.Scalar) throws(PatternProblem) {
        switch character {
        case "(": try open()
        case ")" where levels.count > 1: close()
        case "|": top = Level(alternatives: top.steps)
        case "*": try repeatLast(from: 0, to: nil)
        case "+": try repeatLast(from: 1, to: nil)
        case "?": try repeatLast(from: 0, to: 1)
        case "{": try repeatLast(readCounts())
        case "^": add(.textStart)
        case "$": add(.textEnd)
        case ".": add(.any)
        case "[": add(try readSet())
        case "\\": try escape()
        default: add(.one(character))
        }
    }

    private mutating func open() throws(PatternProblem) {
        guard levels.count <= PatternReader.maximumDepth else {
            throw PatternProblem("groups are nested more than \(PatternReader.maximumDepth) levels deep")
        }
        levels.append(Level())
    }

    private mutating func close() {
        guard let group = levels.popLast() else { return }
        add(group.steps)
    }

    private mutating func escape() throws(PatternProblem) {
        guard let escaped = rest.popFirst() else { throw PatternProblem("Trailing backslash") }
        if CharacterClass.digit.contains(escaped) {
            throw PatternProblem("back-references to groups are not supported")
        }
        if let edge = PatternEdge.escaped[escaped] { return add(edge) }
        if let test = CharacterTest.escaped[escaped] { return add(test) }
        if escaped.isASCII, CharacterClass.alpha.contains(escaped) {
            throw PatternProblem(
                "the escape \\\(escaped) is not supported: use [0-9] for a digit, [[:alpha:]] for a letter")
        }
        add(.one(escaped))
    }

    private mutating func add(_ test: CharacterTest) {
        add([.character(test: tests.count)])
        tests.append(test)
    }

    /// Adds an edge, which cannot be repeated.
    private mutating func add(_ edge: PatternEdge) {
        add([.edge(edge)])
        top.sequence += top.last ?? []
        top.last = nil
    }

    private mutating func add(_ steps: [PatternStep]) {
        top.sequence += top.last ?? []
        top.last = steps
    }

    private mutating func repeatLast(_ counts: (from: Int, to: Int?)) throws(PatternProblem) {
        try repeatLast(from: counts.from, to: counts.to)
    }

    /// Replaces the last part with as many copies as are required, followed by the optional ones. Without an upper bound, the last
    /// copy loops.
    private mutating func repeatLast(from minimum: Int, to maximum: Int?) throws(PatternProblem) {
        guard let part = top.last else { throw PatternProblem("Invalid preceding regular expression") }
        guard let maximum else {
            try limit(max(minimum, 1) * part.count - part.count)
            let loop: [PatternStep] =
                minimum == 0 ? [.also(part.count + 2)] + part + [.jump(-part.count - 1)] : part + [.also(-part.count)]
            top.last = copies(of: part, minimum - 1) + loop
            return
        }
        try limit(minimum * part.count + (maximum - minimum) * (part.count + 1) - part.count)
        top.last = copies(of: part, minimum) + copies(of: [.also(part.count + 1)] + part, maximum - minimum)
    }

    private func copies(of part: [PatternStep], _ count: Int) -> [PatternStep] {
        guard !part.isEmpty else { return [] }
        return Array((0..<max(count, 0)).map { _ in part }.joined())
    }

    /// Limits the size of the pattern. Throws if the current steps and `additional` further steps exceed the maximum.
    private func limit(_ additional: Int) throws(PatternProblem) {
        guard levels.reduce(additional, { $0 + $1.size }) <= PatternReader.maximumSteps else {
            throw PatternProblem(
                "with all repetitions expanded, the pattern has more than \(PatternReader.maximumSteps) steps")
        }
    }

    /// Reads the counts up to the closing brace. The upper bound is nil if no number follows the comma.
    private mutating func readCounts() throws(PatternProblem) -> (from: Int, to: Int?) {
        let minimum = try readNumber()
        guard rest.first == "," else {
            guard let minimum else { throw PatternProblem("Invalid content of \\{\\}") }
            try endCounts()
            return (minimum, minimum)
        }
        rest = rest.dropFirst()
        let maximum = try readNumber()
        try endCounts()
        guard maximum.map({ $0 >= minimum ?? 0 }) != false else { throw PatternProblem("Invalid content of \\{\\}") }
        return (minimum ?? 0, maximum)
    }

    private mutating func endCounts() throws(PatternProblem) {
        guard let end = rest.popFirst() else { throw PatternProblem("Unmatched { or \\{") }
        guard end == "}" else { throw PatternProblem("Invalid content of \\{\\}") }
    }

    /// Reads a number, or returns nil if there is none. The maximum is the GNU C library's `RE_DUP_MAX` (POSIX), 32,767.
    private mutating func readNumber() throws(PatternProblem) -> Int? {
        var number: Int?
        while let digit = rest.first, CharacterClass.digit.contains(digit) {
            number = (number ?? 0) * 10 + Int(digit.value & 0x0F)
            guard number ?? 0 <= 32_767 else { throw PatternProblem("Regular expression too big") }
            rest = rest.dropFirst()
        }
        return number
    }
}

/// The parser of bracket expressions (POSIX.1-2017 XBD §9.3.5).
extension PatternReader {
    private enum Member {
        case one(Unicode.Scalar)
        case named(CharacterClass)
        /// A hyphen that is not in brackets of its own.
        case hyphen
    }

    /// Reads a set. A closing bracket in first position is a member. So is a hyphen that is first, is last or ends a range.
    private mutating func readSet() throws(PatternProblem) -> CharacterTest {
        var test = CharacterTest()
        if rest.first == "^" {
            test.isNegated = true
            rest = rest.dropFirst()
        }
        var isFirst = true
        while isFirst || rest.first != "]" {
            let member = try readMember()
            if case .hyphen = member, !isFirst, rest.first != "]" { throw PatternProblem("Invalid range end") }
            isFirst = false
            switch member {
            case .named(let named): test.classes.append(named)
            case .one(let character): test.ranges.append(try readRange(from: character))
            case .hyphen: test.ranges.append(try readRange(from: "-"))
            }
        }
        rest = rest.dropFirst()
        return test
    }

    private mutating func readRange(from first: Unicode.Scalar) throws(PatternProblem) -> ClosedRange<Unicode.Scalar> {
        guard rest.first == "-", rest.dropFirst().first != "]" else { return first...first }
        rest = rest.dropFirst()
        let last: Unicode.Scalar
        switch try readMember() {
        case .one(let character): last = character
        case .hyphen: last = "-"
        case .named: throw PatternProblem("Invalid range end")
        }
        guard first <= last else { throw PatternProblem("Invalid range end") }
        return first...last
    }

    private mutating func readMember() throws(PatternProblem) -> Member {
        guard let character = rest.popFirst() else { throw PatternReader.endlessSet }
        guard character == "[", let mark = rest.first, ":.=".unicodeScalars.contains(mark) else {
            return character == "-" ? .hyphen : .one(character)
        }
        rest = rest.dropFirst()
        var name = String.UnicodeScalarView()
        while let next = rest.popFirst() {
            guard next == mark, rest.first == "]" else {
                name.append(next)
                continue
            }
            rest = rest.dropFirst()
            return try PatternReader.member(String(name), mark)
        }
        throw PatternReader.endlessSet
    }

    /// Returns the class that `[:name:]` names or, for the marks `.` and `=`, the single character between them.
    private static func member(_ name: String, _ mark: Unicode.Scalar) throws(PatternProblem) -> Member {
        guard mark != ":" else {
            guard let named = CharacterClass(rawValue: name) else {
                throw PatternProblem("Invalid character class name")
            }
            return .named(named)
        }
        guard let character = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
            throw PatternProblem("Invalid collation character")
        }
        return .one(character)
    }

    private static let endlessSet = PatternProblem("Unmatched [, [^, [:, [., or [=")
}
