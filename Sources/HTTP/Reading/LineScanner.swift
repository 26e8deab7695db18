import Formats

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
                if word.foreign != 0 { isASCII = false }
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
