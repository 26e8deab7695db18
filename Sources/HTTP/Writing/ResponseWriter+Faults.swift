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
