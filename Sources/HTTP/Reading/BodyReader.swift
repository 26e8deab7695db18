/// Collects a body by either framing, as far as it is allowed.
enum BodyReader {
    case counted(body: [UInt8], length: Int)
    case chunked(ChunkedReader)
    /// Too long: read, and not kept.
    case dropped(received: Int, length: Int)
    /// Too long, and not sent yet: not read.
    case left

    /// Nil when there is no body. `kept`: the most bytes that are. `isAwaited`: whether the client sends it only when told to
    /// (RFC 9110 §10.1.1).
    init?(_ framing: MessageFraming.Body, keeping kept: Int, isAwaited: Bool) {
        switch framing {
        case .none: return nil
        case .length(let length) where length <= kept:
            var body: [UInt8] = []
            // What is only announced gets no more room than this before it comes.
            body.reserveCapacity(min(length, 64 * 1024))
            self = .counted(body: body, length: length)
        case .length(let length):
            self = isAwaited ? .left : .dropped(received: 0, length: length)
        case .chunked: self = .chunked(ChunkedReader(keeping: kept))
        }
    }

    /// The body so far, without framing; empty where it is too long.
    var body: [UInt8] {
        switch self {
        case .counted(let body, _): body
        case .chunked(let reader): reader.body
        case .dropped, .left: []
        }
    }

    /// Bytes of the body so far, those included that were dropped.
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

    /// Whether it is not read.
    var isLeft: Bool {
        if case .left = self { true } else { false }
    }

    /// Reads what it can; see `ChunkedReader.read`.
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
