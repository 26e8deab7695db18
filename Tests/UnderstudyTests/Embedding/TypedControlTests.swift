import FoundationEssentials
import TestTags
import Testing
@testable import Understudy

/// Tests the results of the typed control plane, beyond the success of each operation.
@Suite struct TypedControlTests {
    let server: UnderstudyServer

    init() throws {
        server = try UnderstudyServer.start()
    }

    @Test("An error has its status, its causes, and the page at which a sign-in ended", .tags(.slow))
    func errorHasStatusCausesAndPage() throws {
        let unknown = try #require(throws: ControlError.self) { try server.keys.drop("none") }
        #expect(unknown.status == 404 && unknown.detail == "No published key has the kid none.")
        let invalid = try #require(throws: ControlError.self) {
            try server.directory.replace(with: ["tenants": [["id": "x", "nonsense": 1]]])
        }
        #expect(invalid.status == 400 && invalid.causes.contains { $0.pointer == "#/tenants/0/nonsense" })
        #expect(invalid.description.contains("#/tenants/0/nonsense: "))
        let page = try #require(throws: ControlError.self) {
            try server.signIn(server.mobileSignIn(password: "wrong"))
        }
        #expect(page.status == 422 && page.pageError == "AADSTS50126")
        let graph = try #require(throws: ControlError.self) {
            try server.graph(forTenant: "contoso.com").get(.users, "nobody")
        }
        #expect(graph.status == 404 && graph.title == "Request_ResourceNotFound")
        #expect(throws: ControlError.self) { try server.graph(forTenant: "nowhere.test").list(.users) }
        #expect(throws: ControlError.self) { try server.clock(forTenant: "nowhere.test").reading() }
    }

    @Test("A request to Microsoft Graph calls any operation by its method and path")
    func requestCallsAnyGraphOperation() throws {
        let graph = server.graph(forTenant: "contoso.com")
        let made = try graph.request("POST", "applications", body: ["displayName": "General"])
        let id = try #require(made["id"]?.string)
        let found = try graph.request("GET", "applications", query: ["$filter": "displayName eq 'General'"])
        #expect(found["value"]?.array?.map { $0["id"] } == [.string(id)])
        #expect(try graph.request("GET", "applications/$count").integer ?? 0 > 0)
        #expect(try graph.request("DELETE", "applications/\(id)") == .null)
        let absent = try #require(throws: ControlError.self) { try graph.request("GET", "applications/\(id)") }
        #expect(absent.status == 404)
    }

    @Test("Stubs are added, consumed, listed and removed")
    func addsListsConsumesAndRemovesStubs() throws {
        let match = RequestMatch(clientID: Client.mobile.id, endpoint: .authorize)
        let responses: [StubbedResponse] = [
            .error("AADSTS50020", claims: ["access_token": ["acrs": ["value": "c1"]]], suberror: "basic_action")
                .delayed(by: .seconds(1)),
            .response(status: 503, headers: ["Retry-After": "2"], body: "no").with(.truncate),
            .drip(over: .milliseconds(1500)), .tokenFault(.wrongSignature, in: .idToken),
        ]
        let id = try server.stubs.add(
            responses[0], responses[1], responses[2], responses[3], for: match, repeating: .times(2))
        let error = try #require(throws: ControlError.self) { try server.signIn(server.mobileSignIn()) }
        #expect(error.pageError == "AADSTS50020")
        let stub = try server.stubs.stub(id)
        #expect(stub.match == match && stub.responses == responses && stub.host == nil)
        #expect(stub.consumed == 1 && stub.left == 7 && stub.repetition == .times(2))
        let handshakes = try server.stubs.stub(
            server.stubs.add(.refused, .wrongHost, forHost: "login.test", repeating: .always))
        #expect(handshakes.host == "login.test" && handshakes.left == nil && handshakes.repetition == .always)
        #expect(throws: ControlError.self) { try server.stubs.add(.delay(.seconds(1)), for: .init()) }
        #expect(throws: ControlError.self) { try server.stubs.stub("none") }
        #expect(throws: ControlError.self) { try server.stubs.remove(.init(user: "")) }
        #expect(try server.stubs.remove(match) == 1)
        for demand: ChallengeDemand in [
            .issuedFromNow, .policies(["p"]), .issuedAfter(Date(timeIntervalSince1970: 1_900_000_000)),
        ] {
            #expect(try server.challenge(demand).wwwAuthenticate.contains("claims="))
        }
    }

    @Test("A match has the same members after a round trip through the control plane")
    func matchKeepsEveryMember() throws {
        let match = RequestMatch(
            clientRequestID: "r", clientID: "c", tenant: "contoso.com", user: "u", endpoint: .token,
            grantType: "refresh_token", scopes: ["a", "b"], headers: ["x-a": "1", "x-b": "2: 3"],
            parameters: ["p": "q"])
        let id = try server.stubs.add(.fault(.reset), for: match)
        #expect(try server.stubs.stub(id).match == match)
        #expect(try server.stubs.list(match).map(\.id) == [id])
        #expect(try server.journal.count(matching: .init(match, outcome: .status(400), since: .id(0), before: 9)) == 0)
        #expect(
            try server.journal.entries(matching: .init(match, outcome: .failed("AADSTS9"), since: .time(now))).isEmpty)
        #expect(try server.journal.clear(matching: .init(match, outcome: .page)) == 0)
    }

    private var now: Date { get throws { try server.clock.reading().now } }

    @Test("A journal entry has the facts of its request, and a failed verification has the near misses")
    func entryHasFactsAndVerificationHasNearMisses() throws {
        try server.makeSignIn()
        let entry = try #require(try server.journal.entries(matching: .init(outcome: .success)).last)
        #expect(entry.endpoint == .authorize && entry.outcome == .success && entry.error == nil)
        #expect(entry.clientID == Client.mobile.id && entry.tenant == Seed.contoso && entry.user == "alex@contoso.com")
        #expect(entry.scopes == ["openid"] && entry.status == 302)
        #expect(entry.json["decision"] != nil)
        #expect(try server.journal.entries(matching: .init(since: .id(entry.id - 1))).map(\.id) == [entry.id])
        #expect(try server.journal.entries(limit: 1).map(\.id) == [entry.id])
        try server.journal.verify(.never, matching: .init(endpoint: .token))
        try server.journal.verify(.atMost(9), matching: .init(endpoint: .authorize))
        let error = try #require(throws: ControlError.self) {
            try server.journal.verify(.atLeast(1), matching: .init(endpoint: .authorize, user: "adele@contoso.com"))
        }
        #expect(error.status == 422)
        #expect(error.detail.contains("differs in user (\"alex@contoso.com\" instead of \"adele@contoso.com\")"))
        #expect(throws: ControlError.self) {
            try server.journal.verify(inOrder: [.init(endpoint: .authorize), .init(endpoint: .token)])
        }
    }

    @Test("The endpoints are those of stubs and of the journal")
    func endpointsEqualThoseOfStubsAndJournal() throws {
        let document = try server.openAPIDocument()
        let names = document["components"]?["schemas"]?["EndpointName"]?["enum"]?.strings
        #expect(names == RequestedEndpoint.allCases.map(\.rawValue))
    }

    @Test(
        "A stream delivers entries as they happen, and a wait ends with the expected entry or the near misses")
    func streamDeliversEntriesAndWaitReportsNearMisses() async throws {
        let server = server
        let stream = try server.journal.stream(matching: .init(endpoint: .authorize, outcome: .success))
        try server.makeSignIn()
        try server.makeSignIn()
        var iterator = stream.makeAsyncIterator()
        let first = await iterator.next()
        let second = await iterator.next()
        #expect(first?.outcome == .success && second?.endpoint == .authorize)
        #expect((first?.id ?? 0) < (second?.id ?? 0))

        async let waited = server.journal.wait(for: .init(endpoint: .authorize, outcome: .success), count: 3)
        try server.makeSignIn()
        #expect(try await waited.count == 3)
        let error = await #expect(throws: ControlError.self) {
            try await server.journal.wait(for: .init(endpoint: .token), within: .milliseconds(20))
        }
        #expect(error?.status == 422)
    }

    @Test("A stream ends if its consumer falls behind", .tags(.slow))
    func streamEndsForSlowConsumer() async throws {
        let stream = try server.journal.stream(matching: .init(endpoint: .graph))
        for _ in 0..<1_100 { _ = try server.graph(forTenant: "contoso.com").list(.groups, limit: 1) }
        let taken = await stream.reduce(0) { count, _ in count + 1 }
        #expect((1_000...1_024).contains(taken))
    }

    @Test("The clock of the server or of a tenant is advanced, set, frozen and resumed")
    func clockAdvancesFreezesAndResumes() throws {
        let clock = server.clock
        let instant = Date(timeIntervalSince1970: 1_893_456_000)
        #expect(try clock.freeze(at: instant).now == instant)
        #expect(try clock.advance(by: .seconds(90)).now == instant.addingTimeInterval(90))
        #expect(try clock.freeze().frozen == instant.addingTimeInterval(90))
        #expect(try clock.resume().frozen == nil)
        #expect(try clock.set(offset: .zero).offset == .zero)
        let contoso = server.clock(forTenant: "contoso.com")
        let reading = try contoso.set(offset: .seconds(-60))
        #expect(try reading.now < clock.reading().now)
        #expect(try clock.reading().tenants[Seed.contoso]?.offset == .seconds(-60))
        let moved = try clock.set(to: instant)
        #expect(moved.frozen == nil && (0..<60).contains(moved.now.timeIntervalSince(instant)))
        let exact = instant.addingTimeInterval(1.25)
        #expect(try clock.freeze(at: exact).now == exact)
        #expect(try clock.now() == exact)
        #expect(try clock.freeze(at: .distantPast).now <= clock.freeze(at: Date(timeIntervalSince1970: .nan)).now)
        let last = Date(timeIntervalSince1970: 253_402_300_799)
        #expect(try clock.freeze(at: Date(timeIntervalSince1970: .infinity)).now == last)
        #expect(throws: ControlError.self) { try clock.advance(by: .seconds(400_000_000_000)) }
    }

    @Test("A token has the content of its specification, and an inspection reports its faults")
    func mintsTokensAndInspectsFaults() throws {
        var order = TokenSpecification(
            .access, user: "alex@contoso.com", client: Client.mobile.id, resource: "api://orders",
            scopes: ["Orders.Read"], faults: [.wrongAudience])
        order.tenant = "contoso.com"
        order.version = 2
        order.claims = ["extra": ["a": 1], "name": .null]
        order.header = ["x": "y"]
        order.lifetime = .seconds(600)
        let token = try server.tokens.mint(order)
        #expect(token.claims["scp"] == "Orders.Read" && token.claims["extra"]?["a"]?.integer == 1)
        #expect(token.claims["name"] == nil && token.header["x"] == "y")
        let inspection = try server.tokens.inspect(
            token.text, audience: "api://orders", issuer: "\(server.authority(for: Seed.contoso))/v2.0",
            scope: "Orders.Read")
        #expect(
            !inspection.isValid && inspection.reasons.map(\.check) == ["audience"] && inspection.tenant == Seed.contoso)
        #expect(inspection.claims == token.claims && inspection.header == token.header)
        var idToken = TokenSpecification(.id, user: "alex@contoso.com", client: Client.mobile.id)
        idToken.nonce = "n"
        idToken.notBefore = try now
        idToken.expiresAt = try now.addingTimeInterval(60)
        #expect(try server.tokens.inspect(server.tokens.mint(idToken).text, nonce: "n").isValid)
    }

    @Test("A reset restores what a revocation ended")
    func resetRestoresAfterRevocation() throws {
        let tenant = try server.directory.makeTenant(cloneOf: "contoso.com")
        #expect(tenant.users[Seed.alex] != nil && tenant.domains.count >= 1 && tenant.groups.count >= 0)
        try server.reset()
        #expect(throws: ControlError.self) { try server.directory.deleteTenant(tenant.id) }
        #expect(try server.health().baseURLs == server.baseURLs)
        let samples = try server.metrics()
        #expect(
            samples.contains { $0.name == "understudy_build_info" && $0.labels.contains("version=") && $0.value == 1 })
    }

    @Test(
        "Any tenant can be removed except that of personal accounts, and a reset restores a tenant of the configuration"
    )
    func removesTenantsExceptPersonalAccounts() throws {
        let error = #expect(throws: ControlError.self) { try server.directory.deleteTenant("consumers") }
        #expect(error?.status == 409)
        try server.directory.deleteTenant("contoso.com")
        #expect(throws: ControlError.self) { try server.clock(forTenant: "contoso.com").reading() }
        try server.reset(tenant: "contoso.com")
        _ = try server.clock(forTenant: "contoso.com").reading()
    }

    @Test("One-time codes have their recipients")
    func outboxNamesRecipients() throws {
        let yaml = """
            tenants:
              - id: \(Seed.contoso)
                domains: [contoso.com]
                users: [{ userPrincipalName: m@contoso.com, password: p, mfa: "+15550100" }]
                applications: [{ appId: app, publicClient: { redirectUris: ["http://localhost"] } }]
                conditionalAccessPolicies:
                  - displayName: MFA
                    conditions: { users: { includeUsers: [All] }, applications: { includeApplications: [All] } }
                    grantControls: { builtInControls: [mfa] }
            """
        let server = try UnderstudyServer.start(.init(source: .text(yaml)))
        let query = "client_id=app&response_type=code&redirect_uri=http%3A%2F%2Flocalhost&scope=openid"
        let result = try server.signIn(
            .init(try #require(URL(string: "/contoso.com/oauth2/v2.0/authorize?\(query)")), user: "m@contoso.com"))
        #expect(result.parameters["code"] != nil && result.callbackURL.host() == "localhost")
        let code = try #require(try server.outbox().first)
        #expect(code.channel == .sms && !code.code.isEmpty && code.recipient.hasPrefix("+1"))
    }
}

@Suite struct EmbeddedJSONTests {
    @Test("JSON is written as a literal, read by subscripts, and printed as text")
    func readsAndWritesJSON() throws {
        let value: JSON = ["b": [1, 2.5, true, nil, "x"], "a": ["c": "d"]]
        #expect(value.description == #"{"a":{"c":"d"},"b":[1,2.5,true,null,"x"]}"#)
        #expect(JSON(parsing: value.description) == value)
        #expect(JSON(parsing: "[1,]") == nil)
        #expect(value["b"]?[0]?.integer == 1 && value["b"]?[1]?.number == 2.5 && value["b"]?[0]?.number == 1)
        #expect(value["b"]?[2]?.bool == true && value["b"]?[3] == .null && value["b"]?[4]?.string == "x")
        #expect(value["b"]?[5] == nil && value["b"]?[-1] == nil && value["a"]?[0] == nil && value["x"] == nil)
        #expect(value["a"]?.object?.count == 1 && value["b"]?.array?.count == 5)
        #expect(value["a"]?.string == nil && value["a"]?.integer == nil && value["a"]?.number == nil)
        #expect(value["a"]?.bool == nil && value["a"]?.array == nil && value["b"]?.object == nil)
    }
}
