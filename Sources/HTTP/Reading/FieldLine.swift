import Formats

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
