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
    func isBetween(_ before: Bool?, _ behind: Bool?) -> Bool {
        switch self {
        case .textStart: before == nil
        case .textEnd: behind == nil
        case .wordStart: before != true && behind == true
        case .wordEnd: before == true && behind != true
        case .wordEdge: (before == true) != (behind == true)
        case .noWordEdge: (before == true) == (behind == true)
        }
    }
}

/// Follows all paths through a pattern at once, one character at a time. Each step is taken at most once per position in the text.
struct PatternWalk {
    private let program: PatternProgram
    private let text: [Unicode.Scalar]
    /// Whether each character of the text is a word character.
    private let isOfWord: [Bool]
    /// The last position in the text at which each step, and the end, was taken.
    private var taken: [Int]
    /// The steps that are still to be followed at the current position.
    private var due: [Int] = []
    /// The character steps that the next character may pass.
    private var waiting: [(step: Int, test: Int)] = []

    init(_ program: PatternProgram, _ text: [Unicode.Scalar]) {
        self.program = program
        self.text = text
        isOfWord = text.map(CharacterTest.word.admits)
        taken = Array(repeating: -1, count: program.steps.count + 1)
    }

    mutating func reachesEnd() -> Bool {
        for place in 0...text.count {
            // A match may begin at any position.
            take(0, at: place)
            while let step = due.popLast() { follow(step, at: place) }
            if taken[program.steps.count] == place { return true }
            guard place < text.count else { break }
            let passed = program.tests.map { $0.admits(text[place]) }
            let next = waiting
            waiting.removeAll(keepingCapacity: true)
            for (step, test) in next where passed[test] { take(step + 1, at: place + 1) }
        }
        return false
    }

    private mutating func take(_ step: Int, at place: Int) {
        guard taken[step] != place else { return }
        taken[step] = place
        if step < program.steps.count { due.append(step) }
    }

    private mutating func follow(_ step: Int, at place: Int) {
        switch program.steps[step] {
        case .character(let test): waiting.append((step, test))
        case .jump(let distance): take(step + distance, at: place)
        case .also(let distance):
            take(step + 1, at: place)
            take(step + distance, at: place)
        case .edge(let edge):
            let before = place > 0 ? isOfWord[place - 1] : nil
            let behind = place < text.count ? isOfWord[place] : nil
            if edge.isBetween(before, behind) { take(step + 1, at: place) }
        }
    }
}
