import HTTP
import TestTags
import Testing
@testable import Transport

/// Checks the counters of the connections (`ServerStatistics`).
@Suite struct CountingTests {
    private func rejected(_ server: HTTPServer, _ status: Int) -> Int? {
        server.statistics.rejections.first { $0.status == status }?.count
    }

    @Test("The statistics count successful and failed handshakes", arguments: PollerKind.allCases)
    func countsSuccessfulAndFailedHandshakes(_ poller: PollerKind) throws {
        let server = try HTTPServer.test(poller, isSecure: true)
        defer { server.stop(drain: 0) }
        let port = server.boundPorts.https.first
        let secure = try Client(port: port, isSecure: true)
        secure.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(secure.reply()?.status == 200)
        let plain = try Client(port: port)
        plain.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(plain.reply()?.status == 400)
        let garbage = try Client(port: port)
        garbage.send(String(repeating: "\u{1}", count: 600))
        _ = garbage.readToEnd()
        waitUntil { server.statistics.failedHandshakes == 2 }
        #expect(server.statistics.handshakes == 1)
        #expect(server.statistics.failedHandshakes == 2)
        #expect(server.statistics.accepted == 3)
    }

    @Test("The statistics count requests that are rejected for their HTTP, by status", arguments: Setting.all)
    func countsRejectedRequestsByStatus(_ setting: Setting) throws {
        let server = try setting.start()
        defer { server.stop(drain: 0) }
        for head in ["GET\r\n\r\n", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"] {
            let client = try setting.client(server)
            client.send(head)
            #expect(client.reply() != nil)
        }
        #expect(rejected(server, 400) == 2)
        #expect(rejected(server, 505) == 1)
        #expect(server.statistics.requests == 0)
    }

    @Test("The statistics count connections that are rejected at capacity")
    func countsConnectionsRejectedAtCapacity() throws {
        var limits = HTTPLimits.patient
        limits.connections = 1
        let server = try HTTPServer.test(.system, limits: limits)
        defer { server.stop(drain: 0) }
        let busy = try Client(port: server.boundPorts.http)
        busy.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
        #expect(busy.reply()?.status == 100)
        let excess = try Client(port: server.boundPorts.http)
        #expect(excess.isClosed())
        #expect(server.statistics.refusedConnections == 1)
        #expect(server.statistics.open == 1)
    }
}
