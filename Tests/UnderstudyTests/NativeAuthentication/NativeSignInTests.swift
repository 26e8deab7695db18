import Entra
import Formats
import Testing

/// Tests each transition of the sign-in with the native authentication API (docs/reference/wire.md#native-auth-flows).
@Suite struct NativeSignInTests {
    private static let password = "Understudy!1"

    // MARK: - Flows

    @Test("A sign-in by password leads to tokens that refresh")
    func signsInByPassword() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        #expect(try app.send(.challenge)["challenge_type"] == "password")
        let response = try app.send(
            .token,
            ["grant_type": "password", "password": NativeSignInTests.password, "username": "casey@woodgrove.example"])
        #expect(response["token_type"] == "Bearer")
        for member in ["access_token", "id_token", "refresh_token", "client_info", "scope"] {
            #expect(response[member] != nil, "\(member)")
        }
        let token = try Token(response["id_token"])
        #expect(token["preferred_username"] == "casey@woodgrove.example")
        // The same account signs in silently with the refresh token.
        let refreshed = try app.site.token(
            Client(id: app.clientID, redirectURI: "").refresh(try #require(response["refresh_token"])),
            tenant: "woodgrove.onmicrosoft.com")
        #expect(refreshed.status == 200)
    }

    @Test("An account without a password signs in by one-time code")
    func signsInByCodeWithoutPassword() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "olga@woodgrove.example"])
        let sent = try app.send(.challenge)
        #expect(sent["challenge_type"] == "oob")
        #expect(sent["challenge_channel"] == "email")
        #expect(sent["challenge_target_label"] == "o***a@m***.example")
        #expect(sent.json?["code_length"] == .integer(8))
        let code = try app.code(to: "olga@mail.example")
        #expect(code.count == 8)
        #expect(try app.send(.token, ["grant_type": "oob", "oob": code]).status == 200)
    }

    @Test("The server sends the code that is configured for the user")
    func sendsConfiguredCode() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "fixed@woodgrove.example"])
        try app.send(.challenge)
        #expect(try app.send(.token, ["grant_type": "oob", "oob": "12345678"]).status == 200)
    }

    @Test("The older token of a resend can ask for another code and submit it")
    func keepsOlderTokenAfterResend() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "olga@woodgrove.example"])
        try app.send(.challenge)
        let older = (token: app.token, code: try app.code(to: "olga@mail.example"))
        try app.send(.challenge)
        let newer = (token: app.token, code: try app.code(to: "olga@mail.example"))
        #expect(newer.token != older.token)
        app.token = older.token
        #expect(try app.send(.token, ["grant_type": "oob", "oob": older.code]).code == 50181)
        #expect(try app.send(.token, ["grant_type": "oob", "oob": newer.code]).status == 200)
    }

    @Test("A policy requires a second factor", arguments: ["mfa_oob", "oob"])
    func requiresSecondFactorByPolicy(_ grant: String) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        try app.send(.initiate, ["username": "mia@woodgrove.example"])
        try app.send(.challenge)
        let interrupted = try app.send(.token, ["grant_type": "password", "password": NativeSignInTests.password])
        #expect(interrupted.outcome == .jsonError(400, "invalid_grant", 50076))
        #expect(interrupted["suberror"] == "mfa_required")
        let methods = try app.send(.introspect).json?["methods"]?.array
        #expect(methods?.count == 1)
        #expect(methods?.first?["challenge_channel"] == .string("email"))
        let id = try #require(methods?.first?["id"]?.string)
        #expect(try app.send(.challenge, ["id": id])["challenge_target_label"] == "m***a@s***.example")
        let code = try app.code(to: "mia@second.example")
        #expect(try app.send(.token, ["grant_type": grant, "oob": "00000000"])["suberror"] == "invalid_oob_value")
        let response = try app.send(.token, ["grant_type": grant, "oob": code])
        #expect(response.status == 200)
        #expect(response["access_token"] != nil)
    }

    @Test(
        "Introspection before the first factor lists the method that the challenge uses",
        arguments: [("casey", "password", "", ""), ("olga", "oob", "email", "o***a@m***.example")])
    func listsMethodThatChallengeUses(_ user: String, _ type: String, _ channel: String, _ hint: String) throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "\(user)@woodgrove.example"])
        let methods = try #require(try app.send(.introspect).json?["methods"]?.array)
        #expect(methods.count == 1)
        #expect(methods[0]["challenge_type"] == .string(type))
        #expect(methods[0]["challenge_channel"] == .string(channel))
        #expect(methods[0]["login_hint"] == .string(hint))
        let id = try #require(methods[0]["id"]?.string)
        #expect(try app.send(.challenge, ["id": id.uppercased()])["challenge_type"] == type)
    }

    @Test(
        "A client without the capability is redirected to the browser when a policy applies",
        arguments: ["mia", "casey"])
    func redirectsWithoutCapability(_ user: String) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        app.capabilities = nil
        try app.send(.initiate, ["username": "\(user)@woodgrove.example"])
        try app.send(.challenge)
        let response = try app.send(.token, ["grant_type": "password", "password": NativeSignInTests.password])
        #expect(response.status == 200)
        #expect(response["challenge_type"] == "redirect")
        #expect(response["redirect_reason"] != nil)
    }

    @Test(
        "A client that does not offer the user's method is redirected to the browser",
        arguments: [
            ("casey@woodgrove.example", "oob redirect"), ("olga@woodgrove.example", "password redirect"),
        ])
    func redirectsWhenMethodIsNotOffered(_ user: String, _ offered: String) throws {
        let app = try NativeLab.app()
        app.challengeTypes = offered
        #expect(try app.send(.initiate, ["username": user])["challenge_type"] == "redirect")
    }

    // MARK: - Errors

    struct Start: Row {
        let name: String
        let form: Parameters
        let outcome: Outcome
        var suberror: String?
    }

    static let starts: [Start] = [
        Start(
            name: "unknown user", form: ["username": "nobody@woodgrove.example"],
            outcome: .jsonError(400, "user_not_found", 50034)),
        Start(name: "no user name", form: [:], outcome: .jsonError(400, "invalid_request", 90100)),
        Start(name: "no client id", form: ["client_id": nil], outcome: .jsonError(400, "invalid_request", 90100)),
        Start(
            name: "unknown client", form: ["client_id": "99999999-0000-4000-8000-000000000001"],
            outcome: .jsonError(400, "unauthorized_client", 700016)),
        Start(
            name: "the API is not switched on", form: ["client_id": "cccccccc-0000-4000-8000-000000000003"],
            outcome: .jsonError(400, "invalid_client", 51000), suberror: "nativeauthapi_disabled"),
        Start(
            name: "a confidential client", form: ["client_id": "cccccccc-0000-4000-8000-000000000004"],
            outcome: .jsonError(400, "invalid_client", 550_022)),
        Start(
            name: "a capability that does not exist (native-authentication challenge types, 2026-02)",
            form: ["username": "casey@woodgrove.example", "capabilities": "mfa_required passkey_required"],
            outcome: .jsonError(400, "invalid_request", 90100)),
        Start(
            name: "no redirect among the challenge types",
            form: ["username": "casey@woodgrove.example", "challenge_type": "oob password"],
            outcome: .jsonError(400, "unsupported_challenge_type", 901007)),
        Start(
            name: "no challenge types", form: ["username": "casey@woodgrove.example", "challenge_type": nil],
            outcome: .jsonError(400, "invalid_request", 90100)),
    ]

    @Test("A native grant without a continuation token returns native errors and the client request id")
    func checksClientOfNativeGrantWithoutContinuationToken() throws {
        let id = "12345678-0000-4000-8000-000000000001"
        let response = try NativeLab.app().site.post(
            Site.path("token", Seed.woodgrove),
            ["client_id": "cccccccc-0000-4000-8000-000000000003", "grant_type": "oob", "oob": "1"],
            headers: [("client-request-id", id)])
        #expect(response.outcome == .jsonError(400, "invalid_client", 51000), "\(response.text)")
        #expect(response.header("client-request-id") == id)
    }

    @Test("The API rejects an invalid start of a flow", arguments: starts, [NativeEndpoint.initiate, .resetStart])
    func rejectsInvalidStart(_ row: Start, _ endpoint: NativeEndpoint) throws {
        let response = try NativeLab.app().send(endpoint, row.form)
        #expect(response.outcome == row.outcome)
        #expect(response["suberror"] == row.suberror)
    }

    @Test("A workforce tenant rejects native authentication")
    func rejectsStartInWorkforceTenant() throws {
        let app = try NativeLab.app()
        app.path = "/contoso.com"
        app.clientID = Client.mobile.id
        #expect(try app.send(.initiate, ["username": "x@contoso.com"])["suberror"] == "nativeauthapi_disabled")
    }

    @Test("A sign-in continues after a wrong password")
    func allowsRetryAfterWrongPassword() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        try app.send(.challenge)
        for _ in 0..<3 {
            let wrong = try app.send(.token, ["grant_type": "password", "password": "wrong"])
            #expect(wrong.outcome == .jsonError(400, "invalid_grant", 50126))
            #expect(wrong["continuation_token"] == nil)
        }
        let correct = try app.send(.token, ["grant_type": "password", "password": NativeSignInTests.password])
        #expect(correct.status == 200)
    }

    @Test(
        "A client credential in the body or header is rejected, and the continuation token stays valid",
        arguments: [
            (["client_secret": "anything"], nil),
            (
                [
                    "client_assertion": "x",
                    "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                ], nil
            ),
            ([:], "Basic Y2NjY2NjY2MtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAxOmFueXRoaW5n"),
        ] as [(Parameters, String?)])
    func rejectsClientCredentialAndKeepsToken(_ form: Parameters, _ header: String?) throws {
        let app = try NativeFlowStep.passwordRequired.reached()
        let correct = NativeFlowStep.form(.init(.token, "password"), app)
        let response = try app.site.post(
            "\(app.path)/\(NativeEndpoint.token.path)", correct.with(form),
            headers: header.map { [("Authorization", $0)] } ?? [])
        #expect(response.outcome == .jsonError(401, "invalid_client", 700025))
        #expect(try NativeFlowStep.perform(.init(.token, "password"), app).status == 200)
    }

    @Test("A disabled account cannot sign in")
    func rejectsDisabledAccount() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "dora@woodgrove.example"])
        try app.send(.challenge)
        let response = try app.send(.token, ["grant_type": "password", "password": NativeSignInTests.password])
        #expect(response.outcome == .jsonError(400, "access_denied", 550024))
    }

    struct Restriction: Row {
        let name: String
        /// The text in the configuration and its replacement.
        let change: (from: String, to: String)
        let code: Int
        var suberror: String?
    }

    static let restrictions: [Restriction] = [
        Restriction(
            name: "a user who is not assigned to the application",
            change: (
                "displayName: Woodgrove App,", "displayName: Woodgrove App, appRoleAssignmentRequired: true,"
            ), code: 50105),
        Restriction(
            name: "a password that is due for change",
            change: (
                "displayName: Casey, mail: casey@mail.example, password: Understudy!1",
                "displayName: Casey, mail: casey@mail.example, passwordProfile: {password: Understudy!1, "
                    + "forceChangePasswordNextSignIn: true}"
            ), code: 50055, suberror: "user_password_expired"),
    ]

    @Test("A user who may not use the application gets no tokens despite a correct password", arguments: restrictions)
    func withholdsTokensDespiteCorrectPassword(_ row: Restriction) throws {
        let yaml = NativeLab.yaml.replacing(row.change.from, with: row.change.to)
        #expect(yaml != NativeLab.yaml)
        let app = NativeApp(try MockEntra(yaml: yaml))
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        try app.send(.challenge)
        let response = try app.send(.token, ["grant_type": "password", "password": NativeSignInTests.password])
        #expect(response.outcome == .jsonError(400, "invalid_grant", row.code))
        #expect(response["suberror"] == row.suberror)
        // Version 2 reports the error as soon as the password is verified.
        let second = InteractionApp(app.entra)
        try second.begin("sign_in", as: "casey@woodgrove.example")
        let verified = try second.follow("verify", ["password": .string(NativeSignInTests.password)])
        #expect(verified.failure?.number == row.code)
    }

    @Test("A one-time code expires after five wrong attempts")
    func expiresCodeAfterFiveWrongAttempts() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "olga@woodgrove.example"])
        try app.send(.challenge)
        let code = try app.code(to: "olga@mail.example")
        for _ in 0..<5 {
            #expect(try app.send(.token, ["grant_type": "oob", "oob": "x"])["suberror"] == "invalid_oob_value")
        }
        #expect(try app.send(.token, ["grant_type": "oob", "oob": code])["error"] == "expired_token")
    }

    @Test("A continuation token that is malformed, used, expired or of another step or client is rejected")
    func rejectsInvalidContinuationToken() throws {
        let app = try NativeLab.app()
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        let first = try #require(app.token)
        for text in ["", "x", String(first.dropLast()), first + "A", String(first.reversed())] {
            app.token = text
            #expect(try app.send(.challenge)["error"] == "invalid_request", "\(text.prefix(9))")
        }
        app.token = first
        // The token belongs to another step.
        #expect(try app.send(.resetSubmit, ["new_password": "x"]).outcome == .jsonError(400, "invalid_request", 55200))
        #expect(try app.send(.token, ["grant_type": "password", "password": "x"]).code == 55000)
        // The token belongs to another client.
        app.clientID = NativeLab.guarded
        #expect(try app.send(.challenge).code == 55000)
        app.clientID = Lab.woodgrove.id
        // The rejected requests leave the token valid.
        #expect(try app.send(.challenge).status == 200)
        // Another challenge leaves the older token valid.
        app.token = first
        #expect(try app.send(.challenge).status == 200)
        app.entra.clock.advance(seconds: 600)
        let expired = try app.send(.token, ["grant_type": "password", "password": NativeSignInTests.password])
        #expect(expired.outcome == .jsonError(400, "expired_token", 552003))
    }

    @Test("Over-long and repeated parameters are rejected")
    func rejectsOverlongAndRepeatedParameters() throws {
        let app = try NativeLab.app()
        let long = String(repeating: "u", count: 60_000)
        #expect(try app.send(.initiate, ["username": long])["error"] == "user_not_found")
        let response = try app.site.post(
            "\(app.path)/oauth2/v2.0/initiate", encoded: "client_id=a&client_id=b&username=c")
        #expect(response.code == 9_000_411)
    }

    @Test(
        "A native grant requires a continuation token in an external tenant only",
        arguments: [
            ("woodgrove.onmicrosoft.com", "oob", 90100), ("woodgrove.onmicrosoft.com", "mfa_oob", 90100),
            ("woodgrove.onmicrosoft.com", "continuation_token", 90100), ("woodgrove.onmicrosoft.com", "magic", 70003),
        ])
    func requiresContinuationTokenForNativeGrant(_ tenant: String, _ grant: String, _ code: Int) throws {
        let app = try NativeLab.app()
        let form: Parameters = ["client_id": app.clientID, "grant_type": grant, "oob": "12345678", "scope": "openid"]
        #expect(try app.site.token(form, tenant: tenant).code == code)
        let otherForm = form.with(["client_id": Client.mobile.id])
        for more in [[:], ["continuation_token": "x"]] as [Parameters] {
            #expect(try MockEntra().site.token(otherForm.with(more), tenant: "contoso.com").code == 70003)
        }
    }
}
