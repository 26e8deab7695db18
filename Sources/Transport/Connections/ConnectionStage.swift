import HTTP

/// What a connection is doing.
enum ConnectionStage {
    case handshaking
    case serving
    /// An answer is being waited for.
    case awaiting(Waiting)
    /// The last answer goes out piece by piece.
    case dripping(Drip)
    /// An answer without an end is being sent.
    case streaming(LiveBody, isChunked: Bool)
    /// The last answer is being written.
    case finishing(Ending)
    /// What still comes is dropped, up to that many bytes.
    case lingering(budget: Int)
    case closed

    /// Whether nothing that the client sends is of interest.
    var isDeaf: Bool {
        switch self {
        case .awaiting, .dripping: true
        default: false
        }
    }

    /// What is waited for when all that was to be written has been taken.
    var wait: ConnectionClock.Wait {
        switch self {
        case .awaiting: .answer
        case .streaming: .piece
        default: .idle
        }
    }

    /// A request that has no answer yet.
    struct Waiting {
        /// Tells it from the connection's other requests.
        let number: Int
        /// Nil to wait until told.
        let end: MonotonicTime?
        let next: Reply.Next
        let request: HTTPRequest
        let terms: ReplyTerms
    }

    /// What follows the last answer.
    enum Ending {
        case close
        /// FIN, and reading on for a while so that no reset overtakes the answer.
        case linger
        case reset
    }
}
