import Formats
import HTTP
import Platform
import Synchronization
import Testing
@testable import Transport

/// Answers that wait for something else (`Reply.later`).
@Suite struct DeferredAnswerTests {
    /// Holds requests to `/wait` back until told to let them go.
    private final class Gate: Sendable {
        let waiting = Mutex<[@Sendable () -> Void]>([])
        let answered = Atomic<Int>(0)

        var responder: Responder {
            { [self] request, _ in
                guard request.path == "/wait" else { return .now(.text(200, request.path)) }
                return .later(
                    Deferral(
                        begin: { done in self.waiting.withLock { $0.append(done) } },
                        next: {
                            self.answered.wrappingAdd(1, ordering: .relaxed)
                            return .now(.text(200, "waited"))
                        }))
            }
        }

        var count: Int { waiting.withLock { $0.count } }

        /// Every one is told twice: the second time means nothing.
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

    @Test("the loop serves others meanwhile", arguments: [PollerKind.system, .poll], [false, true])
    func others(_ poller: PollerKind, _ isSecure: Bool) throws {
        let gate = Gate()
        let server = try start(gate, poller: poller, isSecure: isSecure)
        defer { server.stop(drain: 0) }
        let port = isSecure ? server.boundPorts.https.first : server.boundPorts.http
        let patient = try Client(port: port, isSecure: isSecure)
        patient.send(DeferredAnswerTests.wait)
        waitUntil { gate.count == 1 }
        let quick = try Client(port: port, isSecure: isSecure)
        quick.send(DeferredAnswerTests.other)
        #expect(quick.reply()?.text == "/other")
        gate.open()
        #expect(patient.reply()?.text == "waited")
        patient.send(DeferredAnswerTests.other)
        #expect(patient.reply()?.text == "/other")
        #expect(gate.answered.load(ordering: .relaxed) == 1)
    }

    @Test("pipelined requests keep their order")
    func pipeline() throws {
        let gate = Gate()
        let server = try start(gate)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        let piece = DeferredAnswerTests.other + DeferredAnswerTests.wait
        client.send(piece + piece + DeferredAnswerTests.other)
        var texts: [String?] = [client.reply()?.text]
        for _ in 0..<2 {
            waitUntil { gate.count == 1 }
            gate.open()
            texts += [client.reply()?.text, client.reply()?.text]
        }
        #expect(texts == ["/other", "waited", "/other", "waited", "/other"])
    }

    @Test("a client that goes meanwhile leaves nothing behind, and nobody else gets its answer")
    func gone() throws {
        let gate = Gate()
        let server = try start(gate)
        defer { server.stop(drain: 0) }
        do {
            let client = try Client(port: server.boundPorts.http)
            client.send(DeferredAnswerTests.wait)
            waitUntil { gate.count == 1 }
            client.reset()
        }
        waitUntil { server.statistics.open == 0 }
        #expect(server.statistics.open == 0)
        let next = try Client(port: server.boundPorts.http)
        next.send(DeferredAnswerTests.wait)
        waitUntil { gate.count == 2 }
        gate.open()
        #expect(next.reply()?.text == "waited")
        #expect(gate.answered.load(ordering: .relaxed) == 1)
    }

    @Test("a client that has sent all it will send still gets its answer")
    func halfClosed() throws {
        let gate = Gate()
        let server = try start(gate)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        client.send(DeferredAnswerTests.wait)
        client.endWriting()
        waitUntil { gate.count == 1 }
        gate.open()
        #expect(client.reply()?.text == "waited")
        #expect(client.isClosed())
    }

    @Test("what takes too long is answered with 503")
    func late() throws {
        var limits = HTTPLimits.patient
        limits.answerTime = .milliseconds(50)
        let gate = Gate()
        let server = try start(gate, limits: limits)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        client.send(DeferredAnswerTests.wait)
        #expect(client.reply()?.status == 503)
        gate.open()
        #expect(client.isClosed())
        #expect(gate.answered.load(ordering: .relaxed) == 0)
    }

    @Test("draining waits for an answer that is under way, and not beyond its time")
    func drain() throws {
        let gate = Gate()
        let server = try start(gate)
        let client = try Client(port: server.boundPorts.http)
        client.send(DeferredAnswerTests.wait)
        waitUntil { gate.count == 1 }
        let opener = try LoopThread {
            poll(nil, 0, 50)
            gate.open()
        }
        server.stop(drain: 10)
        opener.join()
        #expect(client.reply()?.headers["connection"] == "close")

        let stuck = Gate()
        let second = try start(stuck)
        let other = try Client(port: second.boundPorts.http)
        other.send(DeferredAnswerTests.wait)
        waitUntil { stuck.count == 1 }
        second.stop(drain: 0.05)
        #expect(other.isClosed())
        stuck.open()
        #expect(stuck.answered.load(ordering: .relaxed) == 0)
    }

    private func start(
        _ gate: Gate, poller: PollerKind = .system, limits: HTTPLimits = .patient, isSecure: Bool = false
    ) throws -> HTTPServer {
        try .test(poller, limits: limits, isSecure: isSecure, responder: gate.responder)
    }
}
