import Formats

/// The fields that determine the end of a message and the reuse of the connection. They are collected while a head is read and
/// evaluated once (RFC 9112 §6, §9.3). Ambiguous framing is rejected.
struct MessageFraming {
    enum Body: Equatable {
        case none
        /// A body of at least one byte.
        case length(Int)
        case chunked
    }

    private(set) var host: String?
    private var contentLength: Int?
    private var isChunked = false
    private var requestsClose = false
    private var requestsKeepAlive = false
    private(set) var expectsContinue = false

    /// Records one field. Throws 400 for a repeated or malformed framing field, 413 for a length beyond `Int`, 417 for an unknown
    /// expectation, and 501 for a transfer coding other than `chunked`.
    mutating func note(name: Span<UInt8>, value: Span<UInt8>) throws(Rejection) {
        switch name.count {
        case 4 where name.isExactlyIgnoringASCIICase("host"): try noteHost(value)
        case 6 where name.isExactlyIgnoringASCIICase("expect"): try noteExpect(value)
        case 10 where name.isExactlyIgnoringASCIICase("connection"): noteConnection(value)
        case 14 where name.isExactlyIgnoringASCIICase("content-length"): try noteLength(value)
        case 17 where name.isExactlyIgnoringASCIICase("transfer-encoding"): try noteCoding(value)
        default: break
        }
    }

    /// Returns the framing of the body. Throws 400 for contradictory fields or a missing Host, and 413 for a length above `limit`.
    func body(minorVersion: Int, limit: Int) throws(Rejection) -> Body {
        guard host != nil || minorVersion == 0 else { throw Rejection(400, "the Host header is missing") }
        if isChunked {
            guard contentLength == nil else {
                throw Rejection(400, "Content-Length and Transfer-Encoding exclude each other")
            }
            guard minorVersion > 0 else { throw Rejection(400, "Transfer-Encoding requires HTTP/1.1") }
            return .chunked
        }
        guard let length = contentLength, length > 0 else { return .none }
        guard length <= limit else { throw Rejection(413, "body too large") }
        return .length(length)
    }

    func keepsAlive(minorVersion: Int) -> Bool {
        !requestsClose && (minorVersion > 0 || requestsKeepAlive)
    }

    private mutating func noteHost(_ value: Span<UInt8>) throws(Rejection) {
        guard host == nil else { throw Rejection(400, "more than one Host header") }
        guard value.withUnsafeBufferPointer({ Authority.isValid($0) }) else { throw Rejection(400, "malformed Host") }
        host = value.string
    }

    private mutating func noteLength(_ value: Span<UInt8>) throws(Rejection) {
        guard contentLength == nil else { throw Rejection(400, "more than one Content-Length header") }
        guard value.count > 0, value.allSatisfy(ASCII.isDigit) else { throw Rejection(400, "malformed Content-Length") }
        guard let length = value.withUnsafeBufferPointer({ ASCII.decimal($0) }) else {
            throw Rejection(413, "body too large")
        }
        contentLength = length
    }

    private mutating func noteCoding(_ value: Span<UInt8>) throws(Rejection) {
        guard !isChunked else { throw Rejection(400, "more than one Transfer-Encoding header") }
        guard value.count > 0 else { throw Rejection(400, "malformed Transfer-Encoding") }
        guard value.isExactlyIgnoringASCIICase("chunked") else {
            throw Rejection(501, "only the chunked transfer coding is supported")
        }
        isChunked = true
    }

    private mutating func noteExpect(_ value: Span<UInt8>) throws(Rejection) {
        guard value.isExactlyIgnoringASCIICase("100-continue") else { throw Rejection(417, "unknown expectation") }
        expectsContinue = true
    }

    private mutating func noteConnection(_ value: Span<UInt8>) {
        var start = 0
        while start <= value.count {
            let end = value.firstIndex(of: UInt8(ascii: ","), from: start) ?? value.count
            let option = trimmed(value, start..<end)
            if value.extracting(option).isExactlyIgnoringASCIICase("close") { requestsClose = true }
            if value.extracting(option).isExactlyIgnoringASCIICase("keep-alive") { requestsKeepAlive = true }
            start = end + 1
        }
    }

    private func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] == ASCII.space || bytes[start] == ASCII.tab { start += 1 }
        while end > start, bytes[end - 1] == ASCII.space || bytes[end - 1] == ASCII.tab { end -= 1 }
        return start..<end
    }
}
