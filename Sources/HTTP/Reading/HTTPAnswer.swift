import Wire

/// The answer of another server, whole: what came on a connection until its end (RFC 9112 §4, §6.3).
package struct HTTPAnswer: Sendable, Equatable {
    package let status: Int
    /// Without chunk framing.
    package let body: [UInt8]

    /// Nil for what is no HTTP/1 answer, and for one that is cut short.
    package init?(parsing bytes: [UInt8]) {
        guard bytes.starts(with: "HTTP/1.1 ".utf8) || bytes.starts(with: "HTTP/1.0 ".utf8),
            let end = HTTPAnswer.headEnd(bytes), end >= 12, let status = ASCII.decimal(bytes[9..<12]),
            let body = HTTPAnswer.body(bytes[(end + 4)...], HTTPAnswer.fields(bytes[..<end]))
        else { return nil }
        self.status = status
        self.body = body
    }

    /// Where the empty line begins, CRLF before it included.
    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        return bytes.indices.dropLast(3).first { bytes[$0] == mark[0] && bytes[$0..<$0 + 4].elementsEqual(mark) }
    }

    /// Names in lower case.
    private static func fields(_ head: ArraySlice<UInt8>) -> [(name: String, value: [UInt8])] {
        head.split(separator: ASCII.lineFeed).dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = line[(colon + 1)...].filter { $0 > ASCII.space }
            // Allowed (lossy-text): compared with plain names only, which no other text becomes.
            return (String(decoding: line[..<colon].map(ASCII.lowercased), as: UTF8.self), value)
        }
    }

    private static func body(_ rest: ArraySlice<UInt8>, _ fields: [(name: String, value: [UInt8])]) -> [UInt8]? {
        if fields.contains(where: { $0.name.isExactly("transfer-encoding") }) {
            var reader = ChunkedReader()
            let chunks = Array(rest)
            guard let result = try? reader.read(chunks.span, HTTPLimits()), result.isComplete else { return nil }
            return reader.body
        }
        guard let length = fields.first(where: { $0.name.isExactly("content-length") }) else { return Array(rest) }
        guard length.value.count <= 9, let count = ASCII.decimal(length.value), count <= rest.count else { return nil }
        return Array(rest.prefix(count))
    }
}
