import Synchronization

/// Gives out numbers that only rise. No steered clock moves them.
final class IssueOrder: Sendable {
    private let last: Atomic<Int64>

    /// Begins above `first`.
    init(after first: Int64) {
        last = Atomic(first)
    }

    func next() -> Int64 { last.wrappingAdd(1, ordering: .relaxed).newValue }

    /// A place above all that is given out until `pass`: more than a process issues while a change is being written.
    func placeAhead() -> Int64 { last.load(ordering: .relaxed) &+ 1 << 16 }

    /// From now on, everything comes above the place.
    func pass(_ place: Int64) { last.max(place, ordering: .relaxed) }
}
