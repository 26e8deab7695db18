import Crypto
import Directory
package import Entra
package import Formats
import Store

/// A named response of the control contract that Microsoft's native authentication test suites use
/// (docs/reference/wire.md#native-contract). The names, including their spelling errors, and the asserted values come from
/// those suites.
package struct NativeContractResponse: Sendable {
    package let name: String
    package let status: Int
    package let body: Body

    package enum Body: Sendable {
        /// The members of a successful response.
        case success([JSONValue.Member])
        /// The members of an error; the texts and IDs of the trace block are added. `reason` is the text that SDKs search for
        /// in the description.
        case failure(error: String, codes: [Int64], reason: String?, more: [JSONValue.Member])
        /// The tokens of the test user.
        case tokens
    }

    private init(_ name: String, _ members: JSONValue.Member...) {
        self.name = name
        status = 200
        body = .success(members)
    }

    private init(tokens name: String) {
        self.name = name
        status = 200
        body = .tokens
    }

    private init(
        _ name: String, error: String, _ codes: [Int64] = [], suberror: String? = nil, status: Int = 400,
        reason: String? = nil, _ more: JSONValue.Member...
    ) {
        self.name = name
        self.status = status
        let sub = suberror.map { [JSONValue.Member("suberror", .string($0))] } ?? []
        body = .failure(error: error, codes: codes, reason: reason, more: sub + more)
    }

    /// Returns the response of a name, or nil if the contract has no such response.
    package static func named(_ name: String) -> NativeContractResponse? { byName[name] }

    private static let byName = Dictionary(all.map { (ByteString($0.name), $0) }) { first, _ in first }

    // MARK: - Members

    private static let token = JSONValue.Member("continuation_token", .string("Q3JlZGVudGlhbCB0b2tlbiBpcyB0ZXN0"))
    private static let redirect: [JSONValue.Member] = [
        .init("challenge_type", .string("redirect")),
        .init("redirect_reason", .string("The test contract requested this response.")),
    ]

    private static func text(_ name: String, _ value: String) -> JSONValue.Member { .init(name, .string(value)) }

    private static func number(_ name: String, _ value: Int64) -> JSONValue.Member { .init(name, .integer(value)) }

    private static func methods(_ methods: [JSONValue.Member]...) -> JSONValue.Member {
        .init("methods", .array(methods.map(JSONValue.object)))
    }

    private static func method(_ id: String, _ channel: String, _ hint: String) -> [JSONValue.Member] {
        [
            text("id", id), text("challenge_type", "oob"), text("challenge_channel", channel),
            text("login_hint", hint),
        ]
    }

    private static let methodID = "F37D8C55-BE83-449F-8F99-131F6553871D"
    private static let displayName: JSONValue = .object([
        text("name", "displayName"), text("type", "string"), .init("required", .bool(true)),
        .init("options", .object([text("regex", "^.{1,64}$")])),
    ])

    // MARK: - The table

    package static let all: [NativeContractResponse] = successes + failures

    private static let successes: [NativeContractResponse] = [
        .init("InitiateSuccess", token),
        .init("SignUpStartSuccess", token),
        .init("SignUpContinueSuccess", token),
        .init("SSPRStartSuccess", token),
        .init("SSPRContinueSuccess", token, number("expires_in", 600)),
        .init("SSPRSubmitSuccess", token, number("poll_interval", 2)),
        .init("SSPRPollSuccess", text("status", "succeeded"), token),
        .init("SSPRPollInProgress", text("status", "in_progress")),
        .init("SSPRPollFailed", text("status", "failed")),
        .init("SSPRPollNotStarted", text("status", "not_started")),
        .init("ChallengeTypePassword", text("challenge_type", "password"), token),
        .init(
            "ChallengeTypeOOB", text("challenge_type", "oob"), token, text("binding_method", "prompt"),
            text("challenge_target_label", "..."), text("challenge_channel", "email"), number("code_length", 6),
            number("interval", 300)),
        .init(
            "ChallengeSuccessSMS", text("challenge_type", "oob"), token, text("binding_method", "prompt"),
            text("challenge_target_label", "+3538331***"), text("challenge_channel", "sms"), number("code_length", 8),
            number("interval", 300)),
        .init("ChallengeTypeRedirect", redirect[0], redirect[1]),
        .init("IntrospectSuccess", token, methods(method(methodID, "email", "**o*@c****so.com"))),
        .init("IntrospectSMSSuccess", token, methods(method(methodID, "sms", "+3538331***"))),
        .init(tokens: "TokenSuccess"),
        .init(
            "RegistraionIntrospectSuccess", token,
            methods(method("sms", "sms", "+35383******"), method("email", "email", "bar@contoso.com"))),
        .init(
            "RegistraionChallengeSuccess", text("challenge_type", "oob"), token, text("binding_method", "prompt"),
            text("challenge_target", "bar@contoso.com"), text("challenge_channel", "email"),
            number("code_length", 8), number("interval", 300)),
        .init(
            "RegistraionChallengeSMSSuccess", text("challenge_type", "oob"), token, text("binding_method", "prompt"),
            text("challenge_target", "+3538331***"), text("challenge_channel", "sms"), number("code_length", 8),
            number("interval", 300)),
        .init("RegistrationContinueSuccess", token),
    ]

    private static let failures: [NativeContractResponse] = [
        .init("MFARequired", error: "invalid_grant", [50076], suberror: "mfa_required", token),
        .init("RegistrationRequired", error: "invalid_grant", [50079], suberror: "registration_required", token),
        .init("IntrospectRequired", error: "invalid_request", [901002], suberror: "introspect_required"),
        .init("CredentialRequired", error: "credential_required", [55103], token),
        .init(
            "AttributesRequired", error: "attributes_required", [55106], token,
            .init("required_attributes", .array([displayName]))),
        .init(
            "InvalidAttributes", error: "invalid_grant", [55106], suberror: "attribute_validation_failed",
            .init("invalid_attributes", .array([.object([text("name", "displayName")])]))),
        .init(
            "AttributeValidationFailed", error: "invalid_grant", [55106], suberror: "attribute_validation_failed",
            .init("invalid_attributes", .array([.object([text("name", "displayName")])]))),
        .init(
            "VerificationRequired", error: "verification_required", [55104], token,
            .init("unverified_attributes", .array([.object([text("name", "email")])]))),
        .init("RegistrationInvalidOOBValue", error: "invalid_grant", [50181], suberror: "invalid_oob_value"),
        .init("RegistraionInvalidChallengeTarget", error: "invalid_request", [901001]),
        .init("InvalidRequest", error: "invalid_request", [90100]),
        .init("InvalidToken", error: "invalid_request", [55000]),
        .init("InvalidClient", error: "invalid_client", [7_000_218]),
        .init("UnauthorizedClient", error: "unauthorized_client", [700016]),
        .init("InvalidGrant", error: "invalid_grant", [70000]),
        .init("InvalidScope", error: "invalid_scope", [70011]),
        .init("ExpiredToken", error: "expired_token", [55112]),
        .init("TokenExpiredSLT", error: "expired_token", [55112]),
        .init("InvalidPurposeToken", error: "invalid_request", [55000]),
        .init("AuthNotSupported", error: "unsupported_auth_method", [400002]),
        .init("InvalidAuthMethodForUser", error: "unsupported_auth_method", [400002]),
        .init("UserAlreadyExists", error: "user_already_exists", [1_003_037]),
        .init("UserNotFound", error: "user_not_found", [50034]),
        .init("SlowDown", error: "slow_down", [50196]),
        .init("AuthorizationPending", error: "authorization_pending", [70016]),
        .init(
            "InvalidUsername", error: "invalid_request", [90100], reason: "username parameter is empty or not valid."),
        .init("InvalidPassword", error: "invalid_grant", [50126]),
        .init("InvalidOOBValue", error: "invalid_grant", [50181], suberror: "invalid_oob_value"),
        .init("InvalidContinuationToken", error: "invalid_request", [55000]),
        .init("PasswordTooWeak", error: "invalid_grant", [399246], suberror: "password_too_weak"),
        .init("PasswordTooShort", error: "invalid_grant", [399246], suberror: "password_too_short"),
        .init("PasswordTooLong", error: "invalid_grant", [399246], suberror: "password_too_long"),
        .init("PasswordRecentlyUsed", error: "invalid_grant", [399246], suberror: "password_recently_used"),
        .init("PasswordBanned", error: "invalid_grant", [399246], suberror: "password_banned"),
        .init("NewPasswordIsInvalid", error: "invalid_grant", [399246], suberror: "password_is_invalid"),
        .init("UnsupportedChallengeType", error: "unsupported_challenge_type", [901007]),
        .init("ServerError", error: "server_error", [50000]),
        .init("AccessDenied", error: "access_denied", [53003]),
        .init("AuthMethodBlocked", error: "access_denied", [550024], suberror: "provider_blocked_by_rep"),
    ]
}

