/// Errors about the identity and the authentication of the client application.
extension AADSTS {
    package static let applicationNotFoundLegacy = AADSTS(
        70001, .unauthorizedClient, delivery: .shown,
        template: "Application with identifier '{client_id}' was not found in the directory {tenant}.",
        meaning: "There is no such application in the tenant: an older code for AADSTS700016.",
        fix: "Register the application in the tenant, or correct client_id.")

    package static let applicationNotFound = AADSTS(
        700016, .unauthorizedClient, delivery: .shown, b2c: AADB2C.clientNotFound, source: .observed,
        deliverySource: .observed,
        template: "Application with identifier '{client_id}' was not found in the directory '{tenant}'. This can "
            + "happen if the application has not been installed by the administrator of the tenant or consented to "
            + "by any user in the tenant. You may have sent your authentication request to the wrong tenant.",
        meaning: "There is no such application in the tenant.",
        when: "client_id is not registered in the tenant, and no multi-tenant application of another tenant has it. A "
            + "client_id that is not a GUID has the same error.",
        fix: "Register the application in the tenant, or correct client_id.")

    package static let malformedClientID = AADSTS(
        700038, .unauthorizedClient, delivery: .shown, b2c: AADB2C.clientNotFound, errorURI: false, source: .observed,
        deliverySource: .observed,
        template: "{client_id} is not a valid application identifier.",
        meaning: "The client id is not a valid identifier, such as the zero GUID of an unfilled template.",
        when: "client_id is the GUID 00000000-0000-0000-0000-000000000000.",
        fix: "Send the appId of a registered application as client_id.")

    package static let clientDisabled = AADSTS(
        7000112, .unauthorizedClient, delivery: .shown, b2c: AADB2C.clientDisabled, source: .reference,
        deliverySource: .reference,
        template: "Application '{client_id}'({client_name}) is disabled.",
        meaning: "The application is disabled.",
        when: "The application has accountEnabled: false.",
        fix: "Set accountEnabled of the application to true.")

    package static let missingServicePrincipal = AADSTS(
        7000229, .unauthorizedClient, status: 401, source: .observed,
        template: "The client application {client_id} is missing service principal in the tenant {tenant}. See "
            + "instructions here: https://go.microsoft.com/fwlink/?linkid=2225119",
        meaning: "The application is not present in this tenant.",
        when: "A multi-tenant application of another tenant requests app-only tokens in a tenant where the "
            + "application has no service principal.",
        fix: "Have an administrator of the tenant consent, or list the appId under servicePrincipals.")

    package static let tokenForItself = AADSTS(
        90009, .invalidRequest, delivery: .shownUnlessSilent, b2c: AADB2C.unsupportedScope, source: .observed,
        evidence: "msal.js#5198",
        template: "Application '{client_id}'({client_name}) is requesting a token for itself. This scenario is "
            + "supported only if resource is specified using the GUID based App Identifier.",
        meaning: "The application requests a token for itself with its identifier URI instead of its appId.",
        when: "The scope has the identifier URI of the client itself in a request that must use the appId, or an "
            + "application that signed in to its own API refreshes without scope or with OpenID Connect scopes only.",
        fix: "Use the appId in the scope: APPID/.default.")

    package static let notAuthorizedInPartnerTenant = AADSTS(
        90099, .invalidRequest, delivery: .shown,
        template: "The application '{client_id}' ({client_name}) has not been authorized in the tenant '{tenant}'. "
            + "Applications must be authorized to access the customer tenant before partner delegated administrators "
            + "can use them.",
        meaning: "The application is not authorized in the customer's tenant.",
        fix: "Have the application authorized in the customer's tenant.")

    package static let credentialValidation = AADSTS(
        70002, .invalidClient, status: 401, source: .reference,
        template: "Error validating credentials. {reason}",
        meaning: "The client's credentials are not valid.",
        when: "A client assertion was used a second time, and the setting clientAssertionReplay forbids the reuse. For "
            + "personal accounts also: a confidential client sends no secret, or requests a device code.",
        fix: "Create a new client assertion with a new jti for each request, or send client_secret. For the device "
            + "code flow, set isFallbackPublicClient.")

    package static let credentialMissing = AADSTS(
        7000218, .invalidClient, status: 401,
        names: [.init(.invalidClient, status: 400, at: .native, .nativeToken)], b2c: AADB2C.clientSecretMissing,
        source: .observed,
        template: "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
        meaning: "A confidential client must authenticate.",
        when: "The client is confidential, and the request has neither client_secret nor client_assertion.",
        fix: "Send client_secret or client_assertion. A public client registers its redirect URI under publicClient, "
            + "or sets isFallbackPublicClient.")

