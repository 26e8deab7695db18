/// Errors of native authentication (docs/reference/protocol.md#native-authentication; docs/reference/wire.md#native-auth-errors).
extension AADSTS {
    package static let newPasswordTooWeak = AADSTS(
        120002, .invalidRequest, suberror: .passwordTooWeak, "The new password does not meet the requirements.")
    package static let oneTimeCodeWrong = AADSTS(
        50181, .invalidGrant, suberror: .invalidOneTimePasscode, source: .library,
        "Unable to validate the one-time passcode.")
    package static let nativeAttributesRequired = AADSTS(
        55106, .attributesRequired, source: .library, "User attributes are required to complete sign-up.")
    package static let nativeCredentialRequired = AADSTS(
        55103, .credentialRequired, source: .library, "A credential is required to complete sign-up.")
    package static let nativeVerificationRequired = AADSTS(
        55104, .verificationRequired, source: .inferred, "The user name must be verified to complete sign-up.")
    package static let continuationInvalid = AADSTS(
        55200, .invalidRequest, source: .library,
        "The continuation token is invalid: it is not of this journey, or the journey went on from it already.")
    package static let passwordAbsentForReset = AADSTS(
        500222, .invalidRequest, source: .library, "The account has no password that could be reset.")
    package static let nativeAccessDenied = AADSTS(
        550024, .accessDenied,
        "The account is disabled, or the authentication method is blocked, for native authentication.")
    package static let nativeContinuationExpired = AADSTS(
        552003, .expiredToken, "The continuation token has expired.")
    package static let contactInvalid = AADSTS(
        901001, .invalidRequest, source: .library, "The contact '{value}' cannot be used for verification.")
    package static let unsupportedChallenge = AADSTS(
        901007, .unsupportedChallengeType, "The identity provider or challenge type is not supported: '{value}'.")
    package static let attributeValidationFailed = AADSTS(
        1002027, .invalidGrant, suberror: .attributeValidationFailed, source: .library,
        "An attribute has a value that is not allowed.")
    package static let nativeUserExists = AADSTS(
        1003037, .userAlreadyExists, "A user with the same identity exists already.")
    package static let passwordRejected = AADSTS(
        399246, .invalidGrant, suberror: .passwordTooWeak, source: .library,
        "The new password does not meet the requirements.")

    static let nativeRows: [AADSTS] = [
        oneTimeCodeWrong, nativeAttributesRequired, nativeCredentialRequired, nativeVerificationRequired,
        continuationInvalid, passwordAbsentForReset, nativeAccessDenied, nativeContinuationExpired, contactInvalid,
        unsupportedChallenge, attributeValidationFailed, nativeUserExists, passwordRejected, newPasswordTooWeak,
    ]
}
