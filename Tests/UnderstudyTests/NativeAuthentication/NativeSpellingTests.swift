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
        let response = try NativeFlowStep.perform(.init(.token, "password"), app)
        #expect(response["suberror"] == "mfa_required")
    }

    @Test(
        "A client without the required capability is redirected to the browser",
        arguments: [("mia", "registration_required"), ("casey", "mfa_required")])
    func redirectsWithoutMatchingCapability(_ user: String, _ capability: String) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        app.capabilities = capability
        try app.send(.initiate, ["username": "\(user)@woodgrove.example"])
        try app.send(.challenge)
        let response = try NativeFlowStep.perform(.init(.token, "password"), app)
        #expect(response.status == 200 && response["challenge_type"] == "redirect")
    }

    @Test("The token response contains client_info when requested by true or 1", arguments: ["true", "1"])
    func returnsClientInfoForEitherValue(_ value: String) throws {
        let app = try NativeFlowStep.passwordRequired.reached()
        let response = try NativeFlowStep.perform(.init(.token, "password"), app, ["client_info": value])
        #expect(response["client_info"] != nil)
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
        let response = try app.send(endpoint, ["username": "casey@woodgrove.example"])
        #expect(response.outcome == .jsonError(400, "invalid_request", 90100))
        #expect(response["error_description"]?.contains("challenge_type parameter is empty or not valid") == true)
    }

    @Test("A later step without challenge types uses those of the start", arguments: NativeFlowStep.allCases)
    func keepsChallengeTypesOfStart(_ step: NativeFlowStep) throws {
        for row in NativeFlowStep.transitions where row.step == step && row.action.endpoint != .registerChallenge {
            let app = try step.reached()
            let response = try NativeFlowStep.perform(row.action, app, ["challenge_type": nil])
            #expect(response.nativeResult == row.result)
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
        #expect(
            try NativeFlowStep.perform(.init(.token, "password"), app, ["nca": "1", "username": nil]).status == 200)
    }

    @Test("A query string next to the body is accepted")
    func acceptsQueryNextToBody() throws {
        let app = try NativeLab.app()
        let response = try app.site.post(
            "\(app.path)/oauth2/v2.0/initiate?dc=ESTS-PUB-WEULR1",
            ["client_id": app.clientID, "username": "casey@woodgrove.example", "challenge_type": "password redirect"])
        #expect(response["continuation_token"] != nil)
    }

    /// Optional attributes also count next to the required ones, after the code (submit-user-attributes-to-endpoints).
    @Test("Attributes of any simple type are accepted and unknown ones ignored, before and after the code")
    func acceptsSimpleAttributesAndIgnoresUnknown() throws {
        let attributes =
            #"{"displayName": 42, "city": "Oslo", "jobTitle": "Clerk", "shoeSize": true, "extension_x": "y"}"#
        for isNotYetValid in [true, false] {
            let app = try NativeLab.app()
            try app.send(
                .signUpStart,
                [
                    "username": NativeFlowStep.newUser, "password": NativeFlowStep.newPassword,
                    "attributes": isNotYetValid ? attributes : nil,
                ])
            try app.send(.signUpChallenge)
            let response = try NativeFlowStep.perform(.init(.signUpContinue, "oob"), app)
            if !isNotYetValid {
                #expect(response["error"] == "attributes_required")
                try NativeFlowStep.perform(.init(.signUpContinue, "attributes"), app, ["attributes": attributes])
            }
            #expect(try NativeFlowStep.perform(.init(.token, "continuation_token"), app).status == 200)
            let user = try #require(app.user(named: NativeFlowStep.newUser))
            #expect(user.displayName == "42" && user[UserAttribute("city")] == "Oslo")
            #expect(user.jobTitle == "Clerk")
        }
    }

    @Test("Attributes that are submitted before the code are kept, including optional ones")
    func keepsAttributesSubmittedBeforeCode() throws {
        let app = try NativeFlowStep.signUpCodeSent.reached()
        let attributes = #"{"displayName": "New", "city": "Oslo", "jobTitle": "Clerk"}"#
        let response = try NativeFlowStep.perform(.init(.signUpContinue, "attributes"), app, ["attributes": attributes])
        #expect(response.json?["unverified_attributes"] == .array([.object([.init("name", .string("username"))])]))
        try NativeFlowStep.perform(.init(.signUpContinue, "password"), app)
        #expect(try NativeFlowStep.perform(.init(.signUpContinue, "oob"), app).status == 200)
        #expect(app.user(named: NativeFlowStep.newUser)?.jobTitle == "Clerk")
    }

    @Test(
        "A later step with too few challenge types redirects to the browser and keeps the step",
        arguments: [
            (NativeFlowStep.signInStarted, "oob redirect"), (.secondFactorRequired, "password redirect"),
            (.signUpStarted, "password redirect"), (.credentialRequired, "oob redirect"),
            (.resetStarted, "password redirect"),
        ])
    func redirectsLaterStepWithTooFewChallengeTypes(_ step: NativeFlowStep, _ offered: String) throws {
        let app = try step.reached()
        let transition = try #require(
            NativeFlowStep.transitions.first { $0.step == step && "\($0.action)".hasSuffix("Challenge") })
        let response = try NativeFlowStep.perform(transition.action, app, ["challenge_type": offered])
        #expect(response.status == 200 && response["challenge_type"] == "redirect")
        #expect(response["redirect_reason"] != nil && response["continuation_token"] == nil)
        #expect(try NativeFlowStep.perform(transition.action, app).nativeResult == "ok")
    }

    @Test(
        "A second factor by authenticator app redirects to the browser",
        arguments: [NativeEndpoint.introspect, .challenge])
    func redirectsForAuthenticatorApp(_ endpoint: NativeEndpoint) throws {
        let app = try NativeLab.app()
        app.clientID = NativeLab.guarded
        try app.send(.initiate, ["username": "theo@woodgrove.example"])
        try app.send(.challenge)
        #expect(try NativeFlowStep.perform(.init(.token, "password"), app)["suberror"] == "mfa_required")
        #expect(try app.send(endpoint)["challenge_type"] == "redirect")
    }

    @Test(
        "An unknown application or one without native authentication cannot start a flow",
        arguments: [NativeEndpoint.initiate, .signUpStart, .resetStart])
    func rejectsStartWithoutNativeAuthentication(_ endpoint: NativeEndpoint) throws {
        let app = try NativeLab.app()
        let form: Parameters = ["username": "casey@woodgrove.example"]
        app.clientID = "cccccccc-0000-4000-8000-000000000003"
        let response = try app.send(endpoint, form)
        #expect(response.outcome == .jsonError(400, "invalid_client", 51000))
        #expect(response["suberror"] == "nativeauthapi_disabled")
        app.clientID = "99999999-0000-4000-8000-000000000001"
        #expect(try app.send(endpoint, form).outcome == .jsonError(400, "unauthorized_client", 700016))
    }

    @Test("A malformed client id is an invalid parameter of the API and an unknown client at the token endpoint")
    func rejectsMalformedClientID() throws {
        let app = try NativeFlowStep.passwordRequired.reached()
        app.clientID = "woodgrove"
        for endpoint in NativeEndpoint.allCases where endpoint != .token {
            let response = try app.send(endpoint)
            #expect(response.outcome == .jsonError(400, "invalid_request", 90100))
            #expect(response["error_description"]?.contains("client_id parameter is empty or not valid") == true)
        }
        let action = NativeFlowStep.Action(.token, "password")
        #expect(try NativeFlowStep.perform(action, app).outcome == .jsonError(400, "unauthorized_client", 700016))
        app.clientID = Lab.woodgrove.id
        #expect(try NativeFlowStep.perform(action, app).status == 200)
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
        let response = try app.send(.initiate, ["username": "casey@woodgrove.example"])
        if isPublic {
            #expect(response.status == 200)
        } else {
            #expect(response.outcome == .jsonError(400, "invalid_client", 550_022))
        }
    }

    /// A probe of 2026-09 sent `initiate` for an application without both settings, and got this error.
    @Test("A confidential client is rejected before the API's setting is read")
    func rejectsConfidentialClientFirst() throws {
        let yaml = NativeLab.yaml.replacing("displayName: Confidential App, nativeAuthentication: true,", with: "")
        let app = NativeApp(try MockEntra(yaml: yaml))
        app.clientID = "cccccccc-0000-4000-8000-000000000004"
        let response = try app.send(.initiate, ["username": "casey@woodgrove.example"])
        #expect(response.outcome == .jsonError(400, "invalid_client", 550_022))
        #expect(
            response["error_description"]?.contains(
                "Confidential Client is not supported in Native Authentication API flow") == true)
        #expect(response["suberror"] == nil)
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
