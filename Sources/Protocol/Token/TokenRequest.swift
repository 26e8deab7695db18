import Directory
import Entra
import Formats

/// A token request with a validated form (RFC 6749 §3.2; docs/reference/protocol.md#token-rules).
struct TokenRequest: Sendable {
    let endpoint: EndpointVersion
    let authority: Authority
    let form: Form
    let credentials: ClientCredentials
    /// The `Origin` header, which only browsers send.
    let browserOrigin: String?
    /// The scopes that the grant parsed from the `scope` parameter.
    var scopes: ScopeRequest?
    /// The kind of access token that the request asks for.
    var binding = TokenBinding.bearer
    /// The device that proved itself with this request.
    var deviceID: ObjectID?

    /// Returns the value of a parameter, or nil if the parameter is absent or empty.
    subscript(_ name: String) -> String? { form.given(name) }

    /// Returns the value of a parameter. Throws AADSTS900144 if the parameter is absent or empty.
    func required(_ name: String) throws(EntraError) -> String {
        guard let value = self[name] else { throw EntraError(.missingParameter, [.parameter: name]) }
        return value
    }

    /// Returns the `scope` parameter for a grant that requires one. Throws AADSTS900144 if the parameter is absent. `ScopeRequest`
    /// rejects an empty scope (28003).
    func requiredScope() throws(EntraError) -> String {
        guard let scope = form[Parameter.scope] else {
            throw EntraError(.missingParameter, [.parameter: Parameter.scope])
        }
        return scope
    }

    /// Returns the scopes that a grant without an authorization request must name at version 2, or nil at version 1, which
    /// requires `resource` (docs/reference/protocol.md#unknown-scopes, docs/reference/protocol.md#resource-places). Throws
    /// AADSTS900144 if the parameter is missing, 28003 for an empty scope, and 70011 for a malformed scope.
    func namedScopes() throws(EntraError) -> ScopeRequest? {
        switch endpoint {
        case .v1:
            _ = try required(Parameter.resource)
            return nil
        case .v2: return try ScopeRequest.parse(try requiredScope())
        }
    }

    /// Checks the `resource` parameter of a version 1 request that redeems a code or device code requested with scopes. Throws
    /// AADSTS9002313 if the resource differs from the resource of those scopes, and 500011 if the resource does not exist.
    func checkResource(of redeemed: RequestedAccess, by resolver: ResourceResolver) throws(EntraError) {
        guard endpoint == .v1, let asked = self[Parameter.resource] else { return }
        let token = ScopeToken(.identifier(asked), ScopeToken.defaultPermission)
        let named = try resolver.application(resolver.lookUp(asked), asked: token, at: .codeRedemption)
        guard named.clientID == redeemed.resource.application.clientID else {
            throw EntraError(.invalidRequest, detail: "The resource differs from the resource of the requested scope.")
        }
    }

    /// Returns the access that a redemption names at version 2, whichever version the authorization request used
    /// (docs/reference/protocol.md#authorization-code). Returns nil if the redemption names no scope and so requests all that was
    /// requested before. Throws AADSTS28000 for several resources.
    func accessToRedeem(by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess? {
        guard let scopes else { return nil }
        return try RequestedAccess.resolve(scopes, at: .codeRedemption, by: resolver)
    }

    /// Returns the access that `namedScopes` names. `oidc` are the sign-in scopes of a version 1 request.
    func namedAccess(oidc: OIDCScopes, by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess {
        if let scopes { return try RequestedAccess.resolve(scopes, at: .directGrant, by: resolver) }
        return try RequestedAccess.fromResource(
            self[Parameter.resource], oidc: oidc, at: .directGrant, by: resolver)
    }
}
