package import Entra
import Formats

/// The current settings of one application in one tenant, passed on as one reference.
package typealias Settings = Shared<SettingsProperties>

/// The values of the settings. Each value is the default unless a layer sets it.
package struct SettingsProperties: Sendable, Equatable {
    /// The default range of an access token's lifetime, in seconds. Each token gets a random number in the range.
    package static let usualAccessTokenLifetime = 3600...5399

    package var signIn = SignInMode.interactive
    package var passwords = PasswordMode.required
    package var consent = ConsentMode.prompt
    package var userConsent = UserConsentPolicy.allowed
    package var adminConsentRequests = false
    package var staySignedInPage = true
    package var accessTokenLifetime = usualAccessTokenLifetime
    package var continuousAccessTokenLifetime = 24 * 3600...28 * 3600
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
    package var throttle: Throttle?
    package var outage: Outage?
    package var requestLoopLimit = 15
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
    package var deviceChallenge = DeviceChallengeMode.none
    /// The duration, in seconds, or nil for the lifetime of the access token.
    package var extendedAccessTokenLifetime: Int?
    package var speInfo: String?
    package var managedIdentityHeader = "understudy-identity-header"
    package var arcKeyFolder = "/var/opt/azcmagent/tokens"
    package var azureRegion = "westeurope"

    /// Creates the defaults.
    package init() {}

    /// Creates the defaults overridden by the keys of each layer, in the order server, tenant, application.
    package init(_ layers: SettingsOverrides...) {
        for layer in layers { merge(layer) }
    }

    /// Overrides the values with the keys that a layer sets.
    package mutating func merge(_ layer: SettingsOverrides) {
        if let value = layer.signIn { signIn = value }
        if let value = layer.passwords { passwords = value }
        if let value = layer.consent { consent = value }
        if let value = layer.userConsent { userConsent = value }
        if let value = layer.adminConsentRequests { adminConsentRequests = value }
        if let value = layer.staySignedInPage { staySignedInPage = value }
        if let value = layer.accessTokenLifetime { accessTokenLifetime = value }
        if let value = layer.continuousAccessTokenLifetime { continuousAccessTokenLifetime = value }
        if let value = layer.idTokenLifetime { idTokenLifetime = value }
        if let value = layer.authorizationCodeLifetime { authorizationCodeLifetime = value }
        if let value = layer.deviceCodeLifetime { deviceCodeLifetime = value }
        if let value = layer.deviceCodeInterval { deviceCodeInterval = value }
        if let value = layer.refreshTokenLifetime { refreshTokenLifetime = value }
        if let value = layer.singlePageRefreshTokenLifetime { singlePageRefreshTokenLifetime = value }
        if let value = layer.userFlowRefreshTokenWindow { userFlowRefreshTokenWindow = value }
        if let value = layer.sessionLifetime { sessionLifetime = value }
        if let value = layer.persistentSessionLifetime { persistentSessionLifetime = value }
        if let value = layer.lockoutThreshold { lockoutThreshold = value }
        if let value = layer.lockoutDuration { lockoutDuration = value }
        if let value = layer.oneTimeCodeLength { oneTimeCodeLength = value }
        if let value = layer.oneTimeCodeLifetime { oneTimeCodeLifetime = value }
        if let value = layer.oneTimeCodeAttempts { oneTimeCodeAttempts = value }
        if let value = layer.oneTimeCodeInterval { oneTimeCodeInterval = value }
        if let value = layer.throttle { throttle = value }
        if let value = layer.outage { outage = value }
        if let value = layer.requestLoopLimit { requestLoopLimit = value }
        if let value = layer.consentDeclinedError { consentDeclinedError = value }
        if let value = layer.refreshWithSeveralResources { refreshWithSeveralResources = value }
        if let value = layer.clientAssertionReplay { clientAssertionReplay = value }
        if let value = layer.errorLineSeparator { errorLineSeparator = value }
        if let value = layer.userFlowIssuer { userFlowIssuer = value }
        if let value = layer.policyClaim { policyClaim = value }
        if let value = layer.graphTokenSignature { graphTokenSignature = value }
        if let value = layer.nativeAuthTestContract { nativeAuthTestContract = value }
        if let value = layer.nativeAuthRiskVerify { nativeAuthRiskVerify = value }
        if let value = layer.nativeAuthCrossOrigin { nativeAuthCrossOrigin = value }
        if let value = layer.passwordResetDuration { passwordResetDuration = value }
        if let value = layer.graphPermissions { graphPermissions = value }
        if let value = layer.deviceChallenge { deviceChallenge = value }
        if let value = layer.extendedAccessTokenLifetime { extendedAccessTokenLifetime = value }
        if let value = layer.speInfo { speInfo = value }
        if let value = layer.managedIdentityHeader { managedIdentityHeader = value }
        if let value = layer.arcKeyFolder { arcKeyFolder = value }
        if let value = layer.azureRegion { azureRegion = value }
    }
}
