extension ErrorGuide {
    /// The rows about grants and client authentication.
    static let grants: [ErrorGuide] = [
        ErrorGuide(
            .invalidCodeChallengeSize, "The code_challenge has a wrong size.",
            fix: "Send base64url(SHA-256(code_verifier)), 43 characters, with code_challenge_method=S256."
        ),
        ErrorGuide(
            .unexpectedCodeVerifier,
            "The request has a code_verifier, but the authorization request had no code_challenge.",
            when:
                "code_verifier was sent for a code that was requested without PKCE; accepting such a request would allow a downgrade attack.",
            fix: "Send code_challenge with the authorization request, or leave out code_verifier."
        ),
        ErrorGuide(
            .codeVerifierMismatch, "The code_verifier does not match the code_challenge.",
            when: "The hash of code_verifier differs from code_challenge, or code_verifier is missing.",
            fix: "Send the code_verifier from which the code_challenge was computed."
        ),
        ErrorGuide(
            .invalidCodeChallenge, "The code_challenge is malformed.",
            when:
                "code_challenge is shorter than 43 or longer than 128 characters, or has characters that are not allowed.",
            fix: "Send base64url(SHA-256(code_verifier)), 43 characters, with code_challenge_method=S256."
        ),
        ErrorGuide(
            .grantRevoked, "The grant was revoked.",
            when: "The user's sessions were revoked, or the password was changed, after the grant was issued.",
            fix: "Sign in again."
        ),
        ErrorGuide(
            .authorizationCodeRedeemed, "The authorization code was already used.",
            when: "The same code was redeemed a second time.",
            fix: "Redeem each code once. Sign in again for a new code."
        ),
        ErrorGuide(
            .invalidGrant, "The code or token is not valid.",
            when:
                "The code, refresh token or device code is malformed, was modified, belongs to another client, or was issued by a server with other keys.",
            fix:
                "Send the unmodified code or token to the server that issued it. A restart without --seed or --data-dir invalidates all earlier codes and tokens."
        ),
        ErrorGuide(
            .grantForOtherTenant, "The code was issued by another tenant.",
            when: "A code of one tenant was redeemed at the authority of another tenant.",
            fix: "Redeem the code at the tenant that issued it."
        ),
        ErrorGuide(
            .grantExpired, "The code or refresh token has expired.",
            when: "authorizationCodeLifetime or refreshTokenLifetime has passed by the server's clock.",
            fix: "Sign in again, or move the server's clock back."
        ),
        ErrorGuide(
            .spaRefreshTokenExpiredLegacy, "The refresh token of a single-page application has expired.",
            fix: "Sign in again; the refresh token has a fixed lifetime."
        ),
        ErrorGuide(
            .refreshTokenInactive, "The refresh token was inactive for too long.",
            when: "refreshTokenLifetime has passed since the token was issued.",
            fix: "Sign in again, or move the server's clock back."
        ),
        ErrorGuide(
            .spaRefreshTokenExpired, "The refresh token of a single-page application has expired.",
            when:
                "singlePageRefreshTokenLifetime (default 24 hours) has passed since the sign-in; a refresh does not extend the lifetime.",
            fix: "Sign in again, or move the server's clock back."
        ),
        ErrorGuide(
            .signInFrequency, "A policy requires a new sign-in.",
            when: "The signInFrequency of a Conditional Access policy has passed since the user signed in.",
            fix: "Send the user through an interactive sign-in."
        ),
        ErrorGuide(
            .personalAccountServerError, "Signing in a personal account failed.",
            fix: "Repeat the sign-in."
        ),
        ErrorGuide(
            .interactionNeeded, "The user must sign in interactively.",
            fix: "Start an interactive sign-in."
        ),
        ErrorGuide(
            .deviceAuthorizationPending, "The user has not finished the device sign-in.",
            when: "The device polled before the user entered the code and signed in.",
            fix: "Poll again after the interval."
        ),
        ErrorGuide(
            .invalidVerificationCode, "The code that the user entered is wrong.",
            when: "The user code is unknown or belongs to another tenant.",
            fix: "Enter the user code that the device shows."
        ),
        ErrorGuide(
            .verificationCodeExpired, "The code that the user entered has expired.",
            when: "deviceCodeLifetime has passed since the device requested the code.",
            fix: "Start device authorization again."
        ),
        ErrorGuide(
            .deviceCodeExpired, "The device code has expired.",
            when: "deviceCodeLifetime has passed since the device requested the code.",
            fix: "Start device authorization again."
        ),
        ErrorGuide(
            .deviceCodeMissing, "The device code or user code is empty or not valid.",
            fix: "Send the device_code of the device authorization response."
        ),
        ErrorGuide(
            .userCodeBlocked, "The user code was entered too often or was already used.",
            when: "Too many wrong codes were entered, or the code was already used.",
            fix: "Start device authorization again."
        ),
        ErrorGuide(
            .assertionAuthenticationFailed, "The client assertion has an invalid signature or thumbprint.",
            fix: "Sign the assertion with the certificate that is registered under keyCredentials."
        ),
        ErrorGuide(
            .samlSignature, "The signature of the SAML assertion is not valid.",
            when: "The assertion is not signed with the signingCertificate of the federated domain.",
            fix: "Sign the assertion with the key of the signingCertificate under federatedDomains."
        ),
        ErrorGuide(
            .samlAssertionInvalid, "The SAML assertion is missing or not valid.",
            when: "The assertion is malformed, has expired, or has an audience other than this service.",
            fix: "Send a current assertion for this service."
        ),
        ErrorGuide(
            .assertionSignature, "The signature of the assertion is not valid.",
            when: "The assertion of the on-behalf-of or bearer flow was modified or was not signed by this server.",
            fix: "Send an unmodified token from this server."
        ),
        ErrorGuide(
            .assertionSubjectMismatch, "The subject and the issuer of the client assertion differ.",
            fix: "Set iss and sub of the assertion to client_id."
        ),
        ErrorGuide(
            .assertionAudienceMismatch, "The assertion is for another application.",
            when: "The aud of the access token in the on-behalf-of request is not this client.",
            fix: "Send an access token whose audience is this client."
        ),
        ErrorGuide(
            .assertionOutsideValidity, "The assertion has expired or is not valid yet.",
            when: "The server's time is not between nbf and exp of the assertion.",
            fix: "Send a token that has not expired by the server's clock."
        ),
        ErrorGuide(
            .clientAssertionWithoutKey, "The client assertion does not identify the key that signed it.",
            when: "The header of the client assertion contains neither x5t#S256, x5t nor kid.",
            fix: "Identify the certificate in the header with x5t#S256 or x5t."
        ),
        ErrorGuide(
            .assertionKeyUnsuitable, "The key cannot be used with the signature algorithm.",
            when: "The registered certificate has a key of a type that alg does not use.",
            fix: "Sign the assertion with an RSA key for PS256 or RS256."
        ),
        ErrorGuide(
            .assertionAlgorithm, "The signature algorithm is not supported.",
            when: "The alg of the assertion is not one of the algorithms that the message lists.",
            fix: "Sign the assertion with PS256 or RS256."
        ),
        ErrorGuide(
            .clientAssertionClientMismatch, "The client assertion belongs to another application.",
            when: "The iss or sub of the assertion differs from client_id.",
            fix: "Set iss and sub of the assertion to client_id."
        ),
        ErrorGuide(
            .clientAssertionAudience, "The client assertion is for another service.",
            when: "The aud of the assertion is neither the token endpoint nor the issuer of the tenant.",
            fix: "Set aud of the assertion to the token endpoint's URL."
        ),
        ErrorGuide(
            .clientAssertionOutsideValidity, "The client assertion has expired or is not valid yet.",
            when: "The server's time is not between nbf and exp of the assertion.",
            fix: "Set nbf of the assertion before the server's time and exp after it."
        ),
        ErrorGuide(
            .clientAssertionSignature, "The signature of the client assertion is not valid.",
            when: "The assertion is signed with a key that is not registered under keyCredentials, or was modified.",
            fix:
                "Sign the assertion with a certificate that is registered under keyCredentials, and identify the certificate with x5t or x5t#S256."
        ),
        ErrorGuide(
            .certificateSubjectNotAuthorized, "The subject name of the certificate is not authorized.",
            fix: "Use a certificate with an authorized subject name."
        ),
        ErrorGuide(
            .certificateInvalid, "The certificate that signed the assertion is not valid.",
            fix: "Use a valid certificate."
        ),
        ErrorGuide(
            .certificateRevoked, "The certificate that signed the assertion was revoked.",
            fix: "Use a certificate that is not revoked."
        ),
        ErrorGuide(
            .certificateUntrusted, "The certificate that signed the assertion is not trusted.",
            fix: "Use a certificate from a trusted authority."
        ),
        ErrorGuide(
            .certificateOutsideValidity, "The certificate has expired or is not valid yet.",
            when: "The server's time is outside the validity period of the registered certificate.",
            fix: "Register a certificate that is valid at the server's time."
        ),
        ErrorGuide(
            .jwtSignature, "The signature of the JWT is not valid.",
            fix: "Send the unmodified token."
        ),
        ErrorGuide(
            .federatedCredentialMismatch, "No federated identity credential matches the assertion.",
            fix:
                "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedIssuerMismatch, "No federated identity credential has the assertion's issuer.",
            when:
                "The iss of the token is not the issuer of any federatedIdentityCredentials entry of the application.",
            fix:
                "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedAudienceMismatch, "No federated identity credential has the assertion's audience.",
            when: "The aud of the token is not among the audiences of the entry.",
            fix:
                "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedSubjectMismatch, "No federated identity credential has the assertion's subject.",
            when: "The sub of the token is not the subject of the entry.",
            fix:
                "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedManagedSubjectMismatch, "No federated identity credential has the assertion's managed subject.",
            fix: "Register the managed identity as the subject of a federatedIdentityCredentials entry."
        ),
        ErrorGuide(
            .federatedCaseMismatch, "A federated identity credential differs from the assertion only in letter case.",
            when: "The iss or sub of the token differs from the entry only in letter case.",
            fix:
                "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedKeyNotFound, "The issuer does not publish the key that signed the assertion.",
            when: "The kid of the token is not among the keys of the issuer under federatedIssuers.",
            fix: "Add the key to the key set of the issuer."
        ),
        ErrorGuide(
            .federatedUserToken, "A federated identity credential accepts only app-only tokens.",
            when: "The assertion is a token that this server issued to a user.",
            fix: "Send an app-only token."
        ),
        ErrorGuide(
            .idTokenOnBehalfOf, "An ID token cannot be exchanged on behalf of a user.",
            when: "The assertion of the on-behalf-of flow is an ID token.",
            fix: "Send an access token whose audience is this client."
        ),
        ErrorGuide(
            .appOnlyOnBehalfOf, "An app-only token cannot be exchanged on behalf of a user.",
            when: "The assertion of the on-behalf-of flow is an app-only token.",
            fix: "Send a user's access token, or use client credentials."
        ),
    ]
}
