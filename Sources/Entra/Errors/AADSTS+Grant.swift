/// Errors about grants: authorization codes, PKCE, refresh tokens and device codes.
extension AADSTS {
    package static let invalidCodeChallengeSize = AADSTS(
        50147, .invalidRequest, "Invalid size of Code_Challenge parameter.")
    /// The request has a code verifier, but the authorization request had no challenge. Accepting the verifier would allow a PKCE
    /// downgrade (RFC 9700 §4.8.2).
    package static let unexpectedCodeVerifier = AADSTS(
        50148, .invalidGrant, source: .inferred,
        "The Code_Verifier does not match the code_challenge supplied in the authorization request: no code_challenge was "
            + "supplied.")
    package static let codeVerifierMismatch = AADSTS(
        501481, .invalidGrant, source: .observed,
        "The Code_Verifier does not match the code_challenge supplied in the authorization request.")
    package static let invalidCodeChallenge = AADSTS(
        501491, .invalidRequest, "Invalid size of Code_Challenge parameter.")
    package static let grantRevoked = AADSTS(
        50173, .invalidGrant, suberror: .badToken,
        "The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed "
            + "or reset their password. The grant was issued on '{valid_from}' and the TokensValidFrom date (before which "
            + "tokens are not valid) for this user is '{valid_until}'.")
    package static let authorizationCodeRedeemed = AADSTS(
        54005, .invalidGrant, source: .observed,
        "OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh "
            + "token.")
    package static let invalidGrant = AADSTS(
        70000, .invalidGrant, suberror: .badToken,
        "Provided grant is invalid or malformed. {reason}")
    package static let grantForOtherTenant = AADSTS(
        700005, .invalidGrant,
        "Provided Authorization Code is intended to use against other tenant, thus rejected.")
    package static let grantExpired = AADSTS(
        70008, .invalidGrant,
        "The provided authorization code or refresh token has expired due to inactivity. Send a new interactive "
            + "authorization request for this user and resource.")
    package static let spaRefreshTokenExpiredLegacy = AADSTS(
        700081, .invalidGrant,
        "The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime of "
            + "{duration}, which cannot be extended. It is now expired.")
    package static let refreshTokenInactive = AADSTS(
        700082, .invalidGrant, suberror: .badToken,
        "The refresh token has expired due to inactivity. The token was issued on {valid_from} and was inactive for "
            + "{duration}.")
    package static let spaRefreshTokenExpired = AADSTS(
        700084, .invalidGrant,
        "The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime of "
            + "{duration}, which cannot be extended. It is now expired and a new sign in request must be sent by the SPA to "
            + "the sign in page. The token was issued on {valid_from}.")
    package static let signInFrequency = AADSTS(
        70043, .invalidGrant, suberror: .badToken,
        "The refresh token has expired or is invalid due to sign-in frequency checks by conditional access. The token was "
            + "issued on {valid_from} and the maximum allowed lifetime for this request is {duration}.")
    package static let personalAccountServerError = AADSTS(
        70012, .serverError, status: 500, "A server error occurred while authenticating an MSA (consumer) user.")
    package static let interactionNeeded = AADSTS(
        700020, .interactionRequired, "Interactive sign-in is required to get an access grant.")

    package static let deviceAuthorizationPending = AADSTS(
        70016, .authorizationPending, source: .observed,
        "OAuth 2.0 device flow error. Authorization is pending. Continue polling.")
    package static let invalidVerificationCode = AADSTS(
        70018, .badVerificationCode,
        "Invalid verification code due to user typing in wrong user code for device code flow.")
    package static let verificationCodeExpired = AADSTS(
        70019, .expiredToken, "Verification code expired. Have the user retry the sign-in.")
    package static let deviceCodeExpired = AADSTS(
        70020, .expiredToken, source: .observed,
        "The provided value for the input parameter 'device_code' is not valid. This device code has expired.")
    package static let deviceCodeMissing = AADSTS(
        90117, .invalidRequest, "The device code or user code in the request is empty or not valid.")
    package static let userCodeBlocked = AADSTS(
        90120, .badVerificationCode, source: .inferred, "The user code has been tried too often or was used already.")

