import Crypto
import Directory
import Formats
import Testing

/// The setting `clientAssertionReplay` decides whether a client assertion may be used again.
@Suite struct AssertionReplayTests {
    private static let replayed = Outcome.jsonError(401, "invalid_client", 70002)

    /// Sends the assertion again with the same request, then with another request.
    @Test(
        "The setting decides whether a repeated assertion is rejected",
        arguments: [
            ("refuse", replayed, Outcome.json), ("singleUse", replayed, replayed),
            ("allow", Outcome.json, Outcome.json),
        ])
    func appliesClientAssertionReplaySetting(_ setting: String, _ same: Outcome, _ other: Outcome) throws {
        let site = try entra(setting).site
        let request = try AssertionReplayTests.request()
        #expect(try site.token(request, tenant: "contoso.com").outcome == .json)
        #expect(try site.token(request, tenant: "contoso.com").outcome == same)
        let another = request.with(["scope": "\(Lab.certified.id)/.default"])
        #expect(try site.token(another, tenant: "contoso.com").outcome == other)
    }

    @Test("A request that fails because of its assertion does not use up the assertion ID")
    func rejectedAssertionDoesNotUseUpID() throws {
        let entra = try entra("singleUse")
        let request = try AssertionReplayTests.request()
        let early = try Assertion(Lab.certified).with(claims: ["nbf": .integer(MockEntra.start.seconds + 301)])
        let rejected = try entra.site.token(
            request.with(["client_assertion": try early.signed()]), tenant: "contoso.com")
        #expect(rejected.code == 700024)
        #expect(try entra.site.token(request, tenant: "contoso.com").outcome == .json)
    }

    @Test("An assertion without an ID is recognized by its content")
    func recognizesAssertionWithoutIDByContent() throws {
        let site = try entra("singleUse").site
        let withoutID = try Assertion(Lab.certified).with(claims: ["jti": nil])
        for (assertion, outcome) in [
            (withoutID, Outcome.json), (withoutID, AssertionReplayTests.replayed),
            (withoutID.with(claims: ["iat": .integer(MockEntra.start.seconds - 1)]), .json),
        ] {
            let request = try AssertionReplayTests.request().with(["client_assertion": try assertion.signed()])
            #expect(try site.token(request, tenant: "contoso.com").outcome == outcome)
        }
    }

    @Test("Exactly one of many concurrent requests with the same assertion succeeds", .timeLimit(.minutes(2)))
    func acceptsAssertionOnceUnderConcurrency() async throws {
        let site = try entra(nil).site
        for round in 0..<5 {
            let form = try AssertionReplayTests.request(id: "race \(round)")
            let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for _ in 0..<64 { group.addTask { try site.token(form, tenant: "contoso.com").outcome } }
                return try await group.reduce(into: [Outcome]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .json } == 1, "round \(round)")
            #expect(outcomes.count { $0 == AssertionReplayTests.replayed } == 63, "round \(round)")
        }
    }

    private func entra(_ setting: String?) throws -> MockEntra {
        try MockEntra(
            yaml: """
                settings: {\(setting.map { "clientAssertionReplay: \($0)" } ?? "")}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    applications:
                      - {appId: \(Lab.certified.id), keyCredentials: [{key: "\(Assertion.certificate)"}]}
                """)
    }

    private static func request(id: String = "1") throws -> Parameters {
        let assertion = try Assertion(Lab.certified).with(claims: ["jti": .string(id)])
        return [
            "grant_type": "client_credentials", "client_id": Lab.certified.id,
            "scope": "https://graph.microsoft.com/.default", "client_assertion": try assertion.signed(),
            "client_assertion_type": Assertion.type,
        ]
    }
}
