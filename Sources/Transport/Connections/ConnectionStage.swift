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
    var isDeaf: Bool {
        switch self {
        case .awaiting, .dripping: true
        default: false
        }
    }

    /// The wait that begins after all output was written.
    var wait: ConnectionClock.Wait {
        switch self {
        case .awaiting: .answer
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
