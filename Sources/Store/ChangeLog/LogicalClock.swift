package import Formats
import Synchronization

/// The logical clock of processes that share a change log. Sequence numbers of issued values and revocations are derived from
/// the log's numbers, which are the same in every process.
///
/// A value that a request issues comes after every revocation that was written when the request began, and before every
/// revocation that others write later. A revocation has the sequence number of its write; an issued value has a number above
/// the offset at which its request began.
package enum LogicalClock {
    /// The count of sequence numbers per number of a change log. A log number is at most 2^43, about 8 × 10¹².
    static let spread: Int64 = 1 << 20

    /// Returns the sequence number of a revocation that is written after an offset.
    package static func revocation(behind offset: LogOffset) -> Int64 { first(at: offset.number) &+ spread }

    /// Returns the base of the sequence numbers at a log number.
    static func first(at number: Int64) -> Int64 { number &* spread }

    /// Returns the first sequence number of a process without a shared change log. A log's numbers begin with the milliseconds
    /// of its time and rise more slowly, so processes that shared a log under the same keys gave out lower numbers. One process
    /// does not issue `spread` values in a millisecond, so the number is also above those of an earlier process. The exception
    /// is a process whose state file was lost: its numbers run two seconds ahead (`DurableStore.invalidateIssuedBefore`).
    package static func first(at time: Timestamp) -> Int64 {
        let milliseconds = time.seconds * 1_000 + Int64(time.nanoseconds) / 1_000_000
        return first(at: min(max(milliseconds, 0), Int64.max / spread - 1))
    }
}

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
    func orderAhead() -> Int64 { last.load(ordering: .relaxed) &+ 1 << 16 }

    /// Raises the generator, so that every later number is above `order`.
    func pass(_ order: Int64) { last.max(order, ordering: .relaxed) }
}
