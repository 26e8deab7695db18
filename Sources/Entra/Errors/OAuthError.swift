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
