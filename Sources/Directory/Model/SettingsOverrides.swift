package import Entra

/// Behaviour that a server, a tenant or an application may set; each key is nil where it is not set there.
/// `Settings.init(_:)` merges them, the nearest last. Times are in seconds.
package struct SettingsOverrides: Sendable, Equatable {
    package var signIn: SignInMode?
    package var consent: ConsentMode?
    package var userConsent: UserConsentPolicy?
    package var staySignedInPage: Bool?
    package var accessTokenLifetime: ClosedRange<Int>?
    package var idTokenLifetime: Int?
    package var authorizationCodeLifetime: Int?
    package var refreshTokenLifetime: Int?
    package var singlePageRefreshTokenLifetime: Int?
    package var sessionLifetime: Int?
    package var persistentSessionLifetime: Int?
    package var consentDeclinedError: ConsentDeclinedError?
    package var refreshWithSeveralResources: SeveralResources?
    package var errorLineSeparator: ErrorReport.LineSeparator?
    package var userFlowIssuer: UserFlowIssuer?
    package var policyClaim: PolicyClaim?
    package var graphTokenSignature: GraphTokenSignature?

    package init() {}

    /// What differs by default in b2c tenants, in seconds (entra-protocol §12.1).
    package static let ofUserFlows: SettingsOverrides = {
        var settings = SettingsOverrides()
        settings.accessTokenLifetime = 3_600...3_600
        settings.refreshTokenLifetime = 14 * 86_400
        return settings
    }()
}
