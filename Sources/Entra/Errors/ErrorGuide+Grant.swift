extension ErrorGuide {
    /// What is exchanged for tokens, and how clients prove themselves.
    static let grants: [ErrorGuide] = [
        ErrorGuide(
            .invalidCodeChallengeSize, "The code_challenge has a wrong size.",
            fix: "Send base64url(SHA-256(code_verifier)), 43 characters, with code_challenge_method=S256."
        ),
        ErrorGuide(
            .unexpectedCodeVerifier,
            "The request has a code_verifier, but the authorization request had no code_challenge.",
            when:
                "code_verifier was sent for a code that was requested without PKCE; to accept it would allow a downgrade.",
            fix: "Send code_challenge with the authorization request, or no code_verifier."
        ),
        ErrorGuide(
            .codeVerifierMismatch, "The code_verifier does not belong to the code_challenge.",
            when: "The hash of code_verifier differs from code_challenge, or code_verifier is missing.",
            fix: "Send the code_verifier from which the code_challenge was made."
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
            .authorizationCodeRedeemed, "The authorization code was used before.",
            when: "The same code was redeemed a second time.",
            fix: "Redeem each code once, and sign in again for another."
        ),
        ErrorGuide(
            .invalidGrant, "The code or token is not valid.",
            when:
                "The code, refresh token or device code is malformed, was changed, is of another client, or was issued by a server with other keys.",
            fix:
                "Send the code or token unchanged, to the server that issued it. A restart without --seed or --data-dir invalidates earlier ones."
        ),
        ErrorGuide(
            .grantForOtherTenant, "The code was issued by another tenant.",
            when: "A code of one tenant was redeemed at the authority of another one.",
            fix: "Redeem the code at the tenant that issued it."
        ),
        ErrorGuide(
            .grantExpired, "The code or refresh token has expired.",
            when: "authorizationCodeLifetime or refreshTokenLifetime has passed by the server's clock.",
            fix: "Sign in again: the grant has expired by the server's clock."
        ),
        ErrorGuide(
            .spaRefreshTokenExpiredLegacy, "The refresh token of a single-page application has expired.",
            fix: "Sign in again: the refresh token has a fixed lifetime."
        ),
        ErrorGuide(
            .refreshTokenInactive, "The refresh token was not used for too long.",
            when: "refreshTokenLifetime has passed since the token was issued.",
            fix: "Sign in again: the token has expired by the server's clock."
        ),
        ErrorGuide(
            .spaRefreshTokenExpired, "The refresh token of a single-page application has expired.",
            when:
                "singlePageRefreshTokenLifetime (24 hours) has passed since the sign-in; a refresh does not extend it.",
            fix: "Sign in again: the token has expired by the server's clock."
        ),
        ErrorGuide(
            .signInFrequency, "A policy demands a new sign-in.",
            when: "signInFrequency of a Conditional Access policy has passed since the user signed in.",
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
            when: "The user code is not known, or belongs to another tenant.",
            fix: "Enter the user code that the device shows."
        ),
        ErrorGuide(
            .verificationCodeExpired, "The code that the user entered has expired.",
            when: "deviceCodeLifetime has passed since the device asked for the code.",
            fix: "Start device authorization again."
        ),
        ErrorGuide(
            .deviceCodeExpired, "The device code has expired.",
            when: "deviceCodeLifetime has passed since the device asked for the code.",
            fix: "Start device authorization again."
        ),
        ErrorGuide(
            .deviceCodeMissing, "The device code or user code is empty or not valid.",
            fix: "Send the device_code of the device authorization response."
        ),
        ErrorGuide(
            .userCodeBlocked, "The user code was tried too often or was used before.",
            when: "Too many wrong codes were entered, or the code was used already.",
            fix: "Start device authorization again."
        ),
        ErrorGuide(
            .assertionAuthenticationFailed, "The client assertion has an invalid signature or thumbprint.",
            fix: "Sign with the certificate that is registered under keyCredentials."
        ),
        ErrorGuide(
            .samlSignature, "The signature of the SAML assertion is not valid.",
            when: "The assertion is not signed with the signingCertificate of the federated domain.",
            fix: "Sign with the key of the signingCertificate under federatedDomains."
        ),
        ErrorGuide(
            .samlAssertionInvalid, "The SAML assertion is missing or not valid.",
            when: "The assertion is malformed, has expired, or has another audience than this service.",
            fix: "Send a current assertion for this service."
        ),
        ErrorGuide(
            .assertionSignature, "The signature of the assertion is not valid.",
            when: "The assertion of the on-behalf-of or bearer flow was changed, or was not signed by this server.",
            fix: "Send a token of this server, unchanged."
        ),
        ErrorGuide(
            .assertionSubjectMismatch, "Subject and issuer of the client assertion differ.",
            fix: "Set iss and sub of the assertion to client_id."
        ),
        ErrorGuide(
            .assertionAudienceMismatch, "The assertion is for another application.",
            when: "The aud claim of the token that is exchanged on behalf of the user is not this client.",
            fix: "Send an access token whose audience is this client."
        ),
        ErrorGuide(
            .assertionOutsideValidity, "The assertion has expired or is not valid yet.",
            when: "The assertion's nbf or exp does not include the server's time.",
            fix: "Send a token that has not expired by the server's clock."
        ),
        ErrorGuide(
            .clientAssertionWithoutKey, "The client assertion does not say which key signed it.",
            when: "The header of the client assertion has none of x5t#S256, x5t and kid.",
            fix: "Name the certificate in the header, by x5t#S256 or x5t."
        ),
        ErrorGuide(
            .assertionKeyUnsuitable, "The key does not fit the signature algorithm.",
            when: "The registered certificate has a key of another kind than alg needs.",
            fix: "Sign with an RSA key for PS256 or RS256."
        ),
        ErrorGuide(
            .assertionAlgorithm, "The signature algorithm is not supported.",
            when: "alg of the assertion is none of those that the message lists.",
            fix: "Sign with PS256 or RS256."
        ),
        ErrorGuide(
            .clientAssertionClientMismatch, "The client assertion belongs to another application.",
            when: "iss or sub of the assertion differs from client_id.",
            fix: "Set iss and sub of the assertion to client_id."
        ),
        ErrorGuide(
            .clientAssertionAudience, "The client assertion is for another service.",
            when: "aud of the assertion is neither the token endpoint nor the issuer of the tenant.",
            fix: "Set aud of the assertion to the token endpoint's URL."
        ),
        ErrorGuide(
            .clientAssertionOutsideValidity, "The client assertion has expired or is not valid yet.",
            when: "nbf or exp of the assertion does not include the server's time.",
            fix: "Set nbf and exp of the assertion around the server's time."
        ),
        ErrorGuide(
            .clientAssertionSignature, "The signature of the client assertion is not valid.",
            when: "The assertion is signed with a key that is not registered under keyCredentials, or was changed.",
            fix: "Sign with the certificate that is registered under keyCredentials, and name it by x5t or x5t#S256."
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
            when: "The registered certificate's validity period does not include the server's time.",
            fix: "Register a certificate that is valid at the server's time."
        ),
        ErrorGuide(
            .jwtSignature, "The signature of the JWT is not valid.",
            fix: "Send the token unchanged."
        ),
        ErrorGuide(
            .federatedCredentialMismatch, "No federated identity credential matches the assertion.",
            fix:
                "Make issuer, subject and audience of federatedIdentityCredentials equal to those of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedIssuerMismatch, "No federated identity credential has the assertion's issuer.",
            when: "iss of the token is not the issuer of any federatedIdentityCredentials entry of the application.",
            fix:
                "Make issuer, subject and audience of federatedIdentityCredentials equal to those of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedAudienceMismatch, "No federated identity credential has the assertion's audience.",
            when: "aud of the token is not among the audiences of the entry.",
            fix:
                "Make issuer, subject and audience of federatedIdentityCredentials equal to those of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedSubjectMismatch, "No federated identity credential has the assertion's subject.",
            when: "sub of the token is not the subject of the entry.",
            fix:
                "Make issuer, subject and audience of federatedIdentityCredentials equal to those of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedManagedSubjectMismatch, "No federated identity credential has the assertion's managed subject.",
            fix: "Register the managed identity as the subject of a federatedIdentityCredentials entry."
        ),
        ErrorGuide(
            .federatedCaseMismatch, "A federated identity credential matches only if letter case is ignored.",
            when: "Issuer or subject of the token differs from the entry in letter case.",
            fix:
                "Make issuer, subject and audience of federatedIdentityCredentials equal to those of the token, byte for byte."
        ),
        ErrorGuide(
            .federatedKeyNotFound, "The issuer does not publish the key that signed the assertion.",
            when: "kid of the token is not among the keys of the issuer under federatedIssuers.",
            fix: "Add the key to the issuer's key set."
        ),
        ErrorGuide(
            .federatedUserToken, "A federated identity credential accepts app-only tokens only.",
            when: "The token of this server's issuer is a user's token.",
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
