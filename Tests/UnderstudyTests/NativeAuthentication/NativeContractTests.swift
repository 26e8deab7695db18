import ControlPlane
import Entra
import Formats
import Protocol
import TestTags
import Testing

/// Tests the control contract of Microsoft's own native authentication test suites (docs/reference/wire.md#native-contract).
/// The contract queues responses by correlation id and endpoint, with the values that those suites assert.
@Suite struct NativeContractTests {
    private static let yaml = """
        settings: {nativeAuthTestContract: true}
        tenants:
          - {id: 33333333-3333-4333-8333-333333333333, kind: external, domains: [woodgrove.onmicrosoft.com]}
        """
    private static let correlation = "0F0E0D0C-0000-4000-8000-00000000AAAA"
    private static let token = "Q3JlZGVudGlhbCB0b2tlbiBpcyB0ZXN0"

    // MARK: - Expected responses of each endpoint

    struct Case: Row {
        let endpoint: NativeEndpoint
        let response: String
        let status: Int
        let expected: Expected
        var name: String { "\(endpoint.rawValue) \(response)" }
    }

    enum Expected: Sendable {
        case members([JSONValue.Member])
        case error(String, code: Int64?, suberror: String?, hasToken: Bool, also: String?)
    }

    private static func text(_ name: String, _ value: String) -> JSONValue.Member { .init(name, .string(value)) }
    private static func number(_ name: String, _ value: Int64) -> JSONValue.Member { .init(name, .integer(value)) }

    private static let methodID = "F37D8C55-BE83-449F-8F99-131F6553871D"

    /// Returns the `methods` member from the id, the channel and the hint of each method.
    private static func methods(_ methods: [String]...) -> JSONValue.Member {
        .init(
            "methods",
            .array(
                methods.map {
                    .object([
                        text("id", $0[0]), text("challenge_type", "oob"), text("challenge_channel", $0[1]),
                        text("login_hint", $0[2]),
                    ])
                }))
    }

    private static let started: [NativeEndpoint] = [.initiate, .signUpStart, .resetStart]
    private static let challenges: [NativeEndpoint] = [.challenge, .signUpChallenge, .resetChallenge]
    private static let passwords: [NativeEndpoint] = [.signUpStart, .signUpContinue, .resetSubmit, .resetPoll]
    private static let everywhere = NativeEndpoint.allCases

    private static func success(
        _ endpoints: [NativeEndpoint], _ response: String, _ members: JSONValue.Member...
    ) -> [Case] {
        endpoints.map { Case(endpoint: $0, response: response, status: 200, expected: .members(members)) }
    }

    private static func failure(
        _ endpoints: [NativeEndpoint], _ response: String, _ error: String, _ code: Int64? = nil,
        suberror: String? = nil, hasToken: Bool = false, also: String? = nil, status: Int = 400
    ) -> [Case] {
        endpoints.map {
            Case(
                endpoint: $0, response: response, status: status,
                expected: .error(error, code: code, suberror: suberror, hasToken: hasToken, also: also))
        }
    }

