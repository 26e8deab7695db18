import Directory
import Entra
import Formats

/// The validated protocol parameters of an authorization request (docs/reference/protocol.md#authorize-parameters to
/// docs/reference/protocol.md#pkce).
struct AuthorizeParameters {
    var responseType = ResponseType.code
    var prompt = Prompt.unspecified
    var challenge: CodeChallenge?
    var claims = ClaimsRequest.none
    /// The scopes, or nil at version 1, where `resource` names the API.
    var scopes: ScopeRequest?
}

/// The checks of the parameters of an authorization request.
enum ParameterChecks {
    /// Throws AADSTS900144 for a missing response type, which is redirected unlike other missing parameters
    /// (docs/reference/protocol.md#delivery-missing-response-type), and 70005 for an unsupported one. An empty response type is an
    /// unsupported type, not a missing one (docs/reference/protocol.md#response-types).
    static func responseType(_ request: inout InteractiveRequest) throws(EntraError) {
        guard let type = request.received.sent(Parameter.responseType) else {
            throw EntraError(.missingParameter, [.parameter: Parameter.responseType], delivery: .redirected)
        }
        request.parameters.responseType = try ResponseType.parse(type, atPolicy: request.endpoint == .authorizeB2C)
    }

    /// Throws AADSTS70007 for a mode that does not exist or may not carry the response.
    static func responseMode(_ request: inout InteractiveRequest) throws(EntraError) {
        _ = try ResponseMode.parse(request.received[Parameter.responseMode], for: request.parameters.responseType)
    }

    /// Throws AADSTS700051 if the application gets no access tokens from this endpoint.
    static func accessTokenIssuance(_ request: inout InteractiveRequest) throws(EntraError) {
        guard request.parameters.responseType.contains(.token) else { return }
        guard try request.client.application.enableAccessTokenIssuance else { throw EntraError(.tokenNotEnabled) }
    }

    /// Throws AADSTS700054 if the application gets no id_tokens from this endpoint.
    static func idTokenIssuance(_ request: inout InteractiveRequest) throws(EntraError) {
        guard request.parameters.responseType.contains(.idToken) else { return }
        guard try request.client.application.enableIdTokenIssuance else { throw EntraError(.idTokenNotEnabled) }
    }

    /// Throws AADSTS90100 for a request object, which the service does not support.
    static func requestObject(_ request: inout InteractiveRequest) throws(EntraError) {
        for unsupported in [Parameter.request, Parameter.requestURI] where request.received[unsupported] != nil {
            throw EntraError(.invalidParameter, [.parameter: unsupported])
        }
    }

    static func prompt(_ request: inout InteractiveRequest) throws(EntraError) {
        request.parameters.prompt = try Prompt(
            parsing: request.received[Parameter.prompt], endpoint: request.received.endpoint)
    }

    /// Checks the hints for the account. Throws AADSTS90005, 900051 or 1002014 for two parameters that exclude each other, and
    /// 90007 for a `sid` that is not a session ID (docs/reference/protocol.md#exclusive-parameters).
    static func hints(_ request: inout InteractiveRequest) throws(EntraError) {
        let received = request.received
        let (session, hint) = (received[Parameter.sessionID], received[Parameter.loginHint])
        guard session == nil || hint == nil else { throw EntraError(.exclusiveParameters) }
        guard session == nil || received[Parameter.domainHint] == nil else { throw EntraError(.sessionWithDomainHint) }
        if request.parameters.prompt == .selectAccount, session ?? hint != nil {
            throw EntraError(
                .exclusiveParameters,
                [.parameter: session == nil ? Parameter.loginHint : Parameter.sessionID]
            ).worded(
                "Unable to complete request. The request was invalid since prompt=select_account and {parameter} cannot "
                    + "be used together.")
        }
        if let hint, received[Parameter.domainHint] != nil, LoginHint.username(inClaim: hint) != nil {
            throw EntraError(.opaqueHintWithDomainHint)
        }
        guard session.map({ GUID($0) != nil }) ?? true else { throw EntraError(.malformedSessionID) }
    }

    static func codeChallenge(_ request: inout InteractiveRequest) throws(EntraError) {
        request.parameters.challenge = try CodeChallenge.parse(
            challenge: request.received[Parameter.codeChallenge],
            method: request.received[Parameter.codeChallengeMethod])
    }

    static func claims(_ request: inout InteractiveRequest) throws(EntraError) {
        request.parameters.claims = try ClaimsRequest(parsing: request.received[Parameter.claims])
    }

    /// Throws AADSTS90014 if the response has an id_token and the request has no nonce.
    static func nonce(_ request: inout InteractiveRequest) throws(EntraError) {
        guard request.parameters.responseType.requiresNonce, request.received[Parameter.nonce] == nil else { return }
        throw EntraError(.missingField, [.parameter: Parameter.nonce])
    }

    /// Throws AADSTS500013 at version 1 if the response has an access token and the request names no API. AD FS has a resource of
    /// its own for such a request.
    static func resourceOfToken(_ request: inout InteractiveRequest) throws(EntraError) {
        guard request.parameters.responseType.contains(.token), request.received[Parameter.resource] == nil,
            TenantSegment.parse(request.received.address.tenant) != .adfs
        else { return }
        throw EntraError(.resourceMissing)
    }

    /// Throws the errors of `Authority.checkVersion`.
    static func version(_ request: inout InteractiveRequest) throws(EntraError) {
        try request.authority.checkVersion(request.received.endpoint)
    }
}
