/// A clock for measuring and for timeouts, which changes of the system time do not affect.
package enum MonotonicClock {
    /// Returns the time since an arbitrary moment before the start of the process, in nanoseconds.
    package static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(max(time.tv_sec, 0)) &* 1_000_000_000 &+ UInt64(max(time.tv_nsec, 0))
    }

    /// Returns the time since the same moment, in milliseconds.
    package static func milliseconds() -> Int { Int(nanoseconds() / 1_000_000) }
}
