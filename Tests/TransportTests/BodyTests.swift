import HTTP
import Platform
import Synchronization
import TestTags
import Testing
import Transport

/// Checks bodies that are rejected before they are complete.
@Suite struct BodyTests {
    private func start(_ setting: Setting, _ change: (inout HTTPLimits) -> Void = { _ in }) throws -> HTTPServer {
        var limits = HTTPLimits.patient
        change(&limits)
        return try setting.start(
            limits: limits, bodyRule: BodyRule(always: 10, discarded: 1_000) { _, _ in 10 },
            responder: { request, _ in .now(.text(request.isBodyTooLong ? 413 : 200, "\(request.body.count)")) })
    }

    private static func post(_ size: Int, _ fields: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(size)\r\n\r\n"
    }

    @Test("The responder rejects a body that is too long, and the connection stays open", arguments: Setting.all)
    func rejectsLongBodyAndKeepsConnection(_ setting: Setting) throws {
        let server = try start(setting)
        let client = try setting.client(server)
        for (size, status, text) in [(10, 200, "10"), (11, 413, "0"), (1_000, 413, "0"), (5, 200, "5")] {
            client.send(BodyTests.post(size) + String(repeating: "x", count: size))
            let reply = client.reply()
            #expect(reply?.status == status && reply?.text == text && reply?.headers["connection"] == nil)
        }
    }

    @Test("A body that is far too long or awaits 100 Continue closes the connection", arguments: Setting.all)
    func closesConnectionAfterMuchTooLongBody(_ setting: Setting) throws {
        let server = try start(setting)
        for (size, fields, sent) in [(1_001, "", 1_001), (11, "Expect: 100-continue\r\n", 0)] {
            let client = try setting.client(server)
            client.send(BodyTests.post(size, fields) + String(repeating: "x", count: sent))
            let reply = client.reply()
            #expect(reply?.status == 413 && reply?.headers["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test("When unfinished bodies use too much memory, the largest ones are rejected", arguments: Setting.all)
    func rejectsLargestUnfinishedBodies(_ setting: Setting) throws {
        var limits = HTTPLimits.patient
        limits.body = 20_000
        limits.incompleteBytes = 0
        let server = try setting.start(limits: limits)
        let clients = try (0..<8).map { _ in try setting.client(server) }
        let piece = String(repeating: "x", count: 15_000)
        // Four of the largest fit. The sixth exceeds the limit.
        for client in clients {
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n" + piece)
        }
        waitUntil { server.statistics.rejected >= 2 }
        let small = try setting.client(server)
        small.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nh")
        small.send("i")
        #expect(small.reply()?.text == "hi")
        var statuses: [Int: Int] = [:]
        for client in clients {
            client.send(String(repeating: "x", count: 5_000))
            if let status = client.reply()?.status { statuses[status, default: 0] += 1 }
        }
        #expect(statuses[200, default: 0] + statuses[503, default: 0] == clients.count)
        #expect((2...5).contains(statuses[503, default: 0]))
        #expect(server.statistics.rejections.first { $0.status == 503 }?.count == statuses[503])
    }

    @Test("When unfinished heads use too much memory, the largest ones are rejected", arguments: Setting.all)
    func rejectsLargestUnfinishedHeads(_ setting: Setting) throws {
        var limits = HTTPLimits.patient
        limits.body = 20_000
        limits.incompleteBytes = 0
        let server = try setting.start(limits: limits)
        let clients = try (0..<12).map { _ in try setting.client(server) }
        // Each uses about 11,000 bytes more than a small head. The eighth exceeds the limit.
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 15_000))
        }
        waitUntil { server.statistics.rejected >= 2 }
        let small = try setting.client(server)
        small.send("GET / HTTP/1.1\r\nHost: a\r\n")
        small.send("\r\n")
        #expect(small.reply()?.status == 200)
        var statuses: [Int: Int] = [:]
        for client in clients {
            client.send("\r\n\r\n")
            if let status = client.reply()?.status { statuses[status, default: 0] += 1 }
        }
        #expect(statuses[200, default: 0] + statuses[503, default: 0] == clients.count)
        #expect((2...8).contains(statuses[503, default: 0]))
    }

    /// The loop reads both in one turn and reads the growing one first.
    @Test("A finished request frees its memory for one that grows in the same turn", arguments: Setting.all)
    func finishedRequestFreesMemoryInSameTurn(_ setting: Setting) throws {
        var limits = HTTPLimits.patient
        limits.body = 20_000
        limits.incompleteBytes = 0
        let isReached = Atomic(false)
        let isOver = Atomic(false)
        let server = try setting.start(limits: limits) { request, peer in
            if request.path == "/wait" {
                isReached.store(true, ordering: .releasing)
                waitUntil { isOver.load(ordering: .acquiring) }
            }
            return TestResponder.respond(request, peer)
        }
        let blocking = try setting.client(server)
        let growing = try setting.client(server)
        let others = try (0..<4).map { _ in try setting.client(server) }
        let ending = try setting.client(server)
        let part =
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n" + String(repeating: "x", count: 15_000)
        let remainder = String(repeating: "x", count: 5_000)
        for client in others + [ending] { client.send(part) }
        // Once this client has its response, the loop has read those before it.
        blocking.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(blocking.reply()?.status == 200)
        blocking.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        waitUntil { isReached.load(ordering: .acquiring) }
        // Six would exceed the limit.
        growing.send(part)
        ending.send(remainder)
        waitUntil { growing.hasDelivered && ending.hasDelivered }
        isOver.store(true, ordering: .releasing)
        #expect(blocking.reply()?.status == 200)
        #expect(ending.reply()?.body.count == 20_000)
        for client in others + [growing] {
            client.send(remainder)
            #expect(client.reply()?.body.count == 20_000)
        }
        #expect(server.statistics.rejected == 0)
    }

    /// Each client disconnects while a request is processed and part of a body waits behind it. Writing the response then closes
    /// the connection.
    @Test("A client that disconnects during a body frees its memory")
    func disconnectDuringBodyFreesMemory() throws {
        var limits = HTTPLimits.patient
        limits.body = 20_000
        limits.incompleteBytes = 0
        let disconnected = Atomic(0)
        let server = try HTTPServer.test(limits: limits) { request, peer in
            guard request.path == "/wait" else { return TestResponder.respond(request, peer) }
            let number = request.body.count
            waitUntil { disconnected.load(ordering: .acquiring) >= number }
            return .now(.text(200, "\(number)"))
        }
        defer { server.stop(drain: 0) }
        let part =
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n" + String(repeating: "x", count: 15_000)
        for number in 1...8 {
            do {
                let client = try Client(port: server.boundPorts.http)
                let wait = "POST /wait HTTP/1.1\r\nHost: a\r\nContent-Length: \(number)\r\n\r\n"
                client.send(wait + String(repeating: "x", count: number) + part)
                waitUntil { server.statistics.requests == number }
                client.reset()
            }
            disconnected.store(number, ordering: .releasing)
            waitUntil { server.statistics.open == 0 }
        }
        let client = try Client(port: server.boundPorts.http)
        client.send(part)
        let other = try Client(port: server.boundPorts.http)
        other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(other.reply()?.status == 200)
        client.send(String(repeating: "x", count: 5_000))
        #expect(client.reply()?.body.count == 20_000)
        #expect(server.statistics.rejected == 0)
    }
}
