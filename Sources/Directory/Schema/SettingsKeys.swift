import Formats

extension SettingsOverrides {
    /// The seconds of a day. The service's upper bounds limit lifetimes; the lower bound is a second, for tests.
    private static let day = 86_400

    static let keys = ObjectSpec<SettingsOverrides>(
        "settings",
        "How the server behaves toward clients. Every key is valid at the top of the file; most keys are also valid under "
            + "a tenant or an application. The nearest value applies.",
        unknownKeys: .rejected,
        keys: [
            .key(
                "signIn", \.signIn, .word,
                "interactive: pages. automatic: the login_hint's user, or the only user, is signed in without a page. Default interactive."
            ),
            .key(
                "passwords", \.passwords, .word,
                "required: a user without a password cannot sign in by password (AADSTS50056). any: such a user signs in with "
                    + "any password. Default required."
            ).reaching(.tenant),
            .key(
                "consent", \.consent, .word,
                "prompt: the consent page. automatic: everything that the user may consent to is granted without a page. Default prompt."
            ),
            .key(
                "userConsent", \.userConsent, .word,
                "What users may consent to. allowed: all permissions that need no administrator. verifiedPublishers: only sign-in and their own profile, and only "
                    + "for applications of their tenant and of verified publishers. disabled: nothing. Default allowed."
            ),
            .key(
                "adminConsentRequests", \.adminConsentRequests, .bool,
                "true: a user who needs an administrator's consent can request the consent on the page (AADSTS90095). Default false."
            ),
            .key(
                "staySignedInPage", \.staySignedInPage, .bool,
                "Whether the page \"Stay signed in?\" appears after a sign-in. Default true."),
            .key(
                "accessTokenLifetime", \.accessTokenLifetime, .lifetime(1...28 * 3600),
                "Seconds that an access token is valid: a number, or a range from which each token's lifetime is chosen at random. "
                    + "Default 3600..5399; 3600 in b2c tenants."
            ),
            .key(
                "continuousAccessTokenLifetime", \.continuousAccessTokenLifetime, .lifetime(1...28 * 3600),
                "Seconds that an access token with continuous access evaluation is valid. Default 86400..100800."
            ),
            .key(
                "idTokenLifetime", \.idTokenLifetime, .integer(1...day),
                "Seconds that an ID token is valid. Default 3600."),
            .key(
                "authorizationCodeLifetime", \.authorizationCodeLifetime, .integer(1...3600),
                "Seconds that an authorization code is valid. Default 600."),
            .key(
                "deviceCodeLifetime", \.deviceCodeLifetime, .integer(1...3600),
                "Seconds that a device code is valid. Default 900."),
            .key(
                "deviceCodeInterval", \.deviceCodeInterval, .integer(1...60),
                "Seconds that a device must wait between two polls; an earlier poll gets slow_down. Default 5."),
            .key(
                "refreshTokenLifetime", \.refreshTokenLifetime, .integer(1...365 * day),
                "Seconds that a refresh token is valid. Default 90 days; 14 days in b2c tenants."),
            .key(
                "singlePageRefreshTokenLifetime", \.singlePageRefreshTokenLifetime, .integer(1...365 * day),
                "Seconds that a refresh token of a single-page application is valid; a refresh does not extend them. Default 24 hours."
            ),
            .key(
                "userFlowRefreshTokenWindow", \.userFlowRefreshTokenWindow, .integer(1...365 * day),
                "Seconds after the sign-in for which refresh tokens of a b2c policy can be renewed. Default 90 days."),
            .key(
                "sessionLifetime", \.sessionLifetime, .integer(1...365 * day),
                "Seconds that a browser's session lasts. Default 24 hours."
            )
            .reaching(.server),
            .key(
                "persistentSessionLifetime", \.persistentSessionLifetime, .integer(1...365 * day),
                "Seconds that a browser's session lasts after the user chose to stay signed in. Default 90 days."
            ).reaching(.server),
            .key(
                "lockoutThreshold", \.lockoutThreshold, .integer(1...1_000),
                "Wrong passwords or one-time codes after which an account is locked (AADSTS50053). Default 10."),
            .key(
                "lockoutDuration", \.lockoutDuration, .integer(1...7 * day),
                "Seconds after the last wrong attempt for which attempts count and the account stays locked. Default 60."
            ),
            .key(
                "oneTimeCodeLength", \.oneTimeCodeLength, .integer(4...10),
                "Digits of the codes sent by mail or text message. Default 6; 8 in external tenants."),
            .key(
                "oneTimeCodeLifetime", \.oneTimeCodeLifetime, .integer(1...day),
                "Seconds that a sent code is valid. Default 1200."),
            .key(
                "oneTimeCodeAttempts", \.oneTimeCodeAttempts, .integer(1...1_000),
                "The number of attempts after which a sent code is invalid. Default 5."),
            .key(
                "oneTimeCodeInterval", \.oneTimeCodeInterval, .integer(0...3600),
                "Seconds that native authentication makes clients wait before they request another code. Default 300."
            ),
            .key(
                "throttle", \.throttle, Throttle.keys.value { _ in Throttle() },
                "The number of token requests of each client that succeed in a period; further requests get 429. Default: no limit."
            ),
            .key(
                "outage", \.outage, Outage.keys.value { _ in Outage() },
                "Requests for tokens and device codes fail as if the service were unavailable. Default: no outage."),
            .key(
                "requestLoopLimit", \.requestLoopLimit, .integer(0...1_000_000),
                "The number of identical silent sign-ins of a browser session within five minutes after which the next one fails "
                    + "(AADSTS50196). 0: no limit, for test suites that share a browser session. Default 15."),
            .key(
                "consentDeclinedError", \.consentDeclinedError, .word,
                "The error that an application gets when the user declines consent (AADSTS65004). Default access_denied."
            ),
            .key(
                "refreshWithSeveralResources", \.refreshWithSeveralResources, .word,
                "What a refresh with scopes of several resources gets. first: a token for the first resource. error: AADSTS28000. Default first."
            ),
            .key(
                "clientAssertionReplay", \.clientAssertionReplay, .word,
                "Which requests with a used client assertion fail (AADSTS70002). refuse: identical requests. singleUse: all. allow: none. Default refuse."
            ),
            .key(
                "errorLineSeparator", \.errorLineSeparator, .word,
                "The separator of the trace lines in an error description. space: spaces. crlf: line breaks, as before 2023. Default space."
            ),
            .key(
                "userFlowIssuer", \.userFlowIssuer, .word,
                "The issuer in tokens of a b2c policy. tenant: one issuer for all policies. policy: an issuer with /tfp/ and the policy's name. Default tenant."
            ),
            .key(
                "policyClaim", \.policyClaim, .word,
                "The claim that names the policy in tokens of a b2c tenant. Default tfp."),
            .key(
                "graphTokenSignature", \.graphTokenSignature, .word,
                "The signature of access tokens for Microsoft Graph. opaque: only Graph can verify it. verifiable: everyone can verify it. Default opaque."
            ),
            .key(
                "nativeAuthTestContract", \.nativeAuthTestContract, .bool,
                "true: the server offers the control API of Microsoft's native authentication test suites (POST /config/response). Default false."
            ).reaching(.server),
            .key(
                "nativeAuthRiskVerify", \.nativeAuthRiskVerify, .bool,
                "true: native authentication version 2 requires riskverify before it sends a text message. Default false."
            ),
            .key(
                "nativeAuthCrossOrigin", \.nativeAuthCrossOrigin, .bool,
                "true: pages of other sites may call native authentication, which Microsoft Entra never allows. "
                    + "Default false."
            ).reaching(.tenant),
            .key(
                "passwordResetDuration", \.passwordResetDuration, .integer(0...300),
                "Seconds during which a native authentication poll reports a password reset as still in progress. Default 0."
            ),
            .key(
                "graphPermissions", \.graphPermissions, .word,
                "What the directory of Microsoft Graph requires. enforced: an access token with the permission for the operation. "
                    + "anyToken: any access token for Graph. Default enforced."),
            .key(
                "deviceChallenge", \.deviceChallenge, .word,
                "pkeyAuth: clients that support PKeyAuth must prove their device certificate. Default none."),
            .key(
                "extendedAccessTokenLifetime", \.extendedAccessTokenLifetime, .integer(1...30 * day),
                "The value of ext_expires_in, in seconds. The access token's lifetime when left out."),
            .key(
                "speInfo", \.speInfo, .speInfo,
                "The value of spe_info in token responses, and the last field of x-ms-clitelem, such as I. Default none."
            ),
            .key(
                "managedIdentityHeader", \.managedIdentityHeader, .nonEmptyText,
                "The value of IDENTITY_HEADER or MSI_SECRET on the hosts of managed identities. "
                    + "Default understudy-identity-header."
            ).reaching(.tenant),
            .key(
                "arcKeyFolder", \.arcKeyFolder, .nonEmptyText,
                "The folder to which the server writes the key files of Azure Arc for clients. Default /var/opt/azcmagent/tokens."
            ).reaching(.server),
            .key(
                "azureRegion", \.azureRegion, .nonEmptyText,
                "The region that the instance metadata service returns. Default westeurope."
            ).reaching(.server),
        ])

