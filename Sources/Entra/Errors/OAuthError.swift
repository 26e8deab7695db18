/// The `error` value of a failed request, by which clients choose their reaction (RFC 6749 §4.1.2.1 and §5.2, OIDC Core §3.1.2.6,
/// RFC 8628 §3.5, and Entra's own values).
package struct OAuthError: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    package static let accessDenied = OAuthError("access_denied")
    package static let invalidClient = OAuthError("invalid_client")
    package static let invalidGrant = OAuthError("invalid_grant")
    package static let invalidRequest = OAuthError("invalid_request")
    package static let invalidResource = OAuthError("invalid_resource")
    package static let invalidScope = OAuthError("invalid_scope")
    /// The bearer token is invalid (RFC 6750 §3.1).
    package static let invalidToken = OAuthError("invalid_token")
    package static let serverError = OAuthError("server_error")
    package static let temporarilyUnavailable = OAuthError("temporarily_unavailable")
    package static let unauthorizedClient = OAuthError("unauthorized_client")
    package static let unsupportedGrantType = OAuthError("unsupported_grant_type")
    package static let unsupportedResponseType = OAuthError("unsupported_response_type")

    // MARK: - User interaction, which `prompt=none` forbids (OIDC Core §3.1.2.6)
    package static let consentRequired = OAuthError("consent_required")
    package static let interactionRequired = OAuthError("interaction_required")
    package static let loginRequired = OAuthError("login_required")

    // MARK: - Instance discovery and OpenID configuration
    package static let invalidInstance = OAuthError("invalid_instance")
    package static let invalidTenant = OAuthError("invalid_tenant")

    // MARK: - Device authorization
    package static let authorizationDeclined = OAuthError("authorization_declined")
    package static let authorizationPending = OAuthError("authorization_pending")
    package static let badVerificationCode = OAuthError("bad_verification_code")
    package static let expiredToken = OAuthError("expired_token")
    package static let slowDown = OAuthError("slow_down")

    // MARK: - Native authentication (docs/reference/protocol.md#native-authentication)
    package static let attributesRequired = OAuthError("attributes_required")
    package static let credentialRequired = OAuthError("credential_required")
    /// The sign-in can continue only in a browser (version 2).
    package static let redirectToWeb = OAuthError("redirect_to_web")
    package static let unsupportedAuthMethod = OAuthError("unsupported_auth_method")
    package static let unsupportedChallengeType = OAuthError("unsupported_challenge_type")
    package static let userAlreadyExists = OAuthError("user_already_exists")
    package static let userNotFound = OAuthError("user_not_found")
    package static let verificationRequired = OAuthError("verification_required")
}

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
    /// The application must enforce Intune app protection.
    package static let protectionPolicyRequired = Suberror("protection_policy_required")
    /// The client may not use this family refresh token.
    package static let clientMismatch = Suberror("client_mismatch")
    package static let userAccountDeleted = Suberror("user_account_deleted")

    // MARK: - Values between brokers and the service
    package static let deviceAuthenticationFailed = Suberror("device_authentication_failed")
    package static let userSkipped = Suberror("user_skipped")

    // MARK: - Native authentication (docs/reference/protocol.md#native-authentication)
    package static let attributeValidationFailed = Suberror("attribute_validation_failed")
    package static let invalidOneTimePasscode = Suberror("invalid_oob_value")
    package static let mfaRequired = Suberror("mfa_required")
    package static let nativeAuthenticationDisabled = Suberror("nativeauthapi_disabled")
    package static let passwordRecentlyUsed = Suberror("password_recently_used")
    package static let passwordTooWeak = Suberror("password_too_weak")
    package static let providerBlocked = Suberror("provider_blocked_by_rep")
    package static let registrationRequired = Suberror("registration_required")
}

