import Entra
import Formats

/// The scopes or the resource of an authorization request. The form is checked before the sign-in, and the resources are looked up
/// when the tenant is known.
struct RequestedScopes {
    private enum Asked {
        case scopes(ScopeRequest)
        case resource(String?, OIDCScopes)
    }

    private let asked: Asked
    private let place: ScopePlace

    /// Parses the parameters. Throws AADSTS901002 for `resource` on v2, 900144 for a missing scope, and 70011 for a malformed
    /// scope or for an id_token without `openid`.
    init(_ request: AuthorizeRequest, _ parameters: AuthorizeParameters) throws(EntraError) {
        place = parameters.responseType.contains(.token) ? .authorizeForToken : .authorizeForCode
        switch request.endpoint {
        case .v1:
            let words = request[Parameter.scope]?.pieces(separatedBy: " ") ?? []
            asked = .resource(
                request[Parameter.resource], words.compactMap(OIDCScopes.init(name:)).reduce(into: []) { $0.insert($1) }
            )
        case .v2:
            guard request[Parameter.resource] == nil else { throw EntraError(.resourceParameterUnsupported) }
            let scopes = try ScopeRequest.parse(required: request[Parameter.scope])
            guard !parameters.responseType.contains(.idToken) || scopes.oidc.contains(.openid) else {
                throw ScopeRequest.invalid(scopes.text, "The 'openid' scope is required when an id_token is requested.")
            }
            asked = .scopes(scopes)
        }
    }

    func access(by resolver: ResourceResolver) throws(EntraError) -> RequestedAccess {
        switch asked {
        case .scopes(let scopes): try RequestedAccess.resolve(scopes, at: place, by: resolver)
        case .resource(let resource, let oidc):
            try RequestedAccess.fromResource(resource, oidc: oidc, at: place, by: resolver)
        }
    }
}
