package import Entra

/// The endpoints that sign a user in on pages: the columns of the table of checks.
package enum InteractiveEndpoint: UInt8, CaseIterable, Sendable {
    case authorizeV1
    case authorizeV2
    /// The authorization endpoint at a policy of a B2C tenant.
    case authorizeB2C
    case deviceLogin
    case adminConsentV1
    case adminConsentV2

    /// The heading of the column in docs/reference/protocol.md#authorize-precedence.
    package var title: String {
        switch self {
        case .authorizeV1: "authorize v1"
        case .authorizeV2: "authorize v2"
        case .authorizeB2C: "authorize B2C"
        case .deviceLogin: "device login"
        case .adminConsentV1: "admin consent v1"
        case .adminConsentV2: "admin consent v2"
        }
    }
}

/// A set of endpoints.
struct InteractiveEndpoints: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ endpoint: InteractiveEndpoint) {
        rawValue = 1 << endpoint.rawValue
    }

    static let authorizeV1 = InteractiveEndpoints(.authorizeV1)
    static let authorizeV2 = InteractiveEndpoints(.authorizeV2)
    static let authorizeB2C = InteractiveEndpoints(.authorizeB2C)
    static let deviceLogin = InteractiveEndpoints(.deviceLogin)
    static let adminConsentV2 = InteractiveEndpoints(.adminConsentV2)

    /// The authorization endpoint of both versions, without and with a policy.
    static let authorize: InteractiveEndpoints = [.workforceAuthorize, .authorizeB2C]
    /// The authorization endpoint of both versions, without a policy.
    static let workforceAuthorize: InteractiveEndpoints = [.authorizeV1, .authorizeV2]
    /// The authorization endpoint with a `scope` parameter of its own.
    static let scopedAuthorize: InteractiveEndpoints = [.authorizeV2, .authorizeB2C]
    static let adminConsent: InteractiveEndpoints = [InteractiveEndpoints(.adminConsentV1), .adminConsentV2]
    static let all: InteractiveEndpoints = [.authorize, .deviceLogin, .adminConsent]
}

