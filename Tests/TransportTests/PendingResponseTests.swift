import HTTP
import Synchronization
import TestTags
import Testing
import Transport

/// Checks that responses of one loop turn, which are flushed together (`PendingResponses`), are never lost, late or out of
/// order.
@Suite struct PendingResponseTests {
    /// Blocks the loop until it opens.
    private final class Gate: Sendable {
        private let waiting = Atomic(false)
        private let isOpen = Atomic(false)

        var isBlocking: Bool { waiting.load(ordering: .acquiring) }

        func pass() {
            waiting.store(true, ordering: .releasing)
            waitUntil { isOpen.load(ordering: .acquiring) }
        }

        func open() {
            isOpen.store(true, ordering: .releasing)
        }
    }

    /// A request for `/wait` blocks the loop until the gate opens, so that later requests arrive in one turn.
    private static func start(
        _ setting: Setting, _ gate: Gate, limits: HTTPLimits = .patient
    ) throws -> HTTPServer {
        try setting.start(limits: limits) { request, peer in
            if request.path == "/wait" { gate.pass() }
            return TestResponder.respond(request, peer)
        }
    }

    @Test(
        "Every response of one turn reaches its client, even when there are more than the buffer holds",
        arguments: Setting.all)
    func everyResponseOfOneTurnArrives(_ setting: Setting) throws {
        let gate = Gate()
        let server = try PendingResponseTests.start(setting, gate)
        let first = try setting.client(server)
        let others = try (0..<20).map { _ in try setting.client(server) }
        waitUntil { server.statistics.open == 21 }
        first.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        waitUntil { gate.isBlocking }
        for (number, client) in others.enumerated() {
            let close = number.isMultiple(of: 3) ? "Connection: close\r\n" : ""
            client.send("GET /\(number)/a HTTP/1.1\r\nHost: a\r\n\r\n")
            client.send("GET /\(number)/b HTTP/1.1\r\nHost: a\r\n\(close)\r\n")
        }
        gate.open()
        #expect(first.reply()?.text == "GET /wait")
        for (number, client) in others.enumerated() {
            #expect(client.reply()?.text == "GET /\(number)/a")
            #expect(client.reply()?.text == "GET /\(number)/b")
            if number.isMultiple(of: 3) { #expect(client.isClosed()) }
        }
    }

    @Test(
        "The server writes a pending response before it closes the connection for a new client", arguments: Setting.all)
    func writesPendingResponseBeforeEvictingConnection(_ setting: Setting) throws {
        let gate = Gate()
        var limits = HTTPLimits.patient
        limits.connections = 3
        let server = try PendingResponseTests.start(setting, gate, limits: limits)
        let clients = try (0..<3).map { _ in try setting.client(server) }
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.reply()?.status == 200)
        }
        clients[2].send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        waitUntil { gate.isBlocking }
        for client in clients[..<2] { client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n") }
        let newClients = try (0..<2).map { _ in
            try Client(port: setting.isSecure ? server.boundPorts.https.first : server.boundPorts.http)
        }
        gate.open()
        for client in clients[..<2] { #expect(client.reply()?.text == "GET /held") }
        #expect(clients[2].reply()?.text == "GET /wait")
        withExtendedLifetime(newClients) {}
    }
}
