import Formats

/// The search for "did you mean": the known name that is nearest to a mistyped name.
package enum Suggestion {
    /// Returns the nearest of `names`, or nil if none is near enough: at most a third of the letters may be wrong, and at most
    /// three. The search ignores letter case.
    package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        var best: (name: String, distance: Int)?
        for name in names {
            let bound = min(3, max(name.utf8.count, word.utf8.count) / 3)
            let distance = distance(word, name, bound: bound)
            if distance <= bound, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    static func hint(for word: String, among names: some Sequence<String>) -> String? {
        nearest(to: word, among: names).map { "did you mean \($0)?" }
    }

    /// Returns the number of letters that are inserted, left out, replaced or swapped with their neighbor. If the number is above
    /// `bound`, the result is some number above `bound`.
    static func distance(_ first: String, _ second: String, bound: Int) -> Int {
        let left = first.utf8.map(ASCII.lowercased)
        let right = second.utf8.map(ASCII.lowercased)
        guard (left.count - right.count).magnitude <= bound else { return bound + 1 }
        var before: [Int] = []
        var above = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let same = left[row] == right[column]
                var cost = min(above[column] + (same ? 0 : 1), above[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, above) = (above, current)
        }
        return above[right.count]
    }
}
