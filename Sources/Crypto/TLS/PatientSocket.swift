import Platform

/// Why nothing more came of a connection to another machine.
package enum ConnectionTrouble: Error, Sendable, Equatable {
    /// The other side is gone, without the end that belongs there.
    case broken
    case late
}

/// A connected socket that does not block, and how long its user waits for it.
struct PatientSocket {
    let descriptor: Int32
    /// Until something can be read, or written.
    let stepMilliseconds: Int
    /// Of all steps, on the clock of `MonotonicClock`; however little each of them brings.
    let end: Int

    /// Waits until the socket is ready for what is asked (`POLLIN`, `POLLOUT`), or has failed.
    func wait(for events: Int32) throws(ConnectionTrouble) {
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