/// A check of an interactive request, and the endpoints at which the check applies.
///
/// The flows of the authorization endpoint, of device login and of admin consent run the checks of `all` in this order, so that
/// the order of the rows is the error precedence of the service. docs/reference/protocol.md#authorize-precedence shows the table.
package struct InteractiveCheck: Sendable {
    /// The value that states whether a check applies at an endpoint.
    package enum Cell: String, Sendable {
        case yes = "yes"
        case no = "–"
        /// The check applies unless a user flow serves the application.
        case withoutUserFlow = "without user flow"
        /// The check applies if a user flow serves the application, in an external tenant or by a policy.
        case withUserFlow = "with user flow"
    }

    /// Runs the check, and adds to the request what the check finds. Returns the response if the request ends here.
    typealias Run = @Sendable (inout InteractiveRequest) throws(EntraError) -> AuthorizeOutcome.Response?

    package let name: String
    /// The codes that the check can report. A failure of the store (AADSTS90033) is possible at each check.
    package let codes: [AADSTS]
    let run: Run
    private let endpoints: InteractiveEndpoints
    /// The cell at the endpoints that serve user flows and other sign-ins. A policy always has a user flow.
    private let pages: Cell

    /// Creates a check that can end the request with a response.
    private init(
        _ name: String, _ codes: [AADSTS], _ endpoints: InteractiveEndpoints, _ pages: Cell = .yes,
        run: @escaping Run
    ) {
        self.name = name
        self.codes = codes
        self.endpoints = endpoints
        self.pages = pages
        self.run = run
    }

    /// Creates a check that passes or fails.
    private init(
        _ name: String, _ codes: [AADSTS], _ endpoints: InteractiveEndpoints,
        check: @escaping @Sendable (inout InteractiveRequest) throws(EntraError) -> Void
    ) {
        self.init(name, codes, endpoints) { (request) throws(EntraError) in
            try check(&request)
            return nil
        }
    }

    /// Returns the cell of the table for an endpoint.
    package func cell(at endpoint: InteractiveEndpoint) -> Cell {
        guard endpoints.contains(InteractiveEndpoints(endpoint)) else { return .no }
        return endpoint == .authorizeB2C ? .yes : pages
    }

    /// Whether the check applies to a request.
    func applies(to request: InteractiveRequest) -> Bool {
        switch cell(at: request.endpoint) {
        case .yes: true
        case .no: false
        case .withoutUserFlow: request.found.signIn?.request.userFlow == nil
        case .withUserFlow: request.found.signIn?.request.userFlow != nil
        }
    }

    /// All checks, in the order of the service.
    package static let all = client + afterClient

    /// The checks of the client and its redirect URI. A page shows each failure, because the recipient is not known yet.
    package static let client: [InteractiveCheck] = [
        InteractiveCheck(
            "Repeated parameter", [.duplicateParameter], [.authorize, .adminConsent],
            check: ClientChecks.repeatedParameters),
        InteractiveCheck(
            "Tenant", [.malformedTenant, .tenantNotFound, AADB2C.policyNotFound], .all, check: ClientChecks.tenant),
        InteractiveCheck(
            "User code", [.userCodeEmpty, .invalidVerificationCode, .verificationCodeExpired, .userCodeBlocked],
            .deviceLogin, run: DeviceLogin.userCode),
        InteractiveCheck(
            "Client",
            [
                .missingParameter, .malformedClientID, .applicationNotFound, .clientDisabled,
                .applicationIsSingleTenant,
                .applicationIsWorkOnly, .applicationIsPersonalOnly,
            ], .all, check: ClientChecks.client),
        InteractiveCheck(
            "Tenant of the consent", [.adminConsentOverCommon], .adminConsent, check: AdminConsentFlow.organization),
        InteractiveCheck(
            "Redirect URI",
            [
                .noRedirectURIRegistered, .noRedirectURIProvided, .redirectURINotAbsolute, .redirectURIMismatch,
                .nestedRedirectURIMismatch, .brokerSchemeReserved,
            ], [.authorize, .adminConsent], check: ClientChecks.redirectURI),
        InteractiveCheck(
            "Broker of a nested application",
            [.missingParameter, .applicationNotFound, .redirectURIMismatch, .nestedRedirectURIMismatch], .authorize,
            check: NestedApplication.checkBroker),
    ]

    /// The checks after the client and its redirect URI are known.
    static let afterClient = parameters + scopes + user + permissions

    private static let parameters: [InteractiveCheck] = [
        InteractiveCheck(
            "Response type", [.missingParameter, .unsupportedResponseType], .authorize,
            check: ParameterChecks.responseType),
        InteractiveCheck(
            "Response mode", [.unsupportedResponseMode], .authorize, check: ParameterChecks.responseMode),
        InteractiveCheck(
            "Access token from this endpoint", [.tokenNotEnabled], .authorize,
            check: ParameterChecks.accessTokenIssuance),
        InteractiveCheck(
            "ID token from this endpoint", [.idTokenNotEnabled], .authorize, check: ParameterChecks.idTokenIssuance),
        InteractiveCheck("Request object", [.invalidParameter], .authorize, check: ParameterChecks.requestObject),
        InteractiveCheck(
            "Prompt", [.unsupportedPrompt, .unsupportedParameterValue], .authorize, check: ParameterChecks.prompt),
        InteractiveCheck(
            "Hints for the account",
            [.exclusiveParameters, .sessionWithDomainHint, .opaqueHintWithDomainHint, .malformedSessionID],
            .workforceAuthorize, check: ParameterChecks.hints),
        InteractiveCheck(
            "PKCE", [.codeChallengeMissing, .invalidCodeChallenge, .codeChallengeMethodInvalid], .authorize,
            check: ParameterChecks.codeChallenge),
        InteractiveCheck("Claims", [.malformedJSONParameter], .authorize, check: ParameterChecks.claims),
        InteractiveCheck("Nonce", [.missingField], .authorize, check: ParameterChecks.nonce),
        InteractiveCheck(
            "Version of the endpoint", [.tokensFromPersonalTenantUnsupported, AADB2C.policyNotFound],
            [.authorizeV1, .authorizeB2C], check: ParameterChecks.version),
        InteractiveCheck(
            "Resource of a token", [.resourceMissing], .authorizeV1, check: ParameterChecks.resourceOfToken),
    ]

    private static let scopes: [InteractiveCheck] = [
        InteractiveCheck(
            "Resource parameter", [AADB2C.invalidInput], .authorizeB2C,
            check: ScopeChecks.resourceParameter),
        InteractiveCheck(
            "Scope", [.missingParameter, .invalidScope], [.scopedAuthorize, .adminConsentV2],
            check: ScopeChecks.scope),
        InteractiveCheck(
            "Scope of an ID token", [.unsupportedResponseType, AADB2C.openIDRequired], .scopedAuthorize,
            check: ScopeChecks.openID),
        InteractiveCheck(
            "Resource indicator", [.resourceMismatch], [.authorizeV2, .adminConsentV2],
            check: ScopeChecks.resourceIndicator),
        InteractiveCheck(
            "Parameters of a policy",
            [AADB2C.unsupportedScope, AADB2C.invalidMaxAge, AADB2C.codeWithoutResource], .authorizeB2C,
            check: ScopeChecks.policyScope),
        InteractiveCheck(
            "Permissions in the addressed tenant", permissionCodes, [.authorize, .adminConsent],
            check: ScopeChecks.permissionsInTenant),
        InteractiveCheck(
            "Access token of a policy", [AADB2C.severalResources, AADB2C.scopeWithoutResource], .authorizeB2C,
            check: ScopeChecks.policyAccess),
    ]

    private static let user: [InteractiveCheck] = [
        InteractiveCheck(
            "Device challenge", [.deviceAuthenticationFailed, .deviceNotFound], .authorize,
            run: UserChecks.deviceChallenge),
        InteractiveCheck(
            "State of the page", [.stateCookieMissing, .flowTokenExpired], .all, check: UserChecks.pageState),
        InteractiveCheck(
            "Sign-in",
            [
                .noSession, .sessionNotFound, .sessionUnusable, .sessionRevoked, .sessionBeforePasswordChange,
                .severalSessions, .sessionOfOtherDomain, .accountNotInTenant, .foreignAccount, .userDisabled,
                .consentDeclined,
            ], [.workforceAuthorize, .deviceLogin, .adminConsent], .withoutUserFlow, run: UserChecks.signIn),
        InteractiveCheck(
            "Sign-in with a user flow",
            [
                .noSession, .sessionNotFound, .sessionUnusable, .sessionRevoked, .sessionBeforePasswordChange,
                .severalSessions, .sessionOfOtherDomain, .accountNotInTenant, .foreignAccount, .userDisabled,
                .telephoneLimit, .consentDeclined, AADB2C.processingFailed, AADB2C.cancelled,
                AADB2C.passwordForgotten,
            ], .all, .withUserFlow, run: UserChecks.userFlow),
        InteractiveCheck(
            "Decision of the device's user", [], .deviceLogin, run: DeviceLogin.rejection),
        InteractiveCheck("Sign-in loop", [.requestLoop], .authorize, check: UserChecks.loop),
        InteractiveCheck(
            "Version for the account", [.personalAccountUnsupportedByAPIVersion], [.authorizeV1, .deviceLogin],
            check: UserChecks.version),
        InteractiveCheck(
            "Application for personal accounts at common", [.applicationIsPersonalOnlyOverCommon], .workforceAuthorize,
            check: UserChecks.personalOverCommon),
        InteractiveCheck("Cloud", [.tenantInOtherCloud], .authorize, check: UserChecks.cloud),
        InteractiveCheck(
            "Tenant restrictions", [.tenantAccessDenied, .tenantRestrictedByPolicy], [.authorize, .deviceLogin],
            check: UserChecks.restrictions),
        InteractiveCheck(
            "Assignment to the client", [.clientDisabled, .assignmentRequired], [.authorize, .deviceLogin],
            check: UserChecks.assignment),
    ]

    private static let permissions: [InteractiveCheck] = [
        InteractiveCheck(
            "Permissions in the user's tenant", permissionCodes + [.tokenVersionOverCommon],
            [.workforceAuthorize, .deviceLogin],
            check: ScopeChecks.permissionsOfUser),
        InteractiveCheck(
            "Admission to the APIs", [.personalAccountUnsupportedByAPIVersion, .assignmentRequired],
            [.authorize, .deviceLogin], check: PermissionChecks.admission),
        InteractiveCheck(
            "Conditional Access",
            [
                .passwordExpired, .passwordChangeRequired, .blockedByRisk, .blockedByConditionalAccess, .mfaExpired,
                .sessionFrequency, .mfaRequired, .mfaEnrolmentRequiredByPolicy, .proofUpBlocked, .telephoneLimit,
                .passwordChangeRequiredByPolicy, .deviceAuthenticationRequired, .deviceNotManaged,
                .deviceFlowBlocked, .deviceNotCompliant, .deviceNotJoined,
                .applicationNotApproved, .appProtectionRequired, .externalChallengeRequired,
            ], .all, run: PermissionChecks.policies),
        InteractiveCheck(
            "Stay signed in", [], [.workforceAuthorize, .adminConsent], run: PermissionChecks.staySignedIn),
        InteractiveCheck("Confirmation of the application", [], .deviceLogin, run: DeviceLogin.confirmation),
        InteractiveCheck(
            "Administrator", [.consentDeclined], .adminConsent, run: AdminConsentFlow.administrator),
        InteractiveCheck(
            "Permissions in the administrator's tenant", permissionCodes, .adminConsent,
            check: ScopeChecks.permissionsOfAdministrator),
        InteractiveCheck(
            "Administrator of these permissions", [.consentDeclined], .adminConsent,
            run: AdminConsentFlow.administratorOfPermissions),
        InteractiveCheck(
            "Consent",
            [
                .consentRequired, .preauthorizationRequired, .consentDeclined, .callerCannotConsent,
                .adminConsentRequired,
                .consentRequestRequired, .resourceNotListed, .misconfiguredApplication,
            ], [.workforceAuthorize, .deviceLogin, .adminConsent], run: PermissionChecks.consent),
        InteractiveCheck("Granted permissions", [.consentRequired], .authorizeB2C, check: PermissionChecks.granted),
        InteractiveCheck(
            "Response", [.queryTooLong, .consentDeclined], .all, run: InteractiveRequest.response),
    ]

    /// The codes of `RequestedAccess`.
    private static let permissionCodes: [AADSTS] = [
        .invalidScope, .resourceNotFound, .resourceDisabled, .resourceWithoutServicePrincipal, .tokenForItself,
        .unknownScope, .resourceNotListed, .severalResourcesForToken,
    ]
}
