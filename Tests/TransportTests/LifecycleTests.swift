import Formats
import HTTP
import Platform
import Synchronization
import TestTags
import Testing
@testable import Transport

@Suite struct LifecycleTests {
    /// Whether nothing listens on the port.
    private func isPortClosed(_ port: Int?) -> Bool {
        do {
            _ = try Client(port: port)
            return false
        } catch {
            return true
        }
    }

    @Test(arguments: [1, 2])
    func reportsPortInUse(_ workers: Int) throws {
        let first = try HTTPServer.test(workers: workers)
        let port = try #require(first.boundPorts.http)
        for others in [1, 2] {
            #expect(throws: ServerFailure.portInUse(host: "127.0.0.1", port: port)) {
                try HTTPServer.start(
                    ServerConfiguration(httpPort: port, workers: others), responder: TestResponder.respond)
            }
        }
        #expect(ServerFailure.portInUse(host: "::1", port: 80).description == "[::1]:80 is already in use")
        first.stop(drain: 1)
        let second = try HTTPServer.start(
            ServerConfiguration(httpPort: port, workers: workers), responder: TestResponder.respond)
        #expect(second.boundPorts.http == port)
    }

    @Test(.tags(.slow)) func reportsPortsBeforeServingRequests() throws {
        let isReported = Atomic(false)
        var early: Client?
        let server = try HTTPServer.start(
            ServerConfiguration(httpPort: 0, limits: .patient),
            bound: { ports in
                early = try? Client(port: ports.http)
                early?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                // Allowed (sleep): A server that serves requests too early gets the time to do so.
                usleep(50_000)
                isReported.store(true, ordering: .relaxed)
            },
            responder: { _, _ in .now(HTTPResponse(status: isReported.load(ordering: .relaxed) ? 200 : 503)) })
        defer { server.stop(drain: 0) }
        #expect(try #require(early).reply()?.status == 200)
    }

    /// Here new connections are being passed to another worker when that worker stops.
    @Test(.tags(.slow)) func closesEveryConnectionWhenStoppedAtCapacity() throws {
        var limits = HTTPLimits.patient
        limits.connections = 2
        for _ in 0..<20 {
            let server = try HTTPServer.test(limits: limits, workers: 4)
            let clients = try (0..<40).map { _ in try Client(port: server.boundPorts.http) }
            server.stop(drain: 1)
            #expect(clients.allSatisfy { $0.isClosed() })
        }
    }

    @Test func rejectsInvalidConfigurations() {
        #expect(throws: ServerFailure.certificateMissing) {
            try HTTPServer.start(ServerConfiguration(httpsPorts: [0]), responder: TestResponder.respond)
        }
        for (host, port) in [("127.0.0.1", 65_536), ("127.0.0.1", -1), ("192.0.2.1", 0), ("no such host", 0)] {
            #expect(throws: ServerFailure.self) {
                try HTTPServer.start(ServerConfiguration(host: host, httpPort: port), responder: TestResponder.respond)
            }
        }
    }

    @Test func listensOnSeveralPortsAndBothAddressFamilies() throws {
        let server = try HTTPServer.start(
            ServerConfiguration(host: "::", httpPort: 0, workers: 2), responder: TestResponder.respond)
        let client = try Client(port: server.boundPorts.http)
        client.send("GET /peer HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reply()?.text == "127.0.0.1 false \(server.boundPorts.http ?? 0)")
    }

    @Test func secondStopSucceedsAndPortIsFree() throws {
        let server = try HTTPServer.test(workers: 2)
        server.stop(drain: 5)
        server.stop(drain: 5)
        #expect(isPortClosed(server.boundPorts.http))
    }

    @Test(arguments: Setting.all)
    func drainCompletesResponseBeingWritten(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server, receiveBuffer: 4096)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        waitUntil { server.statistics.requests > 0 }
        let stopping = try LoopThread { server.stop(drain: 20) }
        waitUntil { isPortClosed(server.boundPorts.http) }
        #expect(client.reply()?.isLarge == true)
        #expect(client.isClosed())
        stopping.join()
    }

    @Test(.tags(.slow), arguments: Setting.all)
    func drainCompletesRequestBeingRead(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(client.reply()?.status == 100)
        let stopping = try LoopThread { server.stop(drain: 20) }
        waitUntil { isPortClosed(server.boundPorts.http) }
        client.send("hi")
        let reply = try #require(client.reply())
        #expect(reply.text == "hi")
        #expect(reply.headers["connection"] == "close")
        #expect(client.isClosed())
        stopping.join()
    }

    @Test(arguments: PollerKind.allCases)
    func stopsWithoutWaitingForBlockedRequest(_ poller: PollerKind) throws {
        let isReached = Atomic(false)
        let isOver = Atomic(false)
        let server = try HTTPServer.test(poller, workers: 2) { _, _ in
            isReached.store(true, ordering: .releasing)
            waitUntil { isOver.load(ordering: .acquiring) }
            return .now(.text(200, "late"))
        }
        let client = try Client(port: server.boundPorts.http)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        waitUntil { isReached.load(ordering: .acquiring) }
        let begin = MonotonicClock.milliseconds()
        server.stop(drain: 0, until: begin + 300)
        #expect(MonotonicClock.milliseconds() - begin >= 300)
        #expect(isPortClosed(server.boundPorts.http))
        let next = try HTTPServer.start(
            ServerConfiguration(httpPort: server.boundPorts.http), responder: TestResponder.respond)
        defer { next.stop(drain: 0) }
        isOver.store(true, ordering: .releasing)
        #expect(client.reply()?.text == "late")
        #expect(client.isClosed())
        waitUntil { server.statistics.open == 0 }
        #expect(server.statistics.open == 0)
        #expect(!isPortClosed(next.boundPorts.http), "The new server keeps the port when the old one ends.")
    }

    @Test(arguments: Setting.all)
    func closesUnfinishedRequestsAfterDrainTime(_ setting: Setting) throws {
        let server = try setting.start()
        let client = try setting.client(server)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(client.reply()?.status == 100)
        server.stop(drain: 0.05)
        #expect(client.reply() == nil)
        #expect(server.statistics.open == 0)
    }
}