    static let grantRows: [AADSTS] = [
        invalidCodeChallengeSize, unexpectedCodeVerifier, codeVerifierMismatch, invalidCodeChallenge, grantRevoked,
        authorizationCodeRedeemed, invalidGrant, grantForOtherTenant, grantExpired, spaRefreshTokenExpiredLegacy,
        refreshTokenInactive, spaRefreshTokenExpired, signInFrequency, personalAccountServerError, interactionNeeded,
        deviceAuthorizationPending, invalidVerificationCode, verificationCodeExpired, deviceCodeExpired,
        deviceCodeMissing, userCodeBlocked,
    ]
}

/// Errors about signed assertions: client assertions, federated credentials and on-behalf-of assertions.
extension AADSTS {
    package static let assertionAuthenticationFailed = AADSTS(
        50012, .invalidClient, status: 401,
        "Authentication failed: the client assertion has an invalid signature or thumbprint. {reason}")
    package static let samlSignature = AADSTS(
        50006, .invalidGrant, "Signature verification failed because of an invalid signature. [Reason - {reason}]")
    package static let samlAssertionInvalid = AADSTS(
        50008, .invalidGrant, "The SAML assertion is missing or misconfigured in the token. [Reason - {reason}]")
    package static let assertionSignature = AADSTS(
        50013, .invalidGrant, "Assertion failed signature validation. [Reason - {reason}]")
    package static let assertionSubjectMismatch = AADSTS(
        50048, .invalidClient, "Subject mismatches Issuer claim in the client assertion.")
    package static let assertionAudienceMismatch = AADSTS(
        500131, .invalidGrant, source: .observed,
        "Assertion audience does not match the Client app presenting the assertion. The audience in the assertion was "
            + "'{value}' and the expected audience is '{expected}' or one of the Application Uris of this application.")
    package static let assertionOutsideValidity = AADSTS(
        500133, .invalidGrant,
        "Assertion is not within its valid time range. Current time: {current_time}, expiry time of assertion "
            + "{valid_until}.")
    package static let clientAssertionWithoutKey = AADSTS(
        5002723, .invalidClient, status: 401, source: .observed,
        "Invalid JWT token. The header names no key: one of 'x5t#S256', 'x5t' or 'kid' is required.")
    package static let assertionKeyUnsuitable = AADSTS(
        5002730, .invalidClient, status: 401, source: .observed,
        "Invalid JWT token. Unsupported key for the signing algorithm.")
    package static let assertionAlgorithm = AADSTS(
        5002738, .invalidClient, status: 401, source: .observed,
        "Invalid JWT token. '{value}' is not a supported signature algorithm. Supported signing algorithms are: "
            + "'{expected}'.")
    package static let clientAssertionClientMismatch = AADSTS(
        700021, .invalidClient, status: 401,
        "Client assertion application identifier doesn't match 'client_id' parameter.")
    package static let clientAssertionAudience = AADSTS(
        700023, .invalidClient, status: 401, "Client assertion audience claim does not match Realm issuer.")
    package static let clientAssertionOutsideValidity = AADSTS(
        700024, .invalidClient, status: 401,
        "Client assertion is not within its valid time range. Current time: {current_time}, assertion valid from "
            + "{valid_from}, expiry time of assertion {valid_until}. Review the documentation at "
            + "https://learn.microsoft.com/entra/identity-platform/certificate-credentials.")
    package static let clientAssertionSignature = AADSTS(
        700027, .invalidClient, status: 401, source: .library,
        "Client assertion failed signature validation. [Reason - {reason}]")
    package static let certificateSubjectNotAuthorized = AADSTS(
        700030, .invalidClient, status: 401, "Invalid certificate - subject name in certificate is not authorized.")
    package static let certificateInvalid = AADSTS(
        7000274, .invalidClient, status: 401, source: .library,
        "The certificate used to sign the client assertion is not valid. {reason}")
    package static let certificateRevoked = AADSTS(
        7000277, .invalidClient, status: 401, source: .library,
        "The certificate used to sign the client assertion has been revoked.")
    package static let certificateUntrusted = AADSTS(
        7000214, .invalidClient, status: 401, source: .library,
        "The certificate used to sign the client assertion is not trusted.")
    package static let certificateOutsideValidity = AADSTS(
        1000502, .invalidClient, status: 401, source: .library,
        "The provided certificate is not within its specified validity period.")
    package static let jwtSignature = AADSTS(
        900384, .invalidGrant, "JWT token failed signature validation.")

