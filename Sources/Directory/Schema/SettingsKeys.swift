import Wire

extension SettingsOverrides {
    /// Lifetimes are bounded where the service bounds them from above. Below, a test may go down to a second.
    private static let day = 86_400

    static let keys = ObjectSpec<SettingsOverrides>(
        "settings",
        "How the server behaves towards clients. Every key is valid at the top of the file, most keys also under a tenant "
            + "or an application. The nearest value applies.",
        unknownKeys: .refused,
        keys: [
            .key(
                "signIn", \.signIn, .word,
                "interactive: pages. automatic: the login_hint's user, else the only user, is signed in without a page. Default interactive."
            ),
            .key(
                "passwords", \.passwords, .word,
                "required: a user without password cannot sign in by password (AADSTS50056). any: such a user signs in with any "
                    + "password. Default required."
            ).reaching(.tenant),
            .key(
                "consent", \.consent, .word,
                "prompt: the consent page. automatic: everything that the user may consent to is granted without a page. Default prompt."
            ),
            .key(
                "userConsent", \.userConsent, .word,
                "What users may consent to. verifiedPublishers: signing in and their own profile, for "
                    + "applications of their tenant and of verified publishers. disabled: nothing. Default allowed."),
            .key(
                "adminConsentRequests", \.adminConsentRequests, .bool,
                "true: a user who needs an administrator's consent can ask for it on the page (AADSTS90095). Default false."
            ),
            .key(
                "staySignedInPage", \.staySignedInPage, .bool,
                "Whether \"Stay signed in?\" is asked after a sign-in. Default true."),
            .key(
                "accessTokenLifetime", \.accessTokenLifetime, .lifetime(1...28 * 3600),
                "Seconds: one number, or a range from which each token's lifetime is drawn. Default 3600..5399, in b2c "
                    + "tenants 3600."
            ),
            .key(
                "continuousAccessTokenLifetime", \.continuousAccessTokenLifetime, .lifetime(1...28 * 3600),
                "Seconds that an access token is valid which continuous access evaluation can revoke. Default 86400..100800."
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
                "Seconds that a refresh token is valid. Default 90 days, in b2c tenants 14."),
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
                "The number of answers after which a sent code is invalid. Default 5."),
            .key(
                "oneTimeCodeInterval", \.oneTimeCodeInterval, .integer(0...3600),
                "Seconds that native authentication asks clients to wait before they ask for another code. Default 300."
            ),
            .key(
                "throttle", \.throttle, Throttle.keys.value { _ in Throttle() },
                "The token requests of each client that succeed in a period; further ones get 429. Default: no limit."),
            .key(
                "outage", \.outage, Outage.keys.value { _ in Outage() },
                "Requests for tokens and device codes fail as if the service were unavailable. Default: no outage."),
            .key(
                "requestLoopLimit", \.requestLoopLimit, .integer(0...1_000_000),
                "The number of equal silent sign-ins of a browser's session in five minutes after which the next one fails "
                    + "(AADSTS50196). 0: never, for suites whose browsers share a session. Default 15."),
            .key(
                "consentDeclinedError", \.consentDeclinedError, .word,
                "The error that an application gets when the user declines consent (AADSTS65004). Default access_denied."
            ),
            .key(
                "refreshWithSeveralResources", \.refreshWithSeveralResources, .word,
                "A refresh that names scopes of several resources: the first resource's token, or AADSTS28000. Default first."
            ),
            .key(
                "clientAssertionReplay", \.clientAssertionReplay, .word,
                "A client assertion used again (AADSTS70002). refuse: fails in the same request. singleUse: fails in any. allow: succeeds. Default refuse."
            ),
            .key(
                "errorLineSeparator", \.errorLineSeparator, .word,
                "What separates the trace block of an error description: spaces, or line ends as before 2023. Default space."
            ),
            .key(
                "userFlowIssuer", \.userFlowIssuer, .word,
                "The issuer in tokens of a b2c policy. tenant: the same for all policies. policy: with /tfp/ and its name. Default tenant."
            ),
            .key(
                "policyClaim", \.policyClaim, .word,
                "The claim that names the policy in tokens of a b2c tenant. Default tfp."),
            .key(
                "graphTokenSignature", \.graphTokenSignature, .word,
                "Access tokens for Microsoft Graph. opaque: only Graph can verify them. verifiable: anyone can. Default opaque."
            ),
            .key(
                "nativeAuthTestContract", \.nativeAuthTestContract, .bool,
                "true: the control contract of Microsoft's own native authentication test suites (POST /config/response). Default false."
            ).reaching(.server),
            .key(
                "nativeAuthRiskVerify", \.nativeAuthRiskVerify, .bool,
                "true: native authentication, version 2, wants riskverify before it sends a text message. Default false."
            ),
            .key(
                "nativeAuthCrossOrigin", \.nativeAuthCrossOrigin, .bool,
                "true: pages of other sites may call native authentication, which the service never lets them. "
                    + "Default false."
            ).reaching(.tenant),
            .key(
                "passwordResetDuration", \.passwordResetDuration, .integer(0...300),
                "Seconds for which native authentication's poll finds a password reset still in progress. Default 0."),
            .key(
                "graphPermissions", \.graphPermissions, .word,
                "What Microsoft Graph's directory asks of an access token. enforced: the permission that the operation "
                    + "needs. anyToken: only that it is one for Graph. Default enforced."),
            .key(
                "deviceChallenge", \.deviceChallenge, .word,
                "pkeyAuth: clients that support it are asked for the certificate of their device. Default none."),
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
                "The folder for the key files of Azure Arc, where the client reads them. Default /var/opt/azcmagent/tokens."
            ).reaching(.server),
            .key(
                "azureRegion", \.azureRegion, .nonEmptyText,
                "The region that the instance metadata service returns. Default westeurope."
            ).reaching(.server),
        ])

    /// Those of a tenant. A browser has one session for all tenants, and the server stands for one machine.
    static let ofTenant = ObjectSpec<SettingsOverrides>(
        "tenantSettings", "Behavior of one tenant. It has precedence over that of the server.", unknownKeys: .refused,
        keys: keys.keys.filter { $0.reach != .server }, misplaced: serverWide)

    /// Those of an application. A browser that asks whether a page may call names none, nor does a managed identity's host.
    static let ofApplication = ObjectSpec<SettingsOverrides>(
        "applicationSettings", "Behavior of one application. It has precedence over that of its tenant.",
        unknownKeys: .refused,
        keys: keys.keys.filter { $0.reach == .application },
        misplaced: serverWide + tenantWide)

    private static let serverWide = keys.keys.filter { $0.reach == .server }.map {
        (
            name: $0.name,
            hint: "\($0.name) holds for the whole server, and may stand under settings: at the top level only"
        )
    }

    private static let tenantWide = keys.keys.filter { $0.reach == .tenant }.map {
        (
            name: $0.name,
            hint:
                "\($0.name) holds for a whole tenant, and may stand under a tenant's settings: or at the top level only"
        )
    }

    /// Keys that someone wrote beside `settings:`.
    static let misplaced =
        ofApplication.keys.map { (name: $0.name, hint: "\($0.name) belongs under settings:") } + tenantWide
}

