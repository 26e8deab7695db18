package import Formats
import Platform

/// The source of the server's wall-clock time. Timeouts use the monotonic clock of the event loop instead.
package protocol Clock: Sendable {
    func now() -> Timestamp
}

/// The clock of the machine.
package struct SystemClock: Clock {
    package init() {}

    package func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
    }
}
