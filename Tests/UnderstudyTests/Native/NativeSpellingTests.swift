import Directory
import Entra
import Formats
import Testing

/// The spellings of native authentication requests that SDKs and documentation differ in
/// (docs/reference/wire.md#native-auth-endpoints).
@Suite struct NativeSpellingTests {
    private static let lists = [
        "mfa_required registration_required", "registration_required,mfa_required",
        "mfa_required, registration_required", "MFA_REQUIRED",
    ]

    @Test("capabilities, by either name and with any separator", arguments: ["capability", "capabilities"], lists)
    func capabilities(_ name: String, _ list: String) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        app.capabilities = nil
        let form = Parameters(dictionaryLiteral: ("username", "mia@woodgrove.example"), (name, list))
        try app.send(.initiate, form)
        try app.send(.challenge)
        let answer = try NativeWalk.take(.init(.token, "password"), app)
        #expect(answer["suberror"] == "mfa_required")
    }

    @Test(
        "a capability that was not said is none",
        arguments: [("mia", "registration_required"), ("casey", "mfa_required")])
    func otherCapability(_ user: String, _ capability: String) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        app.capabilities = capability
        try app.send(.initiate, ["username": "\(user)@woodgrove.example"])
        try app.send(.challenge)
        let answer = try NativeWalk.take(.init(.token, "password"), app)
        #expect(answer.status == 200 && answer["challenge_type"] == "redirect")
    }

    @Test("client_info, however it is asked for", arguments: ["true", "1"])
    func clientInfo(_ value: String) throws {
        let app = try NativeWalk.passwordWanted.reached()
        let answer = try NativeWalk.take(.init(.token, "password"), app, ["client_info": value])
        #expect(answer["client_info"] != nil)
    }

    @Test(
        "challenge types in any order and letter case",
        arguments: ["oob password redirect", "password oob redirect", "redirect  password", "OOB Password Redirect"])
    func challengeTypes(_ text: String) throws {
        let app = try NativeLab.app()
        app.challengeTypes = text
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        #expect(try app.send(.challenge)["challenge_type"] == "password")
    }

    @Test(
        "a challenge type that there is not is a bad parameter, and so is a list with commas",
        arguments: [NativeEndpoint.initiate, .signUpStart, .resetStart],
        ["password oob redirect magic", "magic", "preverified redirect", "oob,password,redirect"])
    func unknownChallengeType(_ endpoint: NativeEndpoint, _ text: String) throws {
        let app = try NativeLab.app()
        app.challengeTypes = text
        let answer = try app.send(endpoint, ["username": "casey@woodgrove.example"])
        #expect(answer.outcome == .jsonError(400, "invalid_request", 90100))
        #expect(answer["error_description"]?.contains("challenge_type parameter is empty or not valid") == true)
    }

    @Test("challenge types are those of the start where a later step does not say", arguments: NativeWalk.allCases)
    func withoutChallengeTypes(_ step: NativeWalk) throws {
        for row in NativeWalk.everyArrow where row.step == step && row.action.endpoint != .registerChallenge {
            let app = try step.reached()
            let answer = try NativeWalk.take(row.action, app, ["challenge_type": nil])
            #expect(answer.nativeResult == row.result)
        }
    }

    @Test(
        "the tenant by its domain and by its id, and parameters that are not known",
        arguments: [
            "/woodgrove.onmicrosoft.com", "/33333333-3333-4333-8333-333333333333", "/WOODGROVE.onmicrosoft.com",
        ])
    func tenants(_ path: String) throws {
        let app = try NativeLab.app()
        app.path = path
        try app.send(.initiate, ["username": "casey@woodgrove.example", "nca": "1", "dc": "x", "x": "y"])
        try app.send(.challenge, ["nca": "1"])
        #expect(try NativeWalk.take(.init(.token, "password"), app, ["nca": "1", "username": nil]).status == 200)
    }

    @Test("a query besides the body is tolerated")
    func query() throws {
        let app = try NativeLab.app()
        let answer = try app.site.post(
            "\(app.path)/oauth2/v2.0/initiate?dc=ESTS-PUB-WEULR1",
            ["client_id": app.clientID, "username": "casey@woodgrove.example", "challenge_type": "password redirect"])
        #expect(answer["continuation_token"] != nil)
    }

    @Test("attributes of any simple type, unknown ones ignored, optional ones only before the address is verified")
    func attributes() throws {
        let given = #"{"displayName": 42, "city": "Oslo", "jobTitle": "Clerk", "shoeSize": true, "extension_x": "y"}"#
        for isEarly in [true, false] {
            let app = try NativeLab.app()
            try app.send(
                .signUpStart,
                [
                    "username": NativeWalk.newUser, "password": NativeWalk.newPassword,
                    "attributes": isEarly ? given : nil,
                ])
            try app.send(.signUpChallenge)
            let answer = try NativeWalk.take(.init(.signUpContinue, "oob"), app)
            if !isEarly {
                #expect(answer["error"] == "attributes_required")
                try NativeWalk.take(.init(.signUpContinue, "attributes"), app, ["attributes": given])
            }
            #expect(try NativeWalk.take(.init(.token, "continuation_token"), app).status == 200)
            let user = try #require(app.user(named: NativeWalk.newUser))
            #expect(user.displayName == "42" && user[UserAttribute("city")] == "Oslo")
            #expect(user.jobTitle == (isEarly ? "Clerk" : nil))
        }
    }

    @Test("attributes before the code count, optional ones too")
    func attributesBeforeTheCode() throws {
        let app = try NativeWalk.signUpCodeSent.reached()
        let given = #"{"displayName": "New", "city": "Oslo", "jobTitle": "Clerk"}"#
        let wanted = try NativeWalk.take(.init(.signUpContinue, "attributes"), app, ["attributes": given])
        #expect(wanted.json?["unverified_attributes"] == .array([.object([.init("name", .string("username"))])]))
        try NativeWalk.take(.init(.signUpContinue, "password"), app)
        #expect(try NativeWalk.take(.init(.signUpContinue, "oob"), app).status == 200)
        #expect(app.user(named: NativeWalk.newUser)?.jobTitle == "Clerk")
    }

    @Test(
        "a later step that offers too little means the browser, and the step stays",
        arguments: [
            (NativeWalk.signInStarted, "oob redirect"), (.secondFactorWanted, "password redirect"),
            (.signUpStarted, "password redirect"), (.credentialWanted, "oob redirect"),
            (.resetStarted, "password redirect"),
        ])
    func redirected(_ step: NativeWalk, _ offered: String) throws {
        let app = try step.reached()
        let arrow = try #require(
            NativeWalk.everyArrow.first { $0.step == step && "\($0.action)".hasSuffix("Challenge") })
        let answer = try NativeWalk.take(arrow.action, app, ["challenge_type": offered])
        #expect(answer.status == 200 && answer["challenge_type"] == "redirect")
        #expect(answer["redirect_reason"] != nil && answer["continuation_token"] == nil)
        #expect(try NativeWalk.take(arrow.action, app).nativeResult == "ok")
    }

    @Test(
        "a second factor that no code can prove means the browser", arguments: [NativeEndpoint.introspect, .challenge])
    func authenticator(_ endpoint: NativeEndpoint) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        try app.send(.initiate, ["username": "theo@woodgrove.example"])
        try app.send(.challenge)
        #expect(try NativeWalk.take(.init(.token, "password"), app)["suberror"] == "mfa_required")
        #expect(try app.send(endpoint)["challenge_type"] == "redirect")
    }

    @Test(
        "without the API, or without a user flow, nothing starts",
        arguments: [NativeEndpoint.initiate, .signUpStart, .resetStart])
    func disabled(_ endpoint: NativeEndpoint) throws {
        let app = try NativeLab.app()
        let form: Parameters = ["username": "casey@woodgrove.example"]
        app.clientID = "cccccccc-0000-4000-8000-000000000003"
        let answer = try app.send(endpoint, form)
        #expect(answer.outcome == .jsonError(400, "invalid_client", 51000))
        #expect(answer["suberror"] == "nativeauthapi_disabled")
        app.clientID = "99999999-0000-4000-8000-000000000001"
        #expect(try app.send(endpoint, form).outcome == .jsonError(400, "unauthorized_client", 700016))
    }

    @Test("what is no client id is a bad parameter of the API, and to the token endpoint what it is of any request")
    func malformedClient() throws {
        let app = try NativeWalk.passwordWanted.reached()
        app.clientID = "woodgrove"
        for endpoint in NativeEndpoint.allCases where endpoint != .token {
            let answer = try app.send(endpoint)
            #expect(answer.outcome == .jsonError(400, "invalid_request", 90100))
            #expect(answer["error_description"]?.contains("client_id parameter is empty or not valid") == true)
        }
        let action = NativeWalk.Action(.token, "password")
        #expect(try NativeWalk.take(action, app).outcome == .jsonError(400, "unauthorized_client", 700038))
        app.clientID = Lab.woodgrove.id
        #expect(try NativeWalk.take(action, app).status == 200)
    }

    @Test("a guest signs in at home, which takes a browser, and has no password here to reset")
    func guest() throws {
        let yaml = NativeLab.yaml.replacing(
            "domains: [contoso.com]",
            with: """
                domains: [contoso.com]
                    users:
                      - {userPrincipalName: megan@contoso.com, password: Understudy!1, guestOf: [woodgrove.onmicrosoft.com]}
                """)
        let app = NativeApp(try MockEntra(yaml: yaml))
        let form: Parameters = ["username": "megan@contoso.com"]
        let started = try app.send(.initiate, form)
        #expect(started["challenge_type"] == "redirect" && started["continuation_token"] == nil)
        #expect(try app.send(.resetStart, form).outcome == .jsonError(400, "invalid_request", 500222))
        let second = InteractionApp(app.entra)
        try second.enter()
        let followed = try second.follow("sign_in", ["username": .string("megan@contoso.com")])
        #expect(followed["state"] == "webFallbackRequired")
    }

    @Test(
        "a client that is not said to be public is so by redirect URIs of public clients alone, and by none is not",
        arguments: [
            (#", publicClient: {redirectUris: ["msauth.com.woodgrove.app://auth"]}"#, true), ("", false),
            (#", web: {redirectUris: ["https://app.test/cb"]}"#, false),
            (", isFallbackPublicClient: true", true),
        ])
    func undecided(_ keys: String, _ isPublic: Bool) throws {
        let app = NativeApp(
            try MockEntra(
                yaml: """
                    tenants:
                      - id: 33333333-3333-4333-8333-333333333333
                        kind: external
                        domains: [woodgrove.onmicrosoft.com]
                        users: [{userPrincipalName: casey@woodgrove.example, password: Understudy!1}]
                        applications: [{appId: \(Lab.woodgrove.id), nativeAuthentication: true\(keys)}]
                    """))
        let answer = try app.send(.initiate, ["username": "casey@woodgrove.example"])
        if isPublic {
            #expect(answer.status == 200)
        } else {
            #expect(answer.outcome == .jsonError(401, "invalid_client", 7_000_218))
        }
    }

    @Test("what is no form is an invalid request", arguments: NativeEndpoint.allCases.filter { $0 != .token })
    func noForm(_ endpoint: NativeEndpoint) throws {
        let app = try NativeLab.app()
        let json = try app.site.post(
            "\(app.path)/\(endpoint.path)", encoded: #"{"client_id": "x"}"#,
            headers: [("Content-Type", "application/json")])
        #expect(json.status == 400 && json["error"] == "invalid_request")
        let empty = try app.site.post("\(app.path)/\(endpoint.path)", encoded: "")
        #expect(empty.outcome == .jsonError(400, "invalid_request", 90100))
    }
}