extension ValueSpec where Value == String {
    /// A few letters or digits: it stands in a header between commas.
    static let speInfo = ValueSpec(text: .pattern("^[A-Za-z0-9]{1,16}$", called: "1 to 16 letters or digits")) {
        (1...16).contains($0.utf8.count) && $0.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) } ? $0 : nil
    }
}

extension Throttle {
    static let keys = ObjectSpec<Throttle>(
        "throttle", "How many token requests each client may make.", unknownKeys: .refused,
        keys: [
            .key("requests", \.requests, .integer(1...1_000_000), "Requests in a period.").required,
            .key("per", \.per, .integer(1...86_400), "The period in seconds. Default 60."),
        ])
}

extension Outage {
    static let keys = ObjectSpec<Outage>(
        "outage", "How requests fail while the service is unavailable (AADSTS90033).", unknownKeys: .refused,
        keys: [
            .key("status", \.status, .integer(500...599), "The HTTP status. Default 503."),
            .key(
                "retryAfter", \.retryAfter, .integer(0...86_400),
                "Seconds, for the header Retry-After. Default: no header."),
        ])
}

extension ValueSpec where Value == ClosedRange<Int> {
    /// `3600`, or a range `3600..5400` with both ends in it.
    static func lifetime(_ bounds: ClosedRange<Int>) -> ValueSpec {
        let range = Shape.pattern("^[0-9]+\\.\\.[0-9]+$", called: "a range such as 3600..5400")
        return ValueSpec(.either([.integer(bounds), range])) { given, place, findings in
            if case .scalar(let scalar) = given.kind, scalar.value == .string {
                guard let range = parse(scalar.text) else {
                    let hint = "a number of seconds, or a range such as 3600..5400"
                    findings.error(place, "\"\(scalar.text)\" is no lifetime", hint: hint)
                    return nil
                }
                guard bounds.contains(range.lowerBound), bounds.contains(range.upperBound) else {
                    findings.error(place, "must be from \(bounds.lowerBound) to \(bounds.upperBound) seconds")
                    return nil
                }
                return range
            }
            return ValueSpec<Int>.integer(bounds).read(given, place, &findings).map { $0...$0 }
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
