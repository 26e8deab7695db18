package import Entra
import Formats

/// The current settings of one application in one tenant, passed on as one reference.
package typealias Settings = Shared<SettingsProperties>

/// The values of the settings. Each value is the default unless a layer sets it. `Setting.all` has a row for each property.
package struct SettingsProperties: Sendable, Equatable {
    /// The default range of an access token's lifetime, in seconds. Each token gets a random number in the range.
    package static let usualAccessTokenLifetime = 3600...5399

    package var signIn = SignInMode.interactive
    package var passwords = PasswordMode.required
    package var consent = ConsentMode.prompt
    package var userConsent = UserConsentPolicy.allowed
    package var adminConsentRequests = false
    package var staySignedInPage = true
    package var testUserPanel = TestUserPanel.names
    package var personalAccountPages = PersonalAccountPages.classic
    package var accessTokenLifetime = usualAccessTokenLifetime
    package var continuousAccessTokenLifetime = 20 * 3600...28 * 3600
    package var idTokenLifetime = 3600
    package var authorizationCodeLifetime = 600
    package var deviceCodeLifetime = 900
    package var deviceCodeInterval = 5
    package var refreshTokenLifetime = 90 * 86_400
    package var singlePageRefreshTokenLifetime = 86_400
    package var userFlowRefreshTokenWindow = 90 * 86_400
    package var sessionLifetime = 86_400
    package var persistentSessionLifetime = 90 * 86_400
    package var lockoutThreshold = 10
    package var lockoutDuration = 60
    package var oneTimeCodeLength = 6
    package var oneTimeCodeLifetime = 1_200
    package var oneTimeCodeAttempts = 5
    package var oneTimeCodeInterval = 300
    package var oneTimeCodeLimit = 10
    package var pushApproval = PushApprovalMode.manual
    package var throttle: Throttle?
    package var outage: Outage?
    package var requestLoopLimit = 15
    package var signOutPicker = SignOutPicker.always
    package var consentDeclinedError = ConsentDeclinedError.accessDenied
    package var refreshWithSeveralResources = SeveralResources.first
    package var clientAssertionReplay = ClientAssertionReplay.reject
    package var errorLineSeparator = ErrorReport.LineSeparator.space
    package var userFlowIssuer = UserFlowIssuer.tenant
    package var policyClaim = PolicyClaim.tfp
    package var graphTokenSignature = GraphTokenSignature.opaque
    package var nativeAuthTestContract = false
    package var nativeAuthRiskVerify = false
    package var nativeAuthCrossOrigin = false
    package var passwordResetDuration = 0
    package var graphPermissions = GraphPermissionMode.enforced
    package var logoutUrlScheme = LogoutURLScheme.https
    package var uriAdditionWithoutUniqueTenantIdentifier = IdentifierURIAddition.blocked
    package var deviceChallenge = DeviceChallengeMode.none
    /// The duration, in seconds, or nil for the lifetime of the access token.
    package var extendedAccessTokenLifetime: Int?
    package var speInfo: String?
    package var managedIdentityHeader = "understudy-identity-header"
    package var arcKeyFolder = "/var/opt/azcmagent/tokens"
    package var azureRegion = "westeurope"

    /// Creates the defaults.
    package init() {}

    /// Creates the defaults overridden by each layer, in the order server, tenant, application.
    package init(_ layers: SettingsOverrides...) {
        for layer in layers { merge(layer) }
    }

    /// Overrides the values with the settings of a layer.
    package mutating func merge(_ layer: SettingsOverrides) {
        for value in layer.values { value.assign(&self) }
    }
}

extension Setting {
    /// The seconds of a day. The service's upper bounds limit lifetimes; the lower bound is a second, for tests.
    private static let day = 86_400

