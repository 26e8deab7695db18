extension ErrorGuide {
    /// Policies of B2C tenants.
    static let userFlows: [ErrorGuide] = [
        ErrorGuide(
            AADB2C.redirectURIMismatch, "The redirect URI is not registered for the application.",
            when: "redirect_uri differs from every registered redirect URI, or from that of the authorization request.",
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
            when: "response_mode does not go with the response_type.",
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
            AADB2C.processingFailed, "The request failed for a reason that has no code of its own.",
            when: "A failure that the policy's endpoints do not name.",
            fix: "Read the detail of the journal entry."
        ),
        ErrorGuide(
            AADB2C.invalidPrompt, "prompt has a value that is not allowed.",
            when: "prompt is none of none, login, consent and select_account.",
            fix: "Send one of these values."
        ),
        ErrorGuide(
            AADB2C.stateLost, "The state of the sign-in was lost.",
            when: "The page's form came without its cookie, or too late.",
            fix: "Open the authorization request again in one browser, with cookies."
        ),
        ErrorGuide(
            AADB2C.scopeWithoutResource, "A scope does not say which API it is of.",
            when: "A scope is neither openid, offline_access nor RESOURCE/PERMISSION.",
            fix: "Send the scope with the API's identifier, such as https://tenant.onmicrosoft.com/api/read."
        ),
        ErrorGuide(
            AADB2C.implicitNotAllowed, "The application may not get tokens from the authorization endpoint.",
            when: "response_type has token or id_token, and implicitGrantSettings does not allow it.",
            fix: "Use response_type=code, or set web.implicitGrantSettings."
        ),
        ErrorGuide(
            AADB2C.clientNotValid, "The application cannot be used with this service.",
            when: "The application is disabled, or its audience does not include the tenant's users.",
            fix: "Enable the application, or change its signInAudience."
        ),
        ErrorGuide(
            AADB2C.missingParameter, "A required parameter is missing.",
            when: "The request lacks a parameter that it must have.",
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
            AADB2C.severalResources, "The request asks for scopes of several APIs.",
            when: "The scopes belong to more than one API.",
            fix: "Request the scopes of one API in each request."
        ),
        ErrorGuide(
            AADB2C.permissionMissing, "The application has no permission for the API.",
            when: "No administrator consented to the permission, or the user is not assigned.",
            fix: "Record the consent under oauth2PermissionGrants with consentType AllPrincipals."
        ),
        ErrorGuide(
            AADB2C.invalidStateCookie, "The cookie of the sign-in is not valid.",
            when: "The cookie was changed, or is of another sign-in.",
            fix: "Open the authorization request again in one browser, with cookies."
        ),
        ErrorGuide(
            AADB2C.codeChallengeMissing, "A single-page application must use PKCE.",
            when: "A page redeems a code that was requested without code_challenge.",
            fix: "Send code_challenge and code_verifier."
        ),
        ErrorGuide(
            AADB2C.noSession, "Nobody is signed in, and prompt=none forbids a page.",
            when: "prompt=none was sent without a session.",
            fix: "Sign in interactively first."
        ),
        ErrorGuide(
            AADB2C.cancelled, "The user canceled.",
            when: "The user chose Cancel on a page of the policy.",
            fix: "Handle the error in the application: show its start page."
        ),
        ErrorGuide(
            AADB2C.passwordForgotten, "The user has forgotten the password.",
            when: "The user chose \"Forgot your password?\" on the page of a sign-in policy.",
            fix: "Start the password reset policy, or set resetsPassword on the sign-in policy."
        ),
        ErrorGuide(
            AADB2C.wrongCredentials, "The user name or the password is wrong.",
            when: "The password grant was sent with a wrong user name or password, or the account is locked.",
            fix: "Use a user and a password of the tenant's directory."
        ),
        ErrorGuide(
            AADB2C.tokenExpired, "The id_token_hint has expired.",
            when: "The token in id_token_hint is past its exp by the server's clock.",
            fix: "Send a current ID token."
        ),
        ErrorGuide(
            AADB2C.tokenSignature, "The signature of the id_token_hint is not valid.",
            when: "The token was changed, or was not signed by this server.",
            fix: "Send an ID token of this server, unchanged."
        ),
        ErrorGuide(
            AADB2C.tokenMalformed, "The id_token_hint cannot be read.",
            when: "The token is no JWT.",
            fix: "Send the ID token unchanged."
        ),
        ErrorGuide(
            AADB2C.clientAssertionInvalid, "The client assertion is not valid.",
            when: "The assertion has a wrong signature, audience or time, or belongs to another client.",
            fix: "Correct the client assertion as the message says."
        ),
        ErrorGuide(
            AADB2C.clientSecretMissing, "A confidential client must authenticate.",
            when: "The client is confidential, and the request has no client_secret.",
            fix: "Send client_secret."
        ),
        ErrorGuide(
            AADB2C.grantExpired, "The code or refresh token has expired.",
            when: "The grant's lifetime, or userFlowRefreshTokenWindow, has passed by the server's clock.",
            fix: "Sign in again."
        ),
        ErrorGuide(
            AADB2C.wrongClientSecret, "The client secret is wrong.",
            when: "No secretText of the application is equal to client_secret, or the secret has expired.",
            fix: "Send the secret's text (secretText), not its id."
        ),
        ErrorGuide(
            AADB2C.clientSecretUnexpected, "A public client must not send a secret.",
            when: "The redirect URI is of a public client, and the request has client_secret.",
            fix: "Send no secret, or register the redirect URI under web."
        ),
        ErrorGuide(
            AADB2C.unsupportedGrantType, "The grant_type is not supported.",
            when: "grant_type is none of those that a policy supports.",
            fix: "Send authorization_code, refresh_token, client_credentials or password."
        ),
        ErrorGuide(
            AADB2C.grantOfOtherPolicy, "The grant was issued by another policy.",
            when: "A code or refresh token of one policy was redeemed at another policy's endpoint.",
            fix: "Redeem the grant at the policy that issued it."
        ),
        ErrorGuide(
            AADB2C.malformedGrant, "The code or refresh token cannot be read.",
            when: "The grant is malformed, was changed, or was issued by a server with other keys.",
            fix: "Send the grant unchanged, to the server that issued it."
        ),
        ErrorGuide(
            AADB2C.accountGone, "The user of the grant does not exist any more.",
            when: "The user was deleted after the grant was issued.",
            fix: "Sign in as a user of the directory."
        ),
        ErrorGuide(
            AADB2C.grantRevoked, "The grant was revoked.",
            when: "The user's sessions were revoked, the user is disabled, or the code was used before.",
            fix: "Sign in again."
        ),
        ErrorGuide(
            AADB2C.wrongCodeVerifier, "The code_verifier is wrong.",
            when: "The hash of code_verifier differs from code_challenge, or code_verifier is missing.",
            fix: "Send the code_verifier from which the code_challenge was made."
        ),
        ErrorGuide(
            AADB2C.passwordGrantNotEnabled, "The policy does not allow the password grant.",
            when: "The password grant was sent to a policy that is not of the kind for it.",
            fix: "Use a policy for resource owner password credentials (kind ropc)."
        ),
    ]
}
