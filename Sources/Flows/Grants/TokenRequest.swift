import Directory
import Entra
import Wire

/// A token request whose shape is known to be right (RFC 6749 §3.2; docs/reference/protocol.md#token-rules).
struct TokenRequest: Sendable {
    let endpoint: EndpointVersion
    let authority: Authority
    let form: Form
    let credentials: PresentedCredentials
    /// The `Origin` header: sent by browsers only.
    let browserOrigin: String?
    /// What the grant read in the `scope` parameter.
    var scopes: ScopeRequest?
    /// What kind of access token is asked for.
    var binding = TokenBinding.bearer
    /// The device that proved itself with this request.
    var deviceID: ObjectID?

    /// The value of a parameter; an empty one counts as absent.
    subscript(_ name: String) -> String? { form.given(name) }

    /// Throws AADSTS900144 when the parameter is absent or empty.
    func required(_ name: String) throws(EntraError) -> String {
        guard let value = self[name] else { throw EntraError(.missingParameter, [.parameter: name]) }
        return value
    }

    /// The `scope` of a grant that must name it. Throws AADSTS900144 where it is absent; an empty one is what `ScopeRequest` says
    /// of it (28003).
    func requiredScope() throws(EntraError) -> String {
        guard let scope = form[Parameter.scope] else {
            throw EntraError(.missingParameter, [.parameter: Parameter.scope])
        }
        return scope
    }

    /// What a grant without an authorization request must name itself: the scopes of version 2, nil for the `resource` of
    /// version 1 (docs/reference/protocol.md#unknown-scopes, docs/reference/protocol.md#resource-places). Throws AADSTS900144
    /// without it, 28003 for an empty scope, 70011 for one of bad shape.
    func namedScopes() throws(EntraError) -> ScopeRequest? {
        switch endpoint {
        case .v1:
            _ = try required(Parameter.resource)
            return nil
        case .v2: return try ScopeRequest.parse(try requiredScope())
        }
    }

    /// Throws AADSTS9002313 where the `resource` of a request to version 1 is another than what is redeemed is for, and 500011
    /// where it is not there. What is redeemed was asked for by scopes.
    func checkResource(of redeemed: RequestedAccess, by resolver: ResourceResolver) throws(EntraError) {
        guard endpoint == .v1, let asked = self[Parameter.resource] else { return }
        let token = ScopeToken(.identifier(asked), ScopeToken.defaultPermission)
        let named = try resolver.application(resolver.lookUp(asked), asked: token, at: .codeRedemption)
        guard named.clientID == redeemed.resource.application.clientID else {
            throw EntraError(.invalidRequest, detail: "The resource differs from the resource of the requested scope.")
        }
    }

    /// What the request names of what it redeems, at version 2, whichever version that was asked for at
    /// (docs/reference/protocol.md#authorization-code); nil where it names nothing, and wants what was asked for. Throws
    /// AADSTS28000 for several resources.
    func accessToRedeem(by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess? {
        guard let scopes else { return nil }
        return try RequestedAccess.resolve(scopes, at: .codeRedemption, by: resolver)
    }

    /// What `namedScopes` names, looked up; `oidc` are the scopes of a sign-in at version 1.
    func namedAccess(oidc: OIDCScopes, by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess {
        if let scopes { return try RequestedAccess.resolve(scopes, at: .directGrant, by: resolver) }
        return try RequestedAccess.fromResource(
            self[Parameter.resource], oidc: oidc, at: .directGrant, by: resolver)
    }
}
