/// Errors about the requested resources and scopes.
extension AADSTS {
    package static let severalResources = AADSTS(
        28000, .invalidRequest, delivery: .shown, b2c: AADB2C.severalResources, source: .observed,
        deliverySource: .reference,
        template: "Provided value for the input parameter scope is not valid because it contains more than one "
            + "resource. Scope {scope} is not valid.",
        meaning: "One request contains scopes of several APIs.",
        when: "The scopes of a code redemption or a refresh belong to more than one API.",
        fix: "Request the scopes of one API in each token request.")

    package static let scopeNotValidForToken = AADSTS(
        28002, .invalidScope, b2c: AADB2C.unsupportedScope,
        template: "Provided value for the input parameter scope '{scope}' is not valid when requesting an access "
            + "token. Please specify a valid scope.",
        meaning:
            "The scope is not valid for an access token. A permission that the API does not have leads to AADSTS65001.",
        fix: "Send scopes as RESOURCE/PERMISSION, separated by spaces.")

    package static let emptyScope = AADSTS(
        28003, .invalidRequest, b2c: AADB2C.missingScope, source: .observed,
        template: "Provided value for the input parameter scope cannot be empty when requesting an access token using "
            + "the provided authorization code. Please specify a valid scope.",
        meaning: "The scope is empty.",
        when: "scope was sent without a value in a code redemption.",
        fix: "Send at least one scope, such as openid.")

    package static let resourceNotFoundLegacy = AADSTS(
        50001, .invalidResource, delivery: .shownUnlessSilent, source: .reference, deliverySource: .reference,
        template: "The application named {resource} was not found in the tenant named {tenant}.",
        meaning: "There is no such API in the tenant: an older code for AADSTS500011.",
        fix: "Name the API by an identifierUris value or its appId, and register the API in the tenant.")

    package static let resourceNotFound = AADSTS(
        500011, .invalidResource, b2c: AADB2C.unsupportedScope, source: .observed, deliverySource: .observed,
        evidence: "azure-cli#29113 (2024), ms-identity-java-webapi#80 (2022), msal-objc#1261 (2021)",
        template: "The resource principal named {resource} was not found in the tenant named {tenant}. This can happen "
            + "if the application has not been installed by the administrator of the tenant or consented to by any "
            + "user in the tenant. You might have sent your authentication request to the wrong tenant.",
        meaning: "There is no such API in the tenant.",
        when: "The scope or resource parameter names an API that is neither an identifier URI nor an appId of an API "
            + "in the tenant.",
        fix: "Name the API by an identifierUris value or its appId, and register the API in the tenant.")

    package static let resourceMissing = AADSTS(
        500013, .invalidResource, source: .observed,
        template: "Resource identifier is not provided.",
        meaning: "The request names no API.",
        when: "A version 1 authorization request has a response_type with token, and no resource.",
        fix: "Send resource with the App ID URI or the application ID of the API.")

    package static let resourceDisabled = AADSTS(
        500014, .invalidResource, delivery: .shownUnlessSilent, b2c: AADB2C.unsupportedScope, source: .report,
        evidence: "onedrive-api-docs#602 (2017, as AADSTS50001)",
        template: "The service principal for resource '{resource}' is disabled. This indicates that a subscription "
            + "within the tenant has lapsed, or that the administrator for this tenant has disabled the application, "
            + "preventing tokens from being issued for it.",
        meaning: "The API is disabled in the tenant.",
        when: "The API has accountEnabled: false.",
        fix: "Set accountEnabled of the API to true.")

    package static let signingKeyRequired = AADSTS(
        50146, .invalidRequest, source: .reference,
        template: "This application is required to be configured with an application-specific signing key. It is "
            + "either not configured with one, or the key has expired or is not yet valid.",
        meaning: "The application needs its own signing key.",
        when: "The application has a claimsMappingPolicy, but neither a signing key nor acceptMappedClaims.",
        fix: "Set api.acceptMappedClaims to true.")

    package static let mappedClaimsAudience = AADSTS(
        501461, .invalidRequest,
        template:
            "AcceptMappedClaims is only supported for a token audience matching the application GUID or an audience "
            + "within the tenant's verified domains. Either change the resource identifier, or use an "
            + "application-specific signing key.",
        meaning: "The audience of the token does not allow mapped claims.",
        when:
            "The API has a claimsMappingPolicy and acceptMappedClaims, and the aud of the token is neither its appId nor "
            + "a URI of a verified domain of the tenant.",
        fix: "Request the API by its appId, or give it an identifier URI in a verified domain, such as "
            + "https://contoso.com/orders. With requestedAccessTokenVersion: 2, aud is always the appId.")

    package static let resourceNotSubscribed = AADSTS(
        65005, .invalidResource, delivery: .shownUnlessSilent,
        template: "The app needs access to a service ('{resource}') that your organization has not subscribed to or "
            + "enabled.",
        meaning: "The organization has not enabled the API.",
        fix: "Enable the API in the tenant.")

