import HTTP
import Platform
import Synchronization
import TestTags
import Testing
@testable import Transport

/// Checks clients that read their responses slowly or not at all, with small socket buffers.
@Suite struct SlowReaderTests {
    /// A worker with a single client.
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

        /// Bytes that wait for the client and bytes allocated for them.
        var output: (waiting: Int, allocated: Int) {
            let (waiting, allocated) = (Number(), Number())
            look { connection in
                waiting.value.store(connection.pending.count, ordering: .relaxed)
                allocated.value.store(connection.pending.bufferedCount, ordering: .relaxed)
            }
            return (waiting.value.load(ordering: .relaxed), allocated.value.load(ordering: .relaxed))
        }

        var unreadBytes: Int { read { $0.unreadBytes } }
        var bufferedBytes: Int { read { $0.machine.bufferedBytes } }

        private func read(_ figure: @escaping @Sendable (Connection) -> Int) -> Int {
            let number = Number()
            look { number.value.store(figure($0), ordering: .relaxed) }
            return number.value.load(ordering: .relaxed)
        }

        /// Runs `body` on the worker after everything posted before, and waits for it.
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

    /// The reasons for closed slow readers, one for each reader.
    private func reasons(_ server: HTTPServer) -> [SlowReaderReason] {
        server.statistics.slowReaders.flatMap { Array(repeating: $0.reason, count: $0.count) }
    }

    @Test(
        "When too many bytes are unread, the slowest readers are closed first", .tags(.slow),
        arguments: PollerKind.allCases)
    func closesSlowestReadersFirst(_ poller: PollerKind) throws {
        var limits = HTTPLimits.patient
        limits.unreadBytes = 3 * TestResponder.large.count
        let reports = Mutex<[Int]>([])
        let server = try HTTPServer.test(
            poller, limits: limits, reportSlowReaders: { count, _ in reports.withLock { $0.append(count) } })
        defer { server.stop(drain: 0) }
        // The kernel buffers some megabytes of each response and the rest waits, so the fifth at the latest is too
        // much.
        let clients = try (1...6).map { number in
            let client = try Client(port: server.boundPorts.http, receiveBuffer: 4096)
            client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            waitUntil { server.statistics.requests == number }
            // Allowed (sleep): No event tells when the server has filled the buffers of the kernel.
            poll(nil, 0, 20)
            return client
        }
        waitUntil { !reasons(server).isEmpty }
        let closed = reasons(server)
        #expect(!closed.isEmpty && closed.count < clients.count)
        #expect(closed.allSatisfy { $0 == .unreadBytes })
        #expect(reports.withLock { $0.first } == 1)
        for (index, client) in clients.enumerated() {
            let isWhole = client.reply()?.isLarge ?? false
            #expect(isWhole == (index >= closed.count), "client \(index) of which \(closed.count) were closed")
        }
    }

    @Test(
        "One response that is larger than the limit is delivered completely", .tags(.slow),
        arguments: PollerKind.allCases)
    func deliversOneResponseLargerThanLimit(_ poller: PollerKind) throws {
        var limits = HTTPLimits.patient
        limits.unreadBytes = 64 * 1024
        let server = try HTTPServer.test(poller, limits: limits)
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http, receiveBuffer: 4096)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        // Allowed (sleep): The client leaves the response unread for a while.
        poll(nil, 0, 50)
        #expect(client.reply()?.isLarge == true)
        #expect(reasons(server).isEmpty)
    }

    @Test("Requests queued behind an unread response count as unread bytes")
    func countsQueuedRequestsAsUnread() throws {
        let scene = try Scene(.patient, receiveBuffer: 4096) { _, _ in
            .now(HTTPResponse(status: 200, body: TestResponder.large))
        }
        let queue = String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 1_000)
        scene.client.send(queue)
        waitUntil { scene.output.waiting > 0 }
        #expect(scene.unreadBytes >= scene.output.allocated + queue.utf8.count / 2)
        let waiting = scene.output.waiting
        #expect(scene.client.skip(TestResponder.large.count - waiting))
    }

    @Test("An idle connection keeps no memory of its last request")
    func idleConnectionKeepsNoRequestMemory() throws {
        let scene = try Scene(.patient, TestResponder.respond)
        scene.client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 14_000) + "\r\n\r\n")
        #expect(scene.client.reply()?.status == 200)
        waitUntil { scene.bufferedBytes == 0 }
        #expect(scene.bufferedBytes == 0)
    }

    @Test("A live body for a slow reader allocates at most twice the unread bytes")
    func keepsAtMostTwiceTheUnreadBytes() throws {
        let source = Source()
        let scene = try Scene(.patient, source.responder)
        scene.client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")
        waitUntil { source.hasBegun }
        let piece = [UInt8](repeating: 0x78, count: 16 * 1024)
        let least = 8 * piece.count
        var most = 0
        for _ in 0..<200 {
            while scene.isOpen, scene.output.waiting < least { source.send(piece) }
            most = max(most, scene.output.allocated)
            try #require(scene.client.skip(piece.count))
        }
        #expect(scene.isOpen)
        #expect(most <= 2 * (least + 2 * piece.count), "of \(200 * piece.count) bytes")
    }

    /// The client does not read the first response. The second one comes meanwhile or would come much later.
    @Test("A later response does not extend the time to read an earlier one", arguments: [1, 3_600_000])
    func laterResponseDoesNotExtendWriteTime(_ milliseconds: Int) throws {
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