    /// The keys of a tenant. Keys of the browser session or of the machine are missing, because both belong to the whole server.
    static let tenantKeys = ObjectSpec<SettingsOverrides>(
        "tenantSettings", "The behavior of one tenant. These settings take precedence over the settings of the server.",
        unknownKeys: .rejected,
        keys: keys.keys.filter { $0.reach != .server }, misplaced: serverWide)

    /// The keys of an application. Keys for cross-origin checks and for the hosts of managed identities are missing, because
    /// their requests name no application.
    static let applicationKeys = ObjectSpec<SettingsOverrides>(
        "applicationSettings",
        "The behavior of one application. These settings take precedence over the settings of its tenant.",
        unknownKeys: .rejected,
        keys: keys.keys.filter { $0.reach == .application },
        misplaced: serverWide + tenantWide)

    private static let serverWide = keys.keys.filter { $0.reach == .server }.map {
        (
            name: $0.name,
            hint: "\($0.name) applies to the whole server and is only valid under settings: at the top level"
        )
    }

    private static let tenantWide = keys.keys.filter { $0.reach == .tenant }.map {
        (
            name: $0.name,
            hint:
                "\($0.name) applies to a whole tenant and is only valid under settings: of a tenant or at the top level"
        )
    }

    /// The keys that are misplaced next to `settings:`.
    static let misplaced =
        applicationKeys.keys.map { (name: $0.name, hint: "\($0.name) belongs under settings:") } + tenantWide
}

