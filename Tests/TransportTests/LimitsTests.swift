import HTTP
import Platform
import Synchronization
import TestTags
import Testing
import Transport

@Suite struct LimitsTests {
    private func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
        var limits = HTTPLimits.patient
        change(&limits)
        return limits
    }

    @Test(.tags(.slow), arguments: Setting.all)
    func rejectsSlowHead(_ setting: Setting) throws {
        let server = try setting.start(limits: limits { $0.headTime = .milliseconds(300) })
        let client = try setting.client(server)
        client.send("GET / HTTP/1.1\r\nHos")
        #expect(client.reply()?.text == "408 Request Timeout: the header section is too slow\n")
        #expect(client.isClosed())
        #expect(server.statistics.rejected == 1 && server.statistics.requests == 0)
    }

    @Test(arguments: Setting.all)
    func rejectsSlowBody(_ setting: Setting) throws {
        let server = try setting.start(limits: limits { $0.bodyTime = .milliseconds(50) })
        let client = try setting.client(server)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        #expect(client.reply()?.text == "408 Request Timeout: the request body is too slow\n")
        #expect(client.isClosed())
    }

    @Test(.tags(.slow), arguments: Setting.all)
    func closesSilentAndIdleClients(_ setting: Setting) throws {
        let server = try setting.start(
            limits: limits {
                $0.headTime = .milliseconds(300)
                $0.idleTime = .milliseconds(300)
            })
        let silent = try setting.client(server)
        #expect(silent.isClosed())
        let idle = try setting.client(server)
        idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(idle.reply()?.status == 200)
        #expect(idle.isClosed())
    }

    @Test(arguments: PollerKind.allCases)
    func closesSlowHandshake(_ poller: PollerKind) throws {
        let server = try HTTPServer.test(
            poller, limits: limits { $0.handshakeTime = .milliseconds(50) }, isSecure: true)
        let client = try Client(port: server.boundPorts.https.first)
        #expect(client.isClosed())
    }

    @Test(arguments: Setting.all)
    func closesClientThatReadsNothing(_ setting: Setting) throws {
        let server = try setting.start(limits: limits { $0.writeTime = .milliseconds(50) })
        let client = try setting.client(server, receiveBuffer: 4096)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        waitUntil { server.statistics.requests > 0 && server.statistics.open == 0 }
        let isCut = client.reply() == nil
        #expect(isCut)
    }

    /// Here no write fails, but the next turn does not come.
    @Test(arguments: Setting.all)
    func closesPipeliningClientThatReadsNothing(_ setting: Setting) throws {
        let server = try setting.start(limits: limits { $0.writeTime = .milliseconds(50) })
        let client = try setting.client(server, receiveBuffer: 4096)
        client.send(String(repeating: "GET /page HTTP/1.1\r\nHost: a\r\n\r\n", count: 200))
        waitUntil { server.statistics.requests > 0 && server.statistics.open == 0 }
        #expect(server.statistics.requests < 200)
    }

    /// The write deadline ends with the pending responses.
    @Test(.tags(.slow), arguments: Setting.all)
    func keepsIdleTimeOfPipeliningClient(_ setting: Setting) throws {
        let server = try setting.start(limits: limits { $0.writeTime = .milliseconds(50) })
        let client = try setting.client(server)
        client.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 32))
        for _ in 0..<32 { #expect(client.reply()?.status == 200) }
        // Allowed (sleep): The connection stays idle for longer than the write deadline.
        usleep(150_000)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reply()?.status == 200)
    }

    @Test(arguments: Setting.all)
    func closesConnectionAfterMaximumRequests(_ setting: Setting) throws {
        let server = try setting.start(limits: limits { $0.requestsPerConnection = 3 })
        let client = try setting.client(server)
        client.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 5))
        #expect((0..<3).map { _ in client.reply()?.headers["connection"] } == [nil, nil, "close"])
        #expect(client.isClosed())
    }

    @Test(arguments: Setting.all)
    func evictsLongestIdleConnection(_ setting: Setting) throws {
        let server = try setting.start(limits: limits { $0.connections = 3 })
        let clients = try (0..<3).map { _ in
            let client = try setting.client(server)
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.reply()?.status == 200)
            return client
        }
        clients[0].send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(clients[0].reply()?.status == 200)
        let pendingConnection = try setting.client(server)
        pendingConnection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(pendingConnection.reply()?.status == 200)
        #expect(clients[1].isClosed())
        for client in [clients[0], clients[2]] {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.reply()?.status == 200)
        }
    }

    @Test(arguments: Setting.all)
    func evictsConnectionsWithoutRequestFirst(_ setting: Setting) throws {
        let server = try setting.start(limits: limits { $0.connections = 2 })
        let served = try setting.client(server)
        served.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(served.reply()?.status == 200)
        let silent = try (0..<5).map { _ in try setting.client(server) }
        waitUntil { server.statistics.accepted == 6 }
        #expect(silent.dropLast().allSatisfy { $0.isClosed() })
        served.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(served.reply()?.status == 200)
    }

    @Test func workersShareConnectionLimit() throws {
        let server = try HTTPServer.test(limits: limits { $0.connections = 8 }, workers: 4)
        let clients = try (0..<8).map { _ in try Client(port: server.boundPorts.http) }
        for client in clients + clients {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.reply()?.status == 200)
        }
    }

    /// New connections reach any worker, so the silent ones often belong to another.
    @Test func evictsConnectionsWithoutRequestAcrossWorkers() throws {
        let server = try HTTPServer.test(limits: limits { $0.connections = 8 }, workers: 4)
        let served = try (0..<6).map { _ in try Client(port: server.boundPorts.http) }
        var silent: [Client] = []
        for round in 1...30 {
            for client in served {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(client.reply()?.status == 200)
            }
            silent.append(try Client(port: server.boundPorts.http))
            // On the same thread, the new connection is counted before the other one leaves.
            waitUntil { server.statistics.accepted == 6 + round && server.statistics.open <= 8 }
            #expect(server.statistics.accepted == 6 + round && server.statistics.open <= 8)
        }
        for client in served {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.reply()?.status == 200)
        }
        #expect(server.statistics.open == 8 && server.statistics.refusedConnections == 0)
        // Two connections remain next to the served clients. The workers decide which silent clients get them.
        waitUntil { silent.count { $0.hasEnded } == 28 }
        #expect(silent.count { $0.hasEnded } == 28)
    }

    @Test func evictsIdleConnectionOfAnotherWorker() throws {
        let server = try HTTPServer.test(limits: limits { $0.connections = 1 }, workers: 4)
        var clients: [Client] = []
        for served in 1...20 {
            let client = try Client(port: server.boundPorts.http)
            clients.append(client)
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.reply()?.status == 200)
            #expect(server.statistics.accepted == served && server.statistics.open == 1)
        }
        #expect(clients.dropLast().allSatisfy { $0.isClosed() })
    }

    /// The request arrives before the new connection, so the client gets its response and the new connection is rejected.
    @Test(arguments: PollerKind.allCases)
    func keepsConnectionWhoseRequestHasArrived(_ poller: PollerKind) throws {
        let begun = Atomic(0), released = Atomic(0)
        let server = try HTTPServer.test(poller, limits: limits { $0.connections = 1 }) { request, peer in
            if request.path == "/slow" {
                let round = begun.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
                waitUntil { released.load(ordering: .acquiring) >= round }
            }
            return TestResponder.respond(request, peer)
        }
        for round in 1...5 {
            let client = try Client(port: server.boundPorts.http)
            client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            waitUntil { begun.load(ordering: .acquiring) == round }
            // Both arrive while the loop is blocked, and the loop reads the listening socket first.
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let pendingConnection = try Client(port: server.boundPorts.http)
            released.store(round, ordering: .releasing)
            #expect(client.reply()?.status == 200)
            #expect(client.reply()?.status == 200)
            _ = pendingConnection
        }
    }

    @Test(arguments: PollerKind.allCases)
    func rejectsNewConnectionsWhenNoneIsIdle(_ poller: PollerKind) throws {
        let server = try HTTPServer.test(poller, limits: limits { $0.connections = 2 })
        let busy = try (0..<2).map { _ in
            let client = try Client(port: server.boundPorts.http)
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
            #expect(client.reply()?.status == 100)
            return client
        }
        #expect(try Client(port: server.boundPorts.http).isClosed())
        for client in busy {
            client.send("x")
            #expect(client.reply()?.text == "x")
        }
    }
}
