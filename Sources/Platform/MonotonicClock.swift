/// A clock for measuring and for timeouts, which changes of the system time do not affect.
package enum MonotonicClock {
    /// Returns the time since an arbitrary moment before the start of the process, in nanoseconds.
    package static func nanoseconds() -> UInt64 {
        let time = SystemTime(CLOCK_MONOTONIC)
        return UInt64(max(time.seconds, 0)) &* 1_000_000_000 &+ UInt64(max(time.nanoseconds, 0))
    }

    /// Returns the time since the same moment, in milliseconds.
    package static func milliseconds() -> Int { Int(nanoseconds() / 1_000_000) }
}

/// A reading of one of the system's clocks (clock_gettime(2)).
package struct SystemTime: Sendable {
    package let seconds: Int
    package let nanoseconds: Int

    /// Reads a clock, such as `CLOCK_REALTIME`.
    package init(_ clock: clockid_t) {
        var time = timespec()
        clock_gettime(clock, &time)
        seconds = time.tv_sec
        nanoseconds = time.tv_nsec
    }
}