    static let successes: [Case] =
        success([.initiate], "InitiateSuccess", text("continuation_token", token))
        + success([.signUpStart], "SignUpStartSuccess", text("continuation_token", token))
        + success([.resetStart], "SSPRStartSuccess", text("continuation_token", token))
        + success(
            [.challenge, .signUpChallenge], "ChallengeTypePassword", text("challenge_type", "password"),
            text("continuation_token", token))
        + success(
            challenges, "ChallengeTypeOOB", text("challenge_type", "oob"), text("continuation_token", token),
            text("binding_method", "prompt"), text("challenge_target_label", "..."), text("challenge_channel", "email"),
            number("code_length", 6), number("interval", 300))
        + success(
            [.challenge], "ChallengeSuccessSMS", text("challenge_type", "oob"), text("continuation_token", token),
            text("binding_method", "prompt"), text("challenge_target_label", "+3538331***"),
            text("challenge_channel", "sms"), number("code_length", 8))
        + success(everywhere, "ChallengeTypeRedirect", text("challenge_type", "redirect"))
        + success(
            [.introspect], "IntrospectSuccess", text("continuation_token", token),
            methods([methodID, "email", "**o*@c****so.com"]))
        + success(
            [.introspect], "IntrospectSMSSuccess", text("continuation_token", token),
            methods([methodID, "sms", "+3538331***"]))
        + success([.signUpContinue], "SignUpContinueSuccess", text("continuation_token", token))
        + success([.resetContinue], "SSPRContinueSuccess", text("continuation_token", token), number("expires_in", 600))
        + success([.resetSubmit], "SSPRSubmitSuccess", text("continuation_token", token), number("poll_interval", 2))
        + success([.resetPoll], "SSPRPollSuccess", text("status", "succeeded"), text("continuation_token", token))
        + success([.resetPoll], "SSPRPollInProgress", text("status", "in_progress"))
        + success([.resetPoll], "SSPRPollFailed", text("status", "failed"))
        + success([.resetPoll], "SSPRPollNotStarted", text("status", "not_started"))
        + success(
            [.registerIntrospect], "RegistraionIntrospectSuccess", text("continuation_token", token),
            methods(["sms", "sms", "+35383******"], ["email", "email", "bar@contoso.com"]))
        + success(
            [.registerChallenge], "RegistraionChallengeSuccess", text("challenge_type", "oob"),
            text("binding_method", "prompt"), text("challenge_target", "bar@contoso.com"),
            text("challenge_channel", "email"), number("code_length", 8))
        + success(
            [.registerChallenge], "RegistraionChallengeSMSSuccess", text("challenge_target", "+3538331***"),
            text("challenge_channel", "sms"), number("code_length", 8), text("continuation_token", token))
        + success([.registerContinue], "RegistrationContinueSuccess", text("continuation_token", token))
        + success([.token], "TokenSuccess", text("token_type", "Bearer"))

    static let failures: [Case] =
        failure(everywhere, "UnauthorizedClient", "unauthorized_client")
        + failure(everywhere, "ExpiredToken", "expired_token", 55112)
        + failure(everywhere, "InvalidRequest", "invalid_request")
        + failure(started + challenges + [.token], "UnsupportedChallengeType", "unsupported_challenge_type")
        + failure(
            [.challenge, .introspect, .token, .signUpContinue], "InvalidContinuationToken", "invalid_request", 55000)
        + failure([.introspect], "InvalidToken", "invalid_request")
        + failure([.challenge, .signUpChallenge, .signUpContinue], "InvalidPurposeToken", "invalid_request", 55000)
        + failure([.resetSubmit, .resetPoll, .signUpContinue], "TokenExpiredSLT", "expired_token", 55112)
        + failure([.initiate, .signUpStart], "InvalidAuthMethodForUser", "unsupported_auth_method")
        + failure([.initiate, .resetStart, .resetPoll, .token], "UserNotFound", "user_not_found", 50034)
        + failure(
            [.challenge, .registerChallenge], "AuthMethodBlocked", "access_denied", 550024,
            suberror: "provider_blocked_by_rep")
        + failure([.challenge], "IntrospectRequired", "invalid_request", suberror: "introspect_required")
        + failure([.token], "MFARequired", "invalid_grant", suberror: "mfa_required", hasToken: true)
        + failure([.token], "RegistrationRequired", "invalid_grant", suberror: "registration_required", hasToken: true)
        + failure([.token, .resetContinue], "InvalidPassword", "invalid_grant", 50126)
        + failure(
            [.token, .signUpContinue, .resetContinue], "InvalidOOBValue", "invalid_grant",
            suberror: "invalid_oob_value")
        + failure([.token, .signUpContinue, .registerContinue], "InvalidGrant", "invalid_grant")
        + failure([.token], "InvalidScope", "invalid_scope")
        + failure([.token, .initiate], "InvalidClient", "invalid_client")
        + failure([.token, .registerContinue], "AuthorizationPending", "authorization_pending")
        + failure([.token], "SlowDown", "slow_down")
        + failure(passwords, "PasswordTooWeak", "invalid_grant", suberror: "password_too_weak")
        + failure(passwords, "PasswordTooShort", "invalid_grant", suberror: "password_too_short")
        + failure(passwords, "PasswordTooLong", "invalid_grant", suberror: "password_too_long")
        + failure(passwords, "PasswordRecentlyUsed", "invalid_grant", suberror: "password_recently_used")
        + failure(passwords, "PasswordBanned", "invalid_grant", suberror: "password_banned")
        + failure(passwords, "NewPasswordIsInvalid", "invalid_grant", suberror: "password_is_invalid")
        + failure(
            [.signUpStart, .signUpContinue], "InvalidAttributes", "invalid_grant",
            suberror: "attribute_validation_failed", also: "invalid_attributes")
        + failure([.signUpStart, .signUpContinue], "UserAlreadyExists", "user_already_exists")
        + failure(
            [.signUpStart, .signUpContinue], "AttributesRequired", "attributes_required", hasToken: true,
            also: "required_attributes")
        + failure(
            [.signUpContinue], "VerificationRequired", "verification_required", hasToken: true,
            also: "unverified_attributes")
        + failure(
            [.signUpStart, .signUpContinue], "AttributeValidationFailed", "invalid_grant",
            suberror: "attribute_validation_failed", also: "invalid_attributes")
        + failure([.signUpContinue], "CredentialRequired", "credential_required", hasToken: true)
        + failure([.signUpStart], "AuthNotSupported", "unsupported_auth_method")
        + failure([.signUpStart], "InvalidUsername", "invalid_request", 90100)
        + failure(
            [.registerContinue], "RegistrationInvalidOOBValue", "invalid_grant", suberror: "invalid_oob_value")
        + failure([.registerChallenge], "RegistraionInvalidChallengeTarget", "invalid_request", 901001)
        + failure([.registerContinue], "AccessDenied", "access_denied")
        + failure(everywhere, "ServerError", "server_error")