extension ValueSpec where Value == String {
    /// A few letters or digits, because the value is in a header that commas separate.
    static let speInfo = ValueSpec(text: .pattern("^[A-Za-z0-9]{1,16}$", called: "1 to 16 letters or digits")) {
        (1...16).contains($0.utf8.count) && $0.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) } ? $0 : nil
    }
}

extension Throttle {
    static let keys = ObjectSpec<Throttle>(
        "throttle", "The number of token requests that each client may make in a period.", unknownKeys: .rejected,
        keys: [
            .key("requests", \.requests, .integer(1...1_000_000), "The number of requests in a period.").required,
            .key("per", \.per, .integer(1...86_400), "The period in seconds. Default 60."),
        ])
}

extension Outage {
    static let keys = ObjectSpec<Outage>(
        "outage", "How requests fail while the service is unavailable (AADSTS90033).", unknownKeys: .rejected,
        keys: [
            .key("status", \.status, .integer(500...599), "The HTTP status. Default 503."),
            .key(
                "retryAfter", \.retryAfter, .integer(0...86_400),
                "The value of the header Retry-After, in seconds. Default: no header."),
        ])
}

extension ValueSpec where Value == ClosedRange<Int> {
    /// A lifetime: `3600`, or a range such as `3600..5400`, which includes both ends.
    static func lifetime(_ bounds: ClosedRange<Int>) -> ValueSpec {
        let range = Shape.pattern("^[0-9]+\\.\\.[0-9]+$", called: "a range such as 3600..5400")
        return ValueSpec(.either([.integer(bounds), range])) { input, location, findings in
            if case .scalar(let scalar) = input.kind, scalar.value == .string {
                guard let range = parse(scalar.text) else {
                    let hint = "use a number of seconds or a range such as 3600..5400"
                    findings.error(location, "\"\(scalar.text)\" is not a lifetime", hint: hint)
                    return nil
                }
                guard bounds.contains(range.lowerBound), bounds.contains(range.upperBound) else {
                    findings.error(
                        location,
                        "must be from \(bounds.lowerBound) to \(bounds.upperBound) seconds, not \(scalar.text)")
                    return nil
                }
                return range
            }
            return ValueSpec<Int>.integer(bounds).read(input, location, &findings).map { $0...$0 }
        }
    }

    private static func parse(_ text: String) -> ClosedRange<Int>? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let lower = ASCII.decimal(parts[0]),
            let upper = ASCII.decimal(parts[2]), lower <= upper
        else { return nil }
        return lower...upper
    }
}
