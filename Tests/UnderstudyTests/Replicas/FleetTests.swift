import ControlPlane
import Directory
import Entra
import Formats
import Platform
import Store
import Synchronization
import TestLedger
import Testing
import Transport
@testable import Understudy

/// Replicas that share a ledger: what is changed at one is the same at all.
@Suite struct FleetTests {
    /// A request to the control plane, or to Graph, that changes state.
    struct Change: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let body: String

        init(_ method: String, _ path: String, _ body: String = "") {
            (self.method, self.path, self.body) = (method, path, body)
        }

        var testDescription: String { "\(method) \(path)" }

        func send(to mock: MockEntra) throws -> Answer {
            try mock.site.send(
                method, path,
                headers: ["Content-Type": "application/json", "X-Understudy-Tenant": Seed.contoso], body: body)
        }
    }

    private static let made = "99999999-9999-4999-8999-999999999999"
    private static let script = #"{"match":{"clientId":"x"},"responses":[{"error":50076}],"times":2}"#

    static let changes = [
        Change("PUT", "/_understudy/clock", #"{"frozen":"2030-01-01T00:00:00Z"}"#),
        Change("PUT", "/_understudy/clock?tenant=contoso.com", #"{"offset":"-PT2H0.5S"}"#),
        Change("PUT", "/_understudy/clock?tenant=contoso.com", #"{"frozen":"now"}"#),
        Change("POST", "/_understudy/responses", script),
        Change("POST", "/_understudy/keys/rotate", #"{"grace":"PT1H"}"#),
        Change("POST", "/_understudy/keys/rotate", #"{"for":"b2c"}"#),
        Change("POST", "/_understudy/tenants", #"{"displayName":"Made"}"#),
        Change("DELETE", "/_understudy/tenants/contoso.com"),
        Change("PUT", "/_understudy/directory", #"{"tenants":[{"id":"\#(made)","domains":["put.example"]}]}"#),
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

    @Test("what is changed at one replica is the same at all, and a reset at another takes it back", arguments: changes)
    func change(_ change: Change) throws {
        let replication = try Replication()
        let before = try SharedState(of: replication.servers[0])
        let answer = try change.send(to: replication.servers[0])
        #expect((200...299).contains(answer.status), "\(answer.text)")
        try replication.catchUp()
        let states = try replication.states()
        #expect(states[0] != before)
        #expect(states.allSatisfy { $0 == states[0] })
        #expect(try replication.servers[1].site.control("POST", "reset").status == 204)
        try replication.catchUp()
        #expect(try replication.states().allSatisfy { $0 == before })
    }

    @Test(
        "what cannot be written is not done, and is answered with 503; after that all are equal again",
        arguments: changes)
    func down(_ change: Change) throws {
        let replication = try Replication()
        let before = try SharedState(of: replication.servers[0])
        replication.ledger.isDown = true
        let answer = try change.send(to: replication.servers[0])
        #expect(answer.status == 503, "\(answer.text)")
        #expect(answer.header("Retry-After") != nil)
        #expect(try SharedState(of: replication.servers[0]) == before)
        replication.ledger.isDown = false
        try replication.catchUp()
        #expect(try replication.states().allSatisfy { $0 == before })
        #expect((200...299).contains(try change.send(to: replication.servers[2]).status))
    }

    @Test("keys are dropped, scripts removed and answers used up everywhere")
    func removals() throws {
        let replication = try Replication()
        let (one, two) = (replication.servers[0].site, replication.servers[1])
        let rotated = try one.control("POST", "keys/rotate")
        let old = rotated.value["keys"]?.array?.first { $0["signs"]?.bool == false }?["kid"]?.string
        let id = try one.script(#"{"endpoint":"token"}"#, #"{"error":50076}"#, times: "2")
        let other = try one.script(#"{"clientId":"x"}"#, #"{"error":50076}"#)
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
        #expect(states.allSatisfy { $0 == states[0] && !$0.keys.contains(old ?? "-") && $0.scripts.count == 1 })
    }

    @Test("codes that were sent are read at every replica")
    func outbox() throws {
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
        replication.ledger.isDown = true
        #expect(throws: EntraError(.serviceUnavailable)) {
            try replication.servers[0].server.outbox.deliver(
                .init(to: "a", channel: .sms, code: "3", sentAt: MockEntra.start, tenant: nil), now: MockEntra.start)
        }
    }

    @Test("edits of one user from every replica at once follow one another, and none is lost")
    func conflicts() throws {
        let replication = try Replication()
        let failures = Atomic<Int>(0)
        FleetTests.threads(9) { index in
            let directory = replication.servers[index % 3].server.directoryInForce
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

    @Test("each of a script's answers is given once, whichever replica is asked")
    func answersOnce() throws {
        let replication = try Replication()
        let codes = AADSTS.catalog.map(\.number).prefix(40)
        try replication.servers[0].site.script(
            #"{"endpoint":"token"}"#, codes.map { #"{"error":\#($0)}"# }.joined(separator: ","))
        try replication.catchUp()
        let given = Mutex<[Int]>([])
        FleetTests.threads(9) { index in
            for _ in 0..<6 {
                if let code = try? replication.servers[index % 3].site.daemonToken().code {
                    given.withLock { $0.append(code) }
                }
            }
        }
        // An answer may be of the server's own once they are used up: 54 requests, 40 answers.
        let scripted = given.withLock { $0 }.filter(codes.contains)
        #expect(scripted.sorted() == codes.sorted())
        try replication.catchUp()
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] })
    }

    @Test("an answer that cannot be told to be given is not: the request is to come again")
    func scriptWhileDown() throws {
        let replication = try Replication()
        try replication.servers[0].site.script(#"{"endpoint":"token"}"#, #"{"error":50076}"#)
        try replication.catchUp()
        replication.ledger.isDown = true
        let answer = try replication.servers[1].site.daemonToken()
        #expect(answer.status == 503 && answer.code == 90033)
        #expect(answer.json?["error"]?.string == "temporarily_unavailable" && answer.header("Retry-After") != nil)
        replication.ledger.isDown = false
        #expect(try replication.servers[2].site.daemonToken().code == 50076)
        #expect(try replication.servers[1].site.daemonToken().code != 50076)
    }

    @Test("while the ledger is down Graph says so in its own words") func graphWhileDown() throws {
        let replication = try Replication()
        try replication.servers[0].site.script(#"{"endpoint":"graph"}"#, #"{"error":50076}"#)
        try replication.catchUp()
        replication.ledger.isDown = true
        let headers = [("X-Understudy-Tenant", "contoso.com")]
        let answer = try replication.servers[1].site.send("GET", "/v1.0/users", headerList: headers)
        #expect(answer.graph == "503 ServiceUnavailable")
        #expect(answer.header("Retry-After") != nil)
        #expect(answer.header("request-id") != nil)
    }

    @Test("a replica that starts late, or was cut off for long, knows everything")
    func late() throws {
        var replication = try Replication(2)
        for change in FleetTests.changes.dropLast(5) { _ = try change.send(to: replication.servers[0]) }
        replication.ledger.trim()
        try replication.add()
        try replication.catchUp()
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] })
        #expect(states[0].scripts.count == 1)
    }

    @Test("a ledger that lost its memory takes every replica back to its configuration")
    func lost() throws {
        let replication = try Replication()
        let before = try SharedState(of: replication.servers[0])
        for change in FleetTests.changes { _ = try change.send(to: replication.servers[0]) }
        try replication.catchUp()
        replication.ledger.lose(GUID(value: 2))
        try replication.catchUp()
        #expect(try replication.states().allSatisfy { $0 == before })
        #expect(try FleetTests.changes[0].send(to: replication.servers[1]).status == 200)
        try replication.catchUp()
        let states = try replication.states()
        #expect(states.allSatisfy { $0 == states[0] && $0 != before })
    }

    @Test("what is written reaches the others well within a second, by itself, and after the ledger was down too")
    func news() throws {
        let replication = try Replication()
        let threads = try replication.servers.map { try NewsThread($0.server) }
        // As a server does that is stopped, and then released.
        defer { for _ in 0..<2 { for thread in threads { thread.stop(until: .max) } } }
        for time in ["2030-01-01T00:00:00Z", "2031-01-01T00:00:00Z"] {
            let began = ContinuousClock.now
            try replication.servers[0].site.steer(#"{"frozen":"\#(time)"}"#)
            func isThere(_ server: MockEntra) -> Bool { server.server.clock.now().iso8601 == time }
            while !replication.servers.allSatisfy(isThere), ContinuousClock.now - began < .seconds(20) { usleep(5_000) }
            #expect(replication.servers.allSatisfy(isThere))
            #expect(ContinuousClock.now - began < .seconds(1))
            replication.ledger.isDown = true
            usleep(100_000)
            replication.ledger.isDown = false
        }
    }

    private final class Work: Sendable {
        let left: Atomic<Int>

        init(_ count: Int) { left = Atomic(count) }
    }

    /// Runs `body` with 0..<count, each on a thread of its own; returns when all are done.
    private static func threads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let work = Work(count)
        let threads = BackgroundThreads(limit: count)
        for index in 0..<count {
            let isUnderWay = threads.run {
                body(index)
                work.left.subtract(1, ordering: .releasing)
            }
            if !isUnderWay { work.left.subtract(1, ordering: .releasing) }
        }
        while work.left.load(ordering: .acquiring) > 0 { usleep(1_000) }
    }
}
