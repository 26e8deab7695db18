import Directory
import Entra
import Formats
import Testing

/// Tests the spellings of native authentication requests in which SDKs and documentation differ
/// (docs/reference/wire.md#native-auth-endpoints).
@Suite struct NativeSpellingTests {
    private static let lists = [
        "mfa_required registration_required", "registration_required,mfa_required",
        "mfa_required, registration_required", "MFA_REQUIRED",
    ]

    @Test(
        "Capabilities are accepted under either name and with any separator",
        arguments: ["capability", "capabilities"], lists)
    func acceptsCapabilitiesByEitherName(_ name: String, _ list: String) throws {
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
        "A client that lacks the required capability is redirected to the browser",
        arguments: [("mia", "registration_required"), ("casey", "mfa_required")])
    func redirectsWithoutMatchingCapability(_ user: String, _ capability: String) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        app.capabilities = capability
        try app.send(.initiate, ["username": "\(user)@woodgrove.example"])
        try app.send(.challenge)
        let answer = try NativeWalk.take(.init(.token, "password"), app)
        #expect(answer.status == 200 && answer["challenge_type"] == "redirect")
    }

    @Test("The token response contains client_info when requested by true or 1", arguments: ["true", "1"])
    func returnsClientInfoForEitherValue(_ value: String) throws {
        let app = try NativeWalk.passwordWanted.reached()
        let answer = try NativeWalk.take(.init(.token, "password"), app, ["client_info": value])
        #expect(answer["client_info"] != nil)
    }

    @Test(
        "Challenge types are accepted in any order and letter case",
        arguments: ["oob password redirect", "password oob redirect", "redirect  password", "OOB Password Redirect"])
    func acceptsChallengeTypesInAnyOrderAndCase(_ text: String) throws {
        let app = try NativeLab.app()
        app.challengeTypes = text
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        #expect(try app.send(.challenge)["challenge_type"] == "password")
    }

    @Test(
        "An unknown challenge type or a list with commas is rejected",
        arguments: [NativeEndpoint.initiate, .signUpStart, .resetStart],
        ["password oob redirect magic", "magic", "preverified redirect", "oob,password,redirect"])
    func rejectsUnknownChallengeType(_ endpoint: NativeEndpoint, _ text: String) throws {
        let app = try NativeLab.app()
        app.challengeTypes = text
        let answer = try app.send(endpoint, ["username": "casey@woodgrove.example"])
        #expect(answer.outcome == .jsonError(400, "invalid_request", 90100))
        #expect(answer["error_description"]?.contains("challenge_type parameter is empty or not valid") == true)
    }

    @Test("A later step without challenge types uses those of the start", arguments: NativeWalk.allCases)
    func keepsChallengeTypesOfStart(_ step: NativeWalk) throws {
        for row in NativeWalk.everyArrow where row.step == step && row.action.endpoint != .registerChallenge {
            let app = try step.reached()
            let answer = try NativeWalk.take(row.action, app, ["challenge_type": nil])
            #expect(answer.nativeResult == row.result)
        }
    }

    @Test(
        "The tenant is accepted by domain or id, and unknown parameters are ignored",
        arguments: [
            "/woodgrove.onmicrosoft.com", "/33333333-3333-4333-8333-333333333333", "/WOODGROVE.onmicrosoft.com",
        ])
    func acceptsTenantByDomainOrID(_ path: String) throws {
        let app = try NativeLab.app()
        app.path = path
        try app.send(.initiate, ["username": "casey@woodgrove.example", "nca": "1", "dc": "x", "x": "y"])
        try app.send(.challenge, ["nca": "1"])
        #expect(try NativeWalk.take(.init(.token, "password"), app, ["nca": "1", "username": nil]).status == 200)
    }

    @Test("A query string next to the body is accepted")
    func acceptsQueryNextToBody() throws {
        let app = try NativeLab.app()
        let answer = try app.site.post(
            "\(app.path)/oauth2/v2.0/initiate?dc=ESTS-PUB-WEULR1",
            ["client_id": app.clientID, "username": "casey@woodgrove.example", "challenge_type": "password redirect"])
        #expect(answer["continuation_token"] != nil)
    }

    @Test("Attributes of any simple type are accepted and unknown ones ignored; late optional ones are dropped")
    func acceptsSimpleAttributesAndIgnoresUnknown() throws {
        let given = #"{"displayName": 42, "city": "Oslo", "jobTitle": "Clerk", "shoeSize": true, "extension_x": "y"}"#
        for isNotYetValid in [true, false] {
            let app = try NativeLab.app()
            try app.send(
                .signUpStart,
                [
                    "username": NativeWalk.newUser, "password": NativeWalk.newPassword,
                    "attributes": isNotYetValid ? given : nil,
                ])
            try app.send(.signUpChallenge)
            let answer = try NativeWalk.take(.init(.signUpContinue, "oob"), app)
            if !isNotYetValid {
                #expect(answer["error"] == "attributes_required")
                try NativeWalk.take(.init(.signUpContinue, "attributes"), app, ["attributes": given])
            }
            #expect(try NativeWalk.take(.init(.token, "continuation_token"), app).status == 200)
            let user = try #require(app.user(named: NativeWalk.newUser))
            #expect(user.displayName == "42" && user[UserAttribute("city")] == "Oslo")
            #expect(user.jobTitle == (isNotYetValid ? "Clerk" : nil))
        }
    }

    @Test("Attributes that are submitted before the code are kept, including optional ones")
    func keepsAttributesSubmittedBeforeCode() throws {
        let app = try NativeWalk.signUpCodeSent.reached()
        let given = #"{"displayName": "New", "city": "Oslo", "jobTitle": "Clerk"}"#
        let wanted = try NativeWalk.take(.init(.signUpContinue, "attributes"), app, ["attributes": given])
        #expect(wanted.json?["unverified_attributes"] == .array([.object([.init("name", .string("username"))])]))
        try NativeWalk.take(.init(.signUpContinue, "password"), app)
        #expect(try NativeWalk.take(.init(.signUpContinue, "oob"), app).status == 200)
        #expect(app.user(named: NativeWalk.newUser)?.jobTitle == "Clerk")
    }

    @Test(
        "A later step with too few challenge types redirects to the browser and keeps the step",
        arguments: [
            (NativeWalk.signInStarted, "oob redirect"), (.secondFactorWanted, "password redirect"),
            (.signUpStarted, "password redirect"), (.credentialWanted, "oob redirect"),
            (.resetStarted, "password redirect"),
        ])
    func redirectsLaterStepWithTooFewChallengeTypes(_ step: NativeWalk, _ offered: String) throws {
        let app = try step.reached()
        let arrow = try #require(
            NativeWalk.everyArrow.first { $0.step == step && "\($0.action)".hasSuffix("Challenge") })
        let answer = try NativeWalk.take(arrow.action, app, ["challenge_type": offered])
        #expect(answer.status == 200 && answer["challenge_type"] == "redirect")
        #expect(answer["redirect_reason"] != nil && answer["continuation_token"] == nil)
        #expect(try NativeWalk.take(arrow.action, app).nativeResult == "ok")
    }

    @Test(
        "A second factor by authenticator app redirects to the browser",
        arguments: [NativeEndpoint.introspect, .challenge])
    func redirectsForAuthenticatorApp(_ endpoint: NativeEndpoint) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        try app.send(.initiate, ["username": "theo@woodgrove.example"])
        try app.send(.challenge)
        #expect(try NativeWalk.take(.init(.token, "password"), app)["suberror"] == "mfa_required")
        #expect(try app.send(endpoint)["challenge_type"] == "redirect")
    }

    @Test(
        "An unknown application or one without native authentication cannot start a flow",
        arguments: [NativeEndpoint.initiate, .signUpStart, .resetStart])
    func rejectsStartWithoutNativeAuthentication(_ endpoint: NativeEndpoint) throws {
        let app = try NativeLab.app()
        let form: Parameters = ["username": "casey@woodgrove.example"]
        app.clientID = "cccccccc-0000-4000-8000-000000000003"
        let answer = try app.send(endpoint, form)
        #expect(answer.outcome == .jsonError(400, "invalid_client", 51000))
        #expect(answer["suberror"] == "nativeauthapi_disabled")
        app.clientID = "99999999-0000-4000-8000-000000000001"
        #expect(try app.send(endpoint, form).outcome == .jsonError(400, "unauthorized_client", 700016))
    }

    @Test("A malformed client id is an invalid parameter of the API and an unknown client at the token endpoint")
    func rejectsMalformedClientID() throws {
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

    @Test("A guest is redirected to the browser and cannot reset a password")
    func redirectsGuestAndRejectsReset() throws {
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
        "Without isFallbackPublicClient only redirect URIs of public clients make a client public",
        arguments: [
            (#", publicClient: {redirectUris: ["msauth.com.woodgrove.app://auth"]}"#, true), ("", false),
            (#", web: {redirectUris: ["https://app.test/cb"]}"#, false),
            (", isFallbackPublicClient: true", true),
        ])
    func derivesPublicClientFromRedirectURIs(_ keys: String, _ isPublic: Bool) throws {
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

    @Test("A body that is not a form is rejected", arguments: NativeEndpoint.allCases.filter { $0 != .token })
    func rejectsBodyThatIsNotForm(_ endpoint: NativeEndpoint) throws {
        let app = try NativeLab.app()
        let json = try app.site.post(
            "\(app.path)/\(endpoint.path)", encoded: #"{"client_id": "x"}"#,
            headers: [("Content-Type", "application/json")])
        #expect(json.status == 400 && json["error"] == "invalid_request")
        let empty = try app.site.post("\(app.path)/\(endpoint.path)", encoded: "")
        #expect(empty.outcome == .jsonError(400, "invalid_request", 90100))
    }
}
