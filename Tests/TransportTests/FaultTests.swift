import Formats
import HTTP
import Platform
import Testing
@testable import Transport

/// Answers that go wrong on the way (`HTTPResponse.fault`), and those that are held back (`Reply.after`).
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

    /// The bytes behind the head.
    private static func rest(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) }
    }

    @Test("a reset is RST, and nothing of an answer", arguments: Setting.all)
    func reset(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.reset))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/fault"))
        #expect(client.readToEnd() == [])
        #expect(client.wasReset)
    }

    @Test("an empty answer is a close in good order", arguments: Setting.all)
    func empty(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.empty))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/fault"))
        #expect(client.readToEnd() == [])
        #expect(!client.wasReset)
    }

    @Test("a truncated answer promises ten bytes and brings five", arguments: Setting.all)
    func truncate(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.truncate))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/fault"))
        let bytes = client.readToEnd()
        #expect(String(decoding: bytes, as: UTF8.self).contains("Content-Length: 10\r\n"))
        #expect(FaultTests.rest(bytes) == "01234")
        #expect(!client.wasReset)
    }

    @Test("a malformed chunk follows a good one", arguments: Setting.all)
    func malformedChunk(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.malformedChunk))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/fault"))
        #expect(FaultTests.rest(client.readToEnd()) == "5\r\n01234\r\nno size\r\n56789\r\n")
    }

    @Test("what was answered before in the pipeline arrives, what comes behind is dropped", arguments: Setting.all)
    func pipeline(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.empty))
        defer { server.stop(drain: 0) }
        let client = try setting.client(server)
        client.send(FaultTests.get("/one") + FaultTests.get("/two") + FaultTests.get("/fault") + FaultTests.get("/no"))
        #expect(client.reply()?.text == "/one")
        #expect(client.reply()?.text == "/two")
        #expect(client.isClosed())
        #expect(server.statistics.requests == 3)
    }

    @Test("a drip takes its time, and the loop serves others meanwhile", arguments: Setting.all)
    func drip(_ setting: Setting) throws {
        let server = try setting.start(responder: FaultTests.responder(.drip(.seconds(1))))
        defer { server.stop(drain: 0) }
        let patient = try setting.client(server)
        let start = ContinuousClock.now
        patient.send(FaultTests.get("/fault"))
        let quick = try setting.client(server)
        quick.send(FaultTests.get("/other"))
        #expect(quick.reply()?.text == "/other")
        #expect(ContinuousClock.now - start < .seconds(1))
        let reply = try #require(patient.reply())
        #expect(reply.body == FaultTests.body)
        #expect(reply.headers["connection"] == "close")
        #expect(ContinuousClock.now - start >= .milliseconds(990))
        #expect(patient.isClosed())
    }

    @Test("a client that goes during a drip leaves nothing behind")
    func dripGone() throws {
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

    @Test("a delay holds one client back and nobody else; pipelined requests keep their order", arguments: Setting.all)
    func delay(_ setting: Setting) throws {
        let server = try setting.start { request, _ in
            let answer = HTTPResponse.text(200, request.path)
            return request.path == "/slow"
                ? .after(.milliseconds(500)) { .after(.milliseconds(500)) { .now(answer) } } : .now(answer)
        }
        defer { server.stop(drain: 0) }
        let patient = try setting.client(server)
        let start = ContinuousClock.now
        patient.send(FaultTests.get("/slow") + FaultTests.get("/next"))
        let quick = try setting.client(server)
        quick.send(FaultTests.get("/other"))
        #expect(quick.reply()?.text == "/other")
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(patient.reply()?.text == "/slow")
        #expect(ContinuousClock.now - start >= .seconds(1))
        #expect(patient.reply()?.text == "/next")
    }

    @Test("an answer that is awaited behind a delay comes")
    func delayThenDeferral() throws {
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

    @Test("draining ends delays and drips at once, with their answers", arguments: Setting.all)
    func drain(_ setting: Setting) throws {
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

@Suite struct DripTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test(
        "pieces are equal, complete and over in time", arguments: [(0, 1), (1, 1), (10, 10), (5_000, 100), (101, 51)])
    func pieces(_ count: Int, _ pieces: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var drip = Drip(bytes, over: .seconds(1), from: DripTests.start)
        var sent: [UInt8] = []
        var rounds = 0
        var last = DripTests.start
        repeat {
            #expect(last < drip.next)
            last = drip.next
            sent += drip.piece()
            rounds += 1
        } while !drip.isOver
        #expect(sent == bytes)
        #expect(rounds == pieces)
        #expect(last <= DripTests.start + .seconds(1))
        #expect(last > DripTests.start + .milliseconds(900))
        #expect(drip.rest().isEmpty)
    }
}
