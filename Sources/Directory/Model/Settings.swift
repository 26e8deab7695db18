package import Entra

/// The settings in force for one application of one tenant.
package struct Settings: Sendable, Equatable {
    package var signIn = SignInMode.interactive
    package var consent = ConsentMode.prompt
    package var userConsent = UserConsentPolicy.allowed
    package var staySignedInPage = true
    package var accessTokenLifetime = 3600...5399
    package var idTokenLifetime = 3600
    package var authorizationCodeLifetime = 600
    package var refreshTokenLifetime = 90 * 86_400
    package var singlePageRefreshTokenLifetime = 86_400
    package var sessionLifetime = 86_400
    package var persistentSessionLifetime = 90 * 86_400
    package var consentDeclinedError = ConsentDeclinedError.accessDenied
    package var refreshWithSeveralResources = SeveralResources.first
    package var errorLineSeparator = ErrorReport.LineSeparator.space
    package var graphTokenSignature = GraphTokenSignature.opaque
    package var nativeAuthTestContract = false

    /// The defaults with each layer's keys laid over them, in order: server, tenant, application.
    package init(_ layers: SettingsOverrides...) {
        for layer in layers {
            if let value = layer.signIn { signIn = value }
            if let value = layer.consent { consent = value }
            if let value = layer.userConsent { userConsent = value }
            if let value = layer.staySignedInPage { staySignedInPage = value }
            if let value = layer.accessTokenLifetime { accessTokenLifetime = value }
            if let value = layer.idTokenLifetime { idTokenLifetime = value }
            if let value = layer.authorizationCodeLifetime { authorizationCodeLifetime = value }
            if let value = layer.refreshTokenLifetime { refreshTokenLifetime = value }
            if let value = layer.singlePageRefreshTokenLifetime { singlePageRefreshTokenLifetime = value }
            if let value = layer.sessionLifetime { sessionLifetime = value }
            if let value = layer.persistentSessionLifetime { persistentSessionLifetime = value }
            if let value = layer.consentDeclinedError { consentDeclinedError = value }
            if let value = layer.refreshWithSeveralResources { refreshWithSeveralResources = value }
            if let value = layer.errorLineSeparator { errorLineSeparator = value }
            if let value = layer.graphTokenSignature { graphTokenSignature = value }
            if let value = layer.nativeAuthTestContract { nativeAuthTestContract = value }
        }
    }
}
