/// Errors of native authentication (docs/reference/protocol.md#native-authentication; docs/reference/wire.md#native-auth-errors).
extension AADSTS {
    package static let newPasswordTooWeak = AADSTS(
        120002, .invalidRequest, suberror: .passwordTooWeak,
        template: "New password doesn't meet complexity requirements.",
        meaning: "The new password does not meet the requirements.",
        when: "The password of a sign-up or reset is too short, too long, too weak or banned; the suberror names the "
            + "reason.",
        fix: "Choose a password of at least 8 characters with three of: lowercase letters, uppercase letters, digits, "
            + "symbols.")

    package static let oneTimeCodeWrong = AADSTS(
        50181, .invalidGrant, suberror: .invalidOneTimePasscode, innerError: "invalidOneTimeCode", source: .library,
        template: "Unable to validate the otp.",
        meaning: "The one-time code is wrong.",
        when: "The code differs from the code that was sent.",
        fix: "Enter the code that was sent; GET /_understudy/outbox returns it.")

    package static let oneTimeCodeExpired = AADSTS(
        50182, .invalidGrant, suberror: .invalidOneTimePasscode, innerError: "invalidOneTimeCode",
        evidence: "howto-troubleshoot-sign-up-errors has the number and the remedy; the error is that of a wrong code",
        template: "OTP is already expired.",
        meaning: "The one-time code has expired.",
        when: "The code was sent more than oneTimeCodeLifetime seconds ago by the server's clock.",
        fix: "Request another code.")

    package static let interactionInvited = AADSTS(
        500127, .invalidGrant, source: .library,
        template: "No authenticated credentials found in request.",
        meaning: "A flow of version 2 of native authentication begins: no user is signed in yet.",
        when: "A request to authorize-challenge has no continuation token.",
        fix: "Follow one of the links in the response.")

    package static let nativeAttributesRequired = AADSTS(
        55106, .attributesRequired, source: .library,
        template: "User attributes required.",
        meaning: "The sign-up requires attributes of the user.",
        when: "The user flow collects attributes that the request does not contain.",
        fix: "Send the attributes that the response lists.")

    package static let nativeCredentialRequired = AADSTS(
        55103, .credentialRequired, source: .library,
        template: "Credential required.",
        meaning: "The sign-up requires a password.",
        when: "The user flow requires a password, and the request sequence has not sent one yet.",
        fix: "Send the password.")

    package static let nativeVerificationRequired = AADSTS(
        55104, .verificationRequired,
        template: "The user name must be verified to complete sign-up.",
        meaning: "The user name must be verified first.",
        when: "The sign-up continued before the one-time code was entered.",
        fix: "Send the one-time code first.")

    package static let signInContinuationInvalid = AADSTS(
        55000, .invalidRequest, source: .library,
        template: "The continuation_token provided is not valid for this endpoint.",
        meaning: "The continuation token of a sign-in is not valid.",
        when:
            "At /oauth2/v2.0/challenge, introspect or token, the token belongs to another client or step, was modified, or "
            + "its step is already completed.",
        fix: "Send the continuation_token of the last response.")

    package static let continuationInvalid = AADSTS(
        55200, .invalidRequest, innerError: "invalidContinuationToken",
        template: "The continuation_token is invalid.",
        meaning: "The continuation token is not valid.",
        when:
            "The token of a sign-up, reset or registration belongs to another client or step, was modified, or its step is "
            + "already completed.",
        fix: "Send the continuation_token of the last response.")

    package static let passwordAbsentForReset = AADSTS(
        500222, .invalidRequest, source: .library,
        template: "The tenant or user does not support native credential recovery.",
        meaning: "The account has no password to reset.",
        when: "The user has no password in the directory, signs in with an external provider, or is a guest.",
        fix: "Give the user a password, or sign in with the method that the user has.")

    package static let nativeAccessDenied = AADSTS(
        550024, .accessDenied, source: .library,
        template: "Configuring multi-factor authentication method is blocked.",
        meaning: "The method is blocked, or native authentication is not allowed for the account.",
        when:
            "The account is disabled, or more codes were requested for its second factor than oneTimeCodeLimit allows.",
        fix: "Set accountEnabled of the user to true, or move the clock forward by ten minutes.")

