import Formats
import HTTP
import Platform
import Synchronization
import TestTags
import Testing
@testable import Transport

/// Checks responses that wait for something else (`Reply.later`).
@Suite struct DeferredResponseTests {
    /// Blocks requests to `/wait` until it opens.
    private final class Gate: Sendable {
        let waiting = Mutex<[@Sendable () -> Void]>([])
        let responseCount = Atomic<Int>(0)

        var responder: Responder {
            { [self] request, _ in
                guard request.path == "/wait" else { return .now(.text(200, request.path)) }
                return .later(
                    Deferral(
                        begin: { done in self.waiting.withLock { $0.append(done) } },
                        next: {
                            self.responseCount.wrappingAdd(1, ordering: .relaxed)
                            return .now(.text(200, "waited"))
                        }))
            }
        }

        var count: Int { waiting.withLock { $0.count } }

        /// Notifies every waiting request twice. The second call has no effect.
        func open() {
            let all = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for done in all + all { done() }
        }
    }

    private static let wait = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let other = "GET /other HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(
        "The loop serves other clients while a response waits", arguments: [PollerKind.system, .poll], [false, true])
    func servesOtherClientsMeanwhile(_ poller: PollerKind, _ isSecure: Bool) throws {
        let gate = Gate()
        let server = try start(gate, poller: poller, isSecure: isSecure)
        defer { server.stop(drain: 0) }
        let port = isSecure ? server.boundPorts.https.first : server.boundPorts.http
        let waitingClient = try Client(port: port, isSecure: isSecure)
        waitingClient.send(DeferredResponseTests.wait)
        waitUntil { gate.count == 1 }
        let quick = try Client(port: port, isSecure: isSecure)
        quick.send(DeferredResponseTests.other)
        #expect(quick.reply()?.text == "/other")
        gate.open()
        #expect(waitingClient.reply()?.text == "waited")
        waitingClient.send(DeferredResponseTests.other)
        #expect(waitingClient.reply()?.text == "/other")
        #expect(gate.responseCount.load(ordering: .relaxed) == 1)
    }

    @Test("Pipelined requests keep their order")
    func keepsOrderOfPipelinedRequests() throws {
        let gate = Gate()
        let server = try start(gate)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        let piece = DeferredResponseTests.other + DeferredResponseTests.wait
        client.send(piece + piece + DeferredResponseTests.other)
        var texts: [String?] = [client.reply()?.text]
        for _ in 0..<2 {
            waitUntil { gate.count == 1 }
            gate.open()
            texts += [client.reply()?.text, client.reply()?.text]
        }
        #expect(texts == ["/other", "waited", "/other", "waited", "/other"])
    }

    @Test(
        "A client that disconnects while its response waits leaves nothing behind, and no other client gets the response"
    )
    func disconnectedClientLeavesNothingBehind() throws {
        let gate = Gate()
        let server = try start(gate)
        defer { server.stop(drain: 0) }
        do {
            let client = try Client(port: server.boundPorts.http)
            client.send(DeferredResponseTests.wait)
            waitUntil { gate.count == 1 }
            client.reset()
        }
        waitUntil { server.statistics.open == 0 }
        #expect(server.statistics.open == 0)
        let next = try Client(port: server.boundPorts.http)
        next.send(DeferredResponseTests.wait)
        waitUntil { gate.count == 2 }
        gate.open()
        #expect(next.reply()?.text == "waited")
        #expect(gate.responseCount.load(ordering: .relaxed) == 1)
    }

    @Test("A client that has finished sending still gets its response")
    func respondsToClientThatFinishedSending() throws {
        let gate = Gate()
        let server = try start(gate)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        client.send(DeferredResponseTests.wait)
        client.endWriting()
        waitUntil { gate.count == 1 }
        gate.open()
        #expect(client.reply()?.text == "waited")
        #expect(client.isClosed())
    }

    @Test("A response that takes too long becomes 503")
    func slowResponseBecomes503() throws {
        var limits = HTTPLimits.patient
        limits.responseTimeout = .milliseconds(50)
        let gate = Gate()
        let server = try start(gate, limits: limits)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        client.send(DeferredResponseTests.wait)
        #expect(client.reply()?.status == 503)
        gate.open()
        #expect(client.isClosed())
        #expect(gate.responseCount.load(ordering: .relaxed) == 0)
    }

    @Test("Draining waits for a pending response, but not beyond its limit", .tags(.slow))
    func drainWaitsForPendingResponseUpToLimit() throws {
        let gate = Gate()
        let server = try start(gate)
        let client = try Client(port: server.boundPorts.http)
        client.send(DeferredResponseTests.wait)
        waitUntil { gate.count == 1 }
        let port = server.boundPorts.http
        let opener = try LoopThread {
            // The server accepts no connections while it drains.
            waitUntil { (try? Client(port: port)) == nil }
            gate.open()
        }
        server.stop(drain: 10)
        opener.join()
        #expect(client.reply()?.headers["connection"] == "close")

        let stuck = Gate()
        let second = try start(stuck)
        let other = try Client(port: second.boundPorts.http)
        other.send(DeferredResponseTests.wait)
        waitUntil { stuck.count == 1 }
        second.stop(drain: 0.05)
        #expect(other.isClosed())
        stuck.open()
        #expect(stuck.responseCount.load(ordering: .relaxed) == 0)
    }

    private func start(
        _ gate: Gate, poller: PollerKind = .system, limits: HTTPLimits = .patient, isSecure: Bool = false
    ) throws -> HTTPServer {
        try .test(poller, limits: limits, isSecure: isSecure, responder: gate.responder)
    }
}
