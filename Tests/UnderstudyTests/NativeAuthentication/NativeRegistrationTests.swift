import Entra
import Formats
import Testing

/// Tests when a sign-in asks for a second factor, and the registration of one
/// (docs/reference/wire.md#native-register-introspect).
@Suite struct NativeRegistrationTests {
    @Test("A user without a strong method registers one", arguments: ["email", "sms"])
    func registersStrongMethodWhenUserHasNone(_ channel: String) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        try app.send(.challenge)
        let interrupted = try app.send(.token, ["grant_type": "password", "password": NativeFlowStep.password])
        #expect(interrupted["suberror"] == "registration_required")
        let methods = try app.send(.registerIntrospect).json?["methods"]?.array
        #expect(methods?.compactMap { $0["challenge_channel"]?.string } == ["email", "sms"])
        // The page of 2026-02 has the address as it is, for the client to suggest. It has no hint for text messages, but MSAL for
        // Android rejects a method without the member.
        #expect(methods?.map { $0["login_hint"]?.string } == ["casey@mail.example", ""])
        let target = channel == "sms" ? "+15550123" : "casey@elsewhere.example"
        let rejected = try app.send(
            .registerChallenge, ["challenge_type": "oob", "challenge_target": "x", "challenge_channel": channel])
        #expect(rejected.outcome == .jsonError(400, "invalid_request", 901001))
        // The channel is optional (page of 2026-02).
        let byContact = try app.send(.registerChallenge, ["challenge_type": "oob", "challenge_target": target])
        #expect(byContact["challenge_channel"] == channel)
        let sent = try app.send(
            .registerChallenge, ["challenge_type": "oob", "challenge_target": target, "challenge_channel": channel])
        #expect(sent["challenge_target"] == target)
        #expect(sent["challenge_channel"] == channel)
        #expect(sent.json?["interval"] == nil)
        let wrong = try app.send(.registerContinue, ["grant_type": "oob", "oob": "00000000"])
        #expect(wrong["suberror"] == "invalid_oob_value")
        try app.send(.registerContinue, ["grant_type": "oob", "oob": try app.code(to: target)])
        let response = try app.send(
            .token, ["grant_type": "continuation_token", "username": "casey@woodgrove.example"])
        #expect(response.status == 200)
        // The registered method is the user's second factor from now on.
        let again = NativeApp(app.entra)
        again.clientID = NativeLab.guarded
        try again.send(.initiate, ["username": "casey@woodgrove.example"])
        try again.send(.challenge)
        let next = try again.send(.token, ["grant_type": "password", "password": NativeFlowStep.password])
        #expect(next["suberror"] == "mfa_required")
    }

    @Test("An address that was verified at sign-up is preverified at registration")
    func treatsVerifiedAddressAsPreverified() throws {
        let applications = "applications: [cccccccc-0000-4000-8000-000000000001"
        let yaml = NativeLab.yaml.replacing(applications, with: "\(applications), \(NativeLab.guarded)")
        let app = NativeApp(try MockEntra(yaml: yaml))
        app.clientID = NativeLab.guarded
        try app.send(
            .signUpStart,
            [
                "username": NativeFlowStep.newUser, "password": NativeFlowStep.newPassword,
                "attributes": NativeFlowStep.attributes,
            ])
        try app.send(.signUpChallenge)
        try NativeFlowStep.perform(.init(.signUpContinue, "oob"), app)
        let interrupted = try NativeFlowStep.perform(.init(.token, "continuation_token"), app)
        #expect(interrupted["suberror"] == "registration_required")
        try app.send(.registerIntrospect)
        let challenge = try app.send(
            .registerChallenge, ["challenge_type": "oob", "challenge_target": NativeFlowStep.newUser])
        // The response has no other members (page of 2026-02).
        #expect(challenge.json?.object?.map(\.name) == ["challenge_type", "continuation_token"])
        #expect(challenge["challenge_type"] == "preverified")
        try app.send(.registerContinue, ["grant_type": "continuation_token"])
        #expect(try NativeFlowStep.perform(.init(.token, "continuation_token"), app).status == 200)
    }

    @Test("An account that signs in with a code continues in a browser if a policy requires a second factor")
    func redirectsAccountWithoutPasswordForSecondFactor() throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        try app.send(.initiate, ["username": "olga@woodgrove.example"])
        try app.send(.challenge)
        // Both suberrors only occur if the primary method is a password (page of 2026-02).
        let response = try NativeFlowStep.perform(.init(.token, "oob"), app)
        #expect(response.status == 200 && response["challenge_type"] == "redirect")
        #expect(response["redirect_reason"] != nil && response["access_token"] == nil)
    }
}
