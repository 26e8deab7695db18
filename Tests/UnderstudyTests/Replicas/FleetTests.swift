import ControlPlane
import Directory
import Entra
import Formats
import Platform
import Store
import Synchronization
import TestChangeLog
import TestTags
import Testing
import Transport
@testable import Understudy

/// These tests show that replicas with a shared change log have the same state after a change at one of them.
@Suite struct FleetTests {
    /// A request to the control plane or to Microsoft Graph that changes state.
    struct Change: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let body: String

        init(_ method: String, _ path: String, _ body: String = "") {
            (self.method, self.path, self.body) = (method, path, body)
        }

        var testDescription: String { "\(method) \(path)" }

        func send(to mock: MockEntra) throws -> TestResponse {
            try mock.site.send(
                method, path,
                headers: ["Content-Type": "application/json", "X-Understudy-Tenant": Seed.contoso], body: body)
        }
    }

    private static let createdTenant = "99999999-9999-4999-8999-999999999999"
    private static let stub = #"{"match":{"clientId":"x"},"responses":[{"error":50076}],"times":2}"#

    static let changes = [
        Change("PUT", "/_understudy/clock", #"{"frozen":"2030-01-01T00:00:00Z"}"#),
        Change("PUT", "/_understudy/clock?tenant=contoso.com", #"{"offset":"-PT2H0.5S"}"#),
        Change("PUT", "/_understudy/clock?tenant=contoso.com", #"{"frozen":"now"}"#),
        Change("POST", "/_understudy/responses", stub),
        Change("POST", "/_understudy/keys/rotate", #"{"grace":"PT1H"}"#),
        Change("POST", "/_understudy/keys/rotate", #"{"for":"b2c"}"#),
        Change("POST", "/_understudy/tenants", #"{"displayName":"Made"}"#),
        Change("DELETE", "/_understudy/tenants/contoso.com"),
        Change("PUT", "/_understudy/directory", #"{"tenants":[{"id":"\#(createdTenant)","domains":["put.example"]}]}"#),
        Change(
            "POST", "/v1.0/users",
            """
            {"accountEnabled":true,"displayName":"Made","mailNickname":"made","userPrincipalName":"made@contoso.com",
             "passwordProfile":{"password":"Understudy!1","forceChangePasswordNextSignIn":false}}
            """),
        Change("PATCH", "/v1.0/users/\(Replication.user)", #"{"jobTitle":"Run time"}"#),
        Change("DELETE", "/v1.0/users/\(Replication.user)"),
        Change("POST", "/v1.0/applications", #"{"displayName":"Made"}"#),
    ]

    @Test("A change at one replica reaches all, and a reset at another replica reverts the change", arguments: changes)
    func changeReachesAllReplicasUntilReset(_ change: Change) throws {
        let replication = try Replication()
        let before = try SharedState(of: replication.servers[0])
        let response = try change.send(to: replication.servers[0])
        #expect((200...299).contains(response.status), "\(response.text)")
        try replication.catchUp()
        let states = try replication.states()
        #expect(states[0] != before)
        #expect(states.allSatisfy { $0 == states[0] })
        #expect(try replication.servers[1].site.control("POST", "reset").status == 204)
        try replication.catchUp()
        #expect(try replication.states().allSatisfy { $0 == before })
    }

    @Test(
        "A change that cannot be written is rejected with 503, and all replicas remain equal", .tags(.slow),
        arguments: changes)
    func rejectsChangeWhileLogIsDown(_ change: Change) throws {
        let replication = try Replication()
        let before = try SharedState(of: replication.servers[0])
        replication.changeLog.isDown = true
        let response = try change.send(to: replication.servers[0])
        #expect(response.status == 503, "\(response.text)")
        #expect(response.header("Retry-After") != nil)
        #expect(try SharedState(of: replication.servers[0]) == before)
        replication.changeLog.isDown = false
        try replication.catchUp()
        #expect(try replication.states().allSatisfy { $0 == before })
        #expect((200...299).contains(try change.send(to: replication.servers[2]).status))
    }

    @Test("Removed keys, removed stubs and used responses reach all replicas")
    func replicatesRemovalsAndUsedResponses() throws {
        let replication = try Replication()
        let (one, two) = (replication.servers[0].site, replication.servers[1])
        let rotated = try one.control("POST", "keys/rotate")
        let old = rotated.value["keys"]?.array?.first { $0["signs"]?.bool == false }?["kid"]?.string
        let id = try one.stub(#"{"endpoint":"token"}"#, #"{"error":50076}"#, times: "2")
        let other = try one.stub(#"{"clientId":"x"}"#, #"{"error":50076}"#)
        try replication.catchUp()
        #expect(try two.site.control("DELETE", "keys/\(old ?? "")").status == 204)
        #expect(try two.site.control("DELETE", "responses?id=\(other)").status == 200)
        #expect(try two.site.daemonToken().code == 50076)
        try replication.catchUp()
        #expect(try replication.servers[2].site.daemonToken().code == 50076)
        try replication.catchUp()
        for server in replication.servers {
            let shown = try server.site.get("\(Site.responses)?id=\(id)").value["responses"]?.array?.first
            #expect(shown?["left"]?.integer == 0)
            #expect(try server.site.daemonToken().code != 50076)
        }
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] && !$0.keys.contains(old ?? "-") && $0.stubs.count == 1 })
    }

    @Test("Every replica reads the codes that were sent")
    func everyReplicaReadsSentCodes() throws {
        let replication = try Replication()
        for (number, server) in replication.servers.enumerated() {
            try server.server.outbox.deliver(
                .init(
                    to: "a@x.example", channel: .email, code: "\(number)", sentAt: MockEntra.start,
                    tenant: TenantID(Seed.contoso)),
                now: MockEntra.start)
        }
        try replication.catchUp()
        #expect(try replication.states().allSatisfy { $0.codes == ["2", "1", "0"] })
        try replication.servers[2].server.controls.reset(tenant: TenantID(Seed.contoso))
        try replication.catchUp()
        #expect(try replication.states().allSatisfy { $0.codes == [] })
        replication.changeLog.isDown = true
        #expect(throws: EntraError(.serviceUnavailable)) {
            try replication.servers[0].server.outbox.deliver(
                .init(to: "a", channel: .sms, code: "3", sentAt: MockEntra.start, tenant: nil), now: MockEntra.start)
        }
    }

    @Test("Concurrent edits of one user at all replicas are serialized without loss")
    func concurrentEditsAreAllKept() throws {
        let replication = try Replication()
        let failures = Atomic<Int>(0)
        FleetTests.threads(9) { index in
            let directory = replication.servers[index % 3].server.directoryStore
            for _ in 0..<17 {
                let outcome = try? directory.edit(TenantID(Seed.contoso)) { edit in
                    edit.update(ObjectID(Replication.user)) { $0.jobTitle = ($0.jobTitle ?? "") + "." }
                }
                if outcome != .done { failures.add(1, ordering: .relaxed) }
            }
        }
        try replication.catchUp()
        #expect(failures.load(ordering: .relaxed) == 0)
        let user = replication.servers[0].server.directory.tenant(TenantID(Seed.contoso))?.user(
            ObjectID(Replication.user))
        #expect(user?.jobTitle == "File" + String(repeating: ".", count: 9 * 17))
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] })
    }

    @Test("Each stubbed response is returned once across all replicas")
    func returnsEachStubbedResponseOnce() throws {
        let replication = try Replication()
        let codes = AADSTS.catalog.map(\.number).prefix(40)
        try replication.servers[0].site.stub(
            #"{"endpoint":"token"}"#, codes.map { #"{"error":\#($0)}"# }.joined(separator: ","))
        try replication.catchUp()
        let received = Mutex<[Int]>([])
        FleetTests.threads(9) { index in
            for _ in 0..<6 {
                if let code = try? replication.servers[index % 3].site.daemonToken().code {
                    received.withLock { $0.append(code) }
                }
            }
        }
        // After the 40 stubbed responses are used, the other requests of the 54 get the server's own responses.
        let stubbed = received.withLock { $0 }.filter(codes.contains)
        #expect(stubbed.sorted() == codes.sorted())
        try replication.catchUp()
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] })
    }

    @Test("A stubbed response is not used while the change log is down, and the client receives Retry-After")
    func keepsStubbedResponseWhileLogIsDown() throws {
        let replication = try Replication()
        try replication.servers[0].site.stub(#"{"endpoint":"token"}"#, #"{"error":50076}"#)
        try replication.catchUp()
        replication.changeLog.isDown = true
        let response = try replication.servers[1].site.daemonToken()
        #expect(response.status == 503 && response.code == 90033)
        #expect(response.json?["error"]?.string == "temporarily_unavailable" && response.header("Retry-After") != nil)
        replication.changeLog.isDown = false
        #expect(try replication.servers[2].site.daemonToken().code == 50076)
        #expect(try replication.servers[1].site.daemonToken().code != 50076)
    }

    @Test("Microsoft Graph reports ServiceUnavailable while the change log is down")
    func graphReportsUnavailableWhileLogIsDown() throws {
        let replication = try Replication()
        try replication.servers[0].site.stub(#"{"endpoint":"graph"}"#, #"{"error":50076}"#)
        try replication.catchUp()
        replication.changeLog.isDown = true
        let headers = [("X-Understudy-Tenant", "contoso.com")]
        let response = try replication.servers[1].site.send("GET", "/v1.0/users", headerList: headers)
        #expect(response.graph == "503 ServiceUnavailable")
        #expect(response.header("Retry-After") != nil)
        #expect(response.header("request-id") != nil)
    }

    @Test("A replica that starts late or was disconnected reads everything")
    func lateReplicaReadsEverything() throws {
        var replication = try Replication(2)
        for change in FleetTests.changes.dropLast(5) { _ = try change.send(to: replication.servers[0]) }
        replication.changeLog.trim()
        try replication.add()
        try replication.catchUp()
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] })
        #expect(states[0].stubs.count == 1)
    }

    @Test("A lost change log returns every replica to its configuration")
    func resetsReplicasAfterLogIsLost() throws {
        let replication = try Replication()
        let before = try SharedState(of: replication.servers[0])
        for change in FleetTests.changes { _ = try change.send(to: replication.servers[0]) }
        try replication.catchUp()
        replication.changeLog.lose(GUID(value: 2))
        try replication.catchUp()
        #expect(try replication.states().allSatisfy { $0 == before })
        #expect(try FleetTests.changes[0].send(to: replication.servers[1]).status == 200)
        try replication.catchUp()
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] && $0 != before })
    }

    @Test("A change reaches the other replicas by itself, also after the change log was down")
    func changeReachesReplicasByItself() throws {
        let replication = try Replication()
        let threads = try replication.servers.map { try ChangeFeedThread($0.server) }
        // A stopping server stops its threads, and its release stops them again.
        defer { for _ in 0..<2 { for thread in threads { thread.stop(until: .max) } } }
        for time in ["2030-01-01T00:00:00Z", "2031-01-01T00:00:00Z"] {
            try replication.servers[0].site.adjust(#"{"frozen":"\#(time)"}"#)
            func isUpdated(_ server: MockEntra) -> Bool { server.server.clock.now().iso8601 == time }
            #expect(waitUntil { replication.servers.allSatisfy(isUpdated) })
            let failures = replication.changeLog.failureCount
            replication.changeLog.isDown = true
            waitUntil { replication.changeLog.failureCount >= failures + threads.count }
            replication.changeLog.isDown = false
        }
    }

    private final class Work: Sendable {
        let left: Atomic<Int>

        init(_ count: Int) { left = Atomic(count) }
    }

    /// Runs `body` with each index below `count` on its own thread. Returns after all threads have ended.
    private static func threads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let work = Work(count)
        let threads = BackgroundThreads(limit: count)
        for index in 0..<count {
            let hasStarted = threads.run {
                body(index)
                work.left.subtract(1, ordering: .releasing)
            }
            if !hasStarted { work.left.subtract(1, ordering: .releasing) }
        }
        waitUntil { work.left.load(ordering: .acquiring) == 0 }
    }
}
