import HTTP

/// Which deadline a connection is under. A value: it is told what happens and when, and sets no timer itself.
struct ConnectionClock {
    enum Wait: Equatable {
        case handshake
        case head
        case body
        case idle
        case answer
        case write
        /// For the next piece of a body without an end.
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

    /// Starts over, whatever was waited for.
    mutating func restart(_ wait: Wait, at now: MonotonicTime) {
        self = ConnectionClock(wait, at: now)
    }

    /// Notes what the parser waits for. A wait that goes on keeps its start: dripping extends nothing.
    mutating func observe(_ phase: HTTPConnectionMachine.Phase, at now: MonotonicTime) {
        switch phase {
        // What was written has been taken.
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
        case .answer: since + limits.answerTime
        case .write: since + limits.writeTime
        case .piece: since + limits.pieceTime
        case .linger: since + limits.lingerTime
        }
    }
}