    package static let federatedCredentialMismatch = AADSTS(
        70021, .invalidClient, status: 401, source: .observed,
        "No matching federated identity record found for presented assertion. {reason}")
    package static let federatedIssuerMismatch = AADSTS(
        700211, .invalidClient, status: 401, source: .observed,
        "No matching federated identity record found for presented assertion issuer '{value}'. Check your federated "
            + "identity credential Subject, Audience and Issuer against the presented assertion.")
    package static let federatedAudienceMismatch = AADSTS(
        700212, .invalidClient, status: 401, source: .observed,
        "No matching federated identity record found for presented assertion audience '{value}'. Check your federated "
            + "identity credential Subject, Audience and Issuer against the presented assertion.")
    package static let federatedSubjectMismatch = AADSTS(
        700213, .invalidClient, status: 401, source: .observed,
        "No matching federated identity record found for presented assertion subject '{value}'. Check your federated "
            + "identity credential Subject, Audience and Issuer against the presented assertion.")
    package static let federatedManagedSubjectMismatch = AADSTS(
        7002137, .invalidClient, status: 401,
        "No matching federated identity record found for presented managed subject '{value}'.")
    package static let federatedCaseMismatch = AADSTS(
        7002138, .invalidClient, status: 401,
        "No matching federated identity record found for presented assertion: '{value}' matches only when case is ignored."
    )
    package static let federatedKeyNotFound = AADSTS(
        7000272, .invalidClient, status: 401, source: .observed,
        "The certificate with identifier '{value}' used to sign the federated credential could not be found in the metadata "
            + "of identity provider '{idp}'. Please validate that your identity provider's metadata exposes the key used to "
            + "sign the incoming token.")
    package static let federatedUserToken = AADSTS(
        700229, .invalidClient, status: 401,
        "Only app-only tokens can be used as Federated Identity Credentials for the Microsoft Entra issuer.")
    package static let idTokenOnBehalfOf = AADSTS(
        240002, .invalidGrant, source: .observed,
        "Input id_token cannot be used as 'urn:ietf:params:oauth:grant-type:jwt-bearer' grant.")
    package static let appOnlyOnBehalfOf = AADSTS(
        7000114, .invalidGrant, source: .inferred,
        "Application '{client_id}' is not allowed to make application on-behalf-of calls.")

    static let assertionRows: [AADSTS] = [
        assertionAuthenticationFailed, samlSignature, samlAssertionInvalid, assertionSignature,
        assertionSubjectMismatch, assertionAudienceMismatch, assertionOutsideValidity, clientAssertionWithoutKey,
        assertionKeyUnsuitable, assertionAlgorithm, clientAssertionClientMismatch, clientAssertionAudience,
        clientAssertionOutsideValidity, clientAssertionSignature, certificateSubjectNotAuthorized, certificateInvalid,
        certificateRevoked, certificateUntrusted, certificateOutsideValidity, jwtSignature,
        federatedCredentialMismatch, federatedIssuerMismatch, federatedAudienceMismatch, federatedSubjectMismatch,
        federatedManagedSubjectMismatch, federatedCaseMismatch, federatedKeyNotFound, federatedUserToken,
        idTokenOnBehalfOf, appOnlyOnBehalfOf,
    ]
}
