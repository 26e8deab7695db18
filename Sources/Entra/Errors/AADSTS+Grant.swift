/// Errors about grants: authorization codes, PKCE, refresh tokens and device codes.
extension AADSTS {
    package static let invalidCodeChallengeSize = AADSTS(
        50147, .invalidRequest, b2c: AADB2C.wrongCodeVerifier, source: .reference,
        template: "Invalid size of Code_Challenge parameter.",
        meaning: "The code_challenge has a wrong size: an older code for AADSTS501491.",
        fix: "Send base64url(SHA-256(code_verifier)), 43 characters, with code_challenge_method=S256.")

    /// The request has a code verifier, but the authorization request had no challenge. Accepting the verifier would allow a PKCE
    /// downgrade (RFC 9700 §4.8.2).
    package static let unexpectedCodeVerifier = AADSTS(
        50148, .invalidGrant, b2c: AADB2C.wrongCodeVerifier, source: .report,
        template: "The Code_Verifier does not match the code_challenge supplied in the authorization request: no "
            + "code_challenge was supplied.",
        meaning: "The request has a code_verifier, but the authorization request had no code_challenge.",
        when: "code_verifier was sent for a code that was requested without PKCE; accepting such a request would "
            + "allow a downgrade attack.",
        fix: "Send code_challenge with the authorization request, or leave out code_verifier.")

    package static let codeVerifierMismatch = AADSTS(
        501481, .invalidGrant, b2c: AADB2C.codeVerifierMismatch,
        b2cFor: [Parameter.codeVerifier: AADB2C.wrongCodeVerifier], errorURI: false, source: .observed,
        template: "The Code_Verifier does not match the code_challenge supplied in the authorization request.",
        meaning: "The code_verifier does not match the code_challenge.",
        when: "The hash of code_verifier differs from code_challenge, or code_verifier is missing.",
        fix: "Send the code_verifier from which the code_challenge was computed.")

    package static let invalidCodeChallenge = AADSTS(
        501491, .invalidRequest, delivery: .shown, b2c: AADB2C.codeChallengeMissing,
        template: "Invalid size of Code_Challenge parameter.",
        meaning: "The code_challenge is malformed.",
        when: "code_challenge is shorter than 43 or longer than 128 characters, or has characters that are not "
            + "allowed.",
        fix: "Send base64url(SHA-256(code_verifier)), 43 characters, with code_challenge_method=S256.")

    package static let codeChallengeMissing = AADSTS(
        501471, .invalidRequest, delivery: .shown, b2c: AADB2C.codeChallengeMissing,
        template: "Missing code_challenge parameter.",
        meaning: "The request has a code_challenge_method and no code_challenge.",
        when: "code_challenge_method was sent without code_challenge.",
        fix: "Send code_challenge with the authorization request, or leave out code_challenge_method.")

    package static let codeChallengeMethodInvalid = AADSTS(
        50149, .invalidRequest, delivery: .shown, b2c: AADB2C.unsupportedChallengeMethod,
        template: "Invalid Code_Challenge_method parameter.",
        meaning: "The code_challenge_method is not valid.",
        when: "code_challenge_method is neither S256 nor plain. The values are case-sensitive.",
        fix: "Send code_challenge_method=S256.")

    package static let grantRevoked = AADSTS(
        50173, .invalidGrant, suberror: .badToken, b2c: AADB2C.grantRevoked, source: .reference,
        template: "The provided grant has expired due to it being revoked, a fresh auth token is needed. The user "
            + "might have changed or reset their password. The grant was issued on '{valid_from}' and the "
            + "TokensValidFrom date (before which tokens are not valid) for this user is '{valid_until}'.",
        meaning: "The grant was revoked.",
        when: "The user's sessions were revoked, or the password was changed, after the grant was issued.",
        fix: "Sign in again.")

    package static let authorizationCodeRedeemed = AADSTS(
        54005, .invalidGrant, b2c: AADB2C.grantRevoked, errorURI: false, source: .observed,
        template: "OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an "
            + "existing refresh token.",
        meaning: "The authorization code was already used.",
        when: "The same code was redeemed a second time.",
        fix: "Redeem each code once. Sign in again for a new code.")

    package static let invalidGrant = AADSTS(
        70000, .invalidGrant, suberror: .badToken, b2c: AADB2C.malformedGrant, source: .report,
        evidence: "ms-identity-java-webapi#8, #16",
        template: "Provided grant is invalid or malformed. {reason}",
        meaning: "The code or token is not valid.",
        when:
            "The code, refresh token or device code belongs to another client or to a user who is not known here, or a "
            + "personal account has not consented to the scopes.",
        fix:
            "Redeem the code or token as the client that received it. For a personal account, have the user consent in "
            + "an interactive sign-in.")