/// The tokens of a test user who is in no directory, for Microsoft's control contract (docs/reference/wire.md#native-contract,
/// `TokenSuccess`). The tokens are signed like any others and have the same shape.
package enum NativeContractTokens {
    private static let tenantID = TenantID("00000000-0000-1234-5678-90abcdefffff")
    private static let userID = ObjectID("fedcba98-7654-3210-0000-000000000000")

    /// Returns the JSON of the token endpoint. Throws AADSTS50000 if OpenSSL fails.
    package static func json(clientID: String, scope: String, services: Services) throws(EntraError) -> [UInt8] {
        let tenant = Tenant(id: tenantID, displayName: "Test tenant", kind: .external, domains: [])
        let user = User(
            id: userID, userPrincipalName: "test@contoso.com", displayName: "Test user", tenantID: tenantID)
        let client = Application(appId: clientID, servicePrincipalID: userID, displayName: "Test application")
        let subject = TokenSubject(
            user: user, tenant: tenant,
            authentication: Authentication(
                home: user.home, time: services.now.seconds, methods: ["pwd"], sessionID: services.random.guid(),
                order: services.store.nextOrder()))
        let settings = services.settings(tenant: nil, application: nil)
        let minter = TokenMinter(services)
        let access = try minter.accessToken(
            AccessTokenRequest(
                client: client, clientAuthentication: .none, resource: client, resourceIdentifier: clientID, scopes: []),
            for: subject, settings: settings)
        var response = TokenResponse(accessToken: access)
        response.scope = scope
        response.refreshToken = RefreshToken.prefix + Base64.url(services.random.bytes(48))
        response.idToken = try minter.idToken(
            IDTokenRequest(client: client, endpoint: .v2, scopes: [.openid, .profile]), for: subject,
            settings: settings)
        response.clientInfo = ClientInfo.encoded(
            for: subject, pairwiseSubject: minter.pairwiseSubject(user, in: tenant, for: client.clientID))
        return response.v2()
    }
}
