import Directory
import Entra
import Formats
import Testing

/// Tests self-service password reset with the native authentication API (docs/reference/wire.md#native-auth-flows).
@Suite struct NativeResetTests {
    private static let user = "casey@woodgrove.example"

    private func verified() throws -> NativeApp {
        let app = try NativeLab.app()
        try app.send(.resetStart, ["username": NativeResetTests.user])
        let sent = try app.send(.resetChallenge)
        #expect(sent["challenge_type"] == "oob")
        #expect(sent["challenge_target_label"] == "c***y@m***.example")
        let response = try app.send(
            .resetContinue, ["grant_type": "oob", "oob": try app.code(to: "casey@mail.example")])
        #expect(response.json?["expires_in"] == .integer(600))
        return app
    }

    @Test(
        "The reset code goes to the second factor's mail address or else to the account's",
        arguments: [("mia", "mia@second.example"), ("tess", "tess@mail.example"), ("theo", "theo@mail.example")])
    func sendsResetCodeToSecondFactorMailOrAccountMail(_ user: String, _ address: String) throws {
        let app = try NativeLab.app()
        try app.send(.resetStart, ["username": "\(user)@woodgrove.example"])
        try app.send(.resetChallenge)
        let code = try app.code(to: address)
        #expect(try app.send(.resetContinue, ["grant_type": "oob", "oob": code]).status == 200)
    }

    @Test("A password reset signs the user in and replaces the old password")
    func resetsPasswordAndSignsIn() throws {
        let app = try verified()
        let submitted = try app.send(.resetSubmit, ["new_password": "Brand-New 42"])
        #expect((submitted.json?["poll_interval"]?.integer ?? -1) >= 0)
        let polled = try app.send(.resetPoll)
        #expect(polled["status"] == "succeeded")
        let response = try app.send(.token, ["grant_type": "continuation_token", "username": NativeResetTests.user])
        #expect(response.status == 200)

        let again = NativeApp(app.entra)
        try again.send(.initiate, ["username": NativeResetTests.user])
        try again.send(.challenge)
        let old = try again.send(.token, ["grant_type": "password", "password": "Understudy!1"])
        #expect(old.outcome == .jsonError(400, "invalid_grant", 50126))
        #expect(try again.send(.token, ["grant_type": "password", "password": "Brand-New 42"]).status == 200)
    }

    @Test("A slow reset reports in_progress, and its continuation token stays valid")
    func pollsSlowResetWithSameToken() throws {
        let app = NativeApp(try MockEntra(yaml: "settings: {passwordResetDuration: 3}\n" + NativeLab.yaml))
        try app.send(.resetStart, ["username": NativeResetTests.user])
        try app.send(.resetChallenge)
        try app.send(.resetContinue, ["grant_type": "oob", "oob": try app.code(to: "casey@mail.example")])
        try app.send(.resetSubmit, ["new_password": "Brand-New 42"])
        for _ in 0..<3 {
            let response = try app.send(.resetPoll)
            #expect(response["status"] == "in_progress")
            #expect(response["continuation_token"] == nil)
            app.entra.clock.advance(seconds: 1)
        }
        #expect(try app.send(.resetPoll)["status"] == "succeeded")
    }

    @Test("A password reset revokes refresh tokens that were issued before")
    func revokesRefreshTokensIssuedBefore() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": NativeResetTests.user])
        try app.send(.challenge)
        let tokens = try app.send(.token, ["grant_type": "password", "password": "Understudy!1"])
        let refresh = Client(id: app.clientID, redirectURI: "").refresh(try #require(tokens["refresh_token"]))
        app.entra.clock.advance(seconds: 1)
        try app.send(.resetStart, ["username": NativeResetTests.user])
        try app.send(.resetChallenge)
        try app.send(.resetContinue, ["grant_type": "oob", "oob": try app.code(to: "casey@mail.example")])
        try app.send(.resetSubmit, ["new_password": "Brand-New 42"])
        let response = try app.site.token(refresh, tenant: "woodgrove.onmicrosoft.com")
        #expect(response.outcome == .jsonError(400, "invalid_grant", 50173))
    }

