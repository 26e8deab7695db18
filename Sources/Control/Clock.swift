import Platform
package import Wire

/// Where the server's wall clock comes from. Timeouts never follow it: they use the monotonic clock of the event loop.
package protocol Clock: Sendable {
    func now() -> Timestamp
}

/// The machine's clock.
package struct SystemClock: Clock {
    package init() {}

    package func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
    }
}
