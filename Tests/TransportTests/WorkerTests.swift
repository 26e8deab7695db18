import HTTP
import Platform
import Synchronization
import TestTags
import Testing
@testable import Transport

@Suite struct WorkerTests {
    /// Rejects every descriptor after the given number, as a system without memory does.
    private struct LimitedPoller: Poller {
        final class Status: Sendable {
            let isClosed = Atomic(false)
        }

        let status = Status()
        var left: Int

        mutating func add(_ descriptor: Int32, _ token: Token, _ interest: Readiness) -> Bool {
            left -= 1
            if left < 0 { errno = ENOMEM }
            return left >= 0
        }

        mutating func modify(_ descriptor: Int32, _ token: Token, _ interest: Readiness) {}
        mutating func remove(_ descriptor: Int32) {}
        mutating func wait(milliseconds: Int32, into events: inout [PollEvent]) {}

        func close() {
            status.isClosed.store(true, ordering: .relaxed)
        }
    }

    private func settings(_ responder: @escaping Responder) -> WorkerSettings {
        WorkerSettings(
            limits: .patient, responder: responder, tls: nil, budget: ConnectionBudget(capacity: 10),
            searching: ConnectionBudget(capacity: 1), workers: 1)
    }

    @Test("A worker that cannot watch its mailbox or its port does not start", arguments: [0, 1])
    func workerDoesNotStartWithoutPolling(_ watched: Int) throws {
        let poller = LimitedPoller(left: watched)
        let sockets = try ListeningSocket.open(host: "127.0.0.1", port: 0, isSecure: false, workers: 1)
        defer { for socket in sockets { socket.close() } }
        #expect(throws: ServerFailure.system(call: "watching a descriptor", code: ENOMEM)) {
            try Worker.start(
                poller, Mailbox(), next: nil, settings(TestResponder.respond), WorkerCounters(), sockets)
        }
        let isClosed = poller.status.isClosed.load(ordering: .relaxed)
        #expect(isClosed, "The poller is closed.")
    }

    @Test(
        "A connection keeps a handful of timers, however often it waits", .tags(.slow), arguments: PollerKind.allCases)
    func connectionKeepsFewTimers(_ kind: PollerKind) throws {
        let mailbox = try Mailbox()
        let counted = Atomic(0)
        let sockets = try ListeningSocket.open(host: "127.0.0.1", port: 0, isSecure: false, workers: 1)
        let settings = settings { _, _ in .after(.milliseconds(1)) { .now(.text(200, "waited")) } }
        let thread = try Worker.start(kind.make(), mailbox, next: nil, settings, WorkerCounters(), sockets)
        let client = try Client(port: sockets.first?.port)
        for _ in 0..<100 {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
            client.send("hi")
            #expect(client.reply()?.text == "waited")
        }
        mailbox.post { worker in
            counted.store(worker.loop.timerCount, ordering: .relaxed)
            worker.drain(for: .zero)
        }
        thread.join()
        #expect((1...4).contains(counted.load(ordering: .relaxed)))
    }
}
