/// Names of request parameters, once for the whole source (RFC 6749, OpenID Connect Core, RFC 7636, entra-protocol §2.1, §3).
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
    package static let codeChallenge = "code_challenge"
    package static let codeChallengeMethod = "code_challenge_method"
    package static let clientInfo = "client_info"
    package static let instanceAware = "instance_aware"
    package static let clientRequestID = "client-request-id"
    package static let request = "request"
    package static let requestURI = "request_uri"
    package static let grantType = "grant_type"
    package static let code = "code"
    package static let codeVerifier = "code_verifier"
    package static let refreshToken = "refresh_token"
    package static let clientSecret = "client_secret"
    package static let clientAssertion = "client_assertion"
    package static let clientAssertionType = "client_assertion_type"

    /// Those that may stand once only; a repeated one is AADSTS9000411. Unknown parameters are ignored.
    static let single: Set<String> = [
        clientID, responseType, responseMode, redirectURI, scope, resource, state, nonce, prompt, loginHint, domainHint,
        sessionID, maxAge, claims, codeChallenge, codeChallengeMethod, clientInfo, instanceAware, request, requestURI,
        grantType, code, codeVerifier, refreshToken, clientSecret, clientAssertion, clientAssertionType,
        "id_token_hint",
        "username", "password", "assertion", "requested_token_use", "device_code",
    ]
}
