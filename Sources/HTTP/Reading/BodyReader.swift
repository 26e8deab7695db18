/// Collects a body with either framing, up to the limit of its path.
enum BodyReader {
    case counted(body: [UInt8], length: Int)
    case chunked(ChunkedReader)
    /// A body that is too long: read but not stored.
    case dropped(received: Int, length: Int)
    /// A body that is too long and not yet sent: not read.
    case left

    /// Creates a reader, or returns nil if there is no body. `kept` is the maximum number of bytes to store. `isAwaited` is whether
    /// the client waits for permission to send the body (RFC 9110 §10.1.1).
    init?(_ framing: MessageFraming.Body, keeping kept: Int, isAwaited: Bool) {
        switch framing {
        case .none: return nil
        case .length(let length) where length <= kept:
            var body: [UInt8] = []
            // An announced length reserves at most this much memory before the body arrives.
            body.reserveCapacity(min(length, 64 * 1024))
            self = .counted(body: body, length: length)
        case .length(let length):
            self = isAwaited ? .left : .dropped(received: 0, length: length)
        case .chunked: self = .chunked(ChunkedReader(keeping: kept))
        }
    }

    /// The body so far, without framing, or empty if the body is too long.
    var body: [UInt8] {
        switch self {
        case .counted(let body, _): body
        case .chunked(let reader): reader.body
        case .dropped, .left: []
        }
    }

    /// The number of bytes received so far, including dropped bytes.
    var received: Int {
        switch self {
        case .counted(let body, _): body.count
        case .chunked(let reader): reader.received
        case .dropped(let received, _): received
        case .left: 0
        }
    }

    var isTooLong: Bool {
        switch self {
        case .counted: false
        case .chunked(let reader): reader.isTooLong
        case .dropped, .left: true
        }
    }

    /// Whether the body is left unread.
    var isLeft: Bool {
        if case .left = self { true } else { false }
    }

    /// Reads as many bytes as possible; see `ChunkedReader.read`.
    mutating func read(
        _ bytes: Span<UInt8>, _ limits: HTTPLimits
    ) throws(Rejection) -> (consumed: Int, isComplete: Bool) {
        switch consume self {
        case .counted(var body, let length):
            let count = min(length - body.count, bytes.count)
            bytes.extracting(0..<count).withUnsafeBufferPointer { body.append(contentsOf: $0) }
            let isComplete = body.count == length
            self = .counted(body: body, length: length)
            return (count, isComplete)
        case .chunked(var reader):
            self = .left
            let result = try reader.read(bytes, limits)
            self = .chunked(reader)
            return result
        case .dropped(let received, let length):
            let count = min(length - received, bytes.count)
            self = .dropped(received: received + count, length: length)
            return (count, received + count == length)
        case .left:
            self = .left
            return (0, true)
        }
    }
}
