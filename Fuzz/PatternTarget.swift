import Formats

extension FuzzTarget {
    /// A line with a pattern, and behind it the text. What cannot be read matches nothing; what can is found where a
    /// second reading finds it, and stays what it is as a group, as an alternative of itself and repeated.
    static let pattern = FuzzTarget(name: "pattern") { input in
        let parts = input.split(separator: ASCII.lineFeed, maxSplits: 1, omittingEmptySubsequences: false)
        let written = text(parts.first ?? [])
        let given = text(parts.dropFirst().first ?? [])
        let isFound = PosixPattern.matches(given, written)
        guard PosixPattern.problem(written) == nil else {
            demand(!isFound, "what cannot be read matches nothing")
            return
        }
        guard given.utf8.count <= PosixPattern.maximumText, !given.utf8.contains(0) else {
            demand(!isFound, "neither does it match what is too long or has a NUL")
            return
        }
        // What is dear is tried once.
        guard given.utf8.count <= 64 else { return }
        checkVariants(of: written, in: given, isFound)
        checkSecondReading(of: written, in: given, isFound)
    }

    private static func checkVariants(of written: String, in given: String, _ isFound: Bool) {
        var variants = [(written + "|" + written, isFound)]
        // A bare closing parenthesis would close the group.
        if PosixPattern.problem("(" + written) != nil {
            let group = "(" + written + ")"
            for mark in ["", "+", "{1}", "{1,2}"] { variants.append((group + mark, isFound)) }
            for mark in ["?", "*", "{0}"] { variants.append((group + mark, true)) }
        }
        for (variant, expected) in variants where PosixPattern.problem(variant) == nil {
            demand(PosixPattern.matches(given, variant) == expected, "\(variant) is \(written) over again")
        }
    }

    private static func checkSecondReading(of written: String, in given: String, _ isFound: Bool) {
        let characters = Array(given.unicodeScalars)
        let isPlain = !written.utf8.contains { "[\\".utf8.contains($0) }
        guard isPlain, written.utf8.count <= 128, characters.count <= 16 else { return }
        let again = SecondReading.finds(written, in: characters)
        demand(again == isFound, "\(written): found is \(isFound), by a second reading \(again)")
    }
}

/// Patterns without sets and backslashes, each of which can be read. Nothing is written out: what is read becomes at
/// once what it can take of the text.
private struct SecondReading {
    private var rest: ArraySlice<Unicode.Scalar>
    private let text: [Unicode.Scalar]

    static func finds(_ pattern: String, in text: [Unicode.Scalar]) -> Bool {
        var reading = SecondReading(rest: Array(pattern.unicodeScalars)[...], text: text)
        return reading.alternatives(inGroup: false).isPossible
    }

    /// Up to the end of the group, or of the pattern.
    private mutating func alternatives(inGroup: Bool) -> Ways {
        var ways = sequence(inGroup: inGroup)
        while rest.first == "|" {
            rest = rest.dropFirst()
            ways = ways.or(sequence(inGroup: inGroup))
        }
        return ways
    }

    private mutating func sequence(inGroup: Bool) -> Ways {
        var ways = stay { _ in true }
        while let next = rest.first, next != "|", !(inGroup && next == ")") {
            rest = rest.dropFirst()
            var taken = part(next)
            while let counts = repetition() { taken = taken.repeated(from: counts.least, to: counts.most) }
            ways = ways.then(taken)
        }
        return ways
    }

    private mutating func part(_ first: Unicode.Scalar) -> Ways {
        let end = text.count
        switch first {
        case "(":
            let group = alternatives(inGroup: true)
            rest = rest.dropFirst()
            return group
        case "^": return stay { $0 == 0 }
        case "$": return stay { $0 == end }
        case ".": return advance { _ in true }
        default: return advance { $0 == first }
        }
    }

    /// How often the part before it, where that is said.
    private mutating func repetition() -> (least: Int, most: Int?)? {
        guard let mark = rest.first else { return nil }
        switch mark {
        case "*", "+", "?":
            rest = rest.dropFirst()
            let most: Int? = mark == "?" ? 1 : nil
            return (least: mark == "+" ? 1 : 0, most: most)
        case "{":
            let counts = rest.dropFirst().prefix { $0 != "}" }
            rest = rest.dropFirst(counts.count + 2)
            let comma: Unicode.Scalar = ","
            let numbers = counts.split(separator: comma, omittingEmptySubsequences: false).map {
                SecondReading.number($0)
            }
            let least = numbers[0] ?? 0
            let most: Int? = numbers.count > 1 ? numbers[1] : least
            return (least: least, most: most)
        default: return nil
        }
    }

    private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int? {
        digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1.value) - 48 }
    }

    /// Takes nothing, at the places that fit.
    private func stay(_ fits: (Int) -> Bool) -> Ways {
        var ends: [Set<Int>] = []
        for place in 0...text.count { ends.append(fits(place) ? [place] : []) }
        return Ways(ends: ends)
    }

    /// Takes one character that fits.
    private func advance(_ fits: (Unicode.Scalar) -> Bool) -> Ways {
        var ends: [Set<Int>] = []
        for place in text.indices { ends.append(fits(text[place]) ? [place + 1] : []) }
        // None is left at the end.
        ends.append([])
        return Ways(ends: ends)
    }
}

/// Where a part of a pattern can end in the text, by where it begins.
private struct Ways: Equatable {
    let ends: [Set<Int>]

    var isPossible: Bool { ends.contains { !$0.isEmpty } }

    func or(_ other: Ways) -> Ways {
        Ways(ends: zip(ends, other.ends).map { $0.union($1) })
    }

    func then(_ next: Ways) -> Ways {
        Ways(
            ends: ends.map { places in
                places.reduce(into: Set<Int>()) { reached, place in reached.formUnion(next.ends[place]) }
            })
    }

    /// Ends as soon as once more leads nowhere else.
    func repeated(from least: Int, to most: Int?) -> Ways {
        var ways = Ways(ends: ends.indices.map { Set([$0]) })
        for _ in 0..<least {
            let once = ways.then(self)
            if once == ways { break }
            ways = once
        }
        for _ in least..<(most ?? Int.max) {
            let once = ways.or(ways.then(self))
            if once == ways { break }
            ways = once
        }
        return ways
    }
}
