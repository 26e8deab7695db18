extension ErrorGuide {
    /// The rows about policies of B2C tenants.
    static let userFlows: [ErrorGuide] = [
        ErrorGuide(
            AADB2C.redirectURIMismatch, "The redirect URI is not registered for the application.",
            when:
                "redirect_uri differs from every registered redirect URI, or from the redirect_uri of the authorization request.",
            fix: "Register the redirect URI exactly as it is sent."
        ),
        ErrorGuide(
            AADB2C.noRedirectURI, "The application has no redirect URI.",
            when: "The registration lists no redirect URI.",
            fix: "Register a redirect URI under web, spa or publicClient."
        ),
        ErrorGuide(
            AADB2C.missingClientID, "The request has no client_id.",
            when: "client_id is missing.",
            fix: "Send client_id."
        ),
        ErrorGuide(
            AADB2C.missingScope, "The request has no scope.",
            when: "scope is missing or empty.",
            fix: "Send scope, such as openid."
        ),
        ErrorGuide(
            AADB2C.unsupportedResponseType, "The response_type is not supported.",
            when: "response_type is unknown or not allowed for the application.",
            fix: "Send response_type=code."
        ),
        ErrorGuide(
            AADB2C.unsupportedResponseMode, "The response_mode is not supported.",
            when: "The response_mode cannot be used with the response_type.",
            fix: "Send response_mode=query, fragment or form_post."
        ),
        ErrorGuide(
            AADB2C.clientNotFound, "There is no such application in the tenant.",
            when: "client_id is not registered in the tenant.",
            fix: "Register the application in the tenant, or correct client_id."
        ),
        ErrorGuide(
            AADB2C.policyNotFound, "There is no such policy in the tenant.",
            when: "The policy in the path or in ?p= is not among the tenant's policies.",
            fix: "Add the policy to the tenant's policies, or correct its name."
        ),
        ErrorGuide(
            AADB2C.processingFailed, "The request failed for a reason without a specific code.",
            when: "The policy endpoints have no specific code for the failure.",
            fix: "Read the detail of the entry in the request journal."
        ),
        ErrorGuide(
            AADB2C.invalidPrompt, "prompt has a value that is not allowed.",
            when: "The value of prompt is not none, login, consent or select_account.",
            fix: "Send prompt=none, login, consent or select_account."
        ),
        ErrorGuide(
            AADB2C.stateLost, "The state of the sign-in was lost.",
            when: "The form of the sign-in page was submitted without its cookie or after it expired.",
            fix: "Start the authorization request again in one browser with cookies enabled."
        ),
        ErrorGuide(
            AADB2C.scopeWithoutResource, "A scope does not name its API.",
            when: "A scope is neither openid, offline_access nor RESOURCE/PERMISSION.",
            fix: "Send the scope with the identifier of the API, such as https://tenant.onmicrosoft.com/api/read."
        ),
        ErrorGuide(
            AADB2C.implicitNotAllowed, "The application may not get tokens from the authorization endpoint.",
            when: "response_type contains token or id_token, and implicitGrantSettings does not allow the token.",
            fix: "Use response_type=code, or enable the token in web.implicitGrantSettings."
        ),
        ErrorGuide(
            AADB2C.clientNotValid, "The application cannot be used with this service.",
            when: "The application is disabled, or its audience does not include the tenant's users.",
            fix: "Enable the application, or change its signInAudience."
        ),
        ErrorGuide(
            AADB2C.missingParameter, "A required parameter is missing.",
            when: "The request lacks a required parameter.",
            fix: "Send the parameter that the message names."
        ),
        ErrorGuide(
            AADB2C.unsupportedScope, "The scope is not supported.",
            when: "A scope names an API or a permission that does not exist.",
            fix: "Request a permission that the API defines in oauth2PermissionScopes."
        ),
        ErrorGuide(
            AADB2C.invalidInput, "A parameter has a value that is not allowed.",
            when: "A parameter is malformed or occurs twice.",
            fix: "Correct the parameter that the message names."
        ),
        ErrorGuide(
            AADB2C.severalResources, "The request contains scopes of several APIs.",
            when: "The scopes belong to more than one API.",
            fix: "Request the scopes of one API in each request."
        ),
        ErrorGuide(
            AADB2C.permissionMissing, "The application has no permission for the API.",
            when: "No administrator consented to the permission, or the user is not assigned to the application.",
            fix: "Record the consent under oauth2PermissionGrants with consentType AllPrincipals."
        ),
        ErrorGuide(
            AADB2C.invalidStateCookie, "The cookie of the sign-in is not valid.",
            when: "The cookie was modified or belongs to another sign-in.",
            fix: "Start the authorization request again in one browser with cookies enabled."
        ),
        ErrorGuide(
            AADB2C.codeChallengeMissing, "A single-page application must use PKCE.",
            when: "A web page redeems a code that was requested without code_challenge.",
            fix: "Send code_challenge and code_verifier."
        ),
        ErrorGuide(
            AADB2C.noSession, "No user is signed in, and prompt=none does not allow a page.",
            when: "prompt=none was sent, and the browser has no session.",
            fix: "Sign in interactively first."
        ),
        ErrorGuide(
            AADB2C.cancelled, "The user canceled.",
            when: "The user chose Cancel on a page of the policy.",
            fix: "Handle the error in the application, for example by showing its start page."
        ),
        ErrorGuide(
            AADB2C.passwordForgotten, "The user has forgotten the password.",
            when: "The user chose \"Forgot your password?\" on the page of a sign-in policy.",
            fix: "Start the password reset policy, or set resetsPassword: true on the sign-in policy."
        ),
        ErrorGuide(
            AADB2C.wrongCredentials, "The user name or the password is wrong.",
            when: "The password grant was sent with a wrong user name or password, or the account is locked.",
            fix: "Use the user name and password of a user of the tenant."
        ),
        ErrorGuide(
            AADB2C.tokenExpired, "The id_token_hint has expired.",
            when: "The exp of the token in id_token_hint is in the past by the server's clock.",
            fix: "Send a current ID token."
        ),
        ErrorGuide(
            AADB2C.tokenSignature, "The signature of the id_token_hint is not valid.",
            when: "The token was modified or was not signed by this server.",
            fix: "Send an unmodified ID token from this server."
        ),
        ErrorGuide(
            AADB2C.tokenMalformed, "The id_token_hint cannot be read.",
            when: "The token is not a JWT.",
            fix: "Send the unmodified ID token."
        ),
        ErrorGuide(
            AADB2C.clientAssertionInvalid, "The client assertion is not valid.",
            when: "The assertion has an invalid signature, audience or lifetime, or belongs to another client.",
            fix: "Correct the client assertion as the message says."
        ),
        ErrorGuide(
            AADB2C.clientSecretMissing, "A confidential client must authenticate.",
            when: "The client is confidential, and the request has no client_secret.",
            fix: "Send client_secret."
        ),
        ErrorGuide(
            AADB2C.grantExpired, "The code or refresh token has expired.",
            when: "The lifetime of the grant, or userFlowRefreshTokenWindow, has passed by the server's clock.",
            fix: "Sign in again."
        ),
        ErrorGuide(
            AADB2C.wrongClientSecret, "The client secret is wrong.",
            when: "client_secret does not match any secretText of the application, or the secret has expired.",
            fix: "Send the text of the secret (secretText), not its id."
        ),
        ErrorGuide(
            AADB2C.clientSecretUnexpected, "A public client must not send a secret.",
            when: "The redirect URI is registered under publicClient, and the request has client_secret.",
            fix: "Send no secret, or register the redirect URI under web."
        ),
        ErrorGuide(
            AADB2C.unsupportedGrantType, "The grant_type is not supported.",
            when: "The policy endpoints do not support the grant_type.",
            fix: "Send the grant_type authorization_code, refresh_token, client_credentials or password."
        ),
        ErrorGuide(
            AADB2C.grantOfOtherPolicy, "The grant was issued by another policy.",
            when: "A code or refresh token of one policy was redeemed at another policy's endpoint.",
            fix: "Redeem the grant at the policy that issued it."
        ),
        ErrorGuide(
            AADB2C.malformedGrant, "The code or refresh token cannot be read.",
            when: "The grant is malformed, was modified, or was issued by a server with other keys.",
            fix: "Send the unmodified grant to the server that issued it."
        ),
        ErrorGuide(
            AADB2C.accountDeleted, "The user of the grant no longer exists.",
            when: "The user was deleted after the grant was issued.",
            fix: "Sign in as a user of the directory."
        ),
        ErrorGuide(
            AADB2C.grantRevoked, "The grant was revoked.",
            when: "The user's sessions were revoked, the user is disabled, or the code was already used.",
            fix: "Sign in again."
        ),
        ErrorGuide(
            AADB2C.wrongCodeVerifier, "The code_verifier is wrong.",
            when: "The hash of code_verifier differs from code_challenge, or code_verifier is missing.",
            fix: "Send the code_verifier from which the code_challenge was computed."
        ),
        ErrorGuide(
            AADB2C.passwordGrantNotEnabled, "The policy does not allow the password grant.",
            when: "The password grant was sent to a policy whose kind is not ropc.",
            fix: "Use a policy for resource owner password credentials (kind ropc)."
        ),
    ]
}
