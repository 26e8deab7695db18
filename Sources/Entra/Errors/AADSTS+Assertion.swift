/// Errors about signed assertions: client assertions, federated credentials and on-behalf-of assertions.
extension AADSTS {
    package static let assertionAuthenticationFailed = AADSTS(
        50012, .invalidClient, status: 401, source: .reference,
        template: "Authentication failed: the client assertion has an invalid signature or thumbprint. {reason}",
        meaning: "The client assertion has an invalid signature or thumbprint: an older code for AADSTS700027.",
        fix: "Sign the assertion with the certificate that is registered under keyCredentials.")

    package static let samlSignature = AADSTS(
        50006, .invalidGrant,
        template: "Signature verification failed because of an invalid signature. [Reason - {reason}]",
        meaning: "The signature of the SAML assertion is not valid.",
        when: "The assertion is not signed with the signingCertificate of the federated domain.",
        fix: "Sign the assertion with the key of the signingCertificate under federatedDomains.")

    package static let samlAssertionInvalid = AADSTS(
        50008, .invalidGrant,
        template: "The SAML assertion is missing or misconfigured in the token. [Reason - {reason}]",
        meaning: "The SAML assertion is missing or not valid.",
        when: "The assertion is malformed, has expired, or has an audience other than this service.",
        fix: "Send a current assertion for this service.")

    package static let assertionSignature = AADSTS(
        50013, .invalidGrant, source: .report, evidence: "adal-java#233, msal.net#1317, azure-sdk-for-java#25109",
        template: "Assertion failed signature validation. [Reason - {reason}]",
        meaning: "The signature of the assertion is not valid.",
        when:
            "The assertion of the on-behalf-of or bearer flow was modified, was not signed by this server, or is a token "
            + "for Microsoft Graph, which only Graph can verify.",
        fix: "Send an unmodified token from this server whose audience is this client.")

    package static let assertionSubjectMismatch = AADSTS(
        50048, .invalidClient, source: .reference,
        template: "Subject mismatches Issuer claim in the client assertion.",
        meaning: "The subject and the issuer of the client assertion differ.",
        fix: "Set iss and sub of the assertion to client_id.")

    package static let assertionAudienceMismatch = AADSTS(
        500131, .invalidGrant, source: .observed,
        template: "Assertion audience does not match the Client app presenting the assertion. The audience in the "
            + "assertion was '{value}' and the expected audience is '{expected}' or one of the Application Uris of "
            + "this application.",
        meaning: "The assertion is for another application.",
        when:
            "The aud of the access token in the on-behalf-of request is another API. A token for Microsoft Graph gets "
            + "AADSTS50013, because only Graph can verify it.",
        fix: "Send an access token whose audience is this client.")

    package static let assertionOutsideValidity = AADSTS(
        500133, .invalidGrant, source: .reference,
        template: "Assertion is not within its valid time range. Current time: {current_time}, expiry time of "
            + "assertion {valid_until}.",
        meaning: "The assertion has expired or is not valid yet.",
        when: "The server's time is not between nbf and exp of the assertion.",
        fix: "Send a token that has not expired by the server's clock.")

    package static let clientAssertionWithoutKey = AADSTS(
        5002723, .invalidClient, status: 401, source: .observed,
        evidence: "test data of Microsoft libraries, PSAuthClient",
        template: "Invalid JWT token. No certificate SHA-1 thumbprint, certificate SHA-256 thumbprint, nor keyId "
            + "specified in token header.",
        meaning: "The client assertion does not identify the key that signed it.",
        when: "The header of the client assertion contains neither x5t#S256, x5t nor kid.",
        fix: "Identify the certificate in the header with x5t#S256 or x5t.")

    package static let assertionHeaderType = AADSTS(
        5002727, .invalidClient, status: 401, source: .observed,
        evidence: "a credential provider of Kubernetes 2021-12, a workload federation script 2025",
        template: "Invalid JWT header type specified. Allowed types: 'JWT','http://openid.net/specs/jwt/1.0'.",
        meaning: "The typ in the header of the assertion is not allowed.",
        when: "The header of the client assertion has a typ other than JWT, such as at+jwt.",
        fix: "Leave typ out of the header, or set it to JWT.")

