/// Errors about the request to a B2C policy.
extension AADB2C {
    package static let redirectURIMismatch = row(
        90006, .redirectURIMismatch, delivery: .shown, source: .observed,
        template: "The redirect URI '{redirect_uri}' provided in the request is not registered for the client id "
            + "'{client_id}'.",
        meaning: "The redirect URI is not registered for the application.",
        when: "redirect_uri differs from every registered redirect URI, or from the redirect_uri of the authorization "
            + "request.",
        fix: "Register the redirect URI exactly as it is sent.")

    package static let noRedirectURI = row(
        90007, .invalidRequest, delivery: .shown,
        template: "The application associated with client id '{client_id}' has no registered redirect URIs.",
        meaning: "The application has no redirect URI.",
        when: "The registration lists no redirect URI.",
        fix: "Register a redirect URI under web, spa or publicClient.")

    package static let missingClientID = row(
        90008, .invalidRequest, delivery: .shown,
        template: "The request does not contain a client id parameter.",
        meaning: "The request has no client_id.",
        when: "client_id is missing.",
        fix: "Send client_id.")

    package static let missingScope = row(
        90010, .invalidRequest,
        template: "The request does not contain a scope parameter.",
        meaning: "The request has no scope.",
        when: "scope is missing or empty.",
        fix: "Send scope, such as openid.")

    package static let unsupportedResponseType = row(
        90013, .unsupportedResponseType,
        template: "The requested response type '{value}' provided in request is not supported.",
        meaning: "The response_type is not supported.",
        when: "response_type is unknown or not allowed for the application.",
        fix: "Send response_type=code.")

    package static let unsupportedResponseMode = row(
        90014, .invalidRequest,
        template: "The requested response mode '{value}' provided in request is not supported.",
        meaning: "The response_mode is not supported.",
        when: "The response_mode cannot be used with the response_type.",
        fix: "Send response_mode=query, fragment or form_post.")

    package static let clientNotFound = row(
        90018, .unauthorizedClient, delivery: .shown,
        template: "The client id '{client_id}' specified in the request is not registered in tenant '{tenant}'.",
        meaning: "There is no such application in the tenant.",
        when: "client_id is not registered in the tenant.",
        fix: "Register the application in the tenant, or correct client_id.")

    package static let policyNotFound = row(
        90022, .invalidRequest, status: 404, delivery: .shown,
        template: "Unable to return metadata for the policy '{value}' in tenant '{tenant}'.",
        meaning: "There is no such policy in the tenant.",
        when: "The policy in the path or in ?p= is not among the tenant's policies.",
        fix: "Add the policy to the tenant's policies, or correct its name.")

    package static let processingFailed = row(
        90037, .serverError, source: .report, evidence: "azure-docs#39159, #25206",
        template: "An error occurred while processing the request. Please contact administrator of the site you are "
            + "trying to access.",
        meaning: "The request failed for a reason without a specific code.",
        when: "The policy endpoints have no specific code for the failure.",
        fix: "Read the detail of the entry in the request journal.")

    package static let invalidPrompt = row(
        90043, .invalidRequest,
        template: "The prompt included in the request contains invalid values. Expected 'none', 'login', 'consent' or "
            + "'select_account'.",
        meaning: "prompt has a value that is not allowed.",
        when: "The value of prompt is not none, login, consent or select_account.",
        fix: "Send prompt=none, login, consent or select_account.")

    package static let stateLost = row(
        90046, .serverError, delivery: .shown,
        template: "We are having trouble loading your current state. You might want to try starting your session over "
            + "from the beginning.",
        meaning: "The state of the sign-in was lost.",
        when: "The form of the sign-in page was submitted without its cookie or after it expired.",
        fix: "Start the authorization request again in one browser with cookies enabled.")

    package static let scopeWithoutResource = row(
        90055, .invalidRequest, source: .observed,
        template: "The scope '{scope}' provided in request must specify a resource, such as "
            + "'https://example.com/calendar.read'.",
        meaning: "A scope does not name its API.",
        when: "response_type contains token, and no scope names an API.",
        fix: "Send the scope with the identifier of the API, such as https://tenant.onmicrosoft.com/api/read.")

