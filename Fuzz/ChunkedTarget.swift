import Formats
import HTTP

extension FuzzTarget {
    private static let head = Array("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

    /// The body of a chunked request. The first byte determines the length of the pieces and chunks. The other bytes are used
    /// twice: as the chunked coding that a client sends, and as the data of the chunks.
    static let chunked = FuzzTarget(name: "chunked") { input in
        guard let first = input.first else { return }
        let length = Int(first) % 32 + 1
        let sent = Array(input.dropFirst())
        check(sent, length)
        check(roundTrip: Array(sent.prefix(Conversation.limits.body)), length)
    }

    /// Checks that splits do not change the result, and that an accepted body equals the one that a second parser returns.
    private static func check(_ sent: [UInt8], _ length: Int) {
        let whole = Conversation([head + sent])
        require(whole == Conversation(head + sent, inPiecesOf: length), "splits do not change the result: \(whole)")
        guard let body = whole.bodies.first else { return }
        require(body == dechunked(sent), "the body is the data of the chunks: \(body)")
    }

    /// Checks that a body round-trips in chunks of any length, and that the parser finds the request after it.
    private static func check(roundTrip body: [UInt8], _ length: Int) {
        let chunks = stride(from: 0, to: body.count, by: length).map { Array(body[$0..<min($0 + length, body.count)]) }
        let coded = chunks.flatMap { chunk in
            Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        // The parser rejects a body whose framing is much larger than its data.
        guard coded.count - body.count <= 4 * body.count else { return }
        let end = Array("0\r\n\r\n".utf8)
        let conversation = Conversation(head + coded + end + head + end, inPiecesOf: length)
        require(conversation.bodies == [body, []], "a body round-trips: \(conversation)")
    }

    /// Returns the data of the chunks up to the last one, or nil if that chunk is missing. This is a second implementation of
    /// RFC 9112 §7.1.
    private static func dechunked(_ bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes[...]
        var body: [UInt8] = []
        while let end = rest.firstIndex(of: ASCII.carriageReturn) {
            let digits = rest[..<end].prefix { $0 != UInt8(ascii: ";") }
            guard digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) }),
                let size = Int(text(digits), radix: 16),
                rest[end...].starts(with: Array("\r\n".utf8))
            else { return nil }
            rest = rest[end...].dropFirst(2)
            if size == 0 { return body }
            guard rest.count >= size + 2, rest.dropFirst(size).starts(with: Array("\r\n".utf8)) else { return nil }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        return nil
    }
}