    package static let assertionKeyUnsuitable = AADSTS(
        5002730, .invalidClient, status: 401, source: .observed,
        template: "Invalid JWT token. Unsupported key for the signing algorithm.",
        meaning: "The key cannot be used with the signature algorithm.",
        when: "The registered certificate has a key of a type that alg does not use.",
        fix: "Sign the assertion with an RSA key for PS256 or RS256.")

    package static let assertionAlgorithm = AADSTS(
        5002738, .invalidClient, status: 401, source: .observed,
        template: "Invalid JWT token. '{value}' is not a supported signature algorithm. Supported signing algorithms "
            + "are: '{expected}'",
        meaning: "The signature algorithm is not supported.",
        when: "The alg of the assertion is not one of the algorithms that the message lists.",
        fix: "Sign the assertion with PS256 or RS256.")

    package static let clientAssertionClientMismatch = AADSTS(
        700021, .invalidClient, status: 401, source: .reference,
        template: "Client assertion application identifier doesn't match 'client_id' parameter. "
            + AADSTS.certificateDocumentation,
        meaning: "The client assertion belongs to another application.",
        when: "The iss or sub of the assertion differs from client_id.",
        fix: "Set iss and sub of the assertion to client_id.")

    package static let clientAssertionAudience = AADSTS(
        700023, .invalidClient, status: 401, source: .reference,
        template: "Client assertion audience claim does not match Realm issuer. " + AADSTS.certificateDocumentation,
        meaning: "The client assertion is for another service.",
        when: "The aud of the assertion is neither the token endpoint nor the issuer of the tenant.",
        fix: "Set aud of the assertion to the token endpoint's URL.")

    package static let clientAssertionOutsideValidity = AADSTS(
        700024, .invalidClient, status: 401, source: .reference,
        template: "Client assertion is not within its valid time range. Current time: {current_time}, assertion valid "
            + "from {valid_from}, expiry time of assertion {valid_until}. " + AADSTS.certificateDocumentation,
        meaning: "The client assertion has expired or is not valid yet.",
        when: "The server's time is not between nbf and exp of the assertion.",
        fix: "Set nbf of the assertion before the server's time and exp after it.")

    /// The message of AADSTS700027 for a key that is not registered. The value is the name of the key.
    package static let unregisteredKeyTemplate =
        "The certificate with identifier used to sign the client assertion is not registered on application. "
        + "[Reason - The key was not found., Thumbprint of key used by client: '{value}', Please visit the Azure "
        + "Portal, Graph Explorer or directly use MS Graph to see configured keys for app Id '{client_id}'. Review the "
        + "documentation at https://docs.microsoft.com/en-us/graph/deployments to determine the corresponding service "
        + "endpoint and https://docs.microsoft.com/en-us/graph/api/application-get?view=graph-rest-1.0&tabs=http to "
        + "build a query request URL, such as 'https://graph.microsoft.com/beta/applications/{client_id}']."

    package static let clientAssertionSignature = AADSTS(
        700027, .invalidClient, status: 401, source: .observed,
        evidence: "azure-sdk-for-net 2022-02, msal.js#8339 2026-02",
        template: "Client assertion failed signature validation. [Reason - {reason}]",
        meaning: "The signature of the client assertion is not valid.",
        when: "The assertion is signed with a key that is not registered under keyCredentials, or was modified.",
        fix: "Sign the assertion with a certificate that is registered under keyCredentials, and identify the "
            + "certificate with x5t or x5t#S256.")

    package static let certificateSubjectNotAuthorized = AADSTS(
        700030, .invalidClient, status: 401, source: .reference,
        template: "Invalid certificate - subject name in certificate is not authorized.",
        meaning: "The subject name of the certificate is not authorized.",
        fix: "Use a certificate with an authorized subject name.")

    package static let certificateInvalid = AADSTS(
        7000274, .invalidClient, status: 401, source: .library,
        template: "The certificate used to sign the client assertion is not valid. {reason}",
        meaning: "The certificate that signed the assertion is not valid.",
        fix: "Use a valid certificate.")

    package static let tlsCertificateMismatch = AADSTS(
        500181, .invalidRequest, errorURI: false, source: .observed, evidence: "test data of msal.net, 2023-12",
        template: "The TLS certificate provided does not match the certificate in the assertion.",
        meaning: "The client assertion is bound to another certificate than the one of the TLS connection.",
        when: "The assertion has the type jwt-pop, and neither its key nor its cnf is the certificate of the TLS "
            + "connection.",
        fix: "Present the certificate of the assertion in the TLS handshake.")

