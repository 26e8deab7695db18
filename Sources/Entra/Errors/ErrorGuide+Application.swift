extension ErrorGuide {
    /// The rows about applications, their redirect URIs and the requested resources.
    static let applications: [ErrorGuide] = [
        ErrorGuide(
            .applicationNotFoundLegacy, "There is no such application in the tenant.",
            fix: "Register the application in the tenant, or correct client_id."
        ),
        ErrorGuide(
            .applicationNotFound, "There is no such application in the tenant.",
            when:
                "client_id is not registered in the tenant, and no multi-tenant application of another tenant has it.",
            fix: "Register the application in the tenant, or correct client_id."
        ),
        ErrorGuide(
            .malformedClientID, "The client id is not a valid identifier.",
            when: "client_id is empty or has characters that an identifier cannot have.",
            fix: "Send the appId of a registered application as client_id."
        ),
        ErrorGuide(
            .clientDisabled, "The application is disabled.",
            when: "The application has accountEnabled: false.",
            fix: "Set accountEnabled of the application to true."
        ),
        ErrorGuide(
            .missingServicePrincipal, "The application is not present in this tenant.",
            when:
                "A multi-tenant application of another tenant requests app-only tokens in a tenant where the application has no service principal.",
            fix: "Have an administrator of the tenant consent, or list the appId under servicePrincipals."
        ),
        ErrorGuide(
            .tokenForItself,
            "The application requests a token for itself with its identifier URI instead of its appId.",
            when: "The scope has the identifier URI of the client itself in a request that must use the appId.",
            fix: "Use the appId in the scope: APPID/.default."
        ),
        ErrorGuide(
            .notAuthorizedInPartnerTenant, "The application is not authorized in the customer's tenant.",
            fix: "Have the application authorized in the customer's tenant."
        ),
        ErrorGuide(
            .credentialValidation, "The client's credentials are not valid.",
            when: "A client assertion was used a second time, and the setting clientAssertionReplay forbids the reuse.",
            fix: "Create a new client assertion with a new jti for each request."
        ),
        ErrorGuide(
            .credentialMissing, "A confidential client must authenticate.",
            when: "The client is confidential, and the request has neither client_secret nor client_assertion.",
            fix:
                "Send client_secret or client_assertion. A public client registers its redirect URI under publicClient, or sets isFallbackPublicClient."
        ),
        ErrorGuide(
            .appOnlyCredentialMissing, "Client credentials need a credential.",
            when: "grant_type is client_credentials, and the request has neither client_secret nor client_assertion.",
            fix: "Send client_secret or client_assertion."
        ),
        ErrorGuide(
            .invalidClientSecret, "The client secret is wrong.",
            when:
                "client_secret does not match any secretText of the application. Exported manifests contain no secretText.",
            fix:
                "Send the text of the secret (secretText), not its id. For an exported manifest, add clientSecrets to the configuration."
        ),
        ErrorGuide(
            .expiredClientSecret, "The client secret has expired.",
            when: "The secret matches, and its endDateTime has passed by the server's clock.",
            fix: "Add a secret with a later endDateTime, or move the clock back."
        ),
        ErrorGuide(
            .publicClientWithCredential, "A public client must not send a credential.",
            when:
                "The redirect URI is registered under publicClient, or isFallbackPublicClient is true, and the request has a secret or an assertion.",
            fix: "Send no secret, or register the redirect URI under web."
        ),
        ErrorGuide(
            .managedIdentityWithSecret, "A managed identity must not use a client secret.",
            fix: "Request the token from the host's managed identity endpoint."
        ),
        ErrorGuide(
            .clientCertificateMissing, "The mutual TLS endpoint received no client certificate.",
            when: "The request came to an mtlsauth host without a certificate in the TLS handshake.",
            fix: "Present the client certificate in the TLS handshake."
        ),
        ErrorGuide(
            .redirectURIMismatch, "The redirect URI is not registered for the application.",
            when:
                "redirect_uri differs from every registered redirect URI. Scheme, host, port, path, letter case and a trailing slash must match; only the port of a loopback address under publicClient may differ.",
            fix: "Register the redirect URI exactly as it is sent, under the platform of the application."
        ),
        ErrorGuide(
            .invalidRedirectURI, "The redirect URI is not valid.",
            fix: "Send an absolute URI with a scheme."
        ),
        ErrorGuide(
            .redirectURINotAbsolute, "The redirect URI is not an absolute URI.",
            when: "redirect_uri has no scheme or is not a URI.",
            fix: "Send an absolute URI with a scheme."
        ),
        ErrorGuide(
            .noRedirectURIRegistered, "The application has no redirect URI.",
            when: "The registration lists no redirect URI under web, spa or publicClient.",
            fix: "Register a redirect URI under web, spa or publicClient."
        ),
        ErrorGuide(
            .noRedirectURIProvided, "The request must name a redirect URI.",
            when: "redirect_uri is missing, and the application has several redirect URIs.",
            fix: "Send redirect_uri."
        ),
        ErrorGuide(
            .redirectURIDiffersFromAuthorize, "The code was issued for another redirect URI.",
            when: "The redirect_uri of the token request differs from the redirect_uri of the authorization request.",
            fix: "Redeem the code with the redirect_uri of the authorization request, byte for byte."
        ),
        ErrorGuide(
            .tokenNotEnabled, "The application may not get access tokens from the authorization endpoint.",
            when: "response_type contains token, and implicitGrantSettings.enableAccessTokenIssuance is not true.",
            fix: "Use response_type=code, or set web.implicitGrantSettings.enableAccessTokenIssuance to true."
        ),
        ErrorGuide(
            .idTokenNotEnabled, "The application may not get ID tokens from the authorization endpoint.",
            when: "response_type contains id_token, and implicitGrantSettings.enableIdTokenIssuance is not true.",
            fix: "Set web.implicitGrantSettings.enableIdTokenIssuance of the application to true."
        ),
        ErrorGuide(
            .crossOriginWithoutPKCE, "A single-page application must use PKCE.",
            when: "A web page redeems a code that was requested without code_challenge.",
            fix: "Send code_challenge and code_verifier."
        ),
        ErrorGuide(
            .crossOriginNotSPA, "Only single-page applications may redeem codes from a web page.",
            when: "The request has an Origin header, and the redirect URI is not registered under spa.",
            fix: "Register the redirect URI under spa."
        ),
        ErrorGuide(
            .spaWithoutOrigin, "Tokens of a single-page application must be requested by a web page.",
            when: "The redirect URI is registered under spa, and the token request has no Origin header.",
            fix: "Redeem the code in the browser, or register the redirect URI under web or publicClient."
        ),
        ErrorGuide(
            .severalResources, "One request contains scopes of several APIs.",
            when: "The scopes of a code redemption or a refresh belong to more than one API.",
            fix: "Request the scopes of one API in each token request."
        ),
        ErrorGuide(
            .scopeNotValidForToken, "The scope is not valid for an access token.",
            when: "The scope names no permission for which a token can be issued.",
            fix: "Send scopes as RESOURCE/PERMISSION, separated by spaces."
        ),
        ErrorGuide(
            .emptyScope, "The scope is empty.",
            when: "scope was sent without a value in a code redemption.",
            fix: "Send at least one scope, such as openid."
        ),
        ErrorGuide(
            .resourceNotFoundLegacy, "There is no such API in the tenant.",
            fix: "Name the API by an identifierUris value or its appId, and register the API in the tenant."
        ),
        ErrorGuide(
            .resourceNotFound, "There is no such API in the tenant.",
            when:
                "The scope or resource parameter names an API that is neither an identifier URI nor an appId of an API in the tenant.",
            fix: "Name the API by an identifierUris value or its appId, and register the API in the tenant."
        ),
        ErrorGuide(
            .resourceDisabled, "The API is disabled in the tenant.",
            when: "The API has accountEnabled: false.",
            fix: "Set accountEnabled of the API to true."
        ),
        ErrorGuide(
            .signingKeyRequired, "The application needs its own signing key.",
            when: "The application has a claimsMappingPolicy, but neither a signing key nor acceptMappedClaims.",
            fix: "Set api.acceptMappedClaims to true."
        ),
        ErrorGuide(
            .resourceNotSubscribed, "The organization has not enabled the API.",
            fix: "Enable the API in the tenant."
        ),
        ErrorGuide(
            .resourceWithoutServicePrincipal, "The API is not present in this tenant.",
            when: "The API is registered in another tenant and has no service principal in this one.",
            fix: "Have an administrator consent to the API in this tenant, or list its appId under servicePrincipals."
        ),
        ErrorGuide(
            .unknownScope, "The API has no such permission.",
            when: "A scope names a permission that is not among the API's oauth2PermissionScopes.",
            fix: "Request a permission that the API defines in oauth2PermissionScopes."
        ),
        ErrorGuide(
            .misconfiguredApplication, "The application requests an API that its registration does not list.",
            when:
                "The scope is RESOURCE/.default, and requiredResourceAccess lists no delegated permission of the API.",
            fix: "List delegated permissions (type Scope) of the API under requiredResourceAccess of the client."
        ),
        ErrorGuide(
            .resourceNotListed, "The application requests an API that its registration does not list.",
            when: "A version 1 request names a resource that is not under requiredResourceAccess.",
            fix: "List the API under requiredResourceAccess of the client."
        ),
        ErrorGuide(
            .severalResourcesForToken, "One token request contains scopes of several APIs.",
            when: "The scopes of a token request belong to more than one API.",
            fix: "Request the scopes of one API in each token request."
        ),
        ErrorGuide(
            .invalidScope, "The scope is missing or malformed.",
            when:
                "scope is empty, combines .default with other permissions of the same API, or contains an entry that is not a scope.",
            fix: "Send scopes as RESOURCE/PERMISSION, separated by spaces."
        ),
        ErrorGuide(
            .appOnlyScopeNotDefault, "Client credentials accept only /.default.",
            when: "grant_type is client_credentials, and the scope names individual permissions.",
            fix: "Request RESOURCE/.default; client credentials cannot request individual permissions."
        ),
    ]
}