    package static let grantForOtherTenant = AADSTS(
        700005, .invalidGrant, source: .reference,
        template: "Provided Authorization Code is intended to use against other tenant, thus rejected.",
        meaning: "The code was issued by another tenant.",
        when: "A code of one tenant was redeemed at the authority of another tenant.",
        fix: "Redeem the code at the tenant that issued it.")

    package static let grantOfOtherClient = AADSTS(
        700007, .invalidGrant, b2c: AADB2C.grantOfOtherClient, source: .observed,
        evidence: "EntraFalcon#6, Partner-Center-PowerShell#419",
        template: "The grant was issued for a different client id.",
        meaning: "The code or refresh token belongs to another client.",
        when: "client_id names another client than the one for which the code or refresh token was issued.",
        fix: "Redeem the code or refresh token with the client that requested it.")

    package static let workGrantAtConsumers = AADSTS(
        7_000_012, .invalidGrant, errorURI: false, source: .observed,
        evidence: "Microsoft-Email-Manager#11, sasl-xoauth2#80",
        template: "The grant was obtained for a different tenant.",
        meaning: "The code or refresh token is not one of a personal account.",
        when: "A code or refresh token of a work account, or text that is none, was sent to /consumers.",
        fix: "Use the authority at which the user signed in: the tenant, /organizations or /common.")

    package static let personalGrantAtTenant = AADSTS(
        70_000_121, .invalidGrant, source: .report,
        template: "The passed grant is from a personal Microsoft account and is required to be sent to the /consumers "
            + "or /common endpoint.",
        meaning: "The code or refresh token is one of a personal account.",
        when: "A code or refresh token of a personal account was sent to a tenant or to /organizations.",
        fix: "Use /consumers or /common.")

    package static let hybridCodeUnavailable = AADSTS(
        9_000_512, .invalidRequest, source: .observed, evidence: "microsoft-identity-web#2510",
        template: "A Hybrid SPA code can only be requested while redeeming a confidential client authorization code (a "
            + "code issued to a web-type redirect URI). Do not request a hybrid code otherwise.",
        meaning: "No second code for a page can be issued for this code.",
        when: "return_spa_code is 1, and the code was issued to a redirect URI of another type than web, or to a "
            + "personal account.",
        fix: "Leave out return_spa_code, or register the redirect URI under web.")

    package static let grantExpired = AADSTS(
        70008, .invalidGrant, b2c: AADB2C.grantExpired, source: .reference,
        template: "The provided authorization code or refresh token has expired due to inactivity. Send a new "
            + "interactive authorization request for this user and resource.",
        meaning: "The code or refresh token has expired.",
        when: "authorizationCodeLifetime or refreshTokenLifetime has passed by the server's clock.",
        fix: "Sign in again, or move the server's clock back.")

    package static let spaRefreshTokenExpiredLegacy = AADSTS(
        700081, .invalidGrant, source: .reference,
        template: "The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited "
            + "lifetime of {duration}, which cannot be extended. It is now expired.",
        meaning: "The refresh token of a single-page application has expired: an older code for AADSTS700084.",
        fix: "Sign in again; the refresh token has a fixed lifetime.")

    package static let refreshTokenInactive = AADSTS(
        700082, .invalidGrant, suberror: .badToken, b2c: AADB2C.grantExpired, source: .reference,
        template: "The refresh token has expired due to inactivity. The token was issued on {valid_from} and was "
            + "inactive for {duration}.",
        meaning: "The refresh token was inactive for too long.",
        when: "refreshTokenLifetime has passed since the token was issued.",
        fix: "Sign in again, or move the server's clock back.")

    package static let spaRefreshTokenExpired = AADSTS(
        700084, .invalidGrant, suberror: .badToken, b2c: AADB2C.grantExpired, source: .observed,
        evidence: "msal.js#7033 2022-04",
        template: "The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited "
            + "lifetime of {duration}, which cannot be extended. It is now expired and a new sign in request must be "
            + "sent by the SPA to the sign in page. The token was issued on {valid_from}.",
        meaning: "The refresh token of a single-page application has expired.",
        when: "singlePageRefreshTokenLifetime (default 24 hours) has passed since the sign-in; a refresh does not "
            + "extend the lifetime.",
        fix: "Sign in again, or move the server's clock back.")

    package static let signInFrequency = AADSTS(
        70043, .invalidGrant, suberror: .tokenExpired, errorURI: false, source: .observed,
        evidence: "error texts of Go tools, 2022-01 and 2026-07",
        template: "The refresh token has expired or is invalid due to sign-in frequency checks by conditional access. "
            + "The token was issued on {valid_from} and the maximum allowed lifetime for this request is {duration}.",
        meaning: "A policy requires a new sign-in.",
        when:
            "A token request: the signInFrequency of a Conditional Access policy has passed since the user signed in.",
        fix: "Send the user through an interactive sign-in.")

