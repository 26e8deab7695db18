import Crypto
import HTTP
import Testing
import Transport

/// The environment of a test: either poller, with or without TLS.
struct Setting: Sendable, CustomTestStringConvertible {
    let poller: PollerKind
    let isSecure: Bool

    static let all = PollerKind.allCases.flatMap {
        [Setting(poller: $0, isSecure: false), Setting(poller: $0, isSecure: true)]
    }

    var testDescription: String { "\(poller)\(isSecure ? " with TLS" : "")" }

    func start(
        limits: HTTPLimits = .patient, bodyRule: BodyRule? = nil, workers: Int = 1,
        responder: @escaping Responder = TestResponder.respond
    ) throws -> HTTPServer {
        try .test(
            poller, limits: limits, bodyRule: bodyRule, workers: workers, isSecure: isSecure, responder: responder)
    }

    func client(_ server: HTTPServer, receiveBuffer: Int32? = nil) throws -> Client {
        try Client(
            port: isSecure ? server.boundPorts.https.first : server.boundPorts.http, isSecure: isSecure,
            receiveBuffer: receiveBuffer)
    }
}

@Suite struct ServingTests {
    @Test(arguments: Setting.all)
    func servesManyRequestsOnOneConnection(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        for index in 0..<50 {
            client.send("GET /\(index) HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = try #require(client.reply())
            #expect(reply.status == 200)
            #expect(reply.text == "GET /\(index)")
            #expect(reply.headers["date"]?.hasSuffix("GMT") == true)
            #expect(reply.headers["connection"] == nil)
        }
        #expect(server.statistics.accepted == 1)
        #expect(server.statistics.open == 1)
        #expect(server.statistics.requests == 50)
        server.stop(drain: 5)
        #expect(server.statistics.open == 0)
    }

    @Test(arguments: Setting.all)
    func respondsToPipelinedRequestsInOrder(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        let count = 3000
        client.send((0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for index in 0..<count { #expect(client.reply()?.text == "GET /\(index)") }
    }

    @Test(arguments: Setting.all)
    func readsRequestByteByByte(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        for byte in "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8 {
            client.send([byte])
        }
        #expect(client.reply()?.text == "abc")
    }

    @Test(arguments: Setting.all)
    func transfersLargeBodiesInBothDirections(_ setting: Setting) throws {
        let body = TestResponder.upload
        let server = try setting.start()
        let client = try setting.client(server)
        client.send(Array("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
        let isWhole = client.reply()?.body == body
        #expect(isWhole)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
        client.send(body)
        let reply = try #require(client.reply())
        #expect(reply.headers["content-encoding"] == "gzip")
        #expect(reply.headers["transfer-encoding"] == "chunked")
        #expect(reply.body.count < body.count)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /after HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reply()?.isLarge == true)
        #expect(client.reply()?.text == "GET /after")
    }

    @Test(arguments: Setting.all)
    func sends100ContinueWhenClientExpectsIt(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(client.reply() == Client.Reply(status: 100, headers: [:], body: []))
        client.send("hi")
        #expect(client.reply()?.text == "hi")
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n")
        #expect(client.reply()?.status == 413)
        #expect(client.isClosed())
    }

    @Test(arguments: Setting.all)
    func keepsConnectionAfterResponsesWithoutBody(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        client.send(
            "HEAD /x HTTP/1.1\r\nHost: a\r\n\r\nGET /empty HTTP/1.1\r\nHost: a\r\n\r\nGET /y HTTP/1.1\r\nHost: a\r\n\r\n"
        )
        #expect(client.reply(toHead: true)?.headers["content-length"] == "7")
        #expect(client.reply()?.status == 204)
        #expect(client.reply()?.text == "GET /y")
    }

    @Test(
        arguments: Setting.all,
        [
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
            "GET /close HTTP/1.1\r\nHost: a\r\n\r\nGET /never HTTP/1.1\r\nHost: a\r\n\r\n",
        ])
    func closesConnectionWhenRequested(_ setting: Setting, _ request: String) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        client.send(request)
        #expect(client.reply()?.headers["connection"] == "close")
        #expect(client.isClosed())
    }

    @Test(arguments: Setting.all)
    func rejectsBadRequestAndCloses(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        client.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let reply = try #require(client.reply())
        #expect(reply.status == 400)
        #expect(reply.text == "400 Bad Request: more than one Host header\n")
        #expect(reply.headers["connection"] == "close")
        #expect(client.isClosed())
        #expect(server.statistics.requests == 0)
    }

    @Test(arguments: Setting.all)
    func rejectionReachesClientThatKeepsSending(_ setting: Setting) throws {
        let server = try setting.start()
        for _ in 0..<5 {
            let client = try setting.client(server)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000000\r\n\r\n")
            client.send([UInt8](repeating: 0x61, count: 100_000))
            #expect(client.reply()?.status == 413)
        }
    }

    @Test(arguments: PollerKind.allCases)
    func respondsToClientThatFinishedSending(_ poller: PollerKind) throws {
        let server = try HTTPServer.test(poller)
        let client = try Client(port: server.boundPorts.http)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        client.endWriting()
        #expect(client.reply()?.isLarge == true)
        #expect(client.reply()?.text == "GET /b")
        #expect(client.isClosed())
    }

    @Test(arguments: Setting.all)
    func serves64ConnectionsAtOnce(_ setting: Setting) throws {
        let server = try setting.start(workers: 2)
        let clients = try (0..<64).map { _ in try setting.client(server) }
        for round in 0..<5 {
            for (index, client) in clients.enumerated() {
                client.send("GET /\(index)/\(round) HTTP/1.1\r\nHost: a\r\n\r\n")
            }
            for (index, client) in clients.enumerated() { #expect(client.reply()?.text == "GET /\(index)/\(round)") }
        }
        #expect(server.statistics.requests == 320)
        #expect(server.statistics.open == 64)
        server.stop(drain: 5)
        #expect(clients.allSatisfy { $0.isClosed() })
    }

    @Test(arguments: Setting.all)
    func passesPeerToResponder(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        client.send("GET /peer HTTP/1.1\r\nHost: a\r\n\r\n")
        let port = try #require(setting.isSecure ? server.boundPorts.https.first : server.boundPorts.http)
        #expect(client.reply()?.text == "127.0.0.1 \(setting.isSecure) \(port)")
    }

    @Test(arguments: PollerKind.allCases)
    func passesClientCertificateWithEveryRequest(_ poller: PollerKind) throws {
        let server = try HTTPServer.test(poller, isSecure: true)
        let identity = try CertificateAuthority.make(SystemRandom())
        for (name, identity) in [("mtls.test", identity), ("mtls.test", nil), ("login.test", identity)] {
            let client = try Client(
                port: server.boundPorts.https.first, isSecure: true, serverName: name, identity: identity)
            let expected = name == "mtls.test" ? identity?.certificateDER ?? [] : []
            for _ in 0..<2 {
                client.send("GET /certificate HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(client.reply()?.body == expected)
            }
        }
    }

    @Test(arguments: PollerKind.allCases)
    func survivesGarbageOnTLSPort(_ poller: PollerKind) throws {
        let server = try HTTPServer.test(poller, isSecure: true)
        let garbage = [
            Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), [0x16, 0x03, 0x01, 0xFF, 0xFF],
            [UInt8](repeating: 0, count: 1000),
            [0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00], [0x80],
        ]
        for bytes in garbage {
            let client = try Client(port: server.boundPorts.https.first)
            client.send(bytes)
            client.endWriting()
            _ = client.readToEnd()
        }
        let client = try Client(port: server.boundPorts.https.first, isSecure: true)
        client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reply()?.text == "GET /ok")
    }

    @Test(arguments: PollerKind.allCases)
    func survivesClientsThatDisconnect(_ poller: PollerKind) throws {
        let server = try HTTPServer.test(poller)
        for _ in 0..<20 {
            let client = try Client(port: server.boundPorts.http)
            client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 3))
        }
        let client = try Client(port: server.boundPorts.http)
        client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reply()?.text == "GET /ok")
    }
}
