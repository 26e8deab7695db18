/// Errors about the identity and the authentication of the client application.
extension AADSTS {
    package static let applicationNotFoundLegacy = AADSTS(
        70001, .unauthorizedClient, "Application with identifier '{client_id}' was not found in the directory {tenant}."
    )
    package static let applicationNotFound = AADSTS(
        700016, .unauthorizedClient, source: .observed,
        "Application with identifier '{client_id}' was not found in the directory '{tenant}'. This can happen if the "
            + "application has not been installed by the administrator of the tenant or consented to by any user in the "
            + "tenant. You may have sent your authentication request to the wrong tenant.")
    package static let malformedClientID = AADSTS(
        700038, .unauthorizedClient, errorURI: false, source: .observed,
        "{client_id} is not a valid application identifier.")
    package static let clientDisabled = AADSTS(
        7000112, .unauthorizedClient, "Application '{client_id}'({client_name}) is disabled.")
    package static let missingServicePrincipal = AADSTS(
        7000229, .unauthorizedClient, status: 401, source: .observed,
        "The client application {client_id} is missing service principal in the tenant {tenant}. See instructions here: "
            + "https://go.microsoft.com/fwlink/?linkid=2225119")
    package static let tokenForItself = AADSTS(
        90009, .invalidRequest, source: .observed,
        "Application '{client_id}'({client_name}) is requesting a token for itself. This scenario is supported only if "
            + "resource is specified using the GUID based App Identifier.")
    package static let notAuthorizedInPartnerTenant = AADSTS(
        90099, .invalidRequest,
        "The application '{client_id}' ({client_name}) has not been authorized in the tenant '{tenant}'. Applications "
            + "must be authorized to access the customer tenant before partner delegated administrators can use them.")

    package static let credentialValidation = AADSTS(
        70002, .invalidClient, status: 401, "Error validating credentials. {reason}")
    package static let credentialMissing = AADSTS(
        7000218, .invalidClient, status: 401, source: .observed,
        "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.")
    package static let appOnlyCredentialMissing = AADSTS(
        7000216, .invalidClient, status: 401,
        "'client_assertion', 'client_secret' or 'request' is required for the 'client_credentials' grant type.")
    package static let invalidClientSecret = AADSTS(
        7000215, .invalidClient, status: 401, source: .observed,
        "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the "
            + "client secret ID, for a secret added to app '{client_id}'.")
    package static let expiredClientSecret = AADSTS(
        7000222, .invalidClient, status: 401, source: .observed,
        "The provided client secret keys for app '{client_id}' are expired. Visit the Azure portal to create new keys for "
            + "your app: https://aka.ms/NewClientSecret, or consider using certificate credentials for added security: "
            + "https://aka.ms/certCreds.")
    package static let publicClientWithCredential = AADSTS(
        700025, .invalidClient, status: 401, source: .observed,
        "Client is public so neither 'client_assertion' nor 'client_secret' should be presented.")
    package static let managedIdentityWithSecret = AADSTS(
        7000232, .invalidClient, status: 401, "A managed identity must not use a client secret to authenticate.")
    package static let clientCertificateMissing = AADSTS(
        392200, .invalidClient, status: 401,
        "Client certificate is missing from the request to the mutual TLS endpoint.")

    static let clientRows: [AADSTS] = [
        applicationNotFoundLegacy, applicationNotFound, malformedClientID, clientDisabled, missingServicePrincipal,
        tokenForItself, notAuthorizedInPartnerTenant, credentialValidation, credentialMissing,
        appOnlyCredentialMissing, invalidClientSecret, expiredClientSecret, publicClientWithCredential,
        managedIdentityWithSecret, clientCertificateMissing,
    ]
}

/// Errors about redirect URIs, and about the kind of client that may redeem a code
/// (docs/reference/protocol.md#redirect-uri-errors).
extension AADSTS {
    package static let redirectURIMismatch = AADSTS(
        50011, .invalidClient,
        "The redirect URI '{redirect_uri}' specified in the request does not match the redirect URIs configured for the "
            + "application '{client_id}'. Make sure the redirect URI sent in the request matches one added to your "
            + "application in the Azure portal. Navigate to https://aka.ms/redirectUriMismatchError to learn more about "
            + "how to fix this.")
    package static let invalidRedirectURI = AADSTS(
        70004, .invalidRequest, "The app returned an invalid redirect URI: '{redirect_uri}'.")
    package static let redirectURINotAbsolute = AADSTS(
        90102, .invalidRequest, source: .observed, "'redirect_uri' value must be a valid absolute URI.")
    package static let noRedirectURIRegistered = AADSTS(
        500113, .invalidRequest, "No reply address is registered for the application.")
    package static let noRedirectURIProvided = AADSTS(
        900971, .invalidRequest, source: .observed, "No reply address provided.")
    package static let redirectURIDiffersFromAuthorize = AADSTS(
        500112, .invalidClient, source: .observed,
        "The reply address '{redirect_uri}' does not match the reply address '{expected_redirect_uri}' provided when "
            + "requesting Authorization code.")
    package static let tokenNotEnabled = AADSTS(
        700051, .unsupportedResponseType, "response_type 'token' is not enabled for the application.")
    package static let idTokenNotEnabled = AADSTS(
        700054, .unsupportedResponseType, source: .observed,
        "response_type 'id_token' is not enabled for the application.")
    package static let crossOriginWithoutPKCE = AADSTS(
        9002325, .invalidRequest, source: .observed,
        "Proof Key for Code Exchange is required for cross-origin authorization code redemption.")
    package static let crossOriginNotSPA = AADSTS(
        9002326, .invalidRequest, source: .observed,
        "Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type. Request origin: "
            + "'{origin}'.")
    package static let spaWithoutOrigin = AADSTS(
        9002327, .invalidRequest, source: .observed,
        "Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests.")

