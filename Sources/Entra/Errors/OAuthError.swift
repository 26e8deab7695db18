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
    /// The requested resource is invalid (RFC 8707 §2).
    package static let invalidTarget = OAuthError("invalid_target")
    /// The bearer token is invalid (RFC 6750 §3.1).
    package static let invalidToken = OAuthError("invalid_token")
    /// The redirect URI is not registered, or is not the one of the authorization request (Azure AD B2C).
    package static let redirectURIMismatch = OAuthError("redirect_uri_mismatch")
    package static let serverError = OAuthError("server_error")
    package static let temporarilyUnavailable = OAuthError("temporarily_unavailable")
    package static let unauthorizedClient = OAuthError("unauthorized_client")
    package static let unsupportedGrantType = OAuthError("unsupported_grant_type")
    package static let unsupportedResponseType = OAuthError("unsupported_response_type")

    // MARK: - User interaction, which `prompt=none` forbids (OIDC Core §3.1.2.6)
    package static let consentRequired = OAuthError("consent_required")
    package static let interactionRequired = OAuthError("interaction_required")
    package static let loginRequired = OAuthError("login_required")

    // MARK: - Registered errors that the service does not use (OIDC Core §3.1.2.6, RFC 6750 §3.1)
    package static let accountSelectionRequired = OAuthError("account_selection_required")
    package static let insufficientScope = OAuthError("insufficient_scope")
    package static let invalidRequestObject = OAuthError("invalid_request_object")
    package static let invalidRequestURI = OAuthError("invalid_request_uri")
    package static let registrationNotSupported = OAuthError("registration_not_supported")
    package static let requestNotSupported = OAuthError("request_not_supported")
    package static let requestURINotSupported = OAuthError("request_uri_not_supported")

    // MARK: - Admin consent, as documented
    package static let permissionDenied = OAuthError("permission_denied")

    // MARK: - Instance discovery and OpenID configuration
    package static let invalidInstance = OAuthError("invalid_instance")
    package static let invalidTenant = OAuthError("invalid_tenant")

    // MARK: - Device authorization
    package static let authorizationDeclined = OAuthError("authorization_declined")
    package static let authorizationPending = OAuthError("authorization_pending")
    package static let badVerificationCode = OAuthError("bad_verification_code")
    package static let codeExpired = OAuthError("code_expired")
    package static let expiredToken = OAuthError("expired_token")
    package static let slowDown = OAuthError("slow_down")

    // MARK: - Native authentication (docs/reference/protocol.md#native-authentication)
    package static let attributesRequired = OAuthError("attributes_required")
    package static let credentialRequired = OAuthError("credential_required")
    /// The refresh token has expired. Libraries know the error, and the service reports `invalid_grant`.
    package static let expiredRefreshToken = OAuthError("expired_refresh_token")
    /// No user is signed in yet (version 2).
    package static let insufficientAuthorization = OAuthError("InsufficientAuthorization")
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
    package static let tokenExpired = Suberror("token_expired")
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
/// docs/reference/protocol.md#conditional-access). The names apply to failures of requests and to stubbed errors.
package enum ErrorContext: Sendable, Hashable {
    case authorize
    case token(EndpointVersion)
    /// A step of the native authentication API.
    case native
    /// The token endpoint at the end of native authentication.
    case nativeToken
    /// Discovery documents and keys.
    case discovery

    /// The name in the catalog of error codes.
    package var name: String {
        switch self {
        case .authorize: "authorize"
        case .token(.v1): "token v1"
        case .token(.v2): "token v2"
        case .native: "native authentication"
        case .nativeToken: "native authentication token"
        case .discovery: "discovery"
        }
    }
}

extension AADSTS {
    /// The values that some endpoints report in place of the row's. The error keeps its status if `status` is nil, and its
    /// `suberror` if the error has one.
    package struct EndpointName: Sendable {
        package let error: OAuthError
        let status: Int?
        let suberror: Suberror?
        package let endpoints: [ErrorContext]

        init(_ error: OAuthError, status: Int? = nil, suberror: Suberror? = nil, at endpoints: ErrorContext...) {
            self.error = error
            self.status = status
            self.suberror = suberror
            self.endpoints = endpoints
        }
    }

    /// The names of a demand of Conditional Access on the user (docs/reference/protocol.md#conditional-access). A refresh token
    /// that is too old for the sign-in frequency is no such demand: both token endpoints report `invalid_grant`
    /// (docs/reference/protocol.md#refresh-sign-in-frequency).
    static let demandNames = [
        EndpointName(.interactionRequired, at: .token(.v1)),
        EndpointName(.invalidGrant, at: .token(.v2), .native, .nativeToken),
    ]
}

extension EntraError {
    /// Returns the error with the name that the endpoint reports. An OAuth error that the thrower chose is kept, except that the
    /// authorization endpoint reports `invalid_grant` as `interaction_required` if the code has no name of its own there. A name
    /// that an operator chose is kept everywhere.
    package func named(at endpoint: ErrorContext) -> EntraError {
        guard !isChosenByName, let name = name(at: endpoint) else { return self }
        var named = self
        named.error = name.error
        named.status = name.status ?? status
        named.suberror = suberror ?? name.suberror
        return named
    }

    private func name(at endpoint: ErrorContext) -> AADSTS.EndpointName? {
        if error == code.error, let name = code.names.first(where: { $0.endpoints.contains(endpoint) }) { return name }
        // A failure that demands another grant at the token endpoint demands the user here (OpenID Connect Core §3.1.2.6).
        guard endpoint == .authorize, error == .invalidGrant else { return nil }
        return AADSTS.EndpointName(.interactionRequired, at: .authorize)
    }
}