    // MARK: - Tests

    @Test("The contract returns a queued response once", .tags(.slow), arguments: successes + failures)
    func returnsQueuedResponseOnce(_ row: Case) throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        #expect(try line(up: [row.response], at: row.endpoint, site).status == 200)
        let response = try send(row.endpoint, site)
        #expect(response.status == row.status)
        switch row.expected {
        case .members(let members):
            for member in members { #expect(response.json?[member.name] == member.value, "\(member.name)") }
            #expect(response["error"] == nil)
        case .error(let error, let code, let suberror, let hasToken, let also):
            #expect(response["error"] == error)
            #expect(response["suberror"] == suberror)
            #expect((response["continuation_token"] != nil) == hasToken)
            if let code { #expect(response.json?["error_codes"] == .array([.integer(code)])) }
            if let also { #expect(response.json?[also]?.array?.isEmpty == false) }
            #expect(response["error_description"]?.contains("Trace ID: ") == true)
        }
        // The queue is empty again, so the default response follows.
        #expect(try send(row.endpoint, site).status == 200)
    }

    @Test("The test rows cover every name and endpoint of the contract")
    func coversEveryContractResponse() {
        let rows = NativeContractTests.successes + NativeContractTests.failures
        #expect(Set(rows.map(\.response)) == Set(NativeContractResponse.all.map(\.name)))
        #expect(Set(rows.map(\.endpoint)) == Set(NativeEndpoint.allCases))
        #expect(Set(rows.map(\.name)).count == rows.count)
        #expect(rows.count >= 180)
    }

    @Test("The description of an invalid user name contains the phrase that SDKs search for")
    func describesInvalidUsernameForSDKs() throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        _ = try line(up: ["InvalidUsername", "InvalidRequest"], at: .signUpStart, site)
        let mark = "username parameter is empty or not valid"
        #expect(try send(.signUpStart, site)["error_description"]?.contains(mark) == true)
        #expect(try send(.signUpStart, site)["error_description"]?.contains(mark) == false)
    }

    @Test("Attribute lists have the members and types that SDKs decode")
    func returnsAttributeListsThatSDKsDecode() throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        _ = try line(
            up: ["AttributesRequired", "AttributeValidationFailed", "VerificationRequired"], at: .signUpContinue, site)
        let required = try #require(send(.signUpContinue, site).json?["required_attributes"]?.array?.first)
        #expect(required["name"]?.string != nil && required["type"]?.string != nil && required["required"]?.bool != nil)
        #expect(required["options"]?["regex"]?.string != nil)
        let invalid = try send(.signUpContinue, site)
        #expect(invalid.json?["invalid_attributes"]?.array?.first?["name"]?.string != nil)
        let unverified = try send(.signUpContinue, site)
        #expect(unverified.json?["unverified_attributes"]?.array?.first?["name"]?.string != nil)
    }

