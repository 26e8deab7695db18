package import Entra

/// The settings that a server, a tenant or an application may set. A key that is not set is nil. `SettingsProperties.init(_:)`
/// merges layers; a later layer takes precedence. Times are in seconds.
package struct SettingsOverrides: Sendable, Equatable {
    package var signIn: SignInMode?
    package var passwords: PasswordMode?
    package var consent: ConsentMode?
    package var userConsent: UserConsentPolicy?
    package var adminConsentRequests: Bool?
    package var staySignedInPage: Bool?
    package var accessTokenLifetime: ClosedRange<Int>?
    package var continuousAccessTokenLifetime: ClosedRange<Int>?
    package var idTokenLifetime: Int?
    package var authorizationCodeLifetime: Int?
    package var deviceCodeLifetime: Int?
    package var deviceCodeInterval: Int?
    package var refreshTokenLifetime: Int?
    package var singlePageRefreshTokenLifetime: Int?
    package var userFlowRefreshTokenWindow: Int?
    package var sessionLifetime: Int?
    package var persistentSessionLifetime: Int?
    package var lockoutThreshold: Int?
    package var lockoutDuration: Int?
    package var oneTimeCodeLength: Int?
    package var oneTimeCodeLifetime: Int?
    package var oneTimeCodeAttempts: Int?
    package var oneTimeCodeInterval: Int?
    package var throttle: Throttle?
    package var outage: Outage?
    package var requestLoopLimit: Int?
    package var consentDeclinedError: ConsentDeclinedError?
    package var refreshWithSeveralResources: SeveralResources?
    package var clientAssertionReplay: ClientAssertionReplay?
    package var errorLineSeparator: ErrorReport.LineSeparator?
    package var userFlowIssuer: UserFlowIssuer?
    package var policyClaim: PolicyClaim?
    package var graphTokenSignature: GraphTokenSignature?
    package var nativeAuthTestContract: Bool?
    package var nativeAuthRiskVerify: Bool?
    package var nativeAuthCrossOrigin: Bool?
    package var passwordResetDuration: Int?
    package var graphPermissions: GraphPermissionMode?
    package var deviceChallenge: DeviceChallengeMode?
    package var extendedAccessTokenLifetime: Int?
    package var speInfo: String?
    package var managedIdentityHeader: String?
    package var arcKeyFolder: String?
    package var azureRegion: String?

    package init() {}

    /// The defaults that differ in B2C tenants, in seconds (docs/reference/protocol.md#b2c).
    package static let ofUserFlows: SettingsOverrides = {
        var settings = SettingsOverrides()
        settings.accessTokenLifetime = 3_600...3_600
        settings.refreshTokenLifetime = 14 * 86_400
        return settings
    }()

    /// The defaults that differ in external tenants, whose codes are longer (docs/reference/wire.md#native-auth-responses).
    package static let ofExternal: SettingsOverrides = {
        var settings = SettingsOverrides()
        settings.oneTimeCodeLength = 8
        return settings
    }()

    /// Returns the defaults that differ in tenants of a kind.
    package static func of(_ kind: Tenant.Kind?) -> SettingsOverrides {
        switch kind {
        case .b2c: ofUserFlows
        case .external: ofExternal
        case .workforce, .consumers, nil: SettingsOverrides()
        }
    }
}
