import HTTP

/// The current activity of a connection.
enum ConnectionStage {
    case handshaking
    case serving
    /// The connection waits for a response.
    case awaiting(Waiting)
    /// The last response is sent piece by piece.
    case dripping(ThrottledBody)
    /// A response without an end is being sent.
    case streaming(LiveBody, isChunked: Bool)
    /// The last response is being written.
    case finishing(Ending)
    /// Further input is dropped, up to that many bytes.
    case lingering(budget: Int)
    case closed

    /// Whether the connection ignores all input of the client.
    var ignoresInput: Bool {
        switch self {
        case .awaiting, .dripping: true
        default: false
        }
    }

    /// The wait that begins after all output was written.
    var wait: ConnectionClock.Wait {
        switch self {
        case .awaiting: .response
        case .streaming: .piece
        default: .idle
        }
    }

    /// A request that has no response yet.
    struct Waiting {
        /// The number of the request on its connection.
        let number: Int
        /// The time at which to continue, or nil to wait for a call of `resume`.
        let end: MonotonicTime?
        let next: Reply.Next
        let request: HTTPRequest
        let terms: ResponseTerms
    }

    /// The step after the last response.
    enum Ending {
        case close
        /// A FIN, followed by reading for a while, so that no reset overtakes the response.
        case linger
        case reset
    }
}

/// The current deadline of a connection. A value type that receives events and times as arguments and sets no timers.
struct ConnectionClock {
    enum Wait: Equatable {
        case handshake
        case head
        case body
        case idle
        case response
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
        case .response: since + limits.responseTimeout
        case .write: since + limits.writeTime
        case .piece: since + limits.pieceTime
        case .linger: since + limits.lingerTime
        }
    }
}
