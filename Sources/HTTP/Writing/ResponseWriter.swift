import Formats

/// Serializes responses (RFC 9112 §4, §6). Each event loop has one writer, which caches the formatted date and zlib's memory.
package struct ResponseWriter: ~Copyable {
    /// The size of a body above which its compressed form is sent in chunks, because the compressed length is unknown before the
    /// first bytes are written.
    static let chunkedAbove = 64 * 1024
    /// The size of a body from which it is compressed. A smaller body fits in one packet without compression.
    static let compressedFrom = 1024

    private var date = DateLine()
    private var compressor: GzipCompressor?

    package init() {}

    /// The interim response to `Expect: 100-continue`.
    package static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Appends the whole response to `out`. Returns whether the connection stays open after it.
    ///
    /// `request` has the headers of the request, or nil if they could not be parsed. `now` is in seconds since 1970 UTC.
    /// Content-Length and Transfer-Encoding of the response's own fields are dropped; Connection: close is honored.
    package mutating func append(
        _ response: HTTPResponse, to request: HeaderList?, _ terms: ResponseTerms, now: Int64, into out: inout [UInt8]
    ) -> Bool {
        let keepsAlive = appendHead(response, terms, now: now, to: &out)
        appendBody(response, request, terms, to: &out)
        return keepsAlive
    }

    /// Appends the status line and the fields that do not describe the body. Returns whether the connection stays open.
    mutating func appendHead(
        _ response: HTTPResponse, _ terms: ResponseTerms, now: Int64, to out: inout [UInt8]
    ) -> Bool {
        let status = (200...599).contains(response.status) ? response.status : 500
        let keepsAlive = terms.keepsAlive && !requestsClose(response.headers)
        appendStatusLine(status, to: &out)
        let hasDate = appendFields(response.headers, to: &out)
        if !hasDate { out.append(contentsOf: date.bytes(at: now)) }
        if !keepsAlive {
            out.append("Connection: close\r\n")
        } else if terms.minorVersion == 0 {
            out.append("Connection: keep-alive\r\n")
        }
        return keepsAlive
    }

    /// Appends the head of a response whose body is sent piece by piece: in chunks, or without framing for HTTP/1.0. The connection
    /// closes after the body.
    package mutating func appendLiveHead(
        _ response: HTTPResponse, isChunked: Bool, now: Int64, into out: inout [UInt8]
    ) {
        appendStatusLine((200...599).contains(response.status) ? response.status : 500, to: &out)
        if !appendFields(response.headers, to: &out) { out.append(contentsOf: date.bytes(at: now)) }
        out.append("Connection: close\r\n")
        if isChunked { out.append("Transfer-Encoding: chunked\r\n") }
        out.append("\r\n")
    }

    private func appendStatusLine(_ status: Int, to out: inout [UInt8]) {
        out.append("HTTP/1.1 ")
        out.appendDecimal(status)
        out.append(ASCII.space)
        out.append(StatusPhrase.of(status))
        out.append("\r\n")
    }

    private func requestsClose(_ headers: HeaderList) -> Bool {
        headers.has("Connection")
            && headers.values("Connection").contains { $0.isExactlyIgnoringASCIICase("close") }
    }

    /// Copies the fields, except for those that belong to the connection. Returns whether there was a Date field.
    private func appendFields(_ headers: HeaderList, to out: inout [UInt8]) -> Bool {
        if headers.entries.contains(where: { isOfConnection($0, headers) }) {
            for entry in headers.entries where !isOfConnection(entry, headers) { headers.appendLine(entry, to: &out) }
        } else {
            out.append(contentsOf: headers.lines)
        }
        return headers.has("Date")
    }

    private func isOfConnection(_ entry: HeaderList.Entry, _ headers: HeaderList) -> Bool {
        switch entry.name.count {
        case 10: headers.isNamed(entry, "Connection")
        case 14: headers.isNamed(entry, "Content-Length")
        case 17: headers.isNamed(entry, "Transfer-Encoding")
        default: false
        }
    }

    /// Appends the content fields, the empty line, and the body if the response has one.
    private mutating func appendBody(
        _ response: HTTPResponse, _ request: HeaderList?, _ terms: ResponseTerms, to out: inout [UInt8]
    ) {
        guard response.status != 204, response.status != 304 else {
            out.append("\r\n")
            return
        }
        let mayCompress = response.isCompressible && response.body.count >= ResponseWriter.compressedFrom
        if mayCompress {
            out.append("Vary: Accept-Encoding\r\n")
            if let request, AcceptEncoding.admitsGzip(request), appendCompressed(response, terms, to: &out) {
                return
            }
        }
        appendLength(response.body.count, to: &out)
        if !terms.isHead { out.append(contentsOf: response.body) }
    }

    private func appendLength(_ count: Int, to out: inout [UInt8]) {
        out.append("Content-Length: ")
        out.appendDecimal(count)
        out.append("\r\n\r\n")
    }

    /// Appends the compressed body. If zlib fails, returns false and leaves `out` unchanged.
    private mutating func appendCompressed(
        _ response: HTTPResponse, _ terms: ResponseTerms, to out: inout [UInt8]
    ) -> Bool {
        if compressor == nil { compressor = GzipCompressor() }
        guard let compressor else { return false }
        let start = out.count
        out.append("Content-Encoding: gzip\r\n")
        let isChunked =
            response.shared == nil && response.body.count > ResponseWriter.chunkedAbove && terms.minorVersion > 0
        let isDone =
            isChunked
            ? appendChunked(response.body, compressor, isHead: terms.isHead, to: &out)
            : appendCounted(response, compressor, isHead: terms.isHead, to: &out)
        if !isDone { out.removeSubrange(start...) }
        return isDone
    }

    private func appendCounted(
        _ response: HTTPResponse, _ compressor: GzipCompressor, isHead: Bool, to out: inout [UInt8]
    ) -> Bool {
        let made = response.shared?.compressed(by: compressor) ?? compressor.compressed(response.body)
        guard let compressed = made else { return false }
        appendLength(compressed.count, to: &out)
        if !isHead { out.append(contentsOf: compressed) }
        return true
    }

    private func appendChunked(
        _ body: [UInt8], _ compressor: GzipCompressor, isHead: Bool, to out: inout [UInt8]
    ) -> Bool {
        out.append("Transfer-Encoding: chunked\r\n\r\n")
        if isHead { return true }
        guard compressor.compress(body, { ChunkedWriter.append($0, to: &out) }) else { return false }
        ChunkedWriter.finish(&out)
        return true
    }
}

