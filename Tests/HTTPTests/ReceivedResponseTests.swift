import HTTP
import Testing

/// Checks how responses of other servers are parsed once the connection has ended.
@Suite struct ReceivedResponseTests {
    private func parse(_ text: String) -> ReceivedResponse? { ReceivedResponse(parsing: Array(text.utf8)) }

    @Test(
        "The framing delimits the body of a response",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", 200, "{}"),
            ("HTTP/1.0 200 OK\r\n\r\n{}", 200, "{}"),
            ("HTTP/1.1 200 OK\r\ncontent-length:  2 \r\n\r\n{}rest", 200, "{}"),
            ("HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n", 404, ""),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n", 200, "{}"),
        ])
    func readsResponseByFraming(_ text: String, _ status: Int, _ body: String) {
        let response = parse(text)
        #expect(response?.status == status)
        #expect(response?.body == Array(body.utf8))
    }

    @Test(
        "Interim responses are skipped",
        arguments: [
            ("HTTP/1.1 100 Continue\r\n\r\n", true),
            ("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n", true),
            (String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 8), true),
            (String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 9), false),
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", false), ("HTTP/1.1 099 \r\n\r\n", false),
        ])
    func skipsInterimResponses(_ text: String, _ isAccepted: Bool) {
        let response = parse(text + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        #expect(response?.status == (isAccepted ? 200 : nil))
        #expect(parse(text) == nil)
    }

    @Test(
        "Without an orderly end only a response with a length is complete",
        arguments: [
            ("HTTP/1.1 200 OK\r\n\r\n{}", false), ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", true),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", true),
        ])
    func needsLengthWithoutOrderlyEnd(_ text: String, _ isComplete: Bool) {
        #expect((ReceivedResponse(parsing: Array(text.utf8), isEnded: false) != nil) == isComplete)
        #expect(ReceivedResponse(parsing: Array(text.utf8), isEnded: true) != nil)
    }

    @Test(
        "A broken or truncated response is rejected",
        arguments: [
            "", "HTTP/1.1", "HTTP/1.1 200 OK\r\n", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "\r\n\r\n",
            "HTTP/1.1 \r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\n{}\r\n0\r\n\r\n",
        ])
    func rejectsBrokenOrTruncatedResponse(_ text: String) {
        #expect(parse(text) == nil)
    }
}
