import HTTP
import Testing

/// Input that is refused, and with what.
struct BadCase: Sendable, CustomTestStringConvertible {
    let status: Int
    let input: String

    init(_ status: Int, _ input: String) {
        self.status = status
        self.input = input
    }

    var testDescription: String { input.debugDescription }
}

/// Whole request lines, sent before a good head.
private let badLines: [BadCase] = [
    BadCase(400, "GET"), BadCase(400, "GET /"), BadCase(400, "GET  / HTTP/1.1"), BadCase(400, "GET /  HTTP/1.1"),
    BadCase(400, " GET / HTTP/1.1"), BadCase(400, "GET / HTTP/1.1 "), BadCase(400, "GET\t/ HTTP/1.1"),
    BadCase(400, "GET /\tHTTP/1.1"), BadCase(400, "GET / / HTTP/1.1"), BadCase(400, "G@T / HTTP/1.1"),
    BadCase(400, "GET: / HTTP/1.1"), BadCase(400, "G(T / HTTP/1.1"), BadCase(400, "GÉT / HTTP/1.1"),
    BadCase(400, "GET /ü HTTP/1.1"), BadCase(400, "GET /#f HTTP/1.1"), BadCase(400, "GET x HTTP/1.1"),
    BadCase(400, "GET * HTTP/1.1"), BadCase(400, "OPTIONS *x HTTP/1.1"), BadCase(400, "GET ?q HTTP/1.1"),
    BadCase(400, "GET http:// HTTP/1.1"), BadCase(400, "GET http:/// HTTP/1.1"), BadCase(400, "GET http:a HTTP/1.1"),
    BadCase(400, "GET ftp://a/ HTTP/1.1"), BadCase(400, "GET http://u@a/ HTTP/1.1"),
    BadCase(400, "GET http://u:p@a/ HTTP/1.1"), BadCase(400, "GET http://a:x/ HTTP/1.1"),
    BadCase(400, "GET http://a:65536/ HTTP/1.1"), BadCase(400, "GET http://[::1/ HTTP/1.1"),
    BadCase(400, "GET http://[]/ HTTP/1.1"), BadCase(400, "GET http://a\\b/ HTTP/1.1"),
    BadCase(501, "CONNECT a:443 HTTP/1.1"), BadCase(400, "GET / http/1.1"), BadCase(400, "GET / HTTP/1"),
    BadCase(400, "GET / HTTP/1.10"), BadCase(400, "GET / HTTP/11"), BadCase(400, "GET / HTTP/1,1"),
    BadCase(400, "GET / HTTP/x.y"), BadCase(400, "GET / HTTP/+.1"), BadCase(400, "GET / HTTPS/1.1"),
    BadCase(400, "GET / ICE/1.0"), BadCase(400, "GET / HTTP /1.1"), BadCase(505, "GET / HTTP/2.0"),
    BadCase(505, "PRI * HTTP/2.0"), BadCase(505, "GET / HTTP/0.9"), BadCase(505, "GET / HTTP/9.9"),
    BadCase(400, "GET / HTTP/1.1\u{0}"), BadCase(400, "GET /\u{0} HTTP/1.1"), BadCase(400, "GET /\u{7F} HTTP/1.1"),
    BadCase(400, "GET /\u{1B} HTTP/1.1"), BadCase(400, "\u{16}\u{3}\u{1}"), BadCase(400, "\u{0}"),
    BadCase(400, "GET / HTTP/1.1\r"), BadCase(400, "GET /\r HTTP/1.1"), BadCase(400, "GET / HTTP/1.1\n"),
    BadCase(400, "\n"), BadCase(400, "\r\r\n"),
]

