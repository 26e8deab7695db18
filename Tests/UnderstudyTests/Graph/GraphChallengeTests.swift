@testable import Directory
import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// Tests continuous access evaluation at the server's own Microsoft Graph (docs/reference/protocol.md#conditional-access).
@Suite struct GraphChallengeTests {
    struct Event: Row {
        let name: String
        var isChallenged = true
        /// Whether the event also invalidates a token without continuous access evaluation.
        var endsOthers = true
        let trigger: @Sendable (GraphLab) throws -> Void
    }

    static let events: [Event] = [
        Event(name: "sessions are revoked") { (lab: GraphLab) throws in
            #expect(try lab.automation().post("/users/\(Seed.alex)/revokeSignInSessions", "").status == 200)
        },
        Event(name: "the account is disabled") { (lab: GraphLab) throws in
            #expect(try lab.automation().patch("/users/\(Seed.alex)", #"{"accountEnabled":false}"#).status == 204)
        },
        Event(name: "an administrator sets another password") { (lab: GraphLab) throws in
            let body = #"{"passwordProfile":{"password":"Understudy!8"}}"#
            #expect(try lab.automation().patch("/users/\(Seed.alex)", body).status == 204)
        },
        Event(name: "the user chooses another password", endsOthers: false) { (lab: GraphLab) throws in
            let now = lab.entra.clock.now()
            _ = try lab.entra.server.directoryStore.edit(TenantID(Seed.contoso)) {
                $0.update(ObjectID(Seed.alex)) { $0.lastPasswordChange = now }
            }
        },
        Event(name: "the risk of the user becomes high", endsOthers: false) { (lab: GraphLab) throws in
            try GraphChallengeTests.setRisk(.high, lab)
        },
        Event(name: "the risk of the user becomes medium", isChallenged: false, endsOthers: false) {
            (lab: GraphLab) throws in
            try GraphChallengeTests.setRisk(.medium, lab)
        },
        Event(name: "something else", isChallenged: false, endsOthers: false) { (lab: GraphLab) throws in
            #expect(try lab.automation().patch("/users/\(Seed.alex)", #"{"city":"Basel"}"#).status == 204)
        },
    ]

    @Test("A critical event ends a long-lived token at once with a claims challenge", arguments: events)
    func challengesLongLivedTokenAfterCriticalEvent(_ event: Event) throws {
        let lab = try GraphLab(scopes: "User.Read")
        let evaluated = try token(lab, #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#)
        let plain = try token(lab, nil)
        #expect(try me(lab, evaluated).status == 200 && me(lab, plain).status == 200)
        lab.entra.clock.advance(seconds: 60)
        let time = lab.entra.clock.now().seconds
        try event.trigger(lab)
        lab.entra.clock.advance(seconds: 60)

        let response = try me(lab, evaluated)
        let header = response.header("WWW-Authenticate") ?? ""
        #expect(response.graph == (event.isChallenged ? "401 InvalidAuthenticationToken" : "200"))
        #expect(header.contains("error=\"insufficient_claims\"") == event.isChallenged)
        if event.isChallenged {
            let parts = header.split(separator: "\"")
            let index = try #require(parts.firstIndex { $0.hasSuffix("claims=") })
            let text = try #require(Base64.decodeStandard(parts[index + 1].utf8))
            let notBefore = JSONValue(parsing: text)?["access_token"]?["nbf"]
            #expect(notBefore?["essential"]?.bool == true)
            let value = try #require(notBefore?["value"]?.string.flatMap { Int64($0) })
            #expect((time...time + 60).contains(value))
        }

        let other = try me(lab, plain)
        #expect(other.status == (event.endsOthers ? 401 : 200))
        #expect(other.header("WWW-Authenticate")?.contains("insufficient_claims") != true)
    }

    private static func setRisk(_ level: RiskLevel, _ lab: GraphLab) throws {
        _ = try lab.entra.server.directoryStore.edit(TenantID(Seed.contoso)) {
            $0.update(ObjectID(Seed.alex)) { $0.userRiskLevel = level }
        }
    }

    @Test("A token that was issued to a user at high risk stays valid")
    func acceptsTokenIssuedAtHighRisk() throws {
        let lab = try GraphLab(scopes: "User.Read")
        let evaluated = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
        let beforeRisk = try token(lab, evaluated)
        try GraphChallengeTests.setRisk(.high, lab)
        let afterRisk = try token(lab, evaluated)
        #expect(try me(lab, beforeRisk).status == 401 && me(lab, afterRisk).status == 200)
    }

    private func token(_ lab: GraphLab, _ claims: String?) throws -> String {
        let response = try lab.site.tokens(
            GraphLab.console, ["scope": "openid User.Read", "claims": claims], tenant: Seed.contoso)
        return try #require(response["access_token"])
    }

    private func me(_ lab: GraphLab, _ token: String) throws -> TestResponse {
        try GraphCalls(site: lab.site, headers: [("Authorization", "Bearer \(token)")]).get("/me")
    }
}
