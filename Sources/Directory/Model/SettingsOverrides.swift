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
    package var graphTokenSignature: GraphTokenSignature?
    package var nativeAuthTestContract: Bool?

    package init() {}
}
