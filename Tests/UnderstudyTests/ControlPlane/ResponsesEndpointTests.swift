import Directory
import Formats
import Logging
import Testing
@testable import Understudy

/// `/_understudy/responses` creates, lists and deletes stubs.
@Suite struct ResponsesEndpointTests {
    /// Rejected requests: method, query, body and expected status.
    static let rejected: [(String, String, String, Int)] = [
        ("POST", "", "{", 400), ("POST", "", #"{"match":{},"responses":[{"error":50076}]}"#, 400),
        ("POST", "", #"{"match":{"clientId":"a"},"responses":[{"error":50076},{"eror":1}]}"#, 400),
        ("POST", "", String(repeating: " ", count: (1 << 20) + 1), 413),
        ("GET", "?clientID=a", "", 400), ("GET", "?id=nope", "", 404), ("GET", "?a=%zz", "", 400),
        ("DELETE", "?id=nope", "", 404), ("DELETE", "?endpoint=tokens", "", 400),
        ("DELETE", "?clientRequestId=", "", 400), ("DELETE", "?user", "", 400), ("DELETE", "?scope=", "", 400),
        ("DELETE", "?id=", "", 400), ("DELETE", "?header=x-name:", "", 400), ("PUT", "", "{}", 405),
    ]

    @Test("A rejected request returns a problem document and changes nothing", arguments: rejected)
    func rejectsInvalidRequestWithoutChange(_ method: String, _ query: String, _ body: String, _ status: Int) throws {
        let site = try MockEntra().site
        try site.stub(#"{"clientId":"kept"}"#, #"{"error":50076}"#)
        let response = try site.send(method, Site.responses + query, body: body)
        #expect(response.status == status)
        #expect(response.header("Content-Type") == "application/problem+json")
        #expect(response.json?["status"]?.integer == Int64(status))
        #expect(try site.get(Site.responses).json?["total"] == .integer(1))
    }

    @Test("A stub is listed as given, with its remaining responses, until it is deleted")
    func listsStubUntilDeleted() throws {
        let site = try MockEntra().site
        let id = try site.stub(#"{"endpoint":"token"}"#, #"{"error":50076},{"delay":"PT0S"}"#)
        _ = try site.daemonToken()
        let entry =
            #"{"id":"\#(id)","match":{"endpoint":"token"},"responses":[{"error":50076},{"delay":"PT0S"}],"times":1,"consumed":1,"left":1}"#
        for query in ["", "?id=\(id)", "?endpoint=TOKEN"] {
            #expect(try site.get(Site.responses + query).text == #"{"responses":[\#(entry)],"total":1}"#)
        }
        #expect(try site.get(Site.responses + "?endpoint=authorize").text == #"{"responses":[],"total":0}"#)
        #expect(try site.send("DELETE", Site.responses + "?tenant=contoso.com").text == #"{"removed":0}"#)
        #expect(try site.send("DELETE", Site.responses).text == #"{"removed":1}"#)
        #expect(try site.daemonToken().status == 200)
    }

    @Test("Verification reports unconsumed stubs, and the journal names the stub of a response")
    func verificationReportsUnconsumedStubs() throws {
        let site = try MockEntra().site
        let id = try site.stub(#"{"clientId":"\#(Client.daemon.id)"}"#, #"{"error":50076},{"error":50079}"#)
        _ = try site.daemonToken()
        let body = #"{"match":{"clientId":"\#(Client.daemon.id)"},"count":1}"#
        let first = try site.send("POST", "/_understudy/requests/verify", body: body)
        #expect(first.status == 200)
        #expect(first.json?["unconsumed"]?.array?.compactMap { $0["id"]?.string } == [id])
        #expect(first.json?["unconsumed"]?.array?.first?["left"] == .integer(1))
        let entry = try site.get("/_understudy/requests").json?["requests"]?.array?.first
        #expect(entry?["script"]?.string == id)
        _ = try site.daemonToken()
        let second = try site.send("POST", "/_understudy/requests/verify", body: body)
        #expect(second.status == 422 && second.json?["unconsumed"] == nil)
        try site.stub(#"{"clientId":"\#(Client.daemon.id)","endpoint":"token"}"#, #"{"error":50076}"#)
        let third = try site.send("POST", "/_understudy/requests/verify", body: body)
        #expect(third.status == 422 && third.json?["unconsumed"]?.array?.count == 1)
    }

    @Test("The endpoint requires the control token and rejects requests from another origin")
    func requiresControlTokenAndRejectsOtherOrigins() throws {
        let site = try MockEntra(settings: ServerSettings(controlToken: "secret")).site
        for method in ["GET", "POST", "DELETE"] {
            #expect(try site.send(method, Site.responses).status == 401)
            let foreign = try site.send(
                method, Site.responses,
                headers: ["Authorization": "Bearer secret", "Origin": "https://evil.test"])
            #expect(foreign.status == 403)
        }
        #expect(try site.get(Site.responses, headers: ["Authorization": "Bearer secret"]).status == 200)
    }

    @Test("Over a socket, a delay affects only its own request and a reset breaks the connection")
    func appliesDelaysAndResetsOverSocket() async throws {
        var options = ServerOptions()
        options.httpPorts = .ports([0])
        options.httpsPorts = .off
        options.workers = 2
        options.seed = "scripts"
        let server = try UnderstudyServer.start(
            options, directory: Configuration.load(.seed).directory,
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
        defer { server.stop(drain: 1) }
        let site = try SocketBackend.site(server.originTexts[0])
        let id = "00000000-0000-4000-8000-000000000009"
        try site.stub(
            #"{"clientRequestId":"\#(id)"}"#,
            #"{"delay":"PT0.4S"},{"fault":"reset"},{"fault":"empty"},{"delay":"PT0.1S","error":50076}"#)
        let start = ContinuousClock.now
        async let slow = Task.detached { try site.daemonToken(id) }.value
        #expect(try site.daemonToken().status == 200)
        #expect(try await slow.status == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(400))
        for _ in 0..<2 { #expect(throws: SocketBackend.Failed.self) { try site.daemonToken(id) } }
        #expect(try site.daemonToken(id).code == 50076)
        #expect(try site.daemonToken(id).status == 200)
    }
}
