/// Collects a body by either framing.
enum BodyReader {
    case counted(body: [UInt8], length: Int)
    case chunked(ChunkedReader)

    /// Nil when there is no body.
    init?(_ framing: MessageFraming.Body) {
        switch framing {
        case .none: return nil
        case .length(let length):
            var body: [UInt8] = []
            // What is only announced gets no more room than this before it comes.
            body.reserveCapacity(min(length, 64 * 1024))
            self = .counted(body: body, length: length)
        case .chunked: self = .chunked(ChunkedReader())
        }
    }

    /// Body bytes so far, without framing.
    var body: [UInt8] {
        switch self {
        case .counted(let body, _): body
        case .chunked(let reader): reader.body
        }
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
            self = .counted(body: [], length: 0)
            let result = try reader.read(bytes, limits)
            self = .chunked(reader)
            return result
        }
    }
}
