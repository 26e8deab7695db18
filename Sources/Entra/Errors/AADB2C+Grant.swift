/// Errors about the client and the grant that are presented to a B2C policy.
extension AADB2C {
    package static let clientAssertionInvalid = row(
        90017, .invalidClient,
        template: "The client assertion provided in the request is invalid: {reason}",
        meaning: "The credential of the client is not valid.",
        when: "The certificate with which the client authenticates in the TLS connection is not registered or not "
            + "valid.",
        fix: "Send client_secret, or register the certificate.")

    package static let clientSecretMissing = row(
        90079, .invalidRequest, source: .observed,
        template: "Clients must send a client_secret when redeeming a confidential grant.",
        meaning: "A confidential client must authenticate.",
        when: "The client is confidential, and the request has no client_secret.",
        fix: "Send client_secret.")

    package static let grantExpired = row(
        90080, .invalidGrant, source: .observed,
        template: "The provided grant has expired. Please re-authenticate and try again. Current time: {current_time}, "
            + "Grant issued time: {valid_from}, Grant sliding window expiration time: {valid_until}.",
        meaning: "The code or refresh token has expired.",
        when: "The lifetime of the grant, or userFlowRefreshTokenWindow, has passed by the server's clock.",
        fix: "Sign in again.")

    package static let wrongClientSecret = row(
        90081, .invalidClient, source: .observed,
        template: "The specified client_secret does not match the expected value for this client. Please correct the "
            + "client_secret and try again.",
        meaning: "The client secret is wrong.",
        when: "client_secret does not match any secretText of the application, or the secret has expired.",
        fix: "Send the text of the secret (secretText), not its id.")

    package static let clientSecretUnexpected = row(
        90084, .invalidRequest, source: .observed,
        template: "Public clients should not send a client_secret when redeeming a publicly acquired grant.",
        meaning: "A public client must not send a secret.",
        when: "The redirect URI is registered under publicClient, and the request has client_secret.",
        fix: "Send no secret, or register the redirect URI under web.")

    package static let unsupportedGrantType = row(
        90086, .unsupportedGrantType,
        template: "The supplied grant_type [{value}] is not supported.",
        meaning: "The grant_type is not supported.",
        when: "The policy endpoints do not support the grant_type.",
        fix: "Send the grant_type authorization_code, refresh_token, client_credentials or password.")

    package static let grantOfOtherPolicy = row(
        90088, .invalidGrant, source: .observed,
        template: "The provided grant has not been issued for this endpoint. Actual Value : {value} and Expected Value "
            + ": {expected}",
        meaning: "The grant was issued by another policy.",
        when: "A code or refresh token of one policy was redeemed at another policy's endpoint.",
        fix: "Redeem the grant at the policy that issued it.")

    package static let malformedGrant = row(
        90090, .invalidGrant, source: .observed,
        template: "The provided JWE is not a valid 5 segment token.",
        meaning: "The code or refresh token cannot be read.",
        when: "The grant is malformed, was modified, or was issued by a server with other keys.",
        fix: "Send the unmodified grant to the server that issued it.")

    package static let grantOfOtherClient = row(
        90279, .invalidGrant,
        template: "The provided client ID '{client_id}' does not match the client ID that issued the grant.",
        meaning: "The grant was issued to another application.",
        when: "An application redeemed the code or refresh token of another application.",
        fix: "Redeem the grant as the application that received it.")

    package static let accountDeleted = row(
        90128, .invalidGrant,
        template: "The account associated with this grant no longer exists. Please reauthenticate and try again.",
        meaning: "The user of the grant no longer exists.",
        when: "The user was deleted after the grant was issued.",
        fix: "Sign in as a user of the directory.")

    package static let grantRevoked = row(
        90129, .invalidGrant, source: .observed,
        template: "The provided grant has been revoked. Please reauthenticate and try again.",
        meaning: "The grant was revoked.",
        when: "The user's sessions were revoked, the user is disabled, or the code was already used.",
        fix: "Sign in again.")

    package static let wrongCodeVerifier = row(
        90183, .invalidGrant,
        template: "The supplied code_verifier is invalid",
        meaning: "The code_verifier is wrong.",
        when: "code_verifier is missing or has a wrong form, or the code was requested without code_challenge.",
        fix: "Send the code_verifier from which the code_challenge was computed.")

    package static let passwordGrantNotEnabled = row(
        90224, .unauthorizedClient, source: .observed,
        template: "Resource owner flow has not been enabled for the application.",
        meaning: "The policy does not allow the password grant.",
        when: "The password grant was sent to a policy whose kind is not ropc.",
        fix: "Use a policy for resource owner password credentials (kind ropc).")

    package static let internalError = row(
        90085, .invalidGrant, source: .observed,
        template: "The service has encountered an internal error. Please reauthenticate and try again.",
        meaning: "The policy failed while it redeemed the grant.",
        fix: "Sign in again.")

    package static let grantOfOtherVersion = row(
        90087, .invalidGrant,
        template: "The provided grant has not been issued for this version of the protocol endpoint.",
        meaning: "The grant belongs to another version of the endpoint.",
        fix: "Redeem the grant at the endpoint version that issued it.")

    package static let codeVerifierMismatch = row(
        90182, .invalidGrant,
        template: "The supplied code_verifier does not match associated code_challenge",
        meaning: "The code_verifier is not the one of the code_challenge.",
        when: "The hash of code_verifier differs from code_challenge.",
        fix: "Send the code_verifier from which the code_challenge was computed.")

    package static let passwordGrantNeedsB2CApplication = row(
        90248, .unauthorizedClient, source: .observed,
        template: "Resource owner flow can only be used by applications created through the B2C admin portal.",
        meaning: "The application may not use the password grant.",
        fix: "Use an application for accounts of user flows.")

    package static let assertionUnsupported = row(
        99027, .invalidRequest, source: .observed,
        template:
            "Policy '{value}' does not contain a AuthorizationTechnicalProfile with a corresponding ClientAssertionType.",
        meaning: "The policy accepts only client secrets.",
        when: "A request to a policy has client_assertion.",
        fix: "Send client_secret.")
}