    @Test("A password reset ends the user's other flows")
    func endsOtherFlowsOfUser() throws {
        let app = try verified()
        let others = try [NativeFlowStep.passwordRequired, .resetCodeSent, .registrationRequired].map {
            try $0.reached(NativeApp(app.entra))
        }
        try app.send(.resetSubmit, ["new_password": "Brand-New 42"])
        #expect(try others[0].send(.token, ["grant_type": "password", "password": "Brand-New 42"]).code == 552003)
        #expect(try others[1].send(.resetChallenge).code == 552003)
        #expect(try others[2].send(.registerIntrospect).code == 552003)
        #expect(try app.send(.resetPoll)["status"] == "succeeded")
        #expect(try app.send(.token, ["grant_type": "continuation_token"]).status == 200)
    }

    @Test(
        "A password change elsewhere ends only the flows that the old password authenticated",
        arguments: [NativeFlowStep.registrationRequired, .passwordRequired, .resetVerified])
    func endsFlowsProvenByChangedPassword(_ step: NativeFlowStep) throws {
        let app = try step.reached()
        app.entra.clock.advance(seconds: 1)
        let now = app.entra.clock.now()
        app.change(NativeResetTests.user) { $0.lastPasswordChange = now }
        let transition = try #require(NativeFlowStep.transitions.first { $0.step == step })
        let response = try NativeFlowStep.perform(transition.action, app)
        #expect(response.nativeResult == (step == .registrationRequired ? "expired_token" : transition.result))
    }

    struct Rejection: Row {
        let name: String
        let password: String
        let suberror: String
    }

    static let rejections: [Rejection] = [
        Rejection(name: "seven characters", password: "Aa1!Aa1", suberror: "password_too_short"),
        Rejection(
            name: "257 characters", password: String(repeating: "Aa1!", count: 64) + "x", suberror: "password_too_long"),
        Rejection(name: "letters only", password: "abcdefgh", suberror: "password_too_weak"),
        Rejection(name: "two kinds", password: "Abcdefgh", suberror: "password_too_weak"),
        Rejection(name: "a common word", password: "P@ssw0rd1!", suberror: "password_banned"),
        Rejection(name: "the user's name", password: "Casey-2026!", suberror: "password_banned"),
        Rejection(name: "the one in force", password: "Understudy!1", suberror: "password_recently_used"),
        Rejection(name: "other than ASCII", password: "Pässwörd-42!", suberror: "password_is_invalid"),
        Rejection(name: "a control character", password: "Aa1!\u{7}Aa1!", suberror: "password_is_invalid"),
    ]

    @Test("The API rejects an invalid new password and allows another attempt", arguments: rejections)
    func rejectsInvalidPasswordAndAllowsRetry(_ row: Rejection) throws {
        let app = try verified()
        let response = try app.send(.resetSubmit, ["new_password": row.password])
        #expect(response["error"] == "invalid_grant")
        #expect(response["suberror"] == row.suberror)
        #expect(try app.send(.resetSubmit, ["new_password": "Brand-New 42"]).status == 200)
    }

    @Test("The API rejects a reset for an account without a password")
    func rejectsResetWithoutPassword() throws {
        let app = try NativeLab.app()
        let response = try app.send(.resetStart, ["username": "olga@woodgrove.example"])
        #expect(response.outcome == .jsonError(400, "invalid_request", 500222))
    }

    @Test("An application without one-time codes is redirected to the browser")
    func redirectsResetWithoutCodes() throws {
        let app = try NativeLab.app()
        app.challengeTypes = "password redirect"
        #expect(try app.send(.resetStart, ["username": NativeResetTests.user])["challenge_type"] == "redirect")
    }

    @Test("A reset continues after a wrong code")
    func allowsRetryAfterWrongCode() throws {
        let app = try NativeLab.app()
        try app.send(.resetStart, ["username": NativeResetTests.user])
        try app.send(.resetChallenge)
        let wrong = try app.send(.resetContinue, ["grant_type": "oob", "oob": "00000000"])
        #expect(wrong.outcome == .jsonError(400, "invalid_grant", 50181))
        #expect(wrong["suberror"] == "invalid_oob_value")
        let code = try app.code(to: "casey@mail.example")
        #expect(try app.send(.resetContinue, ["grant_type": "oob", "oob": code]).status == 200)
    }
}
