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
        let time = SystemTime(CLOCK_REALTIME)
        return Timestamp(seconds: Int64(time.seconds), nanoseconds: Int32(truncatingIfNeeded: time.nanoseconds))
    }
}