    package static let resourceWithoutServicePrincipal = AADSTS(
        650052, .invalidClient, delivery: .shownUnlessSilent, b2c: AADB2C.unsupportedScope, source: .observed,
        deliverySource: .observed,
        template: "The app is trying to access a service '{resource}'({resource_name}) that your organization "
            + "'{tenant}' lacks a service principal for. Contact your IT Admin to review the configuration of your "
            + "service subscriptions or consent to the application in order to create the required service principal.",
        meaning: "The API is not present in this tenant.",
        when: "The API is registered in another tenant and has no service principal in this one.",
        fix: "Have an administrator consent to the API in this tenant, or list its appId under servicePrincipals.")

    package static let unknownScope = AADSTS(
        650053, .invalidClient, b2c: AADB2C.unsupportedScope, source: .observed, deliverySource: .observed,
        template: "The application '{client_name}' asked for scope '{scope}' that doesn't exist on the resource "
            + "'{resource}'. Contact the app vendor.",
        meaning: "The API has no such permission.",
        when: "A scope names a permission that is not among the API's oauth2PermissionScopes.",
        fix: "Request a permission that the API defines in oauth2PermissionScopes.")

    package static let misconfiguredApplication = AADSTS(
        650056, .invalidClient, delivery: .shownUnlessSilent,
        template: "Misconfigured application. This could be due to one of the following: the client has not listed any "
            + "permissions for '{resource_name}' in the requested permissions in the client's application "
            + "registration. Or, the admin has not consented in the tenant. Or, check the application identifier in "
            + "the request to ensure it matches the configured client application identifier. Please contact your "
            + "admin to fix the configuration or consent on behalf of the tenant. Client app ID: {client_id}.",
        meaning: "The application requests an API that its registration does not list.",
        when: "The scope is RESOURCE/.default, and requiredResourceAccess lists no delegated permission of the API.",
        fix: "List delegated permissions (type Scope) of the API under requiredResourceAccess of the client.")

    package static let resourceNotListed = AADSTS(
        650057, .invalidClient, b2c: AADB2C.permissionMissing, errorURI: false, source: .observed,
        template: "Invalid resource. The client has requested access to a resource which is not listed in the "
            + "requested permissions in the client's application registration. Client app ID: "
            + "{client_id}({client_name}). Resource value from request: {resource}. Resource app ID: {value}. List of "
            + "valid resources from app registration: {valid_resources}.",
        meaning: "The application requests an API that its registration does not list.",
        when: "A version 1 request names a resource that is not under requiredResourceAccess, or a refresh requests "
            + ".default of such an API.",
        fix: "List the API under requiredResourceAccess of the client.")

    package static let severalResourcesForToken = AADSTS(
        700022, .invalidRequest, b2c: AADB2C.severalResources, source: .reference, deliverySource: .reference,
        template: "The provided value for the input parameter scope is not valid because it contains more than one "
            + "resource. Scope {scope} is not valid.",
        meaning: "One token request contains scopes of several APIs.",
        when: "The scopes of a token request belong to more than one API.",
        fix: "Request the scopes of one API in each token request.")

    package static let invalidScope = AADSTS(
        70011, .invalidScope, delivery: .shown, b2c: AADB2C.unsupportedScope,
        b2cFor: [Parameter.scope: AADB2C.illegalScopeCharacter], errorURI: false, source: .observed,
        deliverySource: .observed,
        template: "The provided request must include a 'scope' input parameter. The provided value for the input "
            + "parameter 'scope' is not valid. The scope {scope} is not valid. {reason}",
        meaning: "The scope is missing or malformed.",
        when: "scope is empty, combines .default with other permissions of the same API, or contains an entry that is "
            + "not a scope.",
        fix: "Send scopes as RESOURCE/PERMISSION, separated by spaces.")

    package static let appOnlyScopeNotDefault = AADSTS(
        1002012, .invalidScope, b2c: AADB2C.defaultScopeRequired, errorURI: false, source: .observed,
        template: "The provided value for scope {scope} is not valid. Client credential flows must have a scope value "
            + "with /.default suffixed to the resource identifier (application ID URI).",
        meaning: "Client credentials accept only /.default.",
        when: "grant_type is client_credentials, and the scope names individual permissions.",
        fix: "Request RESOURCE/.default; client credentials cannot request individual permissions.")

    package static let resourceMismatch = AADSTS(
        9_010_010, .invalidTarget, source: .observed, evidence: "claude-code#73460, mcp-context-forge#2881",
        template: "The resource parameter provided in the request doesn't match with the requested scopes.",
        meaning: "The parameter resource (RFC 8707) names another API than the scopes do.",
        when:
            "A version 2 request has a resource that is not exactly an App ID URI of the API whose scopes the request "
            + "names. An extra slash, another letter case and the application ID do not match.",
        fix: "Register the value of resource under identifierUris of the API, or send no resource.")

    static let resourceRows: [AADSTS] = [
        severalResources, scopeNotValidForToken, emptyScope, resourceNotFoundLegacy, resourceNotFound,
        resourceMissing, resourceDisabled, signingKeyRequired, mappedClaimsAudience, resourceNotSubscribed,
        resourceWithoutServicePrincipal, unknownScope,
        misconfiguredApplication, resourceNotListed, severalResourcesForToken, invalidScope, appOnlyScopeNotDefault,
        resourceMismatch,
    ]
}