    package static let implicitNotAllowed = row(
        90057, .unauthorizedClient, source: .observed,
        template: "The provided application is not configured to allow the OAuth Implicit flow.",
        meaning: "The application may not get tokens from the authorization endpoint.",
        when:
            "response_type contains token or id_token, and implicitGrantSettings does not allow the token; or the password "
            + "grant was sent for an application that may not get access tokens from the authorization endpoint.",
        fix: "Use response_type=code, or enable the token in web.implicitGrantSettings. The password grant needs "
            + "enableAccessTokenIssuance.")

    package static let clientNotValid = row(
        90068, .unauthorizedClient, delivery: .shown,
        template: "The provided application with ID '{client_id}' is not valid against this service. Please use an "
            + "application created via the B2C portal and try again.",
        meaning: "The application cannot be used with this service.",
        when: "The audience of the application does not include the tenant's users.",
        fix: "Change the signInAudience of the application.")

    package static let missingParameter = row(
        90083, .invalidRequest, source: .observed,
        template: "The request is missing required parameter: {parameter}.",
        meaning: "A required parameter is missing.",
        when: "The request lacks a required parameter.",
        fix: "Send the parameter that the message names.")

    package static let unsupportedScope = row(
        90117, .invalidRequest,
        template: "The scope '{scope}' provided in the request is not supported.",
        meaning: "The scope is not supported.",
        when: "A scope names no API, or an API or a permission that does not exist.",
        fix: "Request a permission that the API defines in oauth2PermissionScopes.")

    package static let invalidInput = row(
        90122, .invalidRequest,
        template: "Input for '{parameter}' received in the request has failed HTTP request validation. Ensure that the "
            + "input does not contain characters such as < or &.",
        meaning: "A parameter has a value that is not allowed.",
        when: "A parameter is malformed or occurs twice.",
        fix: "Correct the parameter that the message names.")

    package static let severalResources = row(
        90146, .invalidRequest, source: .observed,
        template: "The scope '{scope}' provided in request specifies more than one resource for an access token, which "
            + "is not supported.",
        meaning: "The request contains scopes of several APIs.",
        when: "The scopes belong to more than one API.",
        fix: "Request the scopes of one API in each request.")

    package static let permissionMissing = row(
        90205, .invalidRequest, source: .observed,
        template: "This application does not have sufficient permissions against this web resource to perform the "
            + "operation.",
        meaning: "The application has no permission for the API.",
        when: "No administrator consented to the permission, or the user is not assigned to the application.",
        fix: "Record the consent under oauth2PermissionGrants with consentType AllPrincipals.")

    package static let invalidStateCookie = row(
        90212, .invalidRequest, delivery: .shown,
        template: "The request contained an invalid state cookie.",
        meaning: "The cookie of the sign-in is not valid.",
        when: "The cookie was modified or belongs to another sign-in.",
        fix: "Start the authorization request again in one browser with cookies enabled.")

    package static let codeChallengeMissing = row(
        99059, .invalidRequest,
        template: "The supplied request must present a code_challenge",
        meaning: "A single-page application must use PKCE.",
        when: "A web page redeems a code that was requested without code_challenge.",
        fix: "Send code_challenge and code_verifier.")

    package static let clientOfOtherPolicy = row(
        90011, .invalidRequest,
        template:
            "The client id '{client_id}' provided in the request does not match client id '{expected}' registered in "
            + "policy.",
        meaning: "The policy serves another application.",
        fix: "Send the client_id that the custom policy names.")

    package static let scopeNotSupported = row(
        90012, .invalidRequest,
        template: "The scope '{scope}' provided in request is not supported.",
        meaning: "The scope is not supported.",
        fix: "Request a permission that the API defines in oauth2PermissionScopes.")

