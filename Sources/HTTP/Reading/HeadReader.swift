import Formats

/// Reads one request head line by line as bytes arrive, so that invalid input is rejected at its first bad byte.
struct HeadReader {
    private var scanner = LineScanner()
    private var emptyLines = 0
    /// The size of the complete field lines so far.
    private var fieldBytes = 0
    private(set) var requestLine: RequestLine?
    private(set) var framing = MessageFraming()
    /// The ranges of the fields in the bytes passed to `read`.
    private(set) var entries: [HeaderList.Entry] = []

    /// Whether any part of a request line has arrived.
    var hasBegun: Bool { requestLine != nil || scanner.pendingCount > 0 }

    /// Continues to read. `bytes` must begin at the same byte as in the previous call. Returns the length of the head, or nil if
    /// the head is incomplete.
    ///
    /// Throws 414 and 431 for lines that are too long, and the errors of the parsers of lines.
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

    /// Checks the length of a line, which may be incomplete.
    private func checkLength(_ line: Int, _ limits: HTTPLimits) throws(Rejection) {
        guard requestLine != nil else {
            guard line <= limits.requestLine else { throw Rejection(414, "request line too long") }
            return
        }
        // The CRLF of a field line counts for the section; the empty line that ends the section does not.
        let length = line == 0 ? 0 : line + 2
        guard fieldBytes + length <= limits.fieldBytes else { throw Rejection(431, "header section too large") }
    }

    /// Processes one line. Returns whether the line ended the head.
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
