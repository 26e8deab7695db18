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

/// Parses `field-name ":" OWS field-value OWS` (RFC 9112 §5).
enum FieldLine {
    /// Returns the ranges of name and value in `bytes`. `line` is the range of one line without its CRLF.
    ///
    /// Throws 400 for a folded line, white space before the colon, an empty name or a name that is not a token, and a value that is
    /// not UTF-8.
    static func parse(_ bytes: Span<UInt8>, _ line: Range<Int>, isASCII: Bool) throws(Rejection) -> HeaderList.Entry {
        guard bytes[line.lowerBound] != ASCII.space, bytes[line.lowerBound] != ASCII.tab else {
            throw Rejection(400, "folded header lines are not supported")
        }
        var colon = line.lowerBound
        while colon < line.upperBound, ASCII.isTokenCharacter(bytes[colon]) { colon += 1 }
        guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == UInt8(ascii: ":") else {
            throw Rejection(400, "malformed header name")
        }
        var start = colon + 1
        var end = line.upperBound
        while start < end, isWhiteSpace(bytes[start]) { start += 1 }
        while end > start, isWhiteSpace(bytes[end - 1]) { end -= 1 }
        guard isASCII || isUTF8(bytes.extracting(start..<end)) else {
            throw Rejection(400, "header value is not UTF-8")
        }
        return HeaderList.Entry(name: line.lowerBound..<colon, value: start..<end)
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.tab
    }

    private static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { String(utf8: $0) != nil }
    }
}

/// Finds the CRLF-terminated lines of a head, of chunk framing and of trailers. Reads each byte once, however the input is split.
/// Control characters, bare CR and bare LF are rejected at their position (RFC 9112 §2.2).
struct LineScanner {
    enum Result {
        case incomplete
        /// The bytes before CRLF. `isASCII` avoids a second pass in the common case.
        case line(Range<Int>, isASCII: Bool)
        case malformed(String)
    }

    /// The start of the current line in the bytes passed to `next`.
    private(set) var start = 0
    private var position = 0
    private var isASCII = true

    /// Looks for the next line. `bytes` must begin at the same byte as in the previous call and may have grown.
    mutating func next(in bytes: Span<UInt8>) -> Result {
        while true {
            skipPlain(bytes)
            guard position < bytes.count else { return .incomplete }
            let byte = bytes[position]
            guard byte != ASCII.tab else {
                position += 1
                continue
            }
            guard byte == ASCII.carriageReturn else {
                return .malformed(byte == ASCII.lineFeed ? "bare LF" : "control character")
            }
            guard position + 1 < bytes.count else { return .incomplete }
            guard bytes[position + 1] == ASCII.lineFeed else { return .malformed("bare CR") }
            let line = start..<position
            defer { isASCII = true }
            position += 2
            start = position
            return .line(line, isASCII: isASCII)
        }
    }

    /// Advances to the next control character or to the end.
    private mutating func skipPlain(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            while bytes.count - position >= 8 {
                let word = ByteWord(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                let plain = ByteWord.unmarked(word.controls)
                // If a word has both kinds of bytes, which is rare, a non-ASCII byte after the end of the line counts as well.
                if word.nonASCII != 0 { isASCII = false }
                position += plain
                guard plain == 8 else { return }
            }
            while position < bytes.count, bytes[position] >= ASCII.space, bytes[position] != 0x7F {
                if bytes[position] >= 0x80 { isASCII = false }
                position += 1
            }
        }
    }

    /// The number of bytes of the incomplete line that were read.
    var pendingCount: Int { position - start }
}

extension Span<UInt8> {
    /// The bytes as text. The bytes must be valid UTF-8.
    var string: String {
        // Allowed (lossy-text): the parser of heads has validated the bytes, see above.
        withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes as an array.
    var array: [UInt8] {
        withUnsafeBufferPointer { Array($0) }
    }

    /// Whether the bytes equal a lower-case ASCII literal if the case of the span's letters is ignored.
    func isExactlyIgnoringASCIICase(_ lowercase: StaticString) -> Bool {
        guard count == lowercase.utf8CodeUnitCount else { return false }
        return lowercase.withUTF8Buffer { literal in
            for index in literal.indices where ASCII.lowercased(self[index]) != literal[index] { return false }
            return true
        }
    }

    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        withUnsafeBufferPointer { ByteWord.firstIndex(of: byte, in: $0, from: start) }
    }

    func allSatisfy(_ predicate: (UInt8) -> Bool) -> Bool {
        for index in indices where !predicate(self[index]) { return false }
        return true
    }
}