    package static let certificateRevoked = AADSTS(
        7000277, .invalidClient, status: 401, source: .library,
        template: "The certificate used to sign the client assertion has been revoked.",
        meaning: "The certificate that signed the assertion was revoked.",
        fix: "Use a certificate that is not revoked.")

    package static let certificateUntrusted = AADSTS(
        7000214, .invalidClient, status: 401, source: .library,
        template: "The certificate used to sign the client assertion is not trusted.",
        meaning: "The certificate that signed the assertion is not trusted.",
        fix: "Use a certificate from a trusted authority.")

    package static let certificateOutsideValidity = AADSTS(
        1000502, .invalidClient, status: 401, source: .library,
        template: "The provided certificate is not within its specified validity period.",
        meaning: "The certificate has expired or is not valid yet.",
        when: "The server's time is outside the validity period of the registered certificate.",
        fix: "Register a certificate that is valid at the server's time.")

    package static let jwtSignature = AADSTS(
        900384, .invalidGrant,
        template: "JWT token failed signature validation.",
        meaning: "The signature of the JWT is not valid.",
        fix: "Send the unmodified token.")

    package static let federatedCredentialMismatch = AADSTS(
        70021, .invalidClient, status: 401, source: .observed,
        template: "No matching federated identity record found for presented assertion. {reason}",
        meaning:
            "No federated identity credential matches the assertion: an older code for AADSTS700211 to AADSTS700213.",
        fix: "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the "
            + "token, byte for byte.")

    package static let noFederatedCredential = AADSTS(
        70025, .invalidClient, status: 401, source: .observed,
        template: "The client '{client_name}' has no configured federated identity credentials.",
        meaning: "The application trusts no other issuer.",
        when: "The assertion is a token of another issuer, and the application has no federatedIdentityCredentials.",
        fix:
            "Add an entry to the federatedIdentityCredentials of the application, with the issuer, the subject and the "
            + "audience of the token.")

    package static let federatedIssuerMismatch = AADSTS(
        700211, .invalidClient, status: 401, source: .observed,
        template: "No matching federated identity record found for presented assertion issuer '{value}'. Check your "
            + "federated identity credential Subject, Audience and Issuer against the presented assertion.",
        meaning: "No federated identity credential has the assertion's issuer.",
        when: "The iss of the token is not the issuer of any federatedIdentityCredentials entry of the application.",
        fix: "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the "
            + "token, byte for byte.")

    package static let federatedAudienceMismatch = AADSTS(
        700212, .invalidClient, status: 401, source: .observed,
        template: "No matching federated identity record found for presented assertion audience '{value}'. Check your "
            + "federated identity credential Subject, Audience and Issuer against the presented assertion.",
        meaning: "No federated identity credential has the assertion's audience.",
        when: "The aud of the token is not among the audiences of the entry.",
        fix: "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the "
            + "token, byte for byte.")

    package static let federatedSubjectMismatch = AADSTS(
        700213, .invalidClient, status: 401, source: .observed,
        template: "No matching federated identity record found for presented assertion subject '{value}'. Check your "
            + "federated identity credential Subject, Audience and Issuer against the presented assertion.",
        meaning: "No federated identity credential has the assertion's subject.",
        when: "The sub of the token is not the subject of the entry.",
        fix: "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the "
            + "token, byte for byte.")

    package static let federatedExpressionMismatch = AADSTS(
        7002131, .invalidClient, status: 401, source: .report,
        evidence: "public repositories, 2025 to 2026; one compares it with AADSTS700213",
        template:
            "No matching federated identity record found for presented assertion subject '{value}' or no federated "
            + "identity credential expression matched. Please check your federated identity credential Subject, "
            + "Expression, Audience and Issuer against the presented assertion. "
            + "https://learn.microsoft.com/entra/workload-id/workload-identity-federation",
        meaning: "No flexible federated identity credential matches the claims of the assertion.",
        when:
            "The claims of the token satisfy no claimsMatchingExpression, and no entry has the sub of the token as its "
            + "subject.",
        fix: "Compare the expression of the federatedIdentityCredentials entry with the claims of the token.")

