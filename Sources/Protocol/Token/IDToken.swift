import Crypto
import Directory
import Entra
import Formats
import Store

/// The input of an id_token, except the subject (OpenID Connect Core §2; docs/reference/protocol.md#token-claims).
struct IDTokenRequest: Sendable {
    var client: Application
    var endpoint: EndpointVersion
    var scopes: OIDCScopes
    var nonce: String?
    /// The roles that replace the assigned roles, or nil to use the assigned roles.
    var roles: [String]?
    /// Whether the token carries `auth_time`, because the request has a `max_age` or requests the claim.
    var includesAuthTime = false
    /// The code of the same response (authorize endpoint only), from which `c_hash` is computed.
    var code: String?
    /// The access token of the same response, from which `at_hash` is computed.
    var accessToken: String?
    /// The authentication contexts that the sign-in satisfies (`acrs`).
    var authenticationContexts: [String] = []
    /// Whether the token is issued through the front channel, where fewer groups fit.
    var isFrontChannel = false
    /// Whether the token endpoint issues the token. The endpoint does not sign tokens of version 1
    /// (docs/reference/protocol.md#token-id-token-v1-unsigned).
    var isFromTokenEndpoint = false

    /// The form of the token's header.
    var headerForm: TokenMinter.HeaderForm {
        switch endpoint {
        case .v1: isFromTokenEndpoint ? .unsigned : .v1
        case .v2: .v2
        }
    }
}

extension TokenMinter {
    /// Returns an id_token. The version of the token follows the endpoint, never the resource.
    func idToken(
        _ request: IDTokenRequest, for subject: TokenSubject, settings: Settings
    ) throws(EntraError) -> String {
        if let userFlow {
            return try userFlowIDToken(request, for: subject, of: userFlow, settings: settings)
        }
        if services.isOnPremises { return try onPremisesIDToken(request, for: subject, settings: settings) }
        let claims = try idTokenClaims(request, for: subject, settings: settings)
        return try sign(claims, request.headerForm, of: subject.tenant, as: .id)
    }

    /// Returns the claims of an id_token of Entra ID.
    func idTokenClaims(
        _ request: IDTokenRequest, for subject: TokenSubject, settings: Settings
    ) throws(EntraError) -> ClaimSet {
        let policy = services.directory.tokenLifetime(of: request.client, in: subject.tenant)
        let lifetime = subject.isPersonalAccount ? 86_400 : policy ?? Int64(settings.idTokenLifetime)
        var claims = base(
            audience: request.client.appId, tenant: subject.tenant, version: request.endpoint, lifetime: lifetime)
        claims.set("sub", pairwiseSubject(subject.user, in: subject.tenant, for: request.client.clientID))
        claims.set("nonce", request.nonce)
        claims.set("acrs", request.authenticationContexts)
        if request.includesAuthTime { claims.set("auth_time", subject.authentication.time) }
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
        try ClaimsMapping(
            application: request.client, client: request.client, user: subject.user, tenant: subject.tenant
        ).apply(to: &claims)
        if subject.isPersonalAccount {
            // These claims correlate tokens with a tenant's sign-in logs, and personal accounts have no such logs.
            claims["rh"] = nil
            claims["uti"] = nil
        }
        return claims
    }
}
