import Formats

extension FuzzTarget {
    /// A line with a pattern, followed by the text. An invalid pattern matches nothing. A valid pattern matches where a second
    /// implementation matches, and also as a group, as an alternative of itself and repeated.
    static let pattern = FuzzTarget(name: "pattern") { input in
        let parts = input.split(separator: ASCII.lineFeed, maxSplits: 1, omittingEmptySubsequences: false)
        let pattern = text(parts.first ?? [])
        let subject = text(parts.dropFirst().first ?? [])
        let isMatch = PosixPattern.matches(subject, pattern)
        guard PosixPattern.problem(pattern) == nil else {
            require(!isMatch, "an invalid pattern matches nothing")
            return
        }
        guard subject.utf8.count <= PosixPattern.maximumText, !subject.utf8.contains(0) else {
            require(!isMatch, "no pattern matches text that is too long or has a NUL")
            return
        }
        // The checks of longer text are expensive.
        guard subject.utf8.count <= 64 else { return }
        checkVariants(of: pattern, in: subject, isMatch)
        checkSecondMatcher(of: pattern, in: subject, isMatch)
    }

    private static func checkVariants(of pattern: String, in subject: String, _ isMatch: Bool) {
        var variants = [(pattern + "|" + pattern, isMatch)]
        // An unmatched closing parenthesis would close the group.
        if PosixPattern.problem("(" + pattern) != nil {
            let group = "(" + pattern + ")"
            for mark in ["", "+", "{1}", "{1,2}"] { variants.append((group + mark, isMatch)) }
            for mark in ["?", "*", "{0}"] { variants.append((group + mark, true)) }
        }
        for (variant, expected) in variants where PosixPattern.problem(variant) == nil {
            require(PosixPattern.matches(subject, variant) == expected, "\(variant) is equivalent to \(pattern)")
        }
    }

    private static func checkSecondMatcher(of pattern: String, in subject: String, _ isMatch: Bool) {
        let characters = Array(subject.unicodeScalars)
        let isPlain = !pattern.utf8.contains { "[\\".utf8.contains($0) }
        guard isPlain, pattern.utf8.count <= 128, characters.count <= 16 else { return }
        let expected = SecondMatcher.matches(pattern, in: characters)
        require(expected == isMatch, "\(pattern): the match is \(isMatch), by the second matcher \(expected)")
    }
}

/// A second implementation for valid patterns without sets and backslashes. It has no syntax tree: each part of the pattern
/// becomes its possible matches in the text.
private struct SecondMatcher {
    private var rest: ArraySlice<Unicode.Scalar>
    private let text: [Unicode.Scalar]

    static func matches(_ pattern: String, in text: [Unicode.Scalar]) -> Bool {
        var matcher = SecondMatcher(rest: Array(pattern.unicodeScalars)[...], text: text)
        return matcher.alternatives(inGroup: false).isPossible
    }

    /// Parses alternatives up to the end of the group or of the pattern.
    private mutating func alternatives(inGroup: Bool) -> Matches {
        var matches = sequence(inGroup: inGroup)
        while rest.first == "|" {
            rest = rest.dropFirst()
            matches = matches.or(sequence(inGroup: inGroup))
        }
        return matches
    }

    private mutating func sequence(inGroup: Bool) -> Matches {
        var matches = assertion { _ in true }
        while let next = rest.first, next != "|", !(inGroup && next == ")") {
            rest = rest.dropFirst()
            var taken = part(next)
            while let counts = repetition() { taken = taken.repeated(from: counts.least, to: counts.most) }
            matches = matches.then(taken)
        }
        return matches
    }

    private mutating func part(_ first: Unicode.Scalar) -> Matches {
        let end = text.count
        switch first {
        case "(":
            let group = alternatives(inGroup: true)
            rest = rest.dropFirst()
            return group
        case "^": return assertion { $0 == 0 }
        case "$": return assertion { $0 == end }
        case ".": return character { _ in true }
        default: return character { $0 == first }
        }
    }

    /// Parses the repetition of the previous part. Returns nil if there is none.
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
                SecondMatcher.number($0)
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

    /// Returns empty matches at the offsets that satisfy the condition.
    private func assertion(_ isMatch: (Int) -> Bool) -> Matches {
        var ends: [Set<Int>] = []
        for offset in 0...text.count { ends.append(isMatch(offset) ? [offset] : []) }
        return Matches(ends: ends)
    }

    /// Returns matches of one character that satisfies the condition.
    private func character(_ isMatch: (Unicode.Scalar) -> Bool) -> Matches {
        var ends: [Set<Int>] = []
        for offset in text.indices { ends.append(isMatch(text[offset]) ? [offset + 1] : []) }
        // No character is left at the end.
        ends.append([])
        return Matches(ends: ends)
    }
}

/// The offsets at which matches of a part of a pattern can end in the text, for each start offset.
private struct Matches: Equatable {
    let ends: [Set<Int>]

    var isPossible: Bool { ends.contains { !$0.isEmpty } }

    func or(_ other: Matches) -> Matches {
        Matches(ends: zip(ends, other.ends).map { $0.union($1) })
    }

    func then(_ next: Matches) -> Matches {
        Matches(
            ends: ends.map { offsets in
                offsets.reduce(into: Set<Int>()) { reached, offset in reached.formUnion(next.ends[offset]) }
            })
    }

    /// Returns the matches of the repeated part. Stops when one more repetition adds no match.
    func repeated(from least: Int, to most: Int?) -> Matches {
        var matches = Matches(ends: ends.indices.map { Set([$0]) })
        for _ in 0..<least {
            let once = matches.then(self)
            if once == matches { break }
            matches = once
        }
        for _ in least..<(most ?? Int.max) {
            let once = matches.or(matches.then(self))
            if once == matches { break }
            matches = once
        }
        return matches
    }
}
