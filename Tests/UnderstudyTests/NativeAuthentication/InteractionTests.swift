import Directory
import Entra
import Formats
import Testing

/// Tests each transition of version 2 of the native authentication API (docs/reference/wire.md#native-auth-v2) with a client
/// that follows links.
@Suite struct InteractionTests {
    private static let password: JSONValue = .string("Understudy!1")
    private static let newPassword: JSONValue = .string("Brand-New 42")
    private static let customer = "new@customer.example"

    // MARK: - Sign-in

    @Test("Authorize-challenge returns a token and three links with status 401")
    func returnsTokenAndLinksWithStatus401() throws {
        let response = try NativeLab.interaction().enter()
        #expect(response.status == 401)
        #expect(response["error"] == "InsufficientAuthorization")
        // The number and the text of a parser test of MSAL for Android (2026).
        #expect(response.code == 500_127)
        #expect(
            response["error_description"]?.hasPrefix("AADSTS500127: No authenticated credentials found in request.")
                == true)
        #expect(response["continuation_token"] != nil)
        for name in ["sign_in", "sign_up", "reset_password"] {
            #expect(response[name]?.hasPrefix("/woodgrove.onmicrosoft.com/api/v2.0/") == true, "\(name)")
        }
    }

    @Test("A sign-in by password leads to tokens that refresh")
    func signsInByPassword() throws {
        let app = try NativeLab.interaction()
        try app.enter()
        let started = try app.follow("sign_in", ["username": .string("casey@woodgrove.example")])
        #expect(started["state"] == "interactionRequired")
        #expect(started["action"] == "challenge")
        #expect(started["scenario"] == "signIn")
        #expect(started.json?["challengeContext"]?["authenticationFactor"] == .string("singleFactor"))
        let methods = started.json?["_embedded"]?["methods"]?.array ?? []
        #expect(methods.compactMap { $0["type"]?.string } == ["password"])
        #expect(methods.first?["hint"] == nil)
        let challenged = try app.follow("challenge")
        #expect(challenged["action"] == "verify")
        #expect(challenged["type"] == "password")
        #expect(challenged["id"] == methods.first?["id"]?.string)
        #expect(Array(app.links.keys) == ["verify"])
        let verified = try app.follow("verify", ["password": InteractionTests.password])
        #expect(verified["state"] == "continue")
        #expect(verified["action"] == nil)
        #expect(app.links["continue"]?.hasSuffix("/oauth2/v2.0/authorize-challenge") == true)
        let tokens = try app.redeem()
        for member in ["access_token", "id_token", "refresh_token", "client_info", "scope"] {
            #expect(tokens[member] != nil, "\(member)")
        }
        #expect(tokens["token_type"] == "Bearer")
        #expect(try Token(tokens["id_token"])["preferred_username"] == "casey@woodgrove.example")
        let refreshed = try app.site.token(
            Client(id: app.clientID, redirectURI: "").refresh(try #require(tokens["refresh_token"])),
            tenant: "woodgrove.onmicrosoft.com")
        #expect(refreshed.status == 200)
        let ended = try app.site.get("/_understudy/requests?endpoint=authorize-challenge&outcome=success")
        let shown = ended.json?["requests"]?.array?.compactMap { $0["response"]?["json"]?["code"]?.string }
        #expect(shown == ["***"], "the journal shows no code that can be redeemed")
    }

    @Test("A sign-in by one-time code allows the code to be sent again")
    func signsInByCodeAfterResend() throws {
        let app = try NativeLab.interaction()
        let sent = try app.begin("sign_in", as: "olga@woodgrove.example")
        #expect(sent["action"] == "verify")
        #expect(sent["type"] == "email")
        #expect(sent["hint"] == "o***a@m***.example")
        #expect(sent.json?["codeLength"] == .integer(8))
        #expect(sent.json?["payload"]?["codeLength"] == .integer(8))
        let older = app.token
        #expect(try app.follow("resend")["action"] == "verify")
        // The older token stays valid, as in version 1.
        let stale = try app.follow("verify", ["continuationToken": .string(older ?? ""), "otp": .string("x")])
        #expect(stale.failure == .init(400, "invalidGrant", "invalidOneTimeCode", 50181))
        #expect(
            try app.follow("verify", ["otp": try app.code(to: "olga@mail.example")])["state"] == "continue")
        #expect(try app.redeem().status == 200)
    }

    @Test("A policy requires a second factor", arguments: ["mia", "tess"])
    func requiresSecondFactorByPolicy(_ user: String) throws {
        let app = try NativeLab.interaction()
        app.clientID = NativeLab.guarded
        try app.begin("sign_in", as: "\(user)@woodgrove.example")
        let response = try app.follow("verify", ["password": InteractionTests.password])
        #expect(response["action"] == "challenge")
        #expect(response.json?["challengeContext"]?["authenticationFactor"] == .string("multiFactor"))
        let method = response.json?["_embedded"]?["methods"]?.array?.first
        #expect(method?["type"] == .string(user == "mia" ? "email" : "sms"))
        #expect(method?["hint"] == .string(user == "mia" ? "m***a@s***.example" : "+155****00"))
        let sent = try app.follow("challenge")
        #expect(sent["id"] == method?["id"]?.string)
        #expect(sent["type"] == (user == "mia" ? "email" : "sms"))
        let wrong = try app.follow("verify", ["otp": .string("00000000")])
        #expect(wrong.failure == .init(400, "invalidGrant", "invalidOneTimeCode", 50181))
        let code = try app.code(to: user == "mia" ? "mia@second.example" : "+15550100")
        #expect(try app.follow("verify", ["otp": code])["state"] == "continue")
        #expect(try app.redeem().status == 200)
    }

    @Test("With the setting, a risk verification precedes a text message", arguments: ["mia", "tess"])
    func verifiesRiskBeforeTextMessage(_ user: String) throws {
        let app = try NativeLab.interaction(settings: "{nativeAuthRiskVerify: true}")
        app.clientID = NativeLab.guarded
        try app.begin("sign_in", as: "\(user)@woodgrove.example")
        try app.follow("verify", ["password": InteractionTests.password])
        let challenged = try app.follow("challenge")
        guard user == "tess" else {
            #expect(challenged["action"] == "verify")
            return
        }
        #expect(challenged["action"] == "riskverify")
        #expect(challenged["type"] == "sms")
        #expect(Array(app.links.keys) == ["riskverify"])
        #expect(!app.wasSent(to: "+15550100"))
        #expect(try app.follow("riskverify")["action"] == "verify")
        #expect(try app.follow("resend")["action"] == "verify")
        #expect(try app.follow("verify", ["otp": try app.code(to: "+15550100")])["state"] == "continue")
        #expect(try app.redeem().status == 200)
    }

    @Test("When the entry has no scope, the token request states the scope")
    func takesScopeWithCodeWhenEntryHasNone() throws {
        let app = try NativeLab.interaction()
        try app.begin("sign_in", as: "casey@woodgrove.example", [:])
        try app.follow("verify", ["password": InteractionTests.password])
        let code = try #require(try app.authorizeChallenge(["continuation_token": app.token])["code"])
        #expect(try app.token(code, ["scope": nil]).outcome == .jsonError(400, "invalid_request", 900144))
        let unconsented = try app.token(code, ["scope": "openid User.Read Mail.Read"])
        #expect(unconsented.outcome == .jsonError(400, "invalid_grant", 65001))
        let tokens = try app.token(code, ["scope": "openid User.Read"])
        #expect(tokens.status == 200)
        #expect(tokens["refresh_token"] == nil)
        #expect(try app.token(code).outcome == .jsonError(400, "invalid_grant", 54005))
    }

    @Test("The claims parameter of the entry applies to the tokens")
    func appliesEntryClaimsToTokens() throws {
        let app = try NativeLab.interaction()
        let time = MockEntra.start.seconds - 7
        let claims = #"{"access_token": {"nbf": {"essential": true, "value": "\#(time)"}}}"#
        try app.begin("sign_in", as: "casey@woodgrove.example", ["scope": "openid User.Read", "claims": claims])
        try app.follow("verify", ["password": InteractionTests.password])
        let tokens = try app.redeem(["scope": "openid User.Read"])
        #expect(try Token(tokens["access_token"]).number("nbf") == time)
    }

    // MARK: - Sign-up

    @Test("A sign-up with all attributes at once requires only the code")
    func signsUpWithAllAttributesAtOnce() throws {
        let app = try NativeLab.interaction()
        try app.enter()
        let response = try app.follow("sign_up")
        #expect(response["action"] == "collectAttributes")
        #expect(response["scenario"] == "signUp")
        let attributes = response.json?["attributes"]?.array ?? []
        // The start only asks for the address (page of the API and tests of msal-browser, 2026).
        #expect(attributes.compactMap { $0["attributeId"]?.string } == ["email"])
        #expect(attributes.first?["inputType"] == .string("text") && attributes.first?["hidden"]?.bool == false)
        let sent = try app.follow("submitAttributes", InteractionTests.attributes())
        #expect(sent["action"] == "verify")
        #expect(sent["type"] == "email")
        #expect(sent["hint"] == "n***w@c***.example")
        #expect(sent.json?["codeLength"] == .integer(8))
        try app.follow("resend")
        let verified = try app.follow("verify", ["otp": try app.code(to: InteractionTests.customer)])
        #expect(verified["state"] == "continue")
        #expect(try Token(try app.redeem()["id_token"])["name"] == "New Customer")
        let again = InteractionApp(app.entra)
        try again.begin("sign_in", as: InteractionTests.customer)
        #expect(
            try again.follow("verify", ["password": InteractionTests.newPassword])["state"] == "continue")
    }

    @Test("A sign-up step by step asks for the code, the password and the attributes")
    func collectsSignUpValuesStepByStep() throws {
        let app = try NativeLab.interaction()
        try app.enter()
        try app.follow("sign_up")
        try app.follow(
            "submitAttributes", ["attributes": InteractionTests.object(["email": InteractionTests.customer])])
        let first = try app.follow("verify", ["otp": try app.code(to: InteractionTests.customer)])
        #expect(first["action"] == "collectAttributes")
        // The password and the attributes come together (a sign-up test of msal-browser, 2026).
        #expect(InteractionTests.ids(first) == ["password", "displayName", "city", "jobTitle"])
        let attributes = first.json?["attributes"]?.array ?? []
        #expect(attributes.compactMap { $0["inputType"]?.string } == ["password", "text", "text", "text"])
        #expect(attributes.compactMap { $0["required"]?.bool } == [true, true, true, false])
        #expect(attributes.allSatisfy { $0["canChange"]?.bool == true && $0["label"]?.string != nil })
        #expect(attributes.first?["confirmationInput"] == .string("retype"))
        #expect(attributes[2]["regex"] == .string("^[A-Z][a-z]+$"))
        // MSAL for iOS and Android first submits only the password.
        let second = try app.follow(
            "submitAttributes", ["attributes": InteractionTests.object(["password": "Brand-New 42"])])
        #expect(second["action"] == "collectAttributes")
        #expect(InteractionTests.ids(second) == ["displayName", "city", "jobTitle"])
        let partly = try app.follow("submitAttributes", ["attributes": InteractionTests.object(["city": "Oslo"])])
        #expect(partly.failure == .init(400, "invalidRequest", "attributeValidationError", 1_002_027))
        let detail = partly.json?["error"]?["innerError"]?["details"]?.array?.first
        #expect(detail?["attributeIds"] == .array([.string("displayName")]))
        #expect(detail?["code"] == .string("attributeRequired"))
        #expect(detail?["message"] == .string("Attribute 'displayName' is required."))
        let done = try app.follow(
            "submitAttributes",
            ["attributes": InteractionTests.object(["displayName": "New", "city": "Oslo", "jobTitle": "Clerk"])])
        #expect(done["state"] == "continue")
        #expect(try app.redeem().status == 200)
        // The account keeps a collected attribute even if the attribute is optional.
        let user = NativeApp(app.entra).user(named: InteractionTests.customer)
        #expect(user?.jobTitle == "Clerk" && user?.displayName == "New" && user?[UserAttribute("city")] == "Oslo")
    }

    @Test("After the code, the password and the attributes fit into one request")
    func acceptsPasswordAndAttributesTogether() throws {
        let app = try NativeLab.interaction()
        try app.enter()
        try app.follow("sign_up")
        try app.follow(
            "submitAttributes", ["attributes": InteractionTests.object(["email": InteractionTests.customer])])
        try app.follow("verify", ["otp": try app.code(to: InteractionTests.customer)])
        var values = InteractionTests.attributes()["attributes"]?.object ?? []
        values.removeAll { $0.name == "email" }
        #expect(try app.follow("submitAttributes", ["attributes": .object(values)])["state"] == "continue")
        #expect(try Token(try app.redeem()["id_token"])["name"] == "New Customer")
    }

    private static func ids(_ response: TestResponse) -> [String] {
        (response.json?["attributes"]?.array ?? []).compactMap { $0["attributeId"]?.string }
    }

    // MARK: - Password reset

    @Test("A password reset by code leads to tokens and replaces the old password")
    func resetsPasswordAndSignsIn() throws {
        let app = try NativeLab.interaction()
        try app.enter()
        let started = try app.follow("reset_password", ["username": .string("casey@woodgrove.example")])
        #expect(started["scenario"] == "recovery")
        #expect(started["action"] == "challenge")
        #expect(started.json?["challengeContext"]?["authenticationFactor"] == .string("singleFactor"))
        let method = started.json?["_embedded"]?["methods"]?.array?.first
        #expect(method?["type"] == .string("email"))
        #expect(method?["hint"] == .string("c***y@m***.example"))
        try app.follow("challenge")
        try app.follow("resend")
        let response = try app.follow("verify", ["otp": try app.code(to: "casey@mail.example")])
        #expect(response["action"] == "update")
        #expect(response["type"] == "password")
        let updated = try app.follow("update", ["newPassword": InteractionTests.newPassword], "PUT")
        #expect(updated["action"] == "poll")
        #expect(Array(app.links.keys) == ["poll"])
        #expect(try app.follow("poll")["state"] == "continue")
        #expect(try app.redeem().status == 200)

        let again = InteractionApp(app.entra)
        try again.begin("sign_in", as: "casey@woodgrove.example")
        let old = try again.follow("verify", ["password": InteractionTests.password])
        #expect(old.failure == .init(400, "invalidGrant", "invalidUserNameOrPassword", 50126))
        #expect(try again.follow("verify", ["password": InteractionTests.newPassword])["state"] == "continue")
    }

    @Test("A slow password reset is polled again with the same token")
    func pollsSlowResetWithSameToken() throws {
        let app = try NativeLab.interaction(settings: "{passwordResetDuration: 3}")
        try app.begin("reset_password", as: "casey@woodgrove.example")
        try app.follow("verify", ["otp": try app.code(to: "casey@mail.example")])
        try app.follow("update", ["newPassword": InteractionTests.newPassword], "PUT")
        for _ in 0..<3 {
            let response = try app.follow("poll")
            #expect(response["action"] == "poll")
            #expect(Array(app.links.keys) == ["poll"])
            app.entra.clock.advance(seconds: 1)
        }
        #expect(try app.follow("poll")["state"] == "continue")
    }

    // MARK: - The browser

    @Test(
        "The API requires the browser for whatever it does not support",
        arguments: [
            // The application has no user flow for sign-up.
            ("sign_up", nil),
            // A policy requires a second factor. The user has none or uses an authenticator app.
            ("sign_in", "casey@woodgrove.example"), ("sign_in", "theo@woodgrove.example"),
        ])
    func requiresWebFallbackWithoutNativeSupport(_ link: String, _ user: String?) throws {
        let app = try NativeLab.interaction()
        app.clientID = NativeLab.guarded
        let response: TestResponse
        if let user {
            try app.begin(link, as: user)
            response = try app.follow("verify", ["password": InteractionTests.password])
        } else {
            try app.enter()
            response = try app.follow(link)
        }
        #expect(response.status == 200)
        #expect(response["state"] == "webFallbackRequired")
        #expect(response["continuationToken"] == nil)
        #expect(app.links.isEmpty)
    }

    @Test("A policy that applies at the end of a reset returns redirect_to_web as a flat error")
    func reportsPolicyAfterResetAsRedirectToWeb() throws {
        let app = try NativeLab.interaction()
        app.clientID = NativeLab.guarded
        try app.begin("reset_password", as: "mia@woodgrove.example")
        try app.follow("verify", ["otp": try app.code(to: "mia@second.example")])
        try app.follow("update", ["newPassword": InteractionTests.newPassword], "PUT")
        try app.follow("poll")
        let response = try app.redeem()
        #expect(response.outcome == .jsonError(400, "redirect_to_web", 50076))
        #expect(response["suberror"] == nil)
        #expect(response["claims"] == nil)
    }

    // MARK: - Helpers

    static func object(_ values: [String: String]) -> JSONValue {
        .object(values.map { JSONValue.Member($0.key, .string($0.value)) })
    }

    static func attributes(_ change: [String: String] = [:]) -> [String: JSONValue] {
        let usual = [
            "email": customer, "password": "Brand-New 42", "displayName": "New Customer", "city": "Oslo",
        ]
        return ["attributes": object(usual.merging(change) { $1 })]
    }
}
