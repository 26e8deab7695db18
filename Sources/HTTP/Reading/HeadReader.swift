import Wire

/// Reads one request head line by line as it arrives, so that nonsense is refused at its first bad byte.
struct HeadReader {
    private var scanner = LineScanner()
    private var emptyLines = 0
    /// Of the header section, whole lines.
    private var fieldBytes = 0
    private(set) var requestLine: RequestLine?
    private(set) var framing = MessageFraming()
    /// Ranges in the bytes handed to `read`.
    private(set) var entries: [HeaderList.Entry] = []

    /// Whether any part of a request line has arrived.
    var hasBegun: Bool { requestLine != nil || scanner.pendingCount > 0 }

    /// Goes on reading; `bytes` must begin where they began before. Returns the length of the head once it is whole.
    ///
    /// Throws 414 and 431 for what is too long, and what the lines throw.
    mutating func read(_ bytes: Span<UInt8>, _ limits: HTTPLimits) throws(Rejection) -> Int? {
        while true {
            switch scanner.next(in: bytes) {
            case .malformed(let reason): throw Rejection(400, reason)
            case .incomplete:
                try checkLength(scanner.pendingCount, limits)
                return nil
            case .line(let line, let isASCII):
                try checkLength(line.count, limits)
                if try take(bytes, line, isASCII: isASCII, limits) { return scanner.start }
            }
        }
    }

    /// Of a line so far.
    private func checkLength(_ line: Int, _ limits: HTTPLimits) throws(Rejection) {
        guard requestLine != nil else {
            guard line <= limits.requestLine else { throw Rejection(414, "request line too long") }
            return
        }
        // The CRLF of a field line belongs to the section; an empty line is none.
        let length = line == 0 ? 0 : line + 2
        guard fieldBytes + length <= limits.fieldBytes else { throw Rejection(431, "header section too large") }
    }

    /// Whether this line ended the head.
    private mutating func take(
        _ bytes: Span<UInt8>, _ line: Range<Int>, isASCII: Bool, _ limits: HTTPLimits
    ) throws(Rejection) -> Bool {
        guard requestLine != nil else {
            if line.isEmpty {
                emptyLines += 1
                guard emptyLines <= limits.leadingEmptyLines else { throw Rejection(400, "empty request line") }
            } else {
                requestLine = try RequestLine(parsing: bytes.extracting(line))
                entries.reserveCapacity(16)
            }
            return false
        }
        if line.isEmpty { return true }
        guard entries.count < limits.fieldCount else { throw Rejection(431, "too many header fields") }
        let entry = try FieldLine.parse(bytes, line, isASCII: isASCII)
        try framing.note(name: bytes.extracting(entry.name), value: bytes.extracting(entry.value))
        entries.append(entry)
        fieldBytes += line.count + 2
        return false
    }
}
