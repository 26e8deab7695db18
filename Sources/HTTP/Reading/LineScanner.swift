import Wire

/// Finds the CRLF-terminated lines of a head, of chunk framing and of trailers, looking at each byte once however the
/// input was cut. Control characters, bare CR and bare LF are refused where they stand (RFC 9112 §2.2).
struct LineScanner {
    enum Result {
        case incomplete
        /// The bytes before CRLF. `isASCII` spares a second look for the common case.
        case line(Range<Int>, isASCII: Bool)
        case malformed(String)
    }

    /// Where the line that is being read starts, in the bytes handed to `next`.
    private(set) var start = 0
    private var position = 0
    private var seenBits: UInt8 = 0

    /// Looks for the next line. `bytes` must begin where it began before; it may have grown.
    mutating func next(in bytes: Span<UInt8>) -> Result {
        while position < bytes.count {
            let byte = bytes[position]
            if byte >= ASCII.space && byte != 0x7F || byte == ASCII.tab {
                seenBits |= byte
                position += 1
                continue
            }
            guard byte == ASCII.carriageReturn else {
                return .malformed(byte == ASCII.lineFeed ? "bare LF" : "control character")
            }
            guard position + 1 < bytes.count else { return .incomplete }
            guard bytes[position + 1] == ASCII.lineFeed else { return .malformed("bare CR") }
            let line = start..<position
            let isASCII = seenBits < 0x80
            position += 2
            start = position
            seenBits = 0
            return .line(line, isASCII: isASCII)
        }
        return .incomplete
    }

    /// Bytes of the unfinished line that have been looked at.
    var pendingCount: Int { position - start }
}
