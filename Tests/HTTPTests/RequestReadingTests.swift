import HTTP
import Testing

/// One or more pipelined requests and the outcome: `GET host /path?query Name=value`.
struct ReadingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let input: String
    let expected: [Outcome]

    init(_ name: String, _ input: String, _ expected: Outcome...) {
        self.name = name
        self.input = input
        self.expected = expected
    }

    var testDescription: String { name }
}

private let readingCases = [
    ReadingCase("shortest", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", .request("GET a / Host=a", body: [])),
    ReadingCase(
        "query", "GET /a/b?c=d&e?f HTTP/1.1\r\nHost: a:80\r\n\r\n",
        .request("GET a:80 /a/b?c=d&e?f Host=a:80", body: [])),
    ReadingCase(
        "name that is not a token", "GET / HTTP/1.1\r\nhOST:a\r\nX-A:\t b c \t\r\nX-A:\r\nx-ü: ü\r\n\r\n", .reject(400),
        .close),
    ReadingCase(
        "odd but legal fields", "GET / HTTP/1.1\r\nhOST:a\r\nX-A:\t b c \t\r\nX-A:\r\nX-U: ü\r\n\r\n",
        .request("GET a / hOST=a X-A=b c X-A= X-U=ü", body: [])),
    ReadingCase(
        "counted body", "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        .request("POST a /t Host=a Content-Length=5", body: Array("hello".utf8))),
    ReadingCase(
        "leading zeros", "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 0005\r\n\r\nhello",
        .request("POST a /t Host=a Content-Length=0005", body: Array("hello".utf8))),
    ReadingCase(
        "empty counted body", "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        .request("POST a /t Host=a Content-Length=0", body: [])),
    ReadingCase(
        "body of a GET is read",
        "GET /t HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhiGET /u HTTP/1.1\r\nHost: a\r\n\r\n",
        .request("GET a /t Host=a Content-Length=2", body: Array("hi".utf8)), .request("GET a /u Host=a", body: [])),
    ReadingCase(
        "chunks, extension, trailer",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3;x=\"y\"\r\nabc\r\n0002\r\nde\r\n0\r\nX-T: 1\r\n\r\n",
        .request("POST a / Host=a Transfer-Encoding=Chunked", body: Array("abcde".utf8))),
    ReadingCase(
        "hexadecimal of both cases",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\nb\r\n0123456789a\r\n0\r\n\r\n",
        .request("POST a / Host=a Transfer-Encoding=chunked", body: Array("01234567890123456789a".utf8))),
    ReadingCase(
        "pipeline",
        "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nxGET /3 HTTP/1.1\r\nHost: a\r\n\r\n",
        .request("GET a /1 Host=a", body: []), .request("POST a /2 Host=a Content-Length=1", body: [0x78]),
        .request("GET a /3 Host=a", body: [])),
    ReadingCase(
        "leading empty lines", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .request("GET a / Host=a", body: [])),
    ReadingCase(
        "absolute form wins over Host", "GET http://b:8080/p?q HTTP/1.1\r\nHost: a\r\n\r\n",
        .request("GET b:8080 /p?q Host=a", body: [])),
    ReadingCase(
        "absolute form without path", "GET HTTPS://b HTTP/1.1\r\nHost: a\r\n\r\n", .request("GET b / Host=a", body: [])),
    ReadingCase(
        "absolute form, query only", "GET http://b?q HTTP/1.1\r\nHost: a\r\n\r\n",
        .request("GET b /?q Host=a", body: [])),
    ReadingCase("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .request("OPTIONS a * Host=a", body: [])),
    ReadingCase(
        "OPTIONS * in absolute form", "OPTIONS http://a HTTP/1.1\r\nHost: a\r\n\r\n",
        .request("OPTIONS a * Host=a", body: [])),
    ReadingCase(
        "unknown method", "FROB-1 / HTTP/1.1\r\nHost: a\r\n\r\n", .request("FROB-1 a / Host=a", body: [])),
    ReadingCase(
        "IPv6 host", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
        .request("GET [::1]:8080 / Host=[::1]:8080", body: [])),
    ReadingCase(
        "Connection: close ends the pipeline",
        "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n",
        .request("GET a /1 Host=a Connection=x, Close closing", body: []), .close),
    ReadingCase(
        "HTTP/1.0 closes, Host optional", "GET / HTTP/1.0\r\n\r\n", .request("GET  / closing", body: []), .close),
    ReadingCase(
        "HTTP/1.0 keep-alive", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
        .request("GET  / Connection=Keep-Alive", body: [])),
    ReadingCase(
        "HTTP/1.2 is spoken to as 1.1", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", .request("GET a / Host=a", body: [])),
    ReadingCase(
        "client waits for 100", "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n",
        .expectContinue),
    ReadingCase(
        "no 100 when the body is there",
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx",
        .request("POST a / Host=a Expect=100-continue Content-Length=1", body: [0x78])),
    ReadingCase(
        "no 100 without a body", "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
        .request("POST a / Host=a Expect=100-continue", body: [])),
    ReadingCase(
        "no 100 for HTTP/1.0", "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"),
]

@Suite struct RequestReadingTests {
    @Test(arguments: readingCases)
    func readsCompleteRequest(_ row: ReadingCase) {
        #expect(outcomes(row.input) == row.expected)
    }

    @Test(arguments: readingCases)
    func readsRequestSplitAnywhere(_ row: ReadingCase) {
        let bytes = Array(row.input.utf8)
        for cut in bytes.indices {
            let actual = outcomes([Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(
                actual.filter { $0 != .expectContinue } == row.expected.filter { $0 != .expectContinue },
                "cut at \(cut)")
        }
    }

    @Test(arguments: readingCases)
    func readsRequestByteByByte(_ row: ReadingCase) {
        let actual = outcomes(row.input.utf8.map { [$0] })
        #expect(actual.filter { $0 != .expectContinue } == row.expected.filter { $0 != .expectContinue })
    }

    @Test(arguments: readingCases)
    func closesAfterTruncatedRequest(_ row: ReadingCase) {
        let bytes = Array(row.input.utf8)
        for end in bytes.indices {
            var machine = HTTPConnectionMachine(limits: HTTPLimits())
            machine.receive(Array(bytes[..<end]))
            machine.endInput()
            let actual = machine.outcomes()
            #expect(actual.last == .close, "cut at \(end)")
            #expect(actual.dropLast().count <= row.expected.count)
        }
    }

    @Test func phaseFollowsProgressOfRequest() {
        var machine = HTTPConnectionMachine(limits: HTTPLimits())
        #expect(machine.phase == .idle)
        machine.receive(Array("\r\n".utf8))
        _ = machine.next()
        #expect(machine.phase == .idle)
        machine.receive(Array("PO".utf8))
        _ = machine.next()
        #expect(machine.phase == .head)
        machine.receive(Array("ST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab".utf8))
        _ = machine.next()
        #expect(machine.phase == .body(received: 2))
        machine.receive(Array("c".utf8))
        _ = machine.next()
        #expect(machine.phase == .idle)
    }

    @Test func readsLongPipelines() {
        var machine = HTTPConnectionMachine(limits: HTTPLimits())
        let request = Array("GET /0123456789 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let piece = Array((0..<101).map { _ in request }.joined())
        var count = 0
        machine.receive(Array(request[..<7]))
        for _ in 0..<200 {
            machine.receive(Array(request[7...]) + piece + request[..<7])
            count += machine.outcomes().count - 1
        }
        #expect(count == 200 * 102)
    }

    @Test("The machine keeps none of the bytes before an unfinished request")
    func freesBytesOfReadRequests() {
        var machine = HTTPConnectionMachine(limits: HTTPLimits())
        let request = Array("GET /0123456789 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let sent = Array((0..<1_000).map { _ in request }.joined())
        machine.receive(sent + request[..<7])
        #expect(machine.outcomes().count == 1_001)
        #expect(machine.buffer == Array(request[..<7]))
        #expect(machine.buffer.capacity < 1_024)
        machine.receive(Array(request[7...]))
        #expect(machine.outcomes().count == 2)
    }
}
