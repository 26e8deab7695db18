import CZlib
import HTTP
import Testing

private let text = Array(String(repeating: "the quick brown fox ", count: 100).utf8)

private func written(
    _ response: HTTPResponse, request: HeaderList = HeaderList(), _ terms: ResponseTerms = ResponseTerms()
) -> (head: String, body: [UInt8], keepsAlive: Bool) {
    var writer = ResponseWriter()
    var out: [UInt8] = []
    let keepsAlive = writer.append(response, to: request, terms, now: 1_769_862_896, into: &out)
    let end = out.indices.first { out[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? out.endIndex
    return (String(decoding: out[..<end], as: UTF8.self), Array(out[min(end + 4, out.count)...]), keepsAlive)
}

private func accepting(_ value: String) -> HeaderList {
    HeaderList([.init("Accept-Encoding", value)])
}

/// Returns the decompressed bytes of one gzip member.
private func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard czlib_inflate_init_gzip(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: 4 * 1024 * 1024)
    return input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = uInt(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = uInt(target.count)
            guard inflate(&stream, Z_FINISH) == Z_STREAM_END, stream.avail_in == 0 else { return nil }
            return Array(target[..<(target.count - Int(stream.avail_out))])
        }
    }
}

/// Returns the payload of a chunked body, read by our own request reader.
private func dechunked(_ bytes: [UInt8]) -> [UInt8]? {
    var limits = HTTPLimits()
    limits.body = 16 * 1024 * 1024
    let head = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    guard case .request(_, let body)? = outcomes([head + bytes], limits: limits).first else { return nil }
    return body
}