/// The endpoint that reports a failure. Some codes have another OAuth `error` at an endpoint than in the catalog
/// (docs/reference/protocol.md#authorize-errors, docs/reference/protocol.md#error-catalog,
/// docs/reference/protocol.md#conditional-access). The table applies to failures of requests and to stubbed errors.
package enum ErrorContext: Sendable {
    case authorize
    case token(EndpointVersion)
    /// A step of the native authentication API.
    case native
    /// The token endpoint at the end of native authentication.
    case nativeToken
    /// Discovery documents and keys.
    case discovery

    /// The values that an endpoint reports in place of the catalog's. The error keeps its status if `status` is nil, and its
    /// `suberror` if the error has one.
    fileprivate struct Name: Sendable {
        let error: OAuthError
        var status: Int?
        var suberror: Suberror?

        init(_ error: OAuthError, status: Int? = nil, suberror: Suberror? = nil) {
            self.error = error
            self.status = status
            self.suberror = suberror
        }
    }

    fileprivate func name(of failure: EntraError) -> Name? {
        let code = failure.code
        let hasCatalogName = failure.error == code.error
        return switch self {
        // A failure that demands another grant at the token endpoint demands the user here (OpenID Connect Core §3.1.2.6).
        case .authorize: failure.error == .invalidGrant ? Name(.interactionRequired) : nil
        case _ where !hasCatalogName: nil
        case .token(let version): ErrorContext.policyName(of: code, version) ?? ErrorContext.tokenNames[code]
        case .native: ErrorContext.nativeStepNames[code] ?? ErrorContext.nativeToken.name(of: failure)
        case .nativeToken: ErrorContext.policyName(of: code, .v2) ?? ErrorContext.nativeNames[code]
        case .discovery: ErrorContext.discoveryNames[code]
        }
    }

    private static func policyName(of code: AADSTS, _ version: EndpointVersion) -> Name? {
        guard policies.contains(code) else { return nil }
        return Name(version == .v1 ? .interactionRequired : .invalidGrant)
    }

    /// The demands of Conditional Access on the user (docs/reference/protocol.md#conditional-access). A refresh token that is too
    /// old for the sign-in frequency is missing: both token endpoints report `invalid_grant`
    /// (docs/reference/protocol.md#refresh-sign-in-frequency).
    private static let policies: Set<AADSTS> = [
        .mfaRequired, .mfaExpired, .mfaEnrolmentRequired, .mfaEnrolmentRequiredByPolicy, .proofUpBlocked,
        .passwordChangeRequiredByPolicy, .deviceAuthenticationRequired, .deviceNotCompliant,
        .deviceNotJoined, .applicationNotApproved, .externalChallengeRequired, .blockedByConditionalAccess,
        .blockedByRisk,
    ]

    /// A user who declines at the token endpoint declines for a device (RFC 8628).
    private static let tokenNames: [AADSTS: Name] = [
        .assignmentRequired: Name(.invalidGrant), .consentDeclined: Name(.authorizationDeclined),
    ]

    private static let nativeNames: [AADSTS: Name] = [
        .assignmentRequired: Name(.invalidGrant), .userNotFound: Name(.userNotFound),
        .featureNotEnabled: Name(.invalidClient, status: 400, suberror: .nativeAuthenticationDisabled),
    ]

    private static let nativeStepNames: [AADSTS: Name] = [.unsupportedGrantType: Name(.invalidGrant)]

    private static let discoveryNames: [AADSTS: Name] = [
        .tenantNotFound: Name(.invalidTenant), .malformedTenant: Name(.invalidTenant),
    ]
}

extension EntraError {
    /// Returns the error with the name that the endpoint reports. An OAuth error that the thrower chose is kept, except that the
    /// authorization endpoint always reports `invalid_grant` as `interaction_required`.
    package func named(at context: ErrorContext) -> EntraError {
        guard let name = context.name(of: self) else { return self }
        var named = self
        named.error = name.error
        named.status = name.status ?? status
        named.suberror = suberror ?? name.suberror
        return named
    }
}
