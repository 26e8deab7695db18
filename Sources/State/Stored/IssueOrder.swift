import Synchronization

/// Gives out numbers that only rise. No steered clock moves them.
final class IssueOrder: Sendable {
    private let last: Atomic<Int64>

    /// Begins above `first`.
    init(after first: Int64) {
        last = Atomic(first)
    }

    func next() -> Int64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
