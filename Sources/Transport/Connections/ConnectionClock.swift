import HTTP

/// The current deadline of a connection. A value type that receives events and times as arguments and sets no timers.
struct ConnectionClock {
    enum Wait: Equatable {
        case handshake
        case head
        case body
        case idle
        case answer
        case write
        /// The wait for the next piece of a body without an end.
        case piece
        case linger
    }

    private(set) var wait: Wait
    private(set) var since: MonotonicTime
    private var received = 0

    init(_ wait: Wait, at now: MonotonicTime) {
        self.wait = wait
        since = now
    }

    /// Starts a new wait.
    mutating func restart(_ wait: Wait, at now: MonotonicTime) {
        self = ConnectionClock(wait, at: now)
    }

    /// Records what the parser waits for. A wait that continues keeps its start, so that slow bytes do not extend the deadline.
    mutating func observe(_ phase: HTTPConnectionMachine.Phase, at now: MonotonicTime) {
        switch phase {
        // All output was written.
        case .idle: if wait == .write { restart(.idle, at: now) }
        case .head: if wait != .head { restart(.head, at: now) }
        case .body(let received):
            if wait != .body { restart(.body, at: now) }
            self.received = received
        }
    }

    func deadline(_ limits: HTTPLimits) -> MonotonicTime {
        switch wait {
        case .handshake: since + limits.handshakeTime
        case .head: since + limits.headTime
        case .body: since + limits.bodyTime + .seconds(received / max(limits.bodyRate, 1))
        case .idle: since + limits.idleTime
        case .answer: since + limits.responseTimeout
        case .write: since + limits.writeTime
        case .piece: since + limits.pieceTime
        case .linger: since + limits.lingerTime
        }
    }
}
