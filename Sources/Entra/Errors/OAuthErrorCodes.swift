import Formats

/// The OAuth errors that a stub can request by name, each with the code that the response contains beside the name.
extension OAuthError {
    package static let codes: KeyValuePairs<OAuthError, AADSTS> = [
        .accessDenied: .consentDeclined, .accountSelectionRequired: .severalSessions,
        .attributesRequired: .nativeAttributesRequired,
        .authorizationDeclined: .consentDeclined, .authorizationPending: .deviceAuthorizationPending,
        .badVerificationCode: .invalidVerificationCode, .codeExpired: .verificationCodeExpired,
        .consentRequired: .consentRequired,
        .credentialRequired: .nativeCredentialRequired, .expiredRefreshToken: .refreshTokenInactive,
        .expiredToken: .deviceCodeExpired, .insufficientScope: .consentRequired,
        .interactionRequired: .interactionNeeded, .invalidClient: .invalidClientSecret,
        .invalidGrant: .invalidGrant, .invalidInstance: .unknownInstance, .invalidRequest: .malformedRequest,
        .invalidRequestObject: .invalidParameter, .invalidRequestURI: .invalidParameter,
        .invalidResource: .resourceNotFound, .invalidScope: .invalidScope, .invalidTarget: .resourceMismatch,
        .invalidTenant: .tenantNotFound,
        .invalidToken: .jwtSignature, .loginRequired: .noSession, .permissionDenied: .consentDeclined,
        .redirectURIMismatch: .redirectURIMismatch, .registrationNotSupported: .invalidParameter,
        .requestNotSupported: .invalidParameter, .requestURINotSupported: .invalidParameter,
        .serverError: .serviceFailure,
        .slowDown: .deviceAuthorizationPending, .temporarilyUnavailable: .serviceUnavailable,
        .unauthorizedClient: .applicationNotFound, .unsupportedAuthMethod: .nativeMethodUnsupported,
        .unsupportedChallengeType: .unsupportedChallenge,
        .unsupportedGrantType: .unsupportedGrantType, .unsupportedResponseType: .unsupportedResponseType,
        .userAlreadyExists: .nativeUserExists, .userNotFound: .userNotFound,
        .verificationRequired: .nativeVerificationRequired,
    ]

    /// Returns the OAuth error with the name, if a stub can request it, and its code.
    package static func named(_ name: String) -> (error: OAuthError, code: AADSTS)? {
        codes.first { $0.key.rawValue.isExactly(name) }.map { ($0.key, $0.value) }
    }
}
