package import Formats

/// The names of request and response parameters (OAuth Parameters registry of RFC 6749 §11.2, OpenID Connect Core, RFC 7636;
/// docs/reference/protocol.md#instance-discovery, docs/reference/protocol.md#authorize-parameters,
/// docs/reference/protocol.md#authorize-response, docs/reference/protocol.md#token-request).
package enum Parameter {
    package static let clientID = "client_id"
    package static let responseType = "response_type"
    package static let responseMode = "response_mode"
    package static let redirectURI = "redirect_uri"
    package static let scope = "scope"
    package static let resource = "resource"
    package static let state = "state"
    package static let nonce = "nonce"
    package static let prompt = "prompt"
    package static let loginHint = "login_hint"
    package static let domainHint = "domain_hint"
    package static let sessionID = "sid"
    package static let maxAge = "max_age"
    package static let claims = "claims"
    /// The device's enrollment in Intune app protection.
    package static let enrollmentID = "microsoft_enrollment_id"
    package static let codeChallenge = "code_challenge"
    package static let codeChallengeMethod = "code_challenge_method"
    package static let clientInfo = "client_info"
    package static let instanceAware = "instance_aware"
    package static let request = "request"
    package static let requestURI = "request_uri"
    /// The application that signs in for an application inside it (nested app authentication).
    package static let brokerClientID = "brk_client_id"
    package static let brokerRedirectURI = "brk_redirect_uri"
    package static let idTokenHint = "id_token_hint"
    /// The account that the client expects, by object ID (`uid`) and tenant (`utid`) of its home.
    package static let loginRequest = "login_req"
    package static let domainRequest = "domain_req"
    /// The languages that the user reads (OpenID Connect Core §3.1.2.1).
    package static let uiLocales = "ui_locales"

    package static let postLogoutRedirectURI = "post_logout_redirect_uri"
    package static let logoutHint = "logout_hint"

    package static let grantType = "grant_type"
    package static let code = "code"
    package static let codeVerifier = "code_verifier"
    package static let refreshToken = "refresh_token"
    package static let clientSecret = "client_secret"
    package static let clientAssertion = "client_assertion"
    package static let clientAssertionType = "client_assertion_type"
    package static let username = "username"
    package static let password = "password"
    package static let assertion = "assertion"
    package static let requestedTokenUse = "requested_token_use"
    package static let requestedTokenType = "requested_token_type"
    package static let deviceCode = "device_code"
    /// The parameter that requests an additional code for the application's page.
    package static let returnSPACode = "return_spa_code"
    package static let spaCode = "spa_code"

    // MARK: - Device authorization
    package static let userCode = "user_code"
    package static let verificationURI = "verification_uri"
    package static let verificationURL = "verification_url"
    package static let interval = "interval"
    package static let message = "message"
    package static let market = "mkt"
    /// The number of a language, of Windows.
    package static let localeID = "lc"

    // MARK: - Administrator consent
    package static let adminConsent = "admin_consent"
    package static let tenant = "tenant"
    package static let errorURI = "error_uri"

    package static let accessToken = "access_token"
    package static let tokenType = "token_type"
    /// The identity below an agent's blueprint for which the client requests a token
    /// (docs/reference/wire.md#msal-python-requests).
    package static let federatedManagedIdentityPath = "fmi_path"
    package static let requestConfirmation = "req_cnf"
    package static let keyID = "key_id"
    package static let expiresIn = "expires_in"
    package static let idToken = "id_token"
    package static let sessionState = "session_state"

    // MARK: - Discovery documents
    package static let authorizationEndpoint = "authorization_endpoint"
    package static let apiVersion = "api-version"
    package static let applicationID = "appid"

    /// The correlation ID, also as a header. The response repeats the ID if `returnClientRequestID` requests it.
    package static let clientRequestID = "client-request-id"
    package static let returnClientRequestID = "return-client-request-id"

    /// The parameters that may occur only once. The server rejects a repeated parameter with AADSTS9000411 and ignores unknown
    /// parameters.
    package static let single: Set<ByteString> = Set(exactly: [
        clientID, responseType, responseMode, redirectURI, scope, resource, state, nonce, prompt, loginHint, domainHint,
        sessionID, maxAge, claims, enrollmentID, codeChallenge, codeChallengeMethod, clientInfo, instanceAware, request,
        requestURI, idTokenHint, loginRequest, domainRequest, uiLocales, postLogoutRedirectURI, logoutHint, grantType,
        code, codeVerifier, refreshToken,
        clientSecret, clientAssertion, clientAssertionType, username, password, assertion, requestedTokenUse,
        requestedTokenType, deviceCode, tokenType, requestConfirmation, keyID, market, returnSPACode, brokerClientID,
        brokerRedirectURI, federatedManagedIdentityPath, userCode,
    ])
}
