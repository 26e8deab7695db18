import Directory
import Entra
import Formats
import Testing

/// Tests the errors that docs/reference/wire.md#native-auth-errors lists for an endpoint but that no state of the directory
/// causes. A stub returns them.
@Suite struct NativeStubTests {
    struct Case: Row {
        var name: String { "\(error) at \(action)" }
        let step: NativeFlowStep
        let action: NativeFlowStep.Action
        let error: String
        let code: Int
        var suberror: String?
        let response: String

        /// Creates a case that stubs an error of the catalog.
        init(
            _ step: NativeFlowStep, _ action: NativeFlowStep.Action, _ error: String, aadsts code: Int,
            suberror: String? = nil
        ) {
            (self.step, self.action, self.error, self.code, self.suberror) = (step, action, error, code, suberror)
            response = #"{"error":\#(code)\#(suberror.map { #","suberror":"\#($0)""# } ?? "")}"#
        }

        /// Creates a case that stubs a literal body.
        init(
            _ step: NativeFlowStep, _ action: NativeFlowStep.Action, _ error: String, raw code: Int,
            suberror: String? = nil
        ) {
            (self.step, self.action, self.error, self.code, self.suberror) = (step, action, error, code, suberror)
            let more = suberror.map { #","suberror":"\#($0)""# } ?? ""
            response =
                #"{"status":400,"body":{"error":"\#(error)","error_description":"AADSTS\#(code): x","error_codes":[\#(code)]\#(more)}}"#
        }
    }

    static let cases: [Case] = [
        Case(.passwordRequired, .init(.token, "password"), "expired_refresh_token", raw: 700_082),
        Case(.passwordRequired, .init(.token, "password"), "authorization_pending", aadsts: 70016),
        Case(.passwordRequired, .init(.token, "password"), "slow_down", raw: 50196),
        Case(.resetCodeSent, .init(.resetContinue, "oob"), "verification_required", aadsts: 55104),
        Case(.resetSubmitted, .init(.resetPoll), "user_not_found", raw: 50034),
        Case(
            .signInStarted, .init(.challenge), "invalid_request", raw: 90100, suberror: "introspect_required"),
        Case(.signUpStarted, .init(.signUpChallenge), "invalid_grant", aadsts: 50088),
        Case(
            .registrationRequired, .init(.registerChallenge), "access_denied", aadsts: 550_024,
            suberror: "provider_blocked_by_rep"),
    ]

    @Test("A stubbed error is returned once, and the flow continues from the same step", arguments: cases)
    func returnsStubbedErrorOnce(_ row: Case) throws {
        let app = try row.step.reached()
        try app.site.stub(#"{"tenant":"woodgrove.onmicrosoft.com"}"#, row.response)
        let response = try NativeFlowStep.perform(row.action, app)
        #expect(response.outcome == .jsonError(400, row.error, row.code))
        #expect(response["suberror"] == row.suberror)
        #expect(response["continuation_token"] == nil)
        #expect(
            try NativeFlowStep.perform(row.action, app).nativeResult
                == NativeFlowStep.validActions[row.step]?[row.action])
    }

    @Test("A stubbed server error has the format of each API version, and a retry succeeds")
    func stubsServerErrorForBothVersions() throws {
        let script = (match: #"{"tenant":"woodgrove.onmicrosoft.com"}"#, response: #"{"error":"AADSTS50000"}"#)
        let app = try NativeFlowStep.secondFactorRequired.reached()
        try app.site.stub(script.match, script.response)
        let path = "\(app.path)/oauth2/v2.0/introspect"
        let form = NativeFlowStep.form(.init(.introspect), app)
        #expect(try app.site.post(path, form).outcome == .jsonError(500, "server_error", 50000))
        #expect(try app.site.post(path, form).status == 200)

        let links = try NativeLab.interaction()
        try links.enter()
        try links.site.stub(script.match, script.response)
        let failed = try links.follow("sign_in", ["username": .string("casey@woodgrove.example")])
        #expect(failed.status == 500)
        #expect(failed.json?["error"]?["code"]?.string == "serverError")
        #expect(failed.json?["error"]?["message"]?.string?.hasPrefix("AADSTS50000: ") == true)
        #expect(try links.follow("sign_in", ["username": .string("casey@woodgrove.example")]).status == 200)
    }

    /// The match members that the server reads from the continuation token.
    static let members = [
        #""user":"casey@woodgrove.example""#, #""user":"CASEY@woodgrove.example""#,
        #""clientId":"cccccccc-0000-4000-8000-000000000001""#, #""tenant":"woodgrove.onmicrosoft.com""#,
    ]

    @Test("Stubs match the later steps of a flow by user, client and tenant in both API versions", arguments: members)
    func matchesLaterStepsByUserClientAndTenant(_ member: String) throws {
        let app = try NativeFlowStep.signInStarted.reached()
        try app.site.stub(#"{\#(member),"endpoint":"challenge"}"#, #"{"error":50088}"#)
        #expect(try NativeFlowStep.perform(.init(.challenge), app).outcome == .jsonError(400, "invalid_grant", 50088))
        let found = try app.site.send(
            "POST", "/_understudy/requests/count", body: #"{"match":{\#(member),"endpoint":"challenge"}}"#)
        #expect(found.text == #"{"count":1}"#)

        let links = try NativeLab.interaction()
        try links.enter()
        try links.site.stub(#"{\#(member),"endpoint":"interaction-sign_in"}"#, #"{"error":50088}"#)
        let started = try links.follow("sign_in", ["username": .string("casey@woodgrove.example")])
        #expect(started.json?["error"]?["message"]?.string?.hasPrefix("AADSTS50088: ") == true)
        try links.follow("sign_in", ["username": .string("casey@woodgrove.example")])
        try links.site.stub(#"{\#(member),"endpoint":"interaction-challenge"}"#, #"{"error":50088}"#)
        let challenged = try links.follow("challenge")
        #expect(challenged.json?["error"]?["message"]?.string?.hasPrefix("AADSTS50088: ") == true)
        #expect(try links.follow("challenge").status == 200)
    }

    @Test("A step matches by the user's object id and no stub of another user or client")
    func ignoresStubsOfOtherUserAndClient() throws {
        let app = try NativeFlowStep.signInStarted.reached()
        for member in [#""user":"olga@woodgrove.example""#, #""clientId":"\#(NativeLab.guarded)""#] {
            try app.site.stub(#"{\#(member),"endpoint":"challenge"}"#, #"{"error":50088}"#)
        }
        #expect(try NativeFlowStep.perform(.init(.challenge), app).status == 200)
        let casey = try #require(app.user(named: "casey@woodgrove.example"))
        let found = try app.site.get("/_understudy/requests?endpoint=challenge&user=\(casey.id)")
        #expect(found.json?["total"] == .integer(1))
    }
}
