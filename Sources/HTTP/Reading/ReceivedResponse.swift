import Formats

/// A complete response of another server, parsed from all bytes of a connection (RFC 9112 §4, §6.3).
package struct ReceivedResponse: Sendable, Equatable {
    package let status: Int
    /// The body without chunk framing.
    package let body: [UInt8]

    /// The maximum number of interim responses before the final response.
    private static let maximumInterim = 8

    /// Parses a response, or returns nil if the bytes are not an HTTP/1 response or are truncated. Interim responses are skipped
    /// (RFC 9110 §15.2). `isEnded` is whether the connection ended in an orderly way; otherwise a response without a length may be
    /// truncated.
    package init?(parsing bytes: [UInt8], isEnded: Bool = true) {
        var rest = bytes[...]
        for _ in 0...ReceivedResponse.maximumInterim {
            guard let (status, fields) = ReceivedResponse.head(&rest) else { return nil }
            if (100...199).contains(status), status != 101 { continue }
            // The request did not ask for a protocol switch, so 101 is an error.
            guard status >= 200, let body = ReceivedResponse.body(rest, fields, isEnded: isEnded) else { return nil }
            self.status = status
            self.body = body
            return
        }
        return nil
    }

    /// Removes the first head from `bytes` and returns its status and fields.
    private static func head(
        _ bytes: inout ArraySlice<UInt8>
    ) -> (status: Int, fields: [(name: String, value: [UInt8])])? {
        guard bytes.starts(with: "HTTP/1.1 ".utf8) || bytes.starts(with: "HTTP/1.0 ".utf8), let end = headEnd(bytes),
            end >= bytes.startIndex + 12, let status = ASCII.decimal(bytes.dropFirst(9).prefix(3))
        else { return nil }
        defer { bytes = bytes[(end + 4)...] }
        return (status, fields(bytes[..<end]))
    }

    /// Returns the index of the CRLF before the empty line that ends the head, or nil if there is no such line.
    private static func headEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        return bytes.indices.dropLast(3).first { bytes[$0] == mark[0] && bytes[$0..<$0 + 4].elementsEqual(mark) }
    }

    /// Returns the fields, with names in lower case.
    private static func fields(_ head: ArraySlice<UInt8>) -> [(name: String, value: [UInt8])] {
        head.split(separator: ASCII.lineFeed).dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = line[(colon + 1)...].filter { $0 > ASCII.space }
            // Allowed (lossy-text): compared only with ASCII names, to which no other text is converted.
            return (String(decoding: line[..<colon].map(ASCII.lowercased), as: UTF8.self), value)
        }
    }

    private static func body(
        _ rest: ArraySlice<UInt8>, _ fields: [(name: String, value: [UInt8])], isEnded: Bool
    ) -> [UInt8]? {
        if fields.contains(where: { $0.name.isExactly("transfer-encoding") }) {
            var reader = ChunkedReader()
            let chunks = Array(rest)
            guard let result = try? reader.read(chunks.span, HTTPLimits()), result.isComplete else { return nil }
            return reader.body
        }
        guard let length = fields.first(where: { $0.name.isExactly("content-length") }) else {
            return isEnded ? Array(rest) : nil
        }
        guard length.value.count <= 9, let count = ASCII.decimal(length.value), count <= rest.count else { return nil }
        return Array(rest.prefix(count))
    }
}
