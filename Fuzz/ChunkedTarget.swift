import Formats
import HTTP

extension FuzzTarget {
    private static let head = Array("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

    /// The body of a chunked request. The first byte says how long pieces and chunks are; the rest stands for chunked coding
    /// that a client sends, and for what it sends in it.
    static let chunked = FuzzTarget(name: "chunked") { input in
        guard let first = input.first else { return }
        let length = Int(first) % 32 + 1
        let sent = Array(input.dropFirst())
        check(sent, length)
        check(roundTrip: Array(sent.prefix(Conversation.limits.body)), length)
    }

    /// What is taken is chunked coding, however it is split, and its body is the one a second reader finds.
    private static func check(_ sent: [UInt8], _ length: Int) {
        let whole = Conversation([head + sent])
        demand(whole == Conversation(head + sent, inPiecesOf: length), "splits change nothing: \(whole)")
        guard let body = whole.bodies.first else { return }
        demand(body == dechunked(sent), "the body is what the chunks hold: \(body)")
    }

    /// A body survives being sent in chunks of any length, and a request behind it is the next.
    private static func check(roundTrip body: [UInt8], _ length: Int) {
        let chunks = stride(from: 0, to: body.count, by: length).map { Array(body[$0..<min($0 + length, body.count)]) }
        let coded = chunks.flatMap { chunk in
            Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        // Framing that weighs far more than what it carries is refused.
        guard coded.count - body.count <= 4 * body.count else { return }
        let end = Array("0\r\n\r\n".utf8)
        let conversation = Conversation(head + coded + end + head + end, inPiecesOf: length)
        demand(conversation.bodies == [body, []], "a body survives: \(conversation)")
    }

    /// Written apart from the reader (RFC 9112 §7.1): the data of the chunks up to the last one; nil where there is none.
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
