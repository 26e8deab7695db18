package import Entra

/// Behaviour that a server, a tenant or an application may set; each key is nil where it is not set there.
/// `Settings.init(_:)` merges them, the nearest last. Times are in seconds.
package struct SettingsOverrides: Sendable, Equatable {
    package var signIn: SignInMode?
    package var consent: ConsentMode?
    package var userConsent: UserConsentPolicy?
    package var staySignedInPage: Bool?
    package var accessTokenLifetime: ClosedRange<Int>?
    package var continuousAccessTokenLifetime: ClosedRange<Int>?
    package var idTokenLifetime: Int?
    package var authorizationCodeLifetime: Int?
    package var deviceCodeLifetime: Int?
    package var deviceCodeInterval: Int?
    package var refreshTokenLifetime: Int?
    package var singlePageRefreshTokenLifetime: Int?
    package var sessionLifetime: Int?
    package var persistentSessionLifetime: Int?
    package var lockoutThreshold: Int?
    package var lockoutDuration: Int?
    package var throttle: Throttle?
    package var requestLoopLimit: Int?
    package var consentDeclinedError: ConsentDeclinedError?
    package var refreshWithSeveralResources: SeveralResources?
    package var clientAssertionReplay: ClientAssertionReplay?
    package var errorLineSeparator: ErrorReport.LineSeparator?
    package var userFlowIssuer: UserFlowIssuer?
    package var policyClaim: PolicyClaim?
    package var graphTokenSignature: GraphTokenSignature?
    package var graphPermissions: GraphPermissionMode?
    package var deviceChallenge: DeviceChallengeMode?
    package var extendedAccessTokenLifetime: Int?
    package var speInfo: String?
    package var managedIdentityHeader: String?
    package var arcKeyFolder: String?
    package var azureRegion: String?

    package init() {}

    /// What differs by default in b2c tenants, in seconds (entra-protocol §12.1).
    package static let ofUserFlows: SettingsOverrides = {
        var settings = SettingsOverrides()
        settings.accessTokenLifetime = 3_600...3_600
        settings.refreshTokenLifetime = 14 * 86_400
        return settings
    }()
}
