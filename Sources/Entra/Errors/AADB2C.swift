import Formats

/// The error codes of B2C policies, such as `AADB2C90118` (Microsoft's published list of Azure AD B2C error codes;
/// docs/reference/protocol.md#b2c). The numbers are independent of the AADSTS codes.
package enum AADB2C {
    // MARK: - The request

    package static let redirectURIMismatch = row(
        90006, .invalidRequest, delivery: .shown,
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
        90037, .serverError,
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
        90055, .invalidScope,
        template: "The scope '{scope}' provided in request must specify a resource, such as "
            + "'https://example.com/calendar.read'.",
        meaning: "A scope does not name its API.",
        when: "A scope is neither openid, offline_access nor RESOURCE/PERMISSION.",
        fix: "Send the scope with the identifier of the API, such as https://tenant.onmicrosoft.com/api/read.")

    package static let implicitNotAllowed = row(
        90057, .unauthorizedClient,
        template: "The provided application is not configured to allow the OAuth Implicit flow.",
        meaning: "The application may not get tokens from the authorization endpoint.",
        when: "response_type contains token or id_token, and implicitGrantSettings does not allow the token.",
        fix: "Use response_type=code, or enable the token in web.implicitGrantSettings.")

    package static let clientNotValid = row(
        90068, .unauthorizedClient, delivery: .shown,
        template: "The provided application with ID '{client_id}' is not valid against this service. Please use an "
            + "application created via the B2C portal and try again.",
        meaning: "The application cannot be used with this service.",
        when: "The application is disabled, or its audience does not include the tenant's users.",
        fix: "Enable the application, or change its signInAudience.")

    package static let missingParameter = row(
        90083, .invalidRequest,
        template: "The request is missing required parameter: {parameter}.",
        meaning: "A required parameter is missing.",
        when: "The request lacks a required parameter.",
        fix: "Send the parameter that the message names.")

    package static let unsupportedScope = row(
        90117, .invalidScope,
        template: "The scope '{scope}' provided in the request is not supported.",
        meaning: "The scope is not supported.",
        when: "A scope names an API or a permission that does not exist.",
        fix: "Request a permission that the API defines in oauth2PermissionScopes.")

    package static let invalidInput = row(
        90122, .invalidRequest,
        template: "Input for '{parameter}' received in the request has failed HTTP request validation. Ensure that the "
            + "input does not contain characters such as < or &.",
        meaning: "A parameter has a value that is not allowed.",
        when: "A parameter is malformed or occurs twice.",
        fix: "Correct the parameter that the message names.")

    package static let severalResources = row(
        90146, .invalidScope,
        template: "The scope '{scope}' provided in request specifies more than one resource for an access token, which "
            + "is not supported.",
        meaning: "The request contains scopes of several APIs.",
        when: "The scopes belong to more than one API.",
        fix: "Request the scopes of one API in each request.")

    package static let permissionMissing = row(
        90205, .accessDenied,
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

    // MARK: - The user

    package static let noSession = row(
        90077, .interactionRequired,
        template: "User does not have an existing session and request prompt parameter has a value of 'none'.",
        meaning: "No user is signed in, and prompt=none does not allow a page.",
        when: "prompt=none was sent, and the browser has no session.",
        fix: "Sign in interactively first.")

    package static let cancelled = row(
        90091, .accessDenied,
        template: "The user has cancelled entering self-asserted information.",
        meaning: "The user canceled.",
        when: "The user chose Cancel on a page of the policy.",
        fix: "Handle the error in the application, for example by showing its start page.")

    package static let passwordForgotten = row(
        90118, .accessDenied,
        template: "The user has forgotten their password.",
        meaning: "The user has forgotten the password.",
        when: "The user chose \"Forgot your password?\" on the page of a sign-in policy.",
        fix: "Start the password reset policy, or set resetsPassword: true on the sign-in policy.")

    package static let wrongCredentials = row(
        90225, .accessDenied,
        template: "The username or password provided in the request are invalid.",
        meaning: "The user name or the password is wrong.",
        when: "The password grant was sent with a wrong user name or password, or the account is locked.",
        fix: "Use the user name and password of a user of the tenant.")

    package static let tokenExpired = row(
        90235, .invalidToken, status: 401,
        template: "The provided id_token is expired. Please provide another token and try again.",
        meaning: "The id_token_hint has expired.",
        when: "The exp of the token in id_token_hint is in the past by the server's clock.",
        fix: "Send a current ID token.")

    package static let tokenSignature = row(
        90239, .invalidToken, status: 401,
        template: "The provided id_token failed signature validation. Please provide another token and try again.",
        meaning: "The signature of the id_token_hint is not valid.",
        when: "The token was modified or was not signed by this server.",
        fix: "Send an unmodified ID token from this server.")

    package static let tokenMalformed = row(
        90240, .invalidToken, status: 401,
        template: "The provided id_token is malformed and could not be parsed. Please provide another token and try "
            + "again.",
        meaning: "The id_token_hint cannot be read.",
        when: "The token is not a JWT.",
        fix: "Send the unmodified ID token.")

    // MARK: - Clients and grants

    package static let clientAssertionInvalid = row(
        90017, .invalidClient,
        template: "The client assertion provided in the request is invalid: {reason}",
        meaning: "The client assertion is not valid.",
        when: "The assertion has an invalid signature, audience or lifetime, or belongs to another client.",
        fix: "Correct the client assertion as the message says.")

    package static let clientSecretMissing = row(
        90079, .invalidClient,
        template: "Clients must send a client_secret when redeeming a confidential grant.",
        meaning: "A confidential client must authenticate.",
        when: "The client is confidential, and the request has no client_secret.",
        fix: "Send client_secret.")

    package static let grantExpired = row(
        90080, .invalidGrant,
        template: "The provided grant has expired. Please re-authenticate and try again. Current time: {current_time}, "
            + "Grant issued time: {valid_from}, Grant sliding window expiration time: {valid_until}.",
        meaning: "The code or refresh token has expired.",
        when: "The lifetime of the grant, or userFlowRefreshTokenWindow, has passed by the server's clock.",
        fix: "Sign in again.")

    package static let wrongClientSecret = row(
        90081, .invalidClient,
        template: "The specified client_secret does not match the expected value for this client. Please correct the "
            + "client_secret and try again.",
        meaning: "The client secret is wrong.",
        when: "client_secret does not match any secretText of the application, or the secret has expired.",
        fix: "Send the text of the secret (secretText), not its id.")

    package static let clientSecretUnexpected = row(
        90084, .invalidRequest,
        template: "Public clients should not send a client_secret when redeeming a publicly acquired grant.",
        meaning: "A public client must not send a secret.",
        when: "The redirect URI is registered under publicClient, and the request has client_secret.",
        fix: "Send no secret, or register the redirect URI under web.")

    package static let unsupportedGrantType = row(
        90086, .unsupportedGrantType,
        template: "The supplied grant_type [{value}] is not supported.",
        meaning: "The grant_type is not supported.",
        when: "The policy endpoints do not support the grant_type.",
        fix: "Send the grant_type authorization_code, refresh_token, client_credentials or password.")

    package static let grantOfOtherPolicy = row(
        90088, .invalidGrant,
        template: "The provided grant has not been issued for this endpoint. Actual Value : {value} and Expected Value "
            + ": {expected}",
        meaning: "The grant was issued by another policy.",
        when: "A code or refresh token of one policy was redeemed at another policy's endpoint.",
        fix: "Redeem the grant at the policy that issued it.")

    package static let malformedGrant = row(
        90090, .invalidGrant,
        template: "The provided JWE is not a valid 5 segment token.",
        meaning: "The code or refresh token cannot be read.",
        when: "The grant is malformed, was modified, or was issued by a server with other keys.",
        fix: "Send the unmodified grant to the server that issued it.")

    package static let accountDeleted = row(
        90128, .invalidGrant,
        template: "The account associated with this grant no longer exists. Please reauthenticate and try again.",
        meaning: "The user of the grant no longer exists.",
        when: "The user was deleted after the grant was issued.",
        fix: "Sign in as a user of the directory.")

    package static let grantRevoked = row(
        90129, .invalidGrant,
        template: "The provided grant has been revoked. Please reauthenticate and try again.",
        meaning: "The grant was revoked.",
        when: "The user's sessions were revoked, the user is disabled, or the code was already used.",
        fix: "Sign in again.")

    package static let wrongCodeVerifier = row(
        90183, .invalidGrant,
        template: "The supplied code_verifier is invalid",
        meaning: "The code_verifier is wrong.",
        when: "The hash of code_verifier differs from code_challenge, or code_verifier is missing.",
        fix: "Send the code_verifier from which the code_challenge was computed.")

    package static let passwordGrantNotEnabled = row(
        90224, .unauthorizedClient,
        template: "Resource owner flow has not been enabled for the application.",
        meaning: "The policy does not allow the password grant.",
        when: "The password grant was sent to a policy whose kind is not ropc.",
        fix: "Use a policy for resource owner password credentials (kind ropc).")

    /// All rows of the catalog.
    package static let catalog: [AADSTS] = [
        redirectURIMismatch, noRedirectURI, missingClientID, missingScope, unsupportedResponseType,
        unsupportedResponseMode, clientNotFound, policyNotFound, processingFailed, invalidPrompt, stateLost,
        scopeWithoutResource, implicitNotAllowed, clientNotValid, missingParameter, unsupportedScope, invalidInput,
        severalResources, permissionMissing, invalidStateCookie, codeChallengeMissing, noSession, cancelled,
        passwordForgotten, wrongCredentials, tokenExpired, tokenSignature, tokenMalformed, clientAssertionInvalid,
        clientSecretMissing, grantExpired, wrongClientSecret, clientSecretUnexpected, unsupportedGrantType,
        grantOfOtherPolicy, malformedGrant, accountDeleted, grantRevoked, wrongCodeVerifier, passwordGrantNotEnabled,
    ]

    private static func row(
        _ number: Int, _ error: OAuthError, status: Int = 400, delivery: AADSTS.Delivery = .redirected,
        template: String, meaning: String, when cause: String, fix: String
    ) -> AADSTS {
        AADSTS(
            number, error, status: status, delivery: delivery, errorURI: false, family: .b2c, template: template,
            meaning: meaning, when: cause, fix: fix)
    }
}

extension EntraError {
    /// Returns the failure as a B2C policy reports it. Each AADSTS code of the shared checks has an AADB2C counterpart; only a
    /// failure of the store is returned unchanged. `isSilent` is true for an authorization request that forbids pages.
    package func ofUserFlow(isSilent: Bool = false) -> EntraError {
        guard code.family == .aadsts, !isStoreFailure else { return self }
        let row = b2cCode(isSilent: isSilent)
        let values: KeyValuePairs =
            row == AADB2C.clientAssertionInvalid
            ? [.reason: sentence] : code.b2cParameter.map { [.parameter: $0] } ?? values
        var counterpart = EntraError(
            row, values, status: status >= 429 ? status : nil, detail: detail.isEmpty ? message : detail)
        counterpart.retryAfter = retryAfter
        return counterpart
    }

    private func b2cCode(isSilent: Bool) -> AADSTS {
        let parameter = values.first { $0.key == .parameter }?.value
        if let row = code.b2cFor.first(where: { parameter.isExactly($0.key) })?.value ?? code.b2c { return row }
        return switch error {
        case .interactionRequired where isSilent: AADB2C.noSession
        case .invalidClient: AADB2C.clientAssertionInvalid
        case .invalidGrant: AADB2C.grantRevoked
        default: AADB2C.processingFailed
        }
    }
}