    package static let appOnlyCredentialMissing = AADSTS(
        7000216, .invalidClient, status: 401, b2c: AADB2C.clientSecretMissing, source: .observed,
        evidence: "recordings of the tests of azure-sdk-for-js (2021)",
        template: "'client_assertion', 'client_secret' or 'request' is required for the 'client_credentials' grant "
            + "type.",
        meaning: "Client credentials need a credential.",
        when: "grant_type is client_credentials, and the request has neither client_secret nor client_assertion.",
        fix: "Send client_secret or client_assertion.")

    package static let severalCredentials = AADSTS(
        9002324, .invalidRequest, b2c: AADB2C.malformedGrant, source: .observed,
        evidence: "microsoft-identity-web#3470",
        template: "Request should not contain more than one client credential parameters, this includes "
            + "'client_secret', 'client_assertion' and 'request' parameters.",
        meaning: "The request has more than one credential of the client.",
        when: "The body of the request has both client_secret and client_assertion.",
        fix: "Send only client_secret or only client_assertion.")

    package static let invalidClientSecret = AADSTS(
        7000215, .invalidClient, status: 401, b2c: AADB2C.wrongClientSecret, source: .observed,
        template: "Invalid client secret provided. Ensure the secret being sent in the request is the client secret "
            + "value, not the client secret ID, for a secret added to app '{client_id}'.",
        meaning: "The client secret is wrong.",
        when: "client_secret does not match any secretText of the application. Exported manifests contain no "
            + "secretText.",
        fix: "Send the text of the secret (secretText), not its id. For an exported manifest, add clientSecrets to "
            + "the configuration.")

    package static let expiredClientSecret = AADSTS(
        7000222, .invalidClient, status: 401, b2c: AADB2C.wrongClientSecret, source: .observed,
        template: "The provided client secret keys for app '{client_id}' are expired. Visit the Azure portal to create "
            + "new keys for your app: https://aka.ms/NewClientSecret, or consider using certificate credentials for "
            + "added security: https://aka.ms/certCreds.",
        meaning: "The client secret has expired.",
        when: "The secret matches, and its endDateTime has passed by the server's clock.",
        fix: "Add a secret with a later endDateTime, or move the clock back.")

    package static let publicClientWithCredential = AADSTS(
        700025, .invalidClient, status: 401, b2c: AADB2C.clientSecretUnexpected, errorURI: false, source: .observed,
        template: "Client is public so neither 'client_assertion' nor 'client_secret' should be presented.",
        meaning: "A public client must not send a credential.",
        when: "The redirect URI is registered under publicClient, or isFallbackPublicClient is true, and the request "
            + "has a secret or an assertion.",
        fix: "Send no secret, or register the redirect URI under web.")

    package static let managedIdentityWithSecret = AADSTS(
        7000232, .invalidClient, status: 401,
        template: "A managed identity must not use a client secret to authenticate.",
        meaning: "A managed identity must not use a client secret.",
        fix: "Request the token from the host's managed identity endpoint.")

    package static let clientCertificateMissing = AADSTS(
        392200, .invalidRequest, source: .observed, evidence: "test data of msal.net, 2023-12",
        template: "Client certificate is missing from the request.",
        meaning: "The mutual TLS endpoint received no client certificate.",
        when: "The request came to an mtlsauth host without a certificate in the TLS handshake.",
        fix: "Present the client certificate in the TLS handshake.")

    package static let clientCertificateExpired = AADSTS(
        392204, .invalidClient, status: 401, source: .observed, evidence: "test data of msal.net, 2023-12",
        template: "The provided client certificate has expired.",
        meaning: "The client certificate of the TLS connection has expired.",
        fix: "Present a certificate that has not expired.")

    static let clientRows: [AADSTS] = [
        applicationNotFoundLegacy, applicationNotFound, malformedClientID, clientDisabled, missingServicePrincipal,
        tokenForItself, notAuthorizedInPartnerTenant, credentialValidation, credentialMissing,
        appOnlyCredentialMissing, severalCredentials, invalidClientSecret, expiredClientSecret,
        publicClientWithCredential, managedIdentityWithSecret, clientCertificateMissing, clientCertificateExpired,
    ]
}
