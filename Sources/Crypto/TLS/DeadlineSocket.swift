import Platform

/// The reason why a connection to another machine failed.
package enum ConnectionFailure: Error, Sendable, Equatable {
    /// The other side is gone without the orderly end that the protocol requires.
    case broken
    case late
}

/// A connected, non-blocking socket with deadlines.
struct DeadlineSocket {
    let descriptor: Int32
    /// The maximum time to wait for one read or write, in milliseconds.
    let stepMilliseconds: Int
    /// The deadline of all steps together, a time of `MonotonicClock` in milliseconds, even if each step makes progress.
    let end: Int

    /// Waits until the socket is ready for `events` (`POLLIN`, `POLLOUT`) or has failed.
    func wait(for events: Int32) throws(ConnectionFailure) {
        let began = MonotonicClock.milliseconds()
        let stepEnd = min(began &+ min(stepMilliseconds, Int(Int32.max)), end)
        while true {
            let left = stepEnd - MonotonicClock.milliseconds()
            guard left > 0 else { throw .late }
            var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: left))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw .broken }
        }
    }
}
