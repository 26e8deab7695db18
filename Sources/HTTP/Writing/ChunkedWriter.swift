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
