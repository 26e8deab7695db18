import Formats
import HTTP
import Platform
import Synchronization
import TestTags
import Testing
@testable import Transport

/// Checks responses with wire faults (`HTTPResponse.fault`) and delayed responses (`Reply.after`).
@Suite struct FaultTests {
    private static let body = Array("0123456789".utf8)

    private static func responder(_ fault: WireFault) -> Responder {
        { request, _ in
            guard request.path == "/fault" else { return .now(.text(200, request.path)) }
            var response = HTTPResponse(status: 200, body: body)
            response.fault = fault
            return .now(response)
        }
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

    /// Returns the bytes after the head.
    private static func afterHead(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) }
    }

    @Test("A reset fault sends RST and nothing of the response", arguments: Setting.all)
    func resetFaultSendsRSTWithoutResponse(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.reset))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/fault"))
        #expect(client.readToEnd() == [])
        #expect(client.wasReset)
    }

    @Test("An empty response closes the connection in an orderly way", arguments: Setting.all)
    func emptyFaultClosesWithoutResponse(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.empty))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/fault"))
        #expect(client.readToEnd() == [])
        #expect(!client.wasReset)
    }

    @Test("A truncated response announces ten bytes and sends five", arguments: Setting.all)
    func truncatedResponseSendsHalfItsLength(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.truncate))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/fault"))
        let bytes = client.readToEnd()
        #expect(String(decoding: bytes, as: UTF8.self).contains("Content-Length: 10\r\n"))
        #expect(FaultTests.afterHead(bytes) == "01234")
        #expect(!client.wasReset)
    }

    @Test("A malformed chunk follows a valid one", arguments: Setting.all)
    func malformedChunkFollowsValidOne(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.malformedChunk))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/fault"))
        #expect(FaultTests.afterHead(client.readToEnd()) == "5\r\n01234\r\nno size\r\n56789\r\n")
    }

    @Test("Earlier pipelined responses arrive, and later ones are dropped", arguments: Setting.all)
    func faultKeepsEarlierPipelinedResponses(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.empty))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/one") + FaultTests.get("/two") + FaultTests.get("/fault") + FaultTests.get("/no"))
        #expect(client.reply()?.text == "/one")
        #expect(client.reply()?.text == "/two")
        #expect(client.isClosed())
        #expect(server.statistics.requests == 3)
    }

    @Test(
        "A throttled body takes its time, and the loop serves other clients meanwhile", .tags(.slow),
        arguments: Setting.all)
    func throttledBodyTakesItsTime(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.drip(.seconds(1))))
        defer { server.stop(drain: 0) }
        let patient = try setting.client(server)
        let start = ContinuousClock.now
        patient.send(FaultTests.get("/fault"))
        let quick = try setting.client(server)
        quick.send(FaultTests.get("/other"))
        #expect(quick.reply()?.text == "/other")
        #expect(server.statistics.open == 2, "The server closes the other connection after the body.")
        let reply = try #require(patient.reply())
        #expect(reply.body == FaultTests.body)
        #expect(reply.headers["connection"] == "close")
        #expect(ContinuousClock.now - start >= .milliseconds(990))
        #expect(patient.isClosed())
    }

    @Test("A client that disconnects during a throttled body leaves nothing behind")
    func disconnectDuringThrottledBodyLeavesNothing() throws {
        let server = try HTTPServer.test(responder: FaultTests.responder(.drip(.seconds(60))))
        defer { server.stop(drain: 0) }
        do {
            let client = try Client(port: server.boundPorts.http)
            client.send(FaultTests.get("/fault"))
            waitUntil { server.statistics.requests == 1 }
            client.reset()
        }
        waitUntil { server.statistics.open == 0 }
        #expect(server.statistics.open == 0)
    }

    @Test(
        "A delay affects one client only, and pipelined requests keep their order", .tags(.slow), arguments: Setting.all
    )
    func delaysOneClientAndKeepsPipelineOrder(_ setting: Setting) throws {
        let isOver = Atomic(false)
        let server = try setting.start { request, _ in
            let response = HTTPResponse.text(200, request.path)
            guard request.path == "/slow" else { return .now(response) }
            return .after(.milliseconds(500)) {
                .after(.milliseconds(500)) {
                    isOver.store(true, ordering: .relaxed)
                    return .now(response)
                }
            }
        }
        defer { server.stop(drain: 0) }
        let slow = try setting.client(server)
        let start = ContinuousClock.now
        slow.send(FaultTests.get("/slow") + FaultTests.get("/next"))
        let quick = try setting.client(server)
        quick.send(FaultTests.get("/other"))
        #expect(quick.reply()?.text == "/other")
        let isDelayed = !isOver.load(ordering: .relaxed)
        #expect(isDelayed)
        #expect(slow.reply()?.text == "/slow")
        #expect(ContinuousClock.now - start >= .seconds(1))
        #expect(slow.reply()?.text == "/next")
    }

    @Test("A deferred response after a delay arrives")
    func sendsDeferredResponseAfterDelay() throws {
        let server = try HTTPServer.test { _, _ in
            .after(.milliseconds(10)) {
                .later(Deferral(begin: { $0() }, next: { .now(.text(200, "both")) }))
            }
        }
        defer { server.stop(drain: 0) }
        let client = try Client(port: server.boundPorts.http)
        client.send(FaultTests.get("/"))
        #expect(client.reply()?.text == "both")
    }

    @Test("Draining completes delayed and throttled responses at once", .tags(.slow), arguments: Setting.all)
    func drainCompletesDelayedAndThrottledResponses(_ setting: Setting) throws {
        let server = try setting.start { request, _ in
            var response = HTTPResponse.text(200, request.path)
            guard request.path == "/slow" else {
                response.fault = .drip(.seconds(60))
                return .now(response)
            }
            return .after(.seconds(60)) { [response] in .now(response) }
        }
        let slow = try setting.client(server)
        slow.send(FaultTests.get("/slow"))
        let dripping = try setting.client(server)
        dripping.send(FaultTests.get("/drip"))
        waitUntil { server.statistics.requests == 2 }
        let start = ContinuousClock.now
        let stopping = try LoopThread { server.stop(drain: 20) }
        #expect(slow.reply()?.text == "/slow")
        #expect(dripping.reply()?.text == "/drip")
        #expect(slow.isClosed() && dripping.isClosed())
        stopping.join()
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}

@Suite struct ThrottledBodyTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test(
        "The pieces are equal, complete and sent in time",
        arguments: [(0, 1), (1, 1), (10, 10), (5_000, 100), (101, 51)])
    func splitsBodyIntoEqualPiecesInTime(_ count: Int, _ pieces: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var drip = ThrottledBody(bytes, over: .seconds(1), from: ThrottledBodyTests.start)
        var sent: [UInt8] = []
        var rounds = 0
        var last = ThrottledBodyTests.start
        repeat {
            #expect(last < drip.next)
            last = drip.next
            sent += drip.piece()
            rounds += 1
        } while !drip.isOver
        #expect(sent == bytes)
        #expect(rounds == pieces)
        #expect(last <= ThrottledBodyTests.start + .seconds(1))
        #expect(last > ThrottledBodyTests.start + .milliseconds(900))
        #expect(drip.remaining().isEmpty)
    }
}
