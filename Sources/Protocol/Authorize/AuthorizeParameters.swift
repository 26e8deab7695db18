import Directory
import Entra
import Formats

/// The validated protocol parameters of an authorization request (docs/reference/protocol.md#authorize-parameters to
/// docs/reference/protocol.md#pkce). The type is a class because the immutable value passes through many steps.
final class AuthorizeParameters: Sendable {
    let responseType: ResponseType
    let prompt: Prompt
    let challenge: CodeChallenge?
    let nonce: String?
    let state: String?
    /// The maximum age of the sign-in, in seconds, or nil if the parameter is absent or not a number.
    let maxAge: Int64?
    /// The number of seconds in 10,000 years. No sign-in is older.
    private static let longestAge: Int64 = 315_576_000_000
    let claims: ClaimsRequest
    let loginHint: String?

    /// Whether the id_token states when the user signed in.
    var wantsAuthTime: Bool { maxAge != nil || claims.wantsAuthTime }

    /// Validates the parameters in the order of the service: response_type, response_mode, the switches for implicit tokens,
    /// unsupported parameters, prompt, PKCE, claims, nonce.
    init(_ addressed: AddressedAuthorizeRequest) throws(EntraError) {
        let request = addressed.request
        let application = addressed.client.application
        // An empty response type is an unsupported type, not a missing one (docs/reference/protocol.md#response-types).
        guard let type = request.sent(Parameter.responseType) else {
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
        maxAge = request[Parameter.maxAge].flatMap { ASCII.decimal($0.utf8) }.map {
            min(Int64($0), AuthorizeParameters.longestAge)
        }
        loginHint = request[Parameter.loginHint].map(LoginHint.username)
    }
}
