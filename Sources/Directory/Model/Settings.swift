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

/// The settings of one application or tenant. The settings are stored apart because few applications and tenants have any: in
/// place, the keys would take more than half of an application's memory, and each reader would copy them.
package final class SettingsReference: Sendable {
    package let value: SettingsOverrides

    /// Creates the settings, or returns nil if nothing is set.
    init?(_ value: SettingsOverrides) {
        guard value != SettingsOverrides() else { return nil }
        self.value = value
    }
}
