extension ResponseWriter {
    /// Appends what of an answer reaches the client before the fault; the connection is to end behind it as the fault says.
    /// The body is never compressed: testers are to see where it breaks off.
    package mutating func append(
        _ response: HTTPResponse, spoiledBy fault: WireFault, to request: HeaderList?, _ terms: ReplyTerms, now: Int64,
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
            // Allowed (remove-end): half of the body or of the answer, both written just now.
            out.removeLast(missing > 0 ? missing : (out.count - start) / 2)
        }
    }

    /// Half of the body in a chunk, then one whose size is no number (RFC 9112 §7.1).
    private func appendBrokenChunks(_ body: [UInt8], to out: inout [UInt8]) {
        out.append("Transfer-Encoding: chunked\r\n\r\n")
        let half = (body.count + 1) / 2
        ChunkedWriter.append(body[..<half], to: &out)
        out.append("no size\r\n")
        out.append(contentsOf: body[half...])
        out.append("\r\n")
    }
}
