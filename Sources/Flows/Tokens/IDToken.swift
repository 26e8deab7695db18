import State
import Crypto
import Directory
import Entra
import Wire

/// What an id_token is made of beyond the user (OpenID Connect Core §2; docs/reference/protocol.md#token-claims).
struct IDTokenRequest: Sendable {
    var client: Application
    var endpoint: EndpointVersion
    var scopes: OIDCScopes
    var nonce: String?
    /// Roles in place of those that are assigned; nil: those.
    var roles: [String]?
    /// Adds `auth_time` (a `max_age` was asked for, or the claim itself).
    var wantsAuthTime = false
    /// The code issued beside it (authorize endpoint only): gives `c_hash`.
    var code: String?
    /// The access token issued beside it (authorize endpoint only): gives `at_hash`.
    var accessToken: String?
    /// Authentication contexts that the sign-in satisfies (`acrs`).
    var authenticationContexts: [String] = []
    /// Issued through the front channel, where fewer groups fit.
    var isFrontChannel = false
}

extension TokenMinter {
    /// Makes and signs an id_token. Its version follows the endpoint, never the resource.
    func idToken(
        _ request: IDTokenRequest, for subject: TokenSubject, settings: Settings
    ) throws(EntraError) -> String {
        if let userFlow {
            return try userFlowIDToken(request, for: subject, of: userFlow, settings: settings)
        }
        let lifetime = subject.isPersonalAccount ? 86_400 : Int64(settings.idTokenLifetime)
        var claims = base(
            audience: request.client.appId, tenant: subject.tenant, version: request.endpoint, lifetime: lifetime)
        claims.set("sub", pairwiseSubject(subject.user, in: subject.tenant, for: request.client.clientID))
        claims.set("nonce", request.nonce)
        claims.set("acrs", request.authenticationContexts)
        if request.wantsAuthTime { claims.set("auth_time", subject.authentication.time) }
        if let code = request.code { claims.set("c_hash", Digest.leftHalfHash(code)) }
        if let token = request.accessToken { claims.set("at_hash", Digest.leftHalfHash(token)) }
        switch request.endpoint {
        case .v1: addV1Profile(subject, of: request.client, to: &claims)
        case .v2: addV2Profile(subject, request.scopes, of: request.client, to: &claims)
        }
        addIdentityProvider(subject, to: &claims)
        addRolesAndGroups(
            subject, ordered: request.roles, application: request.client,
            optional: request.client.optionalClaims.idToken,
            isFrontChannel: request.isFrontChannel, to: &claims)
        let hasProfile = request.endpoint == .v1 || request.scopes.contains(.profile)
        OptionalClaim.add(
            request.client.optionalClaims.idToken.filter { hasProfile || !OptionalClaim.ofProfile.contains($0.name) },
            OptionalClaim.Context(
                subject: subject, application: request.client, token: .id, version: request.endpoint,
                minter: self),
            to: &claims)
        try ClaimsMapping.apply(request.client, client: request.client, user: subject.user, to: &claims)
        if subject.isPersonalAccount {
            // Those that correlate with a tenant's sign-in logs, which personal accounts have none of.
            claims["rh"] = nil
            claims["uti"] = nil
        }
        return try sign(claims, request.endpoint == .v1 ? .v1 : .v2, of: subject.tenant, as: .id)
    }
}
