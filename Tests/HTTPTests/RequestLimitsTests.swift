import HTTP
import Testing

/// Checks when a request is rejected for its size. `Tests/Corpus` covers requests with a bad form.
@Suite struct RequestLimitsTests {
    @Test func rejectsAtFirstBadByte() {
        #expect(outcomes("\u{16}") == [.reject(400), .close])
        #expect(outcomes("GET / HTTP/1.1\r\nHost: a\r\nX : ").isEmpty)
        #expect(outcomes("GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n") == [.reject(400), .close])
    }

    @Test func acceptsSizeAtLimitAndRejectsLarger() {
        var limits = HTTPLimits()
        limits.requestLine = 32
        limits.fieldBytes = 128
        limits.fieldCount = 3
        limits.body = 10
        limits.leadingEmptyLines = 2
        func line(_ size: Int) -> String {
            "GET /\(String(repeating: "x", count: size - 14)) HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        func section(_ size: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: size - 14))\r\n\r\n"
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
            (line, 32, 414), (section, 128, 431), (fields, 3, 431), (body, 10, 413), (chunks, 10, 413), (empty, 2, 400),
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

    @Test func rejectsEndlessLinesAtLimit() {
        #expect(outcomes(String(repeating: "x", count: 16 * 1024 + 1)) == [.reject(414), .close])
        #expect(outcomes("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 32 * 1024)) == [.reject(431), .close])
    }

    @Test func rejectionNamesItsReason() {
        let response = Rejection(414, "request line too long").response
        #expect(String(decoding: response.body, as: UTF8.self) == "414 URI Too Long: request line too long\n")
        #expect(response.headers["content-type"] == "text/plain; charset=utf-8")
    }
}
