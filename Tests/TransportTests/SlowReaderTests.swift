import HTTP
import Platform
import Synchronization
import Testing

@testable import Transport

/// Clients that take their answers slowly, or not at all, behind sockets with little room.
@Suite struct SlowReaderTests {
    /// A worker and its only client.
    private final class Scene {
        let client: Client
        private let mailbox: Mailbox
        private let thread: LoopThread
        private let counters = WorkerCounters()

        init(_ limits: HTTPLimits, receiveBuffer: Int32? = nil, _ responder: @escaping Responder) throws {
            mailbox = try Mailbox()
            let sockets = try ListeningSocket.open(host: "127.0.0.1", port: 0, isSecure: false, workers: 1)
            let settings = WorkerSettings(
                limits: limits, responder: responder, tls: nil, budget: ConnectionBudget(capacity: 10),
                searching: ConnectionBudget(capacity: 1), workers: 1)
            thread = try Worker.start(PollerKind.system.make(), mailbox, next: nil, settings, counters, sockets)
            client = try Client(port: sockets.first?.port, receiveBuffer: receiveBuffer)
            let counters = counters
            waitUntil { counters.open.load(ordering: .relaxed) == 1 }
            look { connection in
                var size: Int32 = 4096
                setsockopt(
                    connection.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
            }
        }

        deinit {
            mailbox.post { $0.drain(for: .zero) }
            thread.join()
        }

        var isOpen: Bool { counters.open.load(ordering: .relaxed) == 1 }

        /// Bytes that wait for the client, and those that are kept for that.
        var output: (waiting: Int, held: Int) {
            let (waiting, held) = (Number(), Number())
            look { connection in
                waiting.value.store(connection.pending.count, ordering: .relaxed)
                held.value.store(connection.pending.heldCount, ordering: .relaxed)
            }
            return (waiting.value.load(ordering: .relaxed), held.value.load(ordering: .relaxed))
        }

        /// Has the worker look at the connection, behind all that it was told before, and waits for that.
        private func look(_ body: @escaping @Sendable (Connection) -> Void) {
            let isDone = Number()
            mailbox.post { worker in
                for case let connection as Connection in worker.loop.handlers { body(connection) }
                isDone.value.store(1, ordering: .releasing)
            }
            waitUntil { isDone.value.load(ordering: .acquiring) == 1 }
        }
    }

    private final class Number: Sendable {
        let value = Atomic(0)
    }

    private final class Source: Sendable {
        private let sink = Mutex<(any LiveSink)?>(nil)

        var responder: Responder {
            { [self] _, _ in
                var response = HTTPResponse(status: 200, contentType: "text/event-stream", body: [])
                response.live = LiveBody(
                    keepAlive: Array(":\n".utf8), begin: { sink in self.sink.withLock { $0 = sink } }, end: {})
                return .now(response)
            }
        }

        var hasBegun: Bool { sink.withLock { $0 != nil } }

        func send(_ piece: [UInt8]) {
            sink.withLock { $0 }?.send { piece }
        }
    }

    @Test("of a body without an end no more is kept for who never catches up than twice what waits")
    func kept() throws {
        let source = Source()
        let scene = try Scene(.patient, source.responder)
        scene.client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")
        waitUntil { source.hasBegun }
        let piece = [UInt8](repeating: 0x78, count: 16 * 1024)
        let least = 8 * piece.count
        var most = 0
        for _ in 0..<200 {
            while scene.isOpen, scene.output.waiting < least { source.send(piece) }
            most = max(most, scene.output.held)
            try #require(scene.client.skip(piece.count))
        }
        #expect(scene.isOpen)
        #expect(most <= 2 * (least + 2 * piece.count), "of \(200 * piece.count) bytes")
    }

    /// The first answer is not taken; the second one comes while it waits, or would come much later.
    @Test("the time to take an answer is no longer for an answer behind it", arguments: [1, 3_600_000])
    func stalled(_ milliseconds: Int) throws {
        var limits = HTTPLimits.patient
        limits.writeTime = .milliseconds(100)
        let scene = try Scene(limits, receiveBuffer: 4096) { request, peer in
            guard request.path == "/late" else { return TestResponder.respond(request, peer) }
            return .after(.milliseconds(milliseconds)) { TestResponder.respond(request, peer) }
        }
        scene.client.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\nGET /late HTTP/1.1\r\nHost: a\r\n\r\n")
        waitUntil { !scene.isOpen }
        #expect(!scene.isOpen)
    }
}
