import Formats

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

/// Decodes the chunked coding of a body (RFC 9112 §7.1). Extensions and trailers are read, checked and dropped.
struct ChunkedReader {
    private enum State {
        case size
        case data(Int)
        case dataEnd
        case trailers
    }

    private var state = State.size
    private var scanner = LineScanner()
    private var overhead = 0
    private var trailerBytes = 0
    private var trailerCount = 0
    /// The maximum number of bytes to store. Nothing of a longer body is stored.
    private let kept: Int
    /// The body so far, or empty once the body is too long.
    private(set) var body: [UInt8] = []
    /// The number of chunk data bytes received, including dropped bytes.
    private(set) var received = 0
    /// The total size of all chunks announced so far.
    private var announced = 0

    init(keeping kept: Int = .max) {
        self.kept = kept
    }

    var isTooLong: Bool { announced > kept }

    /// Reads as many of `bytes` as possible. Returns the number of bytes consumed and whether the body is complete.
    ///
    /// The caller must pass unconsumed bytes again, followed by more bytes. Throws 400 for invalid framing, and 413 or 431 if a
    /// part is too large.
    mutating func read(
        _ bytes: Span<UInt8>, _ limits: HTTPLimits
    ) throws(Rejection) -> (consumed: Int, isComplete: Bool) {
        var consumed = 0
        while true {
            let rest = bytes.extracting(consumed..<bytes.count)
            switch state {
            case .data(let remaining):
                let count = min(remaining, rest.count)
                if !isTooLong { rest.extracting(0..<count).withUnsafeBufferPointer { body.append(contentsOf: $0) } }
                received += count
                consumed += count
                state = count == remaining ? .dataEnd : .data(remaining - count)
                if count < remaining { return (consumed, false) }
            case .dataEnd:
                guard rest.count >= 2 || rest.count == 1 && rest[0] == ASCII.carriageReturn || rest.isEmpty else {
                    throw Rejection(400, "chunk data without CRLF")
                }
                guard rest.count >= 2 else { return (consumed, false) }
                guard rest[0] == ASCII.carriageReturn, rest[1] == ASCII.lineFeed else {
                    throw Rejection(400, "chunk data without CRLF")
                }
                consumed += 2
                try count(overhead: 2, limits)
                state = .size
            case .size, .trailers:
                guard let line = try nextLine(rest, limits) else { return (consumed, false) }
                let isComplete = try take(rest, line.range, isASCII: line.isASCII, limits)
                consumed += line.range.upperBound + 2
                if isComplete { return (consumed, true) }
            }
        }
    }

    private mutating func nextLine(
        _ bytes: Span<UInt8>, _ limits: HTTPLimits
    ) throws(Rejection) -> (range: Range<Int>, isASCII: Bool)? {
        let result = scanner.next(in: bytes)
        switch result {
        case .malformed(let reason): throw Rejection(400, "\(reason) in chunk framing")
        case .incomplete:
            try checkLineLength(scanner.pendingCount, limits)
            return nil
        case .line(let range, let isASCII):
            try checkLineLength(range.count, limits)
            scanner = LineScanner()
            return (range, isASCII)
        }
    }

    private func checkLineLength(_ length: Int, _ limits: HTTPLimits) throws(Rejection) {
        if case .trailers = state {
            guard trailerBytes + length <= limits.trailers else { throw Rejection(431, "trailer section too large") }
        } else {
            guard length <= 8 + limits.chunkExtension else { throw Rejection(400, "chunk line too long") }
        }
    }

    /// Processes one line. Returns whether the line ended the body.
    private mutating func take(
        _ bytes: Span<UInt8>, _ line: Range<Int>, isASCII: Bool, _ limits: HTTPLimits
    ) throws(Rejection) -> Bool {
        if case .trailers = state {
            if line.isEmpty { return true }
            trailerBytes += line.count + 2
            trailerCount += 1
            guard trailerCount <= limits.fieldCount else { throw Rejection(431, "too many trailer fields") }
            _ = try FieldLine.parse(bytes, line, isASCII: isASCII)
            return false
        }
        let size = try ChunkedReader.size(bytes.extracting(line))
        try count(overhead: line.count + 2, limits)
        guard size <= limits.body - received else { throw Rejection(413, "body too large") }
        announced += size
        if isTooLong { body = [] }
        state = size == 0 ? .trailers : .data(size)
        return false
    }

    /// Parses `1*8HEXDIG`, followed by nothing or by `;` and an extension.
    private static func size(_ line: Span<UInt8>) throws(Rejection) -> Int {
        var size = 0
        var digits = 0
        while digits < line.count, let value = ASCII.hexValue(line[digits]) {
            guard digits < 8 else { throw Rejection(400, "chunk size too long") }
            size = size << 4 | Int(value)
            digits += 1
        }
        guard digits > 0, digits == line.count || line[digits] == UInt8(ascii: ";") else {
            throw Rejection(400, "malformed chunk size")
        }
        return size
    }

    private mutating func count(overhead bytes: Int, _ limits: HTTPLimits) throws(Rejection) {
        overhead += bytes
        guard overhead - 4 * received <= limits.chunkOverhead else {
            throw Rejection(400, "too many small chunks")
        }
    }
}
