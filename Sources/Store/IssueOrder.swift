import Synchronization

/// A generator of increasing sequence numbers. Controlled clocks do not affect the numbers.
final class IssueOrder: Sendable {
    private let last: Atomic<Int64>

    /// Creates a generator whose first number is above `first`.
    init(after first: Int64) {
        last = Atomic(first)
    }

    func next() -> Int64 { last.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Returns a number above every number that the generator returns until `pass`. The gap is larger than the count of values
    /// that a process issues while a change is being written.
    func placeAhead() -> Int64 { last.load(ordering: .relaxed) &+ 1 << 16 }

    /// Raises the generator, so that every later number is above `place`.
    func pass(_ place: Int64) { last.max(place, ordering: .relaxed) }
}