    static let redirectRows: [AADSTS] = [
        redirectURIMismatch, invalidRedirectURI, redirectURINotAbsolute, noRedirectURIRegistered,
        noRedirectURIProvided, redirectURIDiffersFromAuthorize, tokenNotEnabled, idTokenNotEnabled,
        crossOriginWithoutPKCE, crossOriginNotSPA, spaWithoutOrigin,
    ]
}

/// Errors about the requested resources and scopes.
extension AADSTS {
    package static let severalResources = AADSTS(
        28000, .invalidRequest, source: .observed,
        "Provided value for the input parameter scope is not valid because it contains more than one resource. Scope "
            + "{scope} is not valid.")
    package static let scopeNotValidForToken = AADSTS(
        28002, .invalidRequest, source: .inferred,
        "Provided value for the input parameter scope '{scope}' is not valid when requesting an access token. Please "
            + "specify a valid scope.")
    package static let emptyScope = AADSTS(
        28003, .invalidRequest, source: .observed,
        "Provided value for the input parameter scope cannot be empty when requesting an access token using the provided "
            + "authorization code. Please specify a valid scope.")
    package static let resourceNotFoundLegacy = AADSTS(
        50001, .invalidResource, "The application named {resource} was not found in the tenant named {tenant}.")
    package static let resourceNotFound = AADSTS(
        500011, .invalidResource, source: .observed,
        "The resource principal named {resource} was not found in the tenant named {tenant}. This can happen if the "
            + "application has not been installed by the administrator of the tenant or consented to by any user in the "
            + "tenant. You might have sent your authentication request to the wrong tenant.")
    package static let resourceDisabled = AADSTS(
        500014, .invalidResource, source: .inferred,
        "The service principal for resource '{resource}' is disabled. This indicates that a subscription within the "
            + "tenant has lapsed, or that the administrator for this tenant has disabled the application, preventing "
            + "tokens from being issued for it.")
    package static let signingKeyRequired = AADSTS(
        50146, .invalidRequest,
        "This application is required to be configured with an application-specific signing key. It is either not "
            + "configured with one, or the key has expired or is not yet valid.")
    package static let resourceNotSubscribed = AADSTS(
        65005, .invalidResource,
        "The app needs access to a service ('{resource}') that your organization has not subscribed to or enabled.")
    package static let resourceWithoutServicePrincipal = AADSTS(
        650052, .invalidClient, source: .observed,
        "The app is trying to access a service '{resource}'({resource_name}) that your organization '{tenant}' lacks a "
            + "service principal for. Contact your IT Admin to review the configuration of your service subscriptions or "
            + "consent to the application in order to create the required service principal.")
    package static let unknownScope = AADSTS(
        650053, .invalidClient, source: .observed,
        "The application '{client_name}' asked for scope '{scope}' that doesn't exist on the resource '{resource}'. "
            + "Contact the app vendor.")
    package static let misconfiguredApplication = AADSTS(
        650056, .invalidClient,
        "Misconfigured application. This could be due to one of the following: the client has not listed any permissions "
            + "for '{resource_name}' in the requested permissions in the client's application registration. Or, the "
            + "admin has not consented in the tenant. Or, check the application identifier in the request to ensure it "
            + "matches the configured client application identifier. Please contact your admin to fix the configuration "
            + "or consent on behalf of the tenant. Client app ID: {client_id}.")
    package static let resourceNotListed = AADSTS(
        650057, .invalidResource,
        "Invalid resource. The client has requested access to a resource which is not listed in the requested permissions "
            + "in the client's application registration. Client app ID: {client_id}({client_name}). Resource value from "
            + "request: {resource}. Resource app ID: {value}.")
    package static let severalResourcesForToken = AADSTS(
        700022, .invalidRequest,
        "The provided value for the input parameter scope is not valid because it contains more "
            + "than one resource. Scope {scope} is not valid.")
    package static let invalidScope = AADSTS(
        70011, .invalidScope, source: .observed,
        "The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' "
            + "is not valid. The scope {scope} is not valid. {reason}")
    package static let appOnlyScopeNotDefault = AADSTS(
        1002012, .invalidScope, source: .observed,
        "The provided value for scope {scope} is not valid. Client credential flows must have a scope value with "
            + "/.default suffixed to the resource identifier (application ID URI).")

    static let resourceRows: [AADSTS] = [
        severalResources, scopeNotValidForToken, emptyScope, resourceNotFoundLegacy, resourceNotFound,
        resourceDisabled, signingKeyRequired, resourceNotSubscribed, resourceWithoutServicePrincipal, unknownScope,
        misconfiguredApplication, resourceNotListed, severalResourcesForToken, invalidScope, appOnlyScopeNotDefault,
    ]
}