@Suite struct ResponseWriterTests {
    @Test func writesStatusFieldsDateAndLength() {
        let response = HTTPResponse(
            status: 200, headers: HeaderList([.init("Content-Type", "text/plain")]), body: Array("hi".utf8))
        let (head, body, keepsAlive) = written(response)
        #expect(
            head == """
                HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Sat, 31 Jan 2026 12:34:56 GMT\r\nContent-Length: 2
                """)
        #expect(body == Array("hi".utf8))
        #expect(keepsAlive)
    }

    @Test(arguments: [
        (1, true, HeaderList(), "", true), (1, false, HeaderList(), "Connection: close", false),
        (0, true, HeaderList(), "Connection: keep-alive", true), (0, false, HeaderList(), "Connection: close", false),
        (1, true, HeaderList([.init("Connection", "Close")]), "Connection: close", false),
    ])
    func writesConnectionField(
        _ minorVersion: Int, _ isRequested: Bool, _ headers: HeaderList, _ expected: String, _ keepsAlive: Bool
    ) {
        let result = written(
            HTTPResponse(status: 200, headers: headers),
            ResponseTerms(minorVersion: minorVersion, keepsAlive: isRequested))
        let found = result.head.split(separator: "\r\n").filter { $0.hasPrefix("Connection") }
        #expect(found.joined() == expected)
        #expect(result.keepsAlive == keepsAlive)
    }

    @Test func headResponseHasLengthButNoBody() {
        let result = written(HTTPResponse(status: 200, body: text), ResponseTerms(isHead: true))
        #expect(result.head.hasSuffix("Content-Length: 2000"))
        #expect(result.body.isEmpty)
    }

    @Test(arguments: [204, 304])
    func status204And304HaveNoBody(_ status: Int) {
        let result = written(HTTPResponse(status: status, body: text, isCompressible: true), request: accepting("gzip"))
        #expect(!result.head.contains("Content-Length"))
        #expect(!result.head.contains("Content-Encoding"))
        #expect(result.body.isEmpty)
    }

    @Test func replacesFramingFieldsOfResponder() {
        let headers = HeaderList([
            .init("content-length", "7"), .init("Transfer-Encoding", "chunked"), .init("Date", "never"),
            .init("X", "a\r\nSet-Cookie: b\u{0}"),
        ])
        let head = written(HTTPResponse(status: 200, headers: headers)).head
        #expect(head == "HTTP/1.1 200 OK\r\nDate: never\r\nX: a  Set-Cookie: b \r\nContent-Length: 0")
    }

    @Test(arguments: [(99, "500"), (100, "500"), (600, "500"), (-1, "500"), (599, "599"), (418, "418")])
    func invalidStatusBecomes500(_ status: Int, _ expected: String) {
        #expect(written(HTTPResponse(status: status)).head.hasPrefix("HTTP/1.1 \(expected) "))
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("x-gzip", true), ("deflate, gzip;q=0.5", true), ("*", true),
        ("gzip ; q=0.001", true), ("br;q=1.0, *;q=0.1", true), ("gzip;q=1.000", true), ("gzip;Q=1", true),
        ("", false), ("deflate", false), ("gzip;q=0", false), ("gzip;q=0.000", false), ("*;q=0", false),
        ("gzip;q=0, *", false), ("gzipx", false), ("gzip;q=x", false), ("gzip;q=", false), ("gzip;q=0.1234", false),
        ("identity, gzip;q=0.5", false), ("identity;q=0.5, gzip;q=0.5", true), ("gzip;q=-1", false),
    ])
    func compressesWhenClientAccepts(_ accept: String, _ isCompressed: Bool) {
        let response = HTTPResponse(status: 200, body: text, isCompressible: true)
        let result = written(response, request: accepting(accept))
        #expect(result.head.contains("Content-Encoding: gzip") == isCompressed)
        #expect(result.head.contains("Vary: Accept-Encoding"))
        #expect((isCompressed ? inflated(result.body) : result.body) == text)
        #expect(result.head.hasSuffix("Content-Length: \(result.body.count)"))
    }

    @Test func neverCompressesSmallOrSecretBodies() {
        let small = HTTPResponse(status: 200, body: Array(text[..<1023]), isCompressible: true)
        let secret = HTTPResponse(status: 200, body: text)
        for response in [small, secret] {
            let result = written(response, request: accepting("gzip"))
            #expect(!result.head.contains("Content-Encoding"))
            #expect(!result.head.contains("Vary"))
            #expect(result.body == response.body)
        }
    }

    @Test func sendsLargeCompressedBodiesInChunks() {
        var random = SystemRandomNumberGenerator()
        let large = (0..<300_000).map { _ in UInt8.random(in: 0...63, using: &random) }
        let response = HTTPResponse(status: 200, body: large, isCompressible: true)
        let result = written(response, request: accepting("gzip"))
        #expect(result.head.hasSuffix("Content-Encoding: gzip\r\nTransfer-Encoding: chunked"))
        #expect(dechunked(result.body).flatMap(inflated) == large)
        let old = written(response, request: accepting("gzip"), ResponseTerms(minorVersion: 0))
        #expect(!old.head.contains("chunked"))
        #expect(inflated(old.body) == large)
        let head = written(response, request: accepting("gzip"), ResponseTerms(isHead: true))
        #expect(head.head == result.head)
        #expect(head.body.isEmpty)
    }

    @Test(
        "A body that responses share is sent compressed or plain, each time the same", arguments: [1023, 1024, 100_000])
    func sendsSharedBodies(count: Int) {
        let body = SharedBody(Array(Array(repeatElement(text, count: count / text.count + 1).joined()).prefix(count)))
        for accept in ["gzip", "identity", "gzip"] {
            let isCompressed = accept == "gzip" && count >= 1024
            for _ in 1...2 {
                let response = HTTPResponse(status: 200, headers: HeaderList(), sharing: body)
                let result = written(response, request: accepting(accept))
                #expect(result.head.contains("Content-Encoding: gzip") == isCompressed)
                #expect(result.head.hasSuffix("Content-Length: \(result.body.count)"))
                #expect((isCompressed ? inflated(result.body) : result.body) == body.bytes)
                let head = written(response, request: accepting(accept), ResponseTerms(isHead: true))
                #expect(head.head == result.head && head.body.isEmpty)
            }
        }
    }

    @Test func writerCompressesManyBodies() {
        var writer = ResponseWriter()
        for count in [1024, 5000, 64 * 1024, 1024] {
            let body = Array(repeatElement(text, count: count / text.count + 1).joined().prefix(count))
            var out: [UInt8] = []
            _ = writer.append(
                HTTPResponse(status: 200, body: body, isCompressible: true), to: accepting("gzip"), ResponseTerms(),
                now: 0, into: &out)
            let start = out.indices.first { out[$0...].starts(with: [0x1F, 0x8B]) } ?? out.endIndex
            #expect(inflated(Array(out[start...])) == body)
        }
    }

    @Test func chunksRoundTrip() {
        var out: [UInt8] = []
        for piece in [Array("abc".utf8), [], text, [0]] { ChunkedWriter.append(piece, to: &out) }
        ChunkedWriter.finish(&out)
        #expect(dechunked(out) == Array("abc".utf8) + text + [0])
    }
}
