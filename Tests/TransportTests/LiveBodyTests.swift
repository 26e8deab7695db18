import HTTP
import Platform
import Synchronization
import TestTags
import Testing
@testable import Transport

/// Checks responses without an end (`LiveBody`).
@Suite struct LiveBodyTests {
    /// Answers `/live` with a body that tests write.
    private final class Source: Sendable {
        let sinks = Mutex<[any LiveSink]>([])
        let ended = Atomic<Int>(0)

        var responder: Responder {
            { [self] request, _ in
                guard request.path == "/live" else { return .now(.text(200, request.path)) }
                var response = HTTPResponse(status: 200, contentType: "text/event-stream", body: [])
                response.live = LiveBody(
                    keepAlive: Array(":\n".utf8),
                    begin: { sink in self.sinks.withLock { $0.append(sink) } },
                    end: { self.ended.wrappingAdd(1, ordering: .relaxed) })
                return .now(response)
            }
        }

        var count: Int { sinks.withLock { $0.count } }
        var endings: Int { ended.load(ordering: .relaxed) }

        func send(_ text: String) {
            for sink in sinks.withLock({ $0 }) { sink.send { Array(text.utf8) } }
        }
    }

    private static let request = "GET /live HTTP/1.1\r\nHost: x\r\n\r\n"

    private func start(
        _ source: Source, _ poller: PollerKind = .system, limits: HTTPLimits = .patient, isSecure: Bool = false
    ) throws -> HTTPServer {
        try .test(poller, limits: limits, isSecure: isSecure, responder: source.responder)
    }

    @Test(
        "Pieces arrive as they are sent, and draining ends the body", arguments: [PollerKind.system, .poll],
        [false, true])
    func streamsPiecesUntilDrain(_ poller: PollerKind, _ isSecure: Bool) throws {
        let source = Source()
        let server = try start(source, poller, isSecure: isSecure)
        let client = try Client(
            port: isSecure ? server.boundPorts.https.first : server.boundPorts.http, isSecure: isSecure)
        client.send(LiveBodyTests.request)
        waitUntil { source.count == 1 }
        source.send("one")
        source.send("")
        source.send("two")
        let head = client.text(until: "two\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(head.contains("Transfer-Encoding: chunked\r\n") && !head.contains("Content-Length"))
        #expect(head.hasSuffix("\r\n\r\n3\r\none\r\n3\r\ntwo\r\n"))
        let clock = ContinuousClock()
        let began = clock.now
        server.stop(drain: 5)
        #expect(began.duration(to: clock.now) < .seconds(4))
        #expect(client.text(until: nil) == "0\r\n\r\n")
        #expect(source.endings == 1)
    }

    @Test("A live body for HTTP/1.0 has no chunks")
    func sendsPlainBodyToHTTP10() throws {
        let source = Source()
        let server = try start(source)
        let client = try Client(port: server.boundPorts.http)
        client.send("GET /live HTTP/1.0\r\nHost: x\r\n\r\n")
        waitUntil { source.count == 1 }
        source.send("one")
        #expect(client.text(until: "one").hasSuffix("\r\n\r\none"))
        server.stop(drain: 5)
        #expect(client.text(until: nil).isEmpty)
    }

    @Test("A HEAD response has only a head")
    func headResponseHasNoBody() throws {
        let source = Source()
        let server = try start(source)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        client.send("HEAD /live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(client.text(until: nil).hasSuffix("\r\n\r\n"))
        #expect(source.count == 0)
    }

    @Test("The server notices a disconnect at once", arguments: [PollerKind.system, .poll])
    func noticesDisconnectAtOnce(_ poller: PollerKind) throws {
        let source = Source()
        let server = try start(source, poller)
        defer { server.stop(drain: 0) }
        do {
            let client = try Client(port: server.boundPorts.http)
            client.send(LiveBodyTests.request)
            waitUntil { source.count == 1 }
        }
        waitUntil { source.endings == 1 }
        #expect(source.endings == 1)
        source.send("nobody")
        waitUntil { server.statistics.open == 0 }
        #expect(server.statistics.open == 0)
    }

    @Test("A client that does not read is dropped, and others are served")
    func dropsClientThatDoesNotRead() throws {
        let source = Source()
        var limits = HTTPLimits.patient
        limits.liveBacklog = 256 * 1024
        let server = try start(source, limits: limits)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http, receiveBuffer: 4096)
        client.send(LiveBodyTests.request)
        waitUntil { source.count == 1 }
        let piece = String(repeating: "x", count: 64 * 1024)
        waitUntil {
            source.send(piece)
            return source.endings == 1
        }
        #expect(source.endings == 1)
        #expect(server.statistics.slowReaders.first { $0.reason == .listener }?.count == 1)
        let other = try Client(port: server.boundPorts.http)
        other.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(other.reply()?.text == "/other")
    }

    @Test("A client with too many pending pieces is dropped")
    func dropsClientWithTooManyPendingPieces() throws {
        let source = Source()
        var limits = HTTPLimits.patient
        limits.livePieces = 8
        let server = try start(source, limits: limits)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        client.send(LiveBodyTests.request)
        waitUntil { source.count == 1 }
        // The first piece blocks the loop, so that the others wait.
        let pieces = Pieces()
        let sink = try #require(source.sinks.withLock { $0.first })
        sink.send { pieces.make { pieces.isBlocked } }
        for _ in 0..<100 { sink.send { pieces.make { false } } }
        pieces.proceed()
        waitUntil { source.endings == 1 }
        #expect(source.endings == 1)
        #expect(pieces.count <= limits.livePieces + 1)
    }

    private final class Pieces: Sendable {
        private let made = Atomic<Int>(0)
        private let gate = Atomic<Bool>(false)

        var count: Int { made.load(ordering: .relaxed) }
        var isBlocked: Bool { !gate.load(ordering: .acquiring) }

        func proceed() { gate.store(true, ordering: .releasing) }

        func make(while isWaiting: () -> Bool) -> [UInt8] {
            waitUntil { !isWaiting() }
            made.wrappingAdd(1, ordering: .relaxed)
            return [0x78]
        }
    }

    @Test("Keep-alive pieces are sent while there is no event")
    func sendsKeepAliveWhileIdle() throws {
        let source = Source()
        var limits = HTTPLimits.patient
        limits.pieceTime = .milliseconds(20)
        let server = try start(source, limits: limits)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        client.send(LiveBodyTests.request)
        #expect(client.text(until: "2\r\n:\n\r\n2\r\n:\n\r\n").hasSuffix("2\r\n:\n\r\n"))
    }
}