    /// All settings. A row has the name, the property, the values and the meaning; the default is that of the property.
    static let all: [Setting] = [
        Setting(
            "signIn", \.signIn, .word,
            "interactive: pages. automatic: the login_hint's user, or the only user, is signed in without a page."),
        Setting(
            "passwords", \.passwords, .word,
            "required: a user without a password cannot sign in by password (AADSTS50056). any: such a user signs in with "
                + "any password.", reach: .tenant),
        Setting(
            "consent", \.consent, .word,
            "prompt: the consent page. automatic: everything that the user may consent to is granted without a page."),
        Setting(
            "userConsent", \.userConsent, .word,
            "What users may consent to. allowed: all permissions that need no administrator. verifiedPublishers: only "
                + "sign-in and their own profile, and only for applications of their tenant and of verified publishers. disabled: "
                + "nothing."),
        Setting(
            "adminConsentRequests", \.adminConsentRequests, .bool,
            "true: a user who needs an administrator's consent can request the consent on the page (AADSTS90095)."),
        Setting(
            "staySignedInPage", \.staySignedInPage, .bool,
            "Whether the page \"Stay signed in?\" appears after a sign-in."),
        Setting(
            "testUserPanel", \.testUserPanel, .word,
            "The test users on sign-in pages, for people only. names: user names, with the password of the seed directory. "
                + "passwords: also all other passwords. hidden: no users."),
        Setting(
            "personalAccountPages", \.personalAccountPages, .word,
            "The elements of the sign-in pages for personal accounts. classic: those of the pages for work accounts, as until "
                + "2023. transitional: those of login.live.com in 2023 and 2024. redesigned: those of login.live.com since 2024."
        ),
        Setting(
            "accessTokenLifetime", \.accessTokenLifetime, .lifetime(1...28 * 3600),
            "Seconds that an access token is valid: a number, or a range from which each token's lifetime is chosen at random."
        ),
        Setting(
            "continuousAccessTokenLifetime", \.continuousAccessTokenLifetime, .lifetime(1...28 * 3600),
            "Seconds that an access token with continuous access evaluation is valid."),
        Setting("idTokenLifetime", \.idTokenLifetime, .integer(1...day), "Seconds that an ID token is valid."),
        Setting(
            "authorizationCodeLifetime", \.authorizationCodeLifetime, .integer(1...3600),
            "Seconds that an authorization code is valid."),
        Setting("deviceCodeLifetime", \.deviceCodeLifetime, .integer(1...3600), "Seconds that a device code is valid."),
        Setting(
            "deviceCodeInterval", \.deviceCodeInterval, .integer(1...60),
            "Seconds that a device must wait between two polls; an earlier poll gets slow_down."),
        Setting(
            "refreshTokenLifetime", \.refreshTokenLifetime, .integer(1...365 * day),
            "Seconds that a refresh token is valid."),
        Setting(
            "singlePageRefreshTokenLifetime", \.singlePageRefreshTokenLifetime, .integer(1...365 * day),
            "Seconds that a refresh token of a single-page application is valid; a refresh does not extend them."),
        Setting(
            "userFlowRefreshTokenWindow", \.userFlowRefreshTokenWindow, .integer(1...365 * day),
            "Seconds after the sign-in for which refresh tokens of a b2c policy can be renewed."),
        Setting(
            "sessionLifetime", \.sessionLifetime, .integer(1...365 * day),
            "Seconds that a browser's session lasts.", reach: .server),
        Setting(
            "persistentSessionLifetime", \.persistentSessionLifetime, .integer(1...365 * day),
            "Seconds that a browser's session lasts after the user chose to stay signed in.", reach: .server),
        Setting(
            "lockoutThreshold", \.lockoutThreshold, .integer(1...1_000),
            "Wrong passwords or one-time codes after which an account is locked (AADSTS50053)."),
        Setting(
            "lockoutDuration", \.lockoutDuration, .integer(1...7 * day),
            "Seconds after the last wrong attempt for which attempts count and the account stays locked."),
        Setting(
            "oneTimeCodeLength", \.oneTimeCodeLength, .integer(4...10),
            "Digits of the codes sent by mail or text message."),
        Setting("oneTimeCodeLifetime", \.oneTimeCodeLifetime, .integer(1...day), "Seconds that a sent code is valid."),
        Setting(
            "oneTimeCodeAttempts", \.oneTimeCodeAttempts, .integer(1...1_000),
            "The number of attempts after which a sent code is invalid."),
        Setting(
            "oneTimeCodeInterval", \.oneTimeCodeInterval, .integer(0...3600),
            "Seconds that native authentication makes clients wait before they request another code."),
        Setting(
            "oneTimeCodeLimit", \.oneTimeCodeLimit, .integer(1...1_000),
            "Codes that are sent to one person in ten minutes; an address without an account gets five times as many. Pages "
                + "then get AADSTS50088, native authentication gets AADSTS701014. The service's number is not known."),
        Setting(
            "pushApproval", \.pushApproval, .word,
            "Who answers the push notifications of Microsoft Authenticator. manual: POST /_understudy/outbox/answer, within a "
                + "minute. automatic: the server approves each sign-in."),
        Setting(
            "throttle", \.throttle, Throttle.keys.value { _ in Throttle() },
            "The number of token requests of each client that succeed in a period; further requests get 429. Default: no limit."
        ),
        Setting(
            "outage", \.outage, Outage.keys.value { _ in Outage() },
            "Requests for tokens and device codes fail as if the service were unavailable. Default: no outage."),
        Setting(
            "requestLoopLimit", \.requestLoopLimit, .integer(0...1_000_000),
            "The number of identical silent sign-ins of a browser session within five minutes after which the next one fails "
                + "(AADSTS50196). 0: no limit, for test suites that share a browser session."),
        Setting(
            "signOutPicker", \.signOutPicker, .word,
            "When sign-out at version 2 asks which account to sign out. always: unless logout_hint is the claim login_hint. "
                + "severalAccounts: if several accounts are signed in, and no hint names one of them.", reach: .tenant),
        Setting(
            "consentDeclinedError", \.consentDeclinedError, .word,
            "The error that an application gets when the user declines consent (AADSTS65004)."),
        Setting(
            "refreshWithSeveralResources", \.refreshWithSeveralResources, .word,
            "What a refresh with scopes of several resources gets. first: a token for the first resource. error: AADSTS28000."
        ),
        Setting(
            "clientAssertionReplay", \.clientAssertionReplay, .word,
            "Which requests with a used client assertion fail (AADSTS70002). refuse: identical requests. singleUse: all. "
                + "allow: none."),
        Setting(
            "errorLineSeparator", \.errorLineSeparator, .word,
            "The separator of the trace lines in an error description. space: spaces. crlf: line breaks, as before 2023."
        ),
        Setting(
            "userFlowIssuer", \.userFlowIssuer, .word,
            "The issuer in tokens of a b2c policy. tenant: one issuer for all policies. policy: an issuer with /tfp/ and the "
                + "policy's name."),
        Setting("policyClaim", \.policyClaim, .word, "The claim that names the policy in tokens of a b2c tenant."),
        Setting(
            "graphTokenSignature", \.graphTokenSignature, .word,
            "The signature of access tokens for Microsoft Graph. opaque: only Graph can verify it, and tokens of personal accounts "
                + "are encrypted. verifiable: everyone can verify it, and no token is encrypted."),
        Setting(
            "nativeAuthTestContract", \.nativeAuthTestContract, .bool,
            "true: the server offers the control API of Microsoft's native authentication test suites (POST /config/response).",
            reach: .server),
        Setting(
            "nativeAuthRiskVerify", \.nativeAuthRiskVerify, .bool,
            "true: native authentication version 2 requires riskverify before it sends a text message."),
        Setting(
            "nativeAuthCrossOrigin", \.nativeAuthCrossOrigin, .bool,
            "true: pages of other sites may call native authentication, which Microsoft Entra never allows.",
            reach: .tenant),
        Setting(
            "passwordResetDuration", \.passwordResetDuration, .integer(0...300),
            "Seconds during which a native authentication poll reports a password reset as still in progress."),
        Setting(
            "graphPermissions", \.graphPermissions, .word,
            "What the directory of Microsoft Graph requires. enforced: an access token with the permission for the "
                + "operation. anyToken: any access token for Graph."),
        Setting(
            "logoutUrlScheme", \.logoutUrlScheme, .word,
            "The schemes that a front-channel logout URL may have. https: https only. httpOnLoopback: also http for "
                + "localhost and 127.0.0.1, which Microsoft Entra never allows."),
        Setting(
            "uriAdditionWithoutUniqueTenantIdentifier", \.uriAdditionWithoutUniqueTenantIdentifier, .word,
            "Whether Microsoft Graph adds an identifier URI without the tenant's ID, the application's ID or a verified "
                + "domain, such as api://orders, to an API with version 1 tokens. blocked: as in tenants since July 2025. "
                + "allowed: as before.", reach: .tenant),
        Setting(
            "deviceChallenge", \.deviceChallenge, .word,
            "pkeyAuth: clients that support PKeyAuth must prove their device certificate."),
        Setting(
            "extendedAccessTokenLifetime", \.extendedAccessTokenLifetime, .integer(1...30 * day),
            "The value of ext_expires_in, in seconds. The access token's lifetime when left out."),
        Setting(
            "speInfo", \.speInfo, .speInfo,
            "The value of spe_info in token responses, and the last field of x-ms-clitelem, such as I. Default none."),
        Setting(
            "managedIdentityHeader", \.managedIdentityHeader, .nonEmptyText,
            "The value of IDENTITY_HEADER or MSI_SECRET on the hosts of managed identities.", reach: .tenant),
        Setting(
            "arcKeyFolder", \.arcKeyFolder, .nonEmptyText,
            "The folder to which the server writes the key files of Azure Arc for clients.", reach: .server),
        Setting(
            "azureRegion", \.azureRegion, .nonEmptyText,
            "The region that the instance metadata service returns.", reach: .server),
    ]
}