    package static let sessionFrequency = AADSTS(
        70044, .invalidGrant, names: demandNames, source: .report,
        evidence: "the notes of a web client in a public repository (2026)",
        template: "The session has expired or is invalid due to sign-in frequency checks by conditional access.",
        meaning: "A policy requires a new sign-in.",
        when:
            "A request with prompt=none: the signInFrequency of a Conditional Access policy has passed since the user "
            + "signed in.",
        fix: "Send the user through an interactive sign-in.")

    package static let personalAccountServerError = AADSTS(
        70012, .serverError, status: 500,
        template: "A server error occurred while authenticating an MSA (consumer) user.",
        meaning: "Signing in a personal account failed.",
        fix: "Repeat the sign-in.")

    package static let interactionNeeded = AADSTS(
        700020, .interactionRequired,
        template: "Interactive sign-in is required to get an access grant.",
        meaning: "The user must sign in interactively.",
        fix: "Start an interactive sign-in.")

    package static let deviceAuthorizationPending = AADSTS(
        70016, .authorizationPending, source: .observed,
        template: "OAuth 2.0 device flow error. Authorization is pending. Continue polling.",
        meaning: "The user has not finished the device sign-in.",
        when: "The device polled before the user entered the code and signed in.",
        fix: "Poll again after the interval.")

    package static let invalidVerificationCode = AADSTS(
        70018, .badVerificationCode, source: .reference,
        template: "Invalid verification code due to user typing in wrong user code for device code flow.",
        meaning: "The code that the user entered is wrong.",
        when: "The user code is unknown or belongs to another tenant.",
        fix: "Enter the user code that the device shows.")

    package static let verificationCodeExpired = AADSTS(
        70019, .expiredToken, names: [.init(.codeExpired, at: .token(.v1))], source: .observed,
        template: "Verification code expired. Have the user retry the sign-in.",
        meaning: "The code that the user entered has expired, or the device code at version 1.",
        when: "deviceCodeLifetime has passed since the device requested the code.",
        fix: "Start device authorization again.")

    package static let deviceCodeExpired = AADSTS(
        70020, .expiredToken, source: .observed,
        template:
            "The provided value for the input parameter 'device_code' is not valid. This device code has expired.",
        meaning: "The device code has expired.",
        when: "deviceCodeLifetime has passed since the device requested the code.",
        fix: "Start device authorization again.")

    package static let invalidDeviceCode = AADSTS(
        7000014, .invalidGrant, errorURI: false, source: .observed, evidence: "microsoft-graph-training#97",
        template: "The provided value for the input parameter 'device_code' is not valid.",
        meaning: "The device code is unknown.",
        when: "device_code is not a device code, was modified, or was issued by a server with other keys.",
        fix: "Send the device_code of the device authorization response. A restart without --seed or --data-dir "
            + "invalidates all earlier device codes.")

    package static let deviceCodeMissing = AADSTS(
        90117, .invalidRequest,
        template: "The device code or user code in the request is empty or not valid.",
        meaning: "The device code or user code is empty or not valid.",
        fix: "Send the device_code of the device authorization response.")

    package static let userCodeEmpty = AADSTS(
        90119, .invalidRequest, delivery: .shown,
        template: "Invalid user code: the user code is null or empty.",
        meaning: "The user code is empty.",
        when: "The page on which the user enters the code of a device was submitted without a code.",
        fix: "Enter the user code that the device shows.")

    package static let userCodeBlocked = AADSTS(
        90120, .badVerificationCode,
        template: "The user code has been tried too often or was used already.",
        meaning: "The user code was entered too often or was already used.",
        when: "Too many wrong codes were entered, or the code was already used.",
        fix: "Start device authorization again.")

    static let grantRows: [AADSTS] = [
        invalidCodeChallengeSize, unexpectedCodeVerifier, codeVerifierMismatch, invalidCodeChallenge,
        codeChallengeMissing, codeChallengeMethodInvalid, grantRevoked,
        authorizationCodeRedeemed, invalidGrant, grantForOtherTenant, grantOfOtherClient, workGrantAtConsumers,
        personalGrantAtTenant, hybridCodeUnavailable, grantExpired, spaRefreshTokenExpiredLegacy,
        refreshTokenInactive, spaRefreshTokenExpired, signInFrequency, sessionFrequency, personalAccountServerError,
        interactionNeeded,
        deviceAuthorizationPending, invalidVerificationCode, verificationCodeExpired, deviceCodeExpired,
        invalidDeviceCode, deviceCodeMissing, userCodeEmpty, userCodeBlocked,
    ]
}
