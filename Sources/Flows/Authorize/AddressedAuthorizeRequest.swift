import Directory
import Entra
import Wire

/// An authorization request whose client and redirect URI are known to belong together: the only kind whose errors may be
/// sent to the application.
struct AddressedAuthorizeRequest: Sendable {
    let request: AuthorizeRequest
    let client: ResolvedClient
    let target: RedirectTarget
    /// How an answer travels; as asked where that is valid, else the default of the response type.
    let delivery: ResponseMode

    /// Checks in the service's order: tenant, client, audience, redirect URI. Every failure is shown, never redirected.
    init(_ request: AuthorizeRequest, services: Services) throws(EntraError) {
        let authority = try Authority(segment: request.tenantSegment, directory: services.directory)
        let client = try ClientLookup.client(request[Parameter.clientID], at: authority, in: services.directory)
        self.request = request
        self.client = client
        target = try RedirectURIRules.resolve(
            request.redirectURI, registered: client.application.redirectURIs, clientID: client.requestedID,
            audience: client.application.signInAudience)
        let type = request[Parameter.responseType].flatMap { try? ResponseType.parse($0) } ?? .code
        delivery = (try? ResponseMode.parse(request[Parameter.responseMode], for: type)) ?? type.defaultMode
    }
}

extension AuthorizeRequest {
    /// An empty redirect_uri is not the same as none: it is matched, and fails.
    var redirectURI: String? { query[Parameter.redirectURI] ?? body[Parameter.redirectURI] }
}

/// The protocol parameters of an authorization request, checked (entra-protocol §2.1–§2.4).
struct AuthorizeParameters: Sendable {
    let responseType: ResponseType
    let prompt: Prompt
    let challenge: CodeChallenge?
    let nonce: String?
    let state: String?
    /// Seconds; nil when not sent or not a number.
    let maxAge: Int64?
    let claims: ClaimsRequest
    let loginHint: String?

    /// Throws what the service answers, in its order: response_type, response_mode, the switches for implicit tokens,
    /// unsupported parameters, prompt, PKCE, claims, nonce.
    init(_ addressed: AddressedAuthorizeRequest) throws(EntraError) {
        let request = addressed.request
        let application = addressed.client.application
        guard let type = request[Parameter.responseType] else {
            throw EntraError(.missingParameter, [.parameter: Parameter.responseType])
        }
        responseType = try ResponseType.parse(type)
        _ = try ResponseMode.parse(request[Parameter.responseMode], for: responseType)
        if responseType.contains(.token), !application.enableAccessTokenIssuance { throw EntraError(.tokenNotEnabled) }
        if responseType.contains(.idToken), !application.enableIdTokenIssuance { throw EntraError(.idTokenNotEnabled) }
        for unsupported in [Parameter.request, Parameter.requestURI] where request[unsupported] != nil {
            throw EntraError(.invalidParameter, [.parameter: unsupported])
        }
        prompt = try Prompt(parsing: request[Parameter.prompt], endpoint: request.endpoint)
        challenge = try CodeChallenge.parse(
            challenge: request[Parameter.codeChallenge], method: request[Parameter.codeChallengeMethod])
        claims = try ClaimsRequest(parsing: request[Parameter.claims])
        nonce = request[Parameter.nonce]
        if responseType.requiresNonce, nonce == nil {
            throw EntraError(.missingField, [.parameter: Parameter.nonce])
        }
        state = request[Parameter.state]
        maxAge = request[Parameter.maxAge].flatMap { ASCII.decimal($0.utf8) }.map(Int64.init)
        loginHint = request[Parameter.loginHint].map(LoginHint.username)
    }
}