    @Test("Each endpoint accepts the tenant paths of either test suite", arguments: NativeEndpoint.allCases)
    func acceptsTenantPathsOfEitherSuite(_ endpoint: NativeEndpoint) throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        for tenant in ["testTenant", "1234", "1234/", "/testTenant"] {
            _ = try line(up: ["UnauthorizedClient"], at: endpoint, site)
            let response = try site.post(
                "/\(tenant)/\(endpoint.path)",
                ["client_id": "14de7ba1-6089-4f1a-a72f-896d0388aa43", "nca": "1", "grant_type": "password"],
                headers: [
                    ("client-request-id", NativeContractTests.correlation), ("return-client-request-id", "true"),
                ])
            #expect(response["error"] == "unauthorized_client", "\(tenant)")
            #expect(
                response.header("client-request-id")?.asciiLowercased == NativeContractTests.correlation.asciiLowercased
            )
        }
    }

    @Test("Queued responses are returned in order, for one correlation id only")
    func returnsQueuedResponsesInOrderPerCorrelationID() throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        let names = ["UserNotFound", "InitiateSuccess", "ChallengeTypeRedirect"]
        _ = try line(up: names, at: .initiate, site)
        #expect(try send(.initiate, site, as: "0f0e0d0c-0000-4000-8000-00000000bbbb").status == 200)
        #expect(try send(.challenge, site).status == 200)
        #expect(try send(.initiate, site)["error"] == "user_not_found")
        // The server compares correlation ids regardless of letter case.
        let second = try send(.initiate, site, as: NativeContractTests.correlation.asciiLowercased)
        #expect(second["continuation_token"] != nil)
        #expect(try send(.initiate, site)["challenge_type"] == "redirect")
    }

    @Test("Queued responses can be listed and deleted")
    func listsAndDeletesQueuedResponses() throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        _ = try line(up: ["UserNotFound", "SlowDown"], at: .token, site)
        let id = NativeContractTests.correlation.asciiLowercased
        let listed = try site.get("/config/all").json
        #expect(listed?[id]?["SignInToken"] == .array([.string("UserNotFound"), .string("SlowDown")]))
        let other = #"{"correlationId": "0f0e0d0c-0000-4000-8000-00000000bbbb"}"#
        #expect(try site.send("DELETE", "/config/all", body: other).status == 200)
        #expect(try site.get("/config/all").json?[id] != nil)
        let own = #"{"correlationId": "\#(NativeContractTests.correlation)"}"#
        #expect(try site.send("DELETE", "/config/all", body: own).status == 200)
        #expect(try site.get("/config/all").text == "{}")
    }

    @Test("The contract returns signed tokens for the suites' test user")
    func signsTokensForTestUser() throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        let response = try send(.token, site, ["scope": "test & alt test"])
        #expect(response["scope"] == "test & alt test")
        for member in ["access_token", "refresh_token", "id_token", "client_info"] { #expect(response[member] != nil) }
        let token = try Token(response["id_token"])
        #expect(token["tid"] == "00000000-0000-1234-5678-90abcdefffff")
    }

    @Test(
        "A malformed request is rejected and queues nothing",
        arguments: [
            "", "[]", "{", #"{"endpoint": "SignInToken", "responseList": []}"#,
            #"{"correlationId": "x", "endpoint": "SignInToken", "responseList": []}"#,
            #"{"correlationId": "0f0e0d0c-0000-4000-8000-00000000aaaa", "endpoint": "x", "responseList": []}"#,
            #"{"correlationId": "0f0e0d0c-0000-4000-8000-00000000aaaa", "endpoint": "SignInToken"}"#,
            #"{"correlationId": "0f0e0d0c-0000-4000-8000-00000000aaaa", "endpoint": "SignInToken", "responseList": ["SlowDown", "x"]}"#,
            #"{"correlationId": "0f0e0d0c-0000-4000-8000-00000000aaaa", "endpoint": "SignInToken", "responseList": [1]}"#,
        ])
    func rejectsMalformedQueueRequest(_ body: String) throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        #expect(try site.send("POST", "/config/response", body: body).status == 400)
        #expect(try site.get("/config/all").text == "{}")
    }

    @Test("A request beyond the capacity is rejected and queues nothing")
    func rejectsQueueRequestBeyondCapacity() throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        let part = Array(repeating: "SlowDown", count: NativeContract.capacity / 4)
        for _ in 0..<4 { #expect(try line(up: part, at: .token, site).status == 200) }
        #expect(try line(up: ["UserNotFound"], at: .initiate, site).status == 503)
        #expect(try send(.initiate, site).status == 200)
        #expect(try send(.token, site)["error"] == "slow_down")
        #expect(try line(up: ["UserNotFound"], at: .initiate, site).status == 200)
    }

    @Test("Without the setting the contract's paths and tenants do not exist")
    func hasNoContractPathsByDefault() throws {
        let site = try MockEntra().site
        #expect(try line(up: ["SlowDown"], at: .token, site).status == 404)
        #expect(try site.get("/config/all").status == 404)
        #expect(try send(.initiate, site).error != nil)
    }

    @Test("A tenant of the directory handles a request unless a response is queued")
    func usesDirectoryTenantUnlessResponseIsQueued() throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        let path = "/woodgrove.onmicrosoft.com/oauth2/v2.0/initiate"
        let headers = [("client-request-id", NativeContractTests.correlation)]
        #expect(try site.post(path, ["client_id": "x"], headers: headers).status == 400)
        _ = try line(up: ["InitiateSuccess"], at: .initiate, site)
        #expect(try site.post(path, ["client_id": "x"], headers: headers).status == 200)
    }

    @Test(
        "A tenant alias such as common rejects native requests",
        arguments: ["common", "organizations", "consumers", "Common"], NativeEndpoint.allCases)
    func rejectsNativeRequestAtTenantAliases(_ word: String, _ endpoint: NativeEndpoint) throws {
        let response = try MockEntra(yaml: NativeContractTests.yaml).site.post(
            "/\(word)/\(endpoint.path)",
            [
                "client_id": "any", "grant_type": "password", "username": "x@contoso.com", "password": "x",
                "scope": "openid",
            ])
        #expect(response.status == 400)
        #expect(response["error"] != nil)
    }

    @Test(
        "A queued response echoes the correlation id unasked, in any tenant",
        arguments: ["testTenant", "woodgrove.onmicrosoft.com", "common"], ["password", "oob"])
    func echoesCorrelationIDOfQueuedResponse(_ tenant: String, _ grant: String) throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        _ = try line(up: ["SlowDown"], at: .token, site)
        let response = try site.post(
            Site.path("token", tenant), ["grant_type": grant],
            headers: [("client-request-id", NativeContractTests.correlation)])
        #expect(response["error"] == "slow_down")
        #expect(response.header("client-request-id") == NativeContractTests.correlation)
        let entry = try site.get("/_understudy/requests").json?["requests"]?.array?.last
        #expect(entry?["nativeHeaders"] != nil)
    }

    @Test("The contract accepts double slashes in paths as the suites send them")
    func acceptsDoubleSlashInPath() throws {
        let site = try MockEntra(yaml: NativeContractTests.yaml).site
        #expect(try site.get("//config/all").status == 200)
        #expect(try site.post("//testTenant//oauth2/v2.0/initiate", [:]).status == 200)
        #expect(try MockEntra().site.get("//config/all").status == 404)
    }

    // MARK: - Requests

    private func line(up names: [String], at endpoint: NativeEndpoint, _ site: Site) throws -> TestResponse {
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return try site.send(
            "POST", "/config/response", headers: ["Content-Type": "application/json"],
            body: """
                {"correlationId": "\(NativeContractTests.correlation)", "endpoint": "\(endpoint.rawValue)",
                 "responseList": [\(list)]}
                """)
    }

    private func send(
        _ endpoint: NativeEndpoint, _ site: Site, _ form: Parameters = ["client_id": "any"],
        as correlation: String = NativeContractTests.correlation
    ) throws -> TestResponse {
        let grant: Parameters = endpoint == .token ? ["grant_type": "oob"] : [:]
        return try site.post(
            "/testTenant/\(endpoint.path)", grant.with(form), headers: [("client-request-id", correlation)])
    }
}