    package static let federatedManagedSubjectMismatch = AADSTS(
        7002137, .invalidClient, status: 401, source: .reference,
        template: "No matching federated identity record found for presented managed subject '{value}'.",
        meaning: "No federated identity credential has the assertion's managed subject.",
        fix: "Register the managed identity as the subject of a federatedIdentityCredentials entry.")

    package static let federatedCaseMismatch = AADSTS(
        7002138, .invalidClient, status: 401, source: .observed, evidence: "Azure/login#515, #517",
        template: "No matching federated identity record found for presented assertion: '{value}' matches only when "
            + "case is ignored.",
        meaning: "A federated identity credential differs from the assertion only in letter case.",
        when: "The iss or sub of the token differs from the entry only in letter case.",
        fix: "Set issuer, subject and audiences of the federatedIdentityCredentials entry to iss, sub and aud of the "
            + "token, byte for byte.")

    package static let federatedKeyNotFound = AADSTS(
        7000272, .invalidClient, status: 401, source: .observed,
        template: "The certificate with identifier '{value}' used to sign the federated credential could not be found "
            + "in the metadata of identity provider '{idp}'. Please validate that your identity provider's metadata "
            + "exposes the key used to sign the incoming token.",
        meaning: "The issuer does not publish the key that signed the assertion.",
        when: "The kid of the token is not among the keys of the issuer under federatedIssuers.",
        fix: "Add the key to the key set of the issuer.")

    package static let federatedUserToken = AADSTS(
        700229, .invalidClient, status: 401, source: .reference,
        template: "Only app-only tokens can be used as Federated Identity Credentials for the Microsoft Entra issuer.",
        meaning: "A federated identity credential accepts only app-only tokens.",
        when: "The assertion is a token that this server issued to a user.",
        fix: "Send an app-only token.")

    package static let federatedChain = AADSTS(
        700231, .invalidClient, status: 401, source: .report, evidence: "ten public repositories, 2025 to 2026",
        template: "Token obtained using a federated identity credential may not be used as a federated identity "
            + "credential.",
        meaning: "A token that a federated identity credential obtained is not a federated identity credential.",
        when: "The assertion is a token of this server whose client authenticated with a token of another issuer.",
        fix: "Send the other issuer's token, or the token of a managed identity.")

    package static let idTokenOnBehalfOf = AADSTS(
        240002, .invalidGrant, source: .observed,
        template: "Input id_token cannot be used as 'urn:ietf:params:oauth:grant-type:jwt-bearer' grant.",
        meaning: "An ID token cannot be exchanged on behalf of a user.",
        when: "The assertion of the on-behalf-of flow is an ID token.",
        fix: "Send an access token whose audience is this client.")

    package static let appOnlyOnBehalfOf = AADSTS(
        7000114, .unauthorizedClient, source: .observed, evidence: "msal.net#2130 2020-10, a public note 2026-02",
        template: "Application '{client_id}' is not allowed to make application on-behalf-of calls.",
        meaning: "An app-only token cannot be exchanged on behalf of a user.",
        when: "The assertion of the on-behalf-of flow is an app-only token.",
        fix: "Send a user's access token, or use client credentials.")

    /// The link at the end of messages about client assertions.
    private static let certificateDocumentation =
        "Review the documentation at https://learn.microsoft.com/entra/identity-platform/certificate-credentials."

    static let assertionRows: [AADSTS] = [
        assertionAuthenticationFailed, samlSignature, samlAssertionInvalid, assertionSignature,
        assertionSubjectMismatch, assertionAudienceMismatch, assertionOutsideValidity, clientAssertionWithoutKey,
        assertionHeaderType, federatedExpressionMismatch, assertionKeyUnsuitable, assertionAlgorithm,
        clientAssertionClientMismatch, clientAssertionAudience,
        clientAssertionOutsideValidity, clientAssertionSignature, certificateSubjectNotAuthorized, certificateInvalid,
        tlsCertificateMismatch, certificateRevoked, certificateUntrusted, certificateOutsideValidity, jwtSignature,
        federatedCredentialMismatch, noFederatedCredential, federatedIssuerMismatch, federatedAudienceMismatch,
        federatedSubjectMismatch, federatedManagedSubjectMismatch, federatedCaseMismatch, federatedKeyNotFound,
        federatedUserToken, federatedChain,
        idTokenOnBehalfOf, appOnlyOnBehalfOf,
    ]
}
