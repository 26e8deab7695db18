import Platform

/// A point on the monotonic clock. A separate type, so that no timeout can depend on the simulated clock.
struct MonotonicTime: Comparable, Sendable {
    private let nanoseconds: UInt64

    init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// A time that never comes.
    static let never = MonotonicTime(nanoseconds: .max)

    static func current() -> MonotonicTime { MonotonicTime(nanoseconds: MonotonicClock.nanoseconds()) }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Adds a duration. The result saturates at `never`; a negative duration counts as zero.
    static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return time }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (length, carry) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        let (sum, past) = time.nanoseconds.addingReportingOverflow(length)
        return overflow || carry || past ? never : MonotonicTime(nanoseconds: sum)
    }

    /// Returns the whole milliseconds from `now` until this time, rounded up, 0…60,000: a timeout for a poller.
    func pollTimeout(from now: MonotonicTime) -> Int32 {
        guard self > now else { return 0 }
        let milliseconds = (nanoseconds - now.nanoseconds) / 1_000_000 + 1
        return Int32(clamping: min(milliseconds, 60_000))
    }
}