    package static let noPostLogoutRedirectURI = row(
        90036, .invalidRequest, delivery: .shown,
        template: "The request does not contain a URI to redirect the user to post logout. Specify a URI in the "
            + "post_logout_redirect_uri parameter field.",
        meaning: "The sign-out request has no post_logout_redirect_uri.",
        fix: "Send post_logout_redirect_uri.")

    package static let publicClientNotAllowed = row(
        90058, .unauthorizedClient,
        template: "The provided application is not configured to allow public clients.",
        meaning: "The application may not act as a public client.",
        when: "The password grant was sent for an application that is not a public client.",
        fix: "Set isFallbackPublicClient: true on the application.")

    package static let invalidPostLogoutRedirectURI = row(
        90067, .invalidRequest, delivery: .shown,
        template: "The post logout redirect URI '{value}' has an invalid format. Specify an https based URL such as "
            + "'https://example.com/return' or for native clients use the IETF native client URI "
            + "'urn:ietf:wg:oauth:2.0:oob'.",
        meaning: "post_logout_redirect_uri is not a URI.",
        when: "post_logout_redirect_uri is not an absolute URI.",
        fix: "Send the absolute URI of the page after sign-out.")

    package static let clientDisabled = row(
        90092, .unauthorizedClient, delivery: .shown,
        template:
            "The provided application with ID '{client_id}' is disabled for the tenant '{tenant}'. Please enable the "
            + "application and try again.",
        meaning: "The application is disabled.",
        when: "accountEnabled of the application is false.",
        fix: "Enable the application.")

    package static let idTokenNotAuthorized = row(
        90107, .invalidRequest,
        template:
            "The application with ID '{client_id}' cannot get an ID token either because the openid scope was not "
            + "provided in the request or the application is not authorized for it.",
        meaning: "The application cannot get an ID token.",
        fix: "Request openid, and enable ID tokens in web.implicitGrantSettings.")

    package static let openIDRequired = row(
        90110, .invalidRequest,
        template: "The scope parameter must include 'openid' when requesting a response_type that includes 'id_token'.",
        meaning: "A request for an ID token needs the scope openid.",
        when: "response_type contains id_token, and scope lacks openid.",
        fix: "Add openid to scope.")

    package static let codeWithoutResource = row(
        90115, .invalidRequest,
        template:
            "When requesting the 'code' response_type, the scope parameter must include a resource or client ID for "
            + "access tokens, and 'openid' for ID tokens. Additionally include 'offline_access' for refresh tokens.",
        meaning: "The request asks for neither an access token nor an ID token.",
        when: "response_type is code, and scope names no API and not openid, such as scope=offline_access.",
        fix: "Add openid, or a permission of an API, to scope.")

    package static let invalidMaxAge = row(
        90120, .invalidRequest,
        template:
            "The max age parameter '{value}' specified in the request is invalid. Max age must be an integer between "
            + "'0' and '2147483647' inclusive.",
        meaning: "max_age is not a valid number.",
        when: "max_age is not an integer from 0 to 2147483647.",
        fix: "Send max_age as a number of seconds.")

    package static let unsupportedChallengeMethod = row(
        90184, .invalidRequest,
        template: "The supplied code_challenge_method is not supported. Supported values are plain or S256",
        meaning: "The code_challenge_method is not supported.",
        when: "code_challenge_method is neither plain nor S256.",
        fix: "Send code_challenge_method=S256.")

    package static let illegalScopeCharacter = row(
        99005, .invalidRequest,
        template: "The request contains an invalid scope parameter which includes an illegal character '{value}'.",
        meaning: "The scope contains a character that no scope has.",
        when: "scope contains a character that no scope has, such as a comma.",
        fix: "Separate the scopes with spaces.")

    package static let defaultScopeRequired = row(
        99068, .invalidRequest,
        template: "Scope parameter ({scope}) must be formatted like https://<application-uri>/.default",
        meaning: "A client can request only all of its own permissions.",
        when: "The client credentials grant was sent with another scope than .default of an API.",
        fix: "Send scope with the identifier of the API and /.default.")
}
