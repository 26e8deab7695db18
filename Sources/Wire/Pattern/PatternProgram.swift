/// A pattern written out: who gets behind the last step has found it.
struct PatternProgram {
    let steps: [PatternStep]
    /// What the steps ask of characters. A repeated step asks with the same one.
    let tests: [CharacterTest]
}

/// Distances are from the step itself, so that steps can be repeated as they are.
enum PatternStep {
    /// Goes on with the next character where this one passes a test.
    case character(test: Int)
    case edge(PatternEdge)
    /// Goes on with the next step, and there too.
    case also(Int)
    case jump(Int)
}

/// What is between two characters.
enum PatternEdge {
    case textStart, textEnd, wordStart, wordEnd, wordEdge, noWordEdge

    /// Of the GNU C library's, by what is behind the backslash.
    static let escaped: [Unicode.Scalar: PatternEdge] = [
        "`": .textStart, "'": .textEnd, "<": .wordStart, ">": .wordEnd, "b": .wordEdge, "B": .noWordEdge,
    ]

    /// Whether it is there, where there are characters of words before and behind; nil stands for an end of the text.
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

/// Follows all ways through a pattern at once, a character at a time. No step is taken twice between two characters.
struct PatternWalk {
    private let program: PatternProgram
    private let text: [Unicode.Scalar]
    /// Which of them are of words.
    private let isOfWord: [Bool]
    /// For each step and the end, the place in the text for which it was taken last.
    private var taken: [Int]
    /// Steps that wait to be taken at this place.
    private var due: [Int] = []
    /// Where those go on that the next character may let pass.
    private var waiting: [(step: Int, test: Int)] = []

    init(_ program: PatternProgram, _ text: [Unicode.Scalar]) {
        self.program = program
        self.text = text
        isOfWord = text.map(CharacterTest.word.admits)
        taken = Array(repeating: -1, count: program.steps.count + 1)
    }

    mutating func reachesEnd() -> Bool {
        for place in 0...text.count {
            // It may begin anywhere.
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
