import Formats

extension FuzzTarget {
    /// A line with a pattern, followed by the text. An invalid pattern has a problem within the pattern and matches nothing.
    /// A valid pattern matches where it matches as a group and as an alternative of itself, if both matches are within the
    /// limits.
    static let pattern = FuzzTarget(name: "pattern") { input in
        let parts = input.split(separator: ASCII.lineFeed, maxSplits: 1, omittingEmptySubsequences: false)
        let pattern = text(parts.first ?? [])
        let subject = text(parts.dropFirst().first ?? [])
        let match = RegularExpression.match(subject, pattern)
        if let problem = RegularExpression.problem(pattern) {
            require(match == .absent, "an invalid pattern matches nothing")
            let characters = 1...pattern.unicodeScalars.count + 1
            require(characters.contains(problem.position), "\(pattern): there is no character \(problem.position)")
            return
        }
        if subject.utf8.count > RegularExpression.maximumText {
            require(match == .absent, "no pattern matches text that is too long")
        }
        for variant in ["(?:\(pattern))", "\(pattern)|\(pattern)"] where RegularExpression.problem(variant) == nil {
            let other = RegularExpression.match(subject, variant)
            let isEqual = match == other || match == .tooExpensive || other == .tooExpensive
            require(isEqual, "\(variant) is equivalent to \(pattern)")
        }
    }
}
