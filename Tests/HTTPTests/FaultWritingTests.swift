import HTTP
import Testing

/// Checks how much of a response is written before a fault.
@Suite struct FaultWritingTests {
    private func written(
        _ fault: WireFault, _ response: HTTPResponse, _ terms: ResponseTerms = ResponseTerms(), behind: String = ""
    ) -> String {
        var writer = ResponseWriter()
        var out = Array(behind.utf8)
        writer.append(
            response, spoiledBy: fault, to: HeaderList([.init("Accept-Encoding", "gzip")]), terms, now: 0, into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    private static let head = "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nConnection: close\r\n"

    struct Row: Sendable, CustomTestStringConvertible {
        let fault: WireFault
        let body: Int
        let isHead: Bool
        let expected: String

        init(_ fault: WireFault, _ body: Int, isHead: Bool = false, _ expected: String) {
            self.fault = fault
            self.body = body
            self.isHead = isHead
            self.expected = expected
        }

        var testDescription: String { "\(fault), \(body) bytes\(isHead ? ", HEAD" : "")" }
    }

    private static func half(_ text: String) -> String {
        String(decoding: text.utf8.prefix((text.utf8.count + 1) / 2), as: UTF8.self)
    }

    static let rows = [
        Row(.reset, 4, ""), Row(.empty, 4, ""),
        Row(.drip(.seconds(1)), 4, head + "Content-Length: 4\r\n\r\nxxxx"),
        Row(.truncate, 4, head + "Content-Length: 4\r\n\r\nxx"),
        Row(.truncate, 5, head + "Content-Length: 5\r\n\r\nxx"),
        Row(.truncate, 1, head + "Content-Length: 1\r\n\r\n"),
        Row(.truncate, 0, half(head + "Content-Length: 0\r\n\r\n")),
        Row(.truncate, 4, isHead: true, half(head + "Content-Length: 4\r\n\r\n")),
        Row(.malformedChunk, 4, head + "Transfer-Encoding: chunked\r\n\r\n2\r\nxx\r\nno size\r\nxx\r\n"),
        Row(.malformedChunk, 0, head + "Transfer-Encoding: chunked\r\n\r\nno size\r\n\r\n"),
        Row(.malformedChunk, 4, isHead: true, half(head + "Content-Length: 4\r\n\r\n")),
    ]

    @Test(arguments: rows)
    func writesResponseUpToFault(_ row: Row) {
        let response = HTTPResponse(status: 200, body: [UInt8](repeating: UInt8(ascii: "x"), count: row.body))
        #expect(written(row.fault, response, ResponseTerms(isHead: row.isHead)) == row.expected)
        #expect(
            written(row.fault, response, ResponseTerms(isHead: row.isHead), behind: "before") == "before" + row.expected
        )
    }

    @Test func faultyResponseIsNotCompressed() {
        let response = HTTPResponse(
            status: 200, body: [UInt8](repeating: UInt8(ascii: "x"), count: 5_000), isCompressible: true)
        #expect(written(.truncate, response).hasSuffix(String(repeating: "x", count: 2_500)))
    }
}
