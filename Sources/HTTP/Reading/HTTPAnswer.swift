import Wire

/// The answer of another server, whole: what came on a connection until its end (RFC 9112 §4, §6.3).
package struct HTTPAnswer: Sendable, Equatable {
    package let status: Int
    /// Without chunk framing.
    package let body: [UInt8]

    /// Interim answers that may come before the final one.
    private static let maximumInterim = 8

    /// Nil for what is no HTTP/1 answer, and for one that is cut short. Interim answers are passed over (RFC 9110 §15.2).
    /// `isEnded`: whether the connection came to an orderly end; without one, an answer that does not say its length may be cut.
    package init?(parsing bytes: [UInt8], isEnded: Bool = true) {
        var rest = bytes[...]
        for _ in 0...HTTPAnswer.maximumInterim {
            guard let (status, fields) = HTTPAnswer.head(&rest) else { return nil }
            if (100...199).contains(status), status != 101 { continue }
            // Nobody asked for another protocol.
            guard status >= 200, let body = HTTPAnswer.body(rest, fields, isEnded: isEnded) else { return nil }
            self.status = status
            self.body = body
            return
        }
        return nil
    }

    /// Takes the first head off.
    private static func head(
        _ bytes: inout ArraySlice<UInt8>
    ) -> (status: Int, fields: [(name: String, value: [UInt8])])? {
        guard bytes.starts(with: "HTTP/1.1 ".utf8) || bytes.starts(with: "HTTP/1.0 ".utf8), let end = headEnd(bytes),
            end >= bytes.startIndex + 12, let status = ASCII.decimal(bytes.dropFirst(9).prefix(3))
        else { return nil }
        defer { bytes = bytes[(end + 4)...] }
        return (status, fields(bytes[..<end]))
    }

    /// Where the empty line begins, CRLF before it included.
    private static func headEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
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