    package static let nativeClientConfidential = AADSTS(
        550022, .invalidClient, source: .reference,
        evidence: "a probe of the service (2026-09) and a report, which show number and text",
        template: "Confidential Client is not supported in Native Authentication API flow.",
        meaning: "A confidential client cannot use native authentication.",
        when: "The application of a native authentication request is not a public client.",
        fix: "Set isFallbackPublicClient of the application to true.")

    package static let nativeContinuationExpired = AADSTS(
        552003, .expiredToken,
        template: "The continuation_token is expired.",
        meaning: "The continuation token has expired.",
        when: "The lifetime of the token has passed by the server's clock.",
        fix: "Start again with the first request of the flow.")

    package static let interactionContinuationExpired = AADSTS(
        552001, .expiredToken, innerError: "expiredContinuationToken", source: .library,
        template: "The continuation_token has expired.",
        meaning: "The continuation token of version 2 has expired.",
        when: "Version 2 of native authentication: the lifetime of the token has passed by the server's clock.",
        fix: "Start again with a request to authorize-challenge.")

    package static let unsupportedChallenge = AADSTS(
        901007, .unsupportedChallengeType, source: .reference,
        template: "The challenge_type list parameter does not include the 'redirect' type.",
        meaning: "The list of challenge types lacks redirect.",
        when: "The parameter challenge_type does not contain the word redirect.",
        fix: "Send challenge_type=password oob redirect.")

    package static let nativeMethodUnsupported = AADSTS(
        400002, .unsupportedAuthMethod, source: .library,
        template: "The authentication method is not supported.",
        meaning: "The accounts of the application do not sign in with this method.",
        when: "A sign-up has a password, but the user flow's accounts sign in with a code.",
        fix: "Leave out the password, or set credential: password in the user flow.")

    package static let oneTimeCodeLimit = AADSTS(
        701014, .invalidRequest, source: .observed,
        template: "Cannot generate more one time passcodes.",
        meaning: "Too many one-time codes were requested.",
        when: "Native authentication requested more codes for a person than the setting oneTimeCodeLimit allows in ten "
            + "minutes.",
        fix: "Wait, move the clock forward, or raise oneTimeCodeLimit.")

    package static let attributeValidationFailed = AADSTS(
        1002027, .invalidGrant, suberror: .attributeValidationFailed, innerError: "attributeValidationError",
        source: .library,
        template: "Some of the collected attributes were invalid.",
        meaning: "An attribute has a value that is not allowed.",
        when: "A value does not match the pattern of the attribute in the user flow.",
        fix: "Send a value that matches the attribute's pattern.")

    package static let nativeUserExists = AADSTS(
        1003037, .userAlreadyExists, innerError: "attributeValidationError", source: .reference,
        template: "It looks like you may already have an account with us using this email address.",
        meaning: "The user already exists.",
        when: "The user name of a sign-up belongs to a user of the tenant.",
        fix: "Sign in instead, or use another user name.")

    package static let passwordRejected = AADSTS(
        399246, .invalidGrant, suberror: .passwordTooWeak, source: .library,
        template: "New password is too weak",
        meaning: "The new password does not meet the requirements.",
        when: "The password of a native authentication reset or registration is too short, too long, too weak or "
            + "banned.",
        fix: "Choose a password of at least 8 characters with three of: lowercase letters, uppercase letters, digits, "
            + "symbols.")

    static let nativeRows: [AADSTS] = [
        newPasswordTooWeak, oneTimeCodeWrong, oneTimeCodeExpired, nativeAttributesRequired, nativeCredentialRequired,
        nativeVerificationRequired, signInContinuationInvalid, continuationInvalid, passwordAbsentForReset,
        interactionInvited, nativeAccessDenied, nativeClientConfidential, nativeContinuationExpired,
        interactionContinuationExpired, unsupportedChallenge, nativeMethodUnsupported, oneTimeCodeLimit,
        attributeValidationFailed, nativeUserExists, passwordRejected,
    ]
}
