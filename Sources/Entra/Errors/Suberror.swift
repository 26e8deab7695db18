/// The `suberror` value, which shows client libraries how to recover from a failure (docs/reference/protocol.md#suberrors).
package struct Suberror: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// An interactive sign-in resolves the failure.
    package static let basicAction = Suberror("basic_action")
    /// An action outside the sign-in resolves the failure, such as the enrollment of the device.
    package static let additionalAction = Suberror("additional_action")
    /// Nothing resolves the failure; the client can only show the message.
    package static let messageOnly = Suberror("message_only")
    package static let consentRequired = Suberror("consent_required")
    package static let userPasswordExpired = Suberror("user_password_expired")
    /// The refresh token is unusable, and the client drops it.
    package static let badToken = Suberror("bad_token")
    package static let tokenExpired = Suberror("token_expired")
    /// The application must enforce Intune app protection.
    package static let protectionPolicyRequired = Suberror("protection_policy_required")
    /// The client may not use this family refresh token.
    package static let clientMismatch = Suberror("client_mismatch")
    package static let userAccountDeleted = Suberror("user_account_deleted")

    // MARK: - Values between brokers and the service
    package static let deviceAuthenticationFailed = Suberror("device_authentication_failed")
    package static let insufficientDeviceStrength = Suberror("insufficient_device_strength")
    package static let transferTokenExpired = Suberror("transfer_token_expired")
    package static let transferTokenDenied = Suberror("tts_denied")
    package static let userSkipped = Suberror("user_skipped")

    // MARK: - Native authentication (docs/reference/protocol.md#native-authentication)
    package static let attributeValidationFailed = Suberror("attribute_validation_failed")
    package static let introspectRequired = Suberror("introspect_required")
    package static let invalidOneTimePasscode = Suberror("invalid_oob_value")
    package static let mfaRequired = Suberror("mfa_required")
    package static let nativeAuthenticationDisabled = Suberror("nativeauthapi_disabled")
    package static let passwordBanned = Suberror("password_banned")
    package static let passwordIsInvalid = Suberror("password_is_invalid")
    package static let passwordRecentlyUsed = Suberror("password_recently_used")
    package static let passwordTooLong = Suberror("password_too_long")
    package static let passwordTooShort = Suberror("password_too_short")
    package static let passwordTooWeak = Suberror("password_too_weak")
    package static let providerBlocked = Suberror("provider_blocked_by_rep")
    package static let registrationRequired = Suberror("registration_required")
}
