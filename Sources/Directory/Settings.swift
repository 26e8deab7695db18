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

    package init() {}
}

/// `interactive`: pages; `automatic`: the login_hint's user, else the only user, is signed in without a page.
package enum SignInMode: String, Sendable, CaseIterable {
    case interactive
    case automatic
}

/// `prompt`: the consent page; `automatic`: whatever may be consented is, without a page.
package enum ConsentMode: String, Sendable, CaseIterable {
    case prompt
    case automatic
}

/// Whether users may consent for themselves; `disabled` sends them to an administrator (AADSTS90094).
package enum UserConsentPolicy: String, Sendable, CaseIterable {
    case allowed
    case disabled
}

/// What the application is told when the user declines consent (entra-protocol §14).
package enum ConsentDeclinedError: String, Sendable, CaseIterable {
    case accessDenied = "access_denied"
    case consentRequired = "consent_required"
}

/// A refresh that names scopes of several resources: the first resource's token, or AADSTS28000 (entra-protocol §14).
package enum SeveralResources: String, Sendable, CaseIterable {
    case first
    case error
}

/// Access tokens for Microsoft Graph: `opaque`, only Graph can check their signature, as at Entra; `verifiable`, anyone can.
package enum GraphTokenSignature: String, Sendable, CaseIterable {
    case opaque
    case verifiable
}

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
        }
    }
}