/// Fields added to `POST / HTTP/1.1` with a good Host.
private let badFields: [BadCase] = [
    BadCase(400, "X : 1"), BadCase(400, "X\t: 1"), BadCase(400, " X: 1"), BadCase(400, "\tX: 1"), BadCase(400, ": 1"),
    BadCase(400, "X"), BadCase(400, "X Y: 1"), BadCase(400, "X@Y: 1"), BadCase(400, "Ü: 1"),
    BadCase(400, "X: 1\r\n folded"),
    BadCase(400, "X: 1\r\n\tfolded"), BadCase(400, "X: a\u{0}b"), BadCase(400, "X: a\rb"), BadCase(400, "X: a\nb"),
    BadCase(400, "X: a\nY: b"), BadCase(400, "X: a\u{7F}"), BadCase(400, "X: a\u{8}"), BadCase(400, "(X): 1"),
    BadCase(400, "\"X\": 1"), BadCase(400, "X[1]: 1"), BadCase(400, "{X}: 1"),
    BadCase(400, "Host: b"), BadCase(400, "host: a"), BadCase(400, "HOST:"),
    BadCase(400, "Content-Length:"), BadCase(400, "Content-Length: x"), BadCase(400, "Content-Length: -1"),
    BadCase(400, "Content-Length: +1"), BadCase(400, "Content-Length: 1 1"), BadCase(400, "Content-Length: 1,1"),
    BadCase(400, "Content-Length: 1, 1"), BadCase(400, "Content-Length: 0x1"), BadCase(400, "Content-Length: 1.0"),
    BadCase(400, "Content-Length: 1e1"), BadCase(400, "Content-Length: 1;"), BadCase(400, "Content-Length: \"1\""),
    BadCase(400, "Content-Length: １"), BadCase(400, "Content-Length: 1\r\nContent-Length: 1"),
    BadCase(400, "Content-Length: 1\r\nContent-Length: 2"), BadCase(400, "Content-Length: 0\r\ncontent-length: 0"),
    BadCase(400, "Content-Length : 1"), BadCase(413, "Content-Length: 1048577"),
    BadCase(413, "Content-Length: 9223372036854775808"), BadCase(413, "Content-Length: 99999999999999999999999999"),
    BadCase(400, "Content-Length: 1\r\nTransfer-Encoding: chunked"),
    BadCase(400, "Transfer-Encoding: chunked\r\nContent-Length: 1"),
    BadCase(400, "Transfer-Encoding: chunked\r\nContent-Length: 0"),
    BadCase(400, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
    BadCase(501, "Transfer-Encoding: chunked, chunked"), BadCase(501, "Transfer-Encoding: gzip, chunked"),
    BadCase(501, "Transfer-Encoding: chunked, identity"), BadCase(501, "Transfer-Encoding: identity"),
    BadCase(501, "Transfer-Encoding: xchunked"), BadCase(501, "Transfer-Encoding: chunkedx"),
    BadCase(501, "Transfer-Encoding: chunked;q=1"), BadCase(501, "Transfer-Encoding: \"chunked\""),
    BadCase(501, "Transfer-Encoding: ,chunked"), BadCase(400, "Transfer-Encoding:"),
    BadCase(400, "Transfer-Encoding : chunked"), BadCase(400, "Transfer-Encoding:\u{B}chunked"),
    BadCase(400, "Transfer\u{B}Encoding: chunked"), BadCase(400, "Transfer-Encoding\r\n: chunked"),
    BadCase(501, "Transfer-Encoding: chun\u{212A}ed"),
    BadCase(417, "Expect: 200-ok"), BadCase(417, "Expect: 100-continue, x"), BadCase(417, "Expect:"),
]

private let badHosts = [
    "", " ", "a b", "a/b", "a@b", "u:p@a", "a:b", "a:1:2", "a:99999", "[::1", "::1", "[::1]x", "[::1]:x", "[g::]",
    "a,b c",
    "a?b", "a#b", "a\\b", "<a>", "ü", "a%41", ":80",
]

/// Bodies behind a head with `Transfer-Encoding: chunked`.
private let badChunks: [BadCase] = [
    BadCase(400, "\r\n"), BadCase(400, "x\r\n"), BadCase(400, "-1\r\n"), BadCase(400, "+1\r\nx\r\n"),
    BadCase(400, " 1\r\nx\r\n"), BadCase(400, "1 \r\nx\r\n"), BadCase(400, "0x1\r\nx\r\n"), BadCase(400, "1_0\r\n"),
    BadCase(400, "１\r\n"), BadCase(400, ";x\r\n"), BadCase(400, "1\nx\r\n"), BadCase(400, "1\rx\r\n"),
    BadCase(400, "1\r\nxy\r\n"), BadCase(400, "1\r\nx\n"), BadCase(400, "1\r\nx0\r\n"), BadCase(400, "1\r\nx\rx"),
    BadCase(400, "2\r\nx\r\n0\r\n\r\n"), BadCase(400, "000000001\r\nx\r\n"), BadCase(400, "100000000\r\n"),
    BadCase(400, "ffffffffffffffff\r\n"), BadCase(400, "8000000000000000\r\n"), BadCase(413, "ffffffff\r\n"),
    BadCase(413, "7fffffff\r\n"), BadCase(413, "100001\r\n"), BadCase(400, "1;a\nb\r\nx\r\n"),
    BadCase(400, "1;\u{0}\r\nx\r\n"), BadCase(400, "0\r\nX : 1\r\n\r\n"), BadCase(400, "0\r\n X: 1\r\n\r\n"),
    BadCase(400, "0\r\nX\r\n\r\n"), BadCase(400, "0\r\nX: a\nY: b\r\n\r\n"), BadCase(400, "0\n\n"),
    BadCase(400, "0\r\n\n"), BadCase(400, "1;" + String(repeating: "x", count: 264) + "\r\n"),
    BadCase(400, String(repeating: "0", count: 300)),
    BadCase(431, "0\r\n" + String(repeating: "X: 1\r\n", count: 101)),
    BadCase(431, "0\r\nX: " + String(repeating: "x", count: 8200)),
    BadCase(400, String(repeating: "1;xxxxxxxxxxxxxxxxxxxx\r\nx\r\n", count: 1000)),
]

@Suite struct MalformedRequestTests {
    private func expect(_ status: Int, _ input: String) {
        let bytes = Array(input.utf8)
        #expect(outcomes([bytes]) == [.reject(status), .close])
        #expect(outcomes(bytes.map { [$0] }) == [.reject(status), .close], "byte by byte")
    }

    @Test(arguments: badLines)
    func requestLine(_ row: BadCase) {
        expect(row.status, "\(row.input)\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    @Test(arguments: badFields)
    func field(_ row: BadCase) {
        expect(row.status, "POST / HTTP/1.1\r\nHost: a\r\n\(row.input)\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    @Test(arguments: badHosts)
    func host(_ value: String) {
        expect(400, "GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n")
    }

    @Test(arguments: badChunks)
    func chunk(_ row: BadCase) {
        expect(row.status, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(row.input)")
    }

    @Test func missingHost() {
        expect(400, "GET / HTTP/1.1\r\n\r\n")
        expect(400, "GET http://a/ HTTP/1.1\r\n\r\n")
    }

    @Test func transferEncodingInHTTP10() {
        expect(400, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    }

    @Test func valueThatIsNotUTF8() {
        let head = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8)
        for value: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]] {
            #expect(outcomes([head + value + Array("\r\n\r\n".utf8)]) == [.reject(400), .close])
        }
    }

    @Test func firstBadByteIsEnough() {
        #expect(outcomes("\u{16}") == [.reject(400), .close])
        #expect(outcomes("GET / HTTP/1.1\r\nHost: a\r\nX : ").isEmpty)
        #expect(outcomes("GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n") == [.reject(400), .close])
    }

    @Test func sizesAtAndOverTheLimit() {
        var limits = HTTPLimits()
        limits.requestLine = 32
        limits.head = 128
        limits.fieldCount = 3
        limits.body = 10
        limits.leadingEmptyLines = 2
        func line(_ size: Int) -> String {
            "GET /\(String(repeating: "x", count: size - 14)) HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        func head(_ size: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: size - 32))\r\n\r\n"
        }
        func fields(_ count: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X:\r\n", count: count - 1) + "\r\n"
        }
        func body(_ size: Int) -> String {
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size)
        }
        func chunks(_ size: Int) -> String {
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "1\r\nx\r\n", count: size) + "0\r\n\r\n"
        }
        func empty(_ count: Int) -> String {
            String(repeating: "\r\n", count: count) + "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        let rows: [(make: (Int) -> String, limit: Int, status: Int)] = [
            (line, 32, 414), (head, 128, 431), (fields, 3, 431), (body, 10, 413), (chunks, 10, 413), (empty, 2, 400),
        ]
        for (make, limit, status) in rows {
            for size in (limit - 1)...limit {
                guard case .request? = outcomes(make(size), limits: limits).first else {
                    Issue.record("\(make(size).debugDescription) was not read")
                    continue
                }
            }
            #expect(outcomes(make(limit + 1), limits: limits).first == .reject(status))
        }
    }

    @Test func endlessLinesAreCutAtTheLimit() {
        #expect(outcomes(String(repeating: "x", count: 16 * 1024 + 1)) == [.reject(414), .close])
        #expect(outcomes("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 32 * 1024)) == [.reject(431), .close])
    }

    @Test func rejectionNamesItsReason() {
        let response = Rejection(414, "request line too long").response
        #expect(String(decoding: response.body, as: UTF8.self) == "414 URI Too Long: request line too long\n")
        #expect(response.headers["content-type"] == "text/plain; charset=utf-8")
    }
}
