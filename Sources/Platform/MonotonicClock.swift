/// Time for measuring and for timeouts, which no setting moves.
package enum MonotonicClock {
    /// Since some moment before the process began.
    package static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(max(time.tv_sec, 0)) &* 1_000_000_000 &+ UInt64(max(time.tv_nsec, 0))
    }

    /// Since the same moment.
    package static func milliseconds() -> Int { Int(nanoseconds() / 1_000_000) }
}