extension ResponseWriter {
    /// Appends the part of a response that reaches the client before the fault. The caller must then end the connection as the
    /// fault requires. The body is never compressed, so that operators see where it ends.
    package mutating func append(
        _ response: HTTPResponse, spoiledBy fault: WireFault, to request: HeaderList?, _ terms: ResponseTerms,
        now: Int64,
        into out: inout [UInt8]
    ) {
        let start = out.count
        var closing = terms
        closing.keepsAlive = false
        var plain = response
        plain.isCompressible = false
        let body = terms.isHead || [204, 304].contains(response.status) ? nil : response.body
        switch fault {
        case .reset, .empty: return
        case .drip: _ = append(plain, to: request, closing, now: now, into: &out)
        case .malformedChunk where body != nil:
            _ = appendHead(plain, closing, now: now, to: &out)
            appendBrokenChunks(response.body, to: &out)
        case .truncate, .malformedChunk:
            _ = append(plain, to: request, closing, now: now, into: &out)
            let missing = body.map { ($0.count + 1) / 2 } ?? 0
            // Allowed (remove-end): half of the body or of the response, both written just now.
            out.removeLast(missing > 0 ? missing : (out.count - start) / 2)
        }
    }

    /// Appends half of the body in a chunk, then a chunk with an invalid size (RFC 9112 §7.1).
    private func appendBrokenChunks(_ body: [UInt8], to out: inout [UInt8]) {
        out.append("Transfer-Encoding: chunked\r\n\r\n")
        let half = (body.count + 1) / 2
        ChunkedWriter.append(body[..<half], to: &out)
        out.append("no size\r\n")
        out.append(contentsOf: body[half...])
        out.append("\r\n")
    }
}

/// Writes the chunked transfer coding (RFC 9112 §7.1).
package enum ChunkedWriter {
    /// Appends one chunk, or nothing if there are no bytes, because an empty chunk would end the body.
    package static func append(_ bytes: some Collection<UInt8>, to out: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        out.append(contentsOf: String(bytes.count, radix: 16).utf8)
        out.append("\r\n")
        out.append(contentsOf: bytes)
        out.append("\r\n")
    }

    /// Appends the last chunk, without trailers.
    package static func finish(_ out: inout [UInt8]) {
        out.append("0\r\n\r\n")
    }
}

/// The `Date` field, formatted once a second.
struct DateLine {
    private var second = Int64.min
    private var line: [UInt8] = []

    /// Returns `Date: Sat, 31 Jan 2026 12:34:56 GMT` with CRLF, for a time in seconds since 1970 UTC.
    mutating func bytes(at seconds: Int64) -> [UInt8] {
        if seconds != second {
            second = seconds
            line = Array("Date: \(Timestamp(seconds: seconds).httpDate)\r\n".utf8)
        }
        return line
    }
}

extension [UInt8] {
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends a number ≥ 0 in decimal digits.
    mutating func appendDecimal(_ number: Int) {
        let number = number.magnitude
        var scale: UInt = 1
        while number / scale >= 10 { scale *= 10 }
        while scale > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / scale % 10))
            scale /= 10
        }
    }
}
