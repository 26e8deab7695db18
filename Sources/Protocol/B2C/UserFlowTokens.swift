import Crypto
import Directory
import Entra
import Formats
import Store

/// The tokens of a B2C policy: version 1.0, `sub` equal to `oid`, the name of the policy, and the claims that the policy
/// returns (docs/reference/protocol.md#b2c).
extension TokenMinter {
    func userFlowIDToken(
        _ request: IDTokenRequest, for subject: TokenSubject, of flow: UserFlow, settings: Settings
    ) throws(EntraError) -> String {
        var claims = userFlowBase(
            audience: request.client.appId, tenant: subject.tenant, flow, settings,
            lifetime: Int64(settings.idTokenLifetime))
        addUserFlowProfile(subject, flow, to: &claims)
        claims.set("nonce", request.nonce)
        if let code = request.code { claims.set("c_hash", Digest.leftHalfHash(code)) }
        if let token = request.accessToken { claims.set("at_hash", Digest.leftHalfHash(token)) }
        return try sign(claims, .v2, of: subject.tenant, as: .id)
    }

    func userFlowAccessToken(
        _ request: AccessTokenRequest, for subject: TokenSubject, of flow: UserFlow, settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime = lifetime(in: settings.accessTokenLifetime)
        var claims = userFlowBase(
            audience: request.resource.appId, tenant: subject.tenant, flow, settings, lifetime: lifetime)
        addUserFlowProfile(subject, flow, to: &claims)
        claims.set("azp", request.client.appId)
        if !request.scopes.isEmpty { claims.set("scp", request.scopes.joined(separator: " ")) }
        return IssuedAccessToken(token: try sign(claims, .v2, of: subject.tenant), lifetime: lifetime)
    }

    /// Returns an access token for the client itself.
    func userFlowApplicationToken(
        _ request: AccessTokenRequest, in tenant: Tenant, of flow: UserFlow, servicePrincipal: ObjectID,
        roles: [String], settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime = lifetime(in: settings.accessTokenLifetime)
        var claims = userFlowBase(
            audience: request.resource.appId, tenant: tenant, flow, settings, lifetime: lifetime)
        claims.set("sub", servicePrincipal.description)
        claims.set("oid", servicePrincipal.description)
        claims.set("azp", request.client.appId)
        claims.set("roles", roles)
        return IssuedAccessToken(token: try sign(claims, .v2, of: tenant), lifetime: lifetime)
    }

    private func userFlowBase(
        audience: String, tenant: Tenant, _ flow: UserFlow, _ settings: Settings, lifetime: Int64
    ) -> ClaimSet {
        var claims = ClaimSet()
        claims.set("aud", audience)
        claims.set("iss", services.issuer(of: flow, in: tenant, settings))
        claims.set("iat", services.now.seconds)
        claims.set("nbf", services.now.seconds)
        claims.set("exp", services.now.seconds + lifetime)
        claims.set("ver", "1.0")
        claims.set(settings.policyClaim.rawValue, flow.id)
        return claims
    }

    private func addUserFlowProfile(_ subject: TokenSubject, _ flow: UserFlow, to claims: inout ClaimSet) {
        claims.set("sub", subject.user.id.description)
        claims.set("auth_time", subject.authentication.time)
        for claim in flow.claims ?? UserFlowClaim.allCases { claims[claim.rawValue] = subject.user[claim] }
    }
}

extension Services {
    /// Returns the issuer of a policy's tokens: one issuer for all policies of the tenant, or one per policy.
    func issuer(of flow: UserFlow, in tenant: Tenant, _ settings: Settings) -> String {
        origin.userFlowIssuer(tenant.id.description, policy: settings.userFlowIssuer == .policy ? flow.name : nil)
    }
}

extension User {
    /// The value of a claim about this user, or nil if the user has no value.
    subscript(_ claim: UserFlowClaim) -> JSONValue? {
        switch claim {
        case .name: .string(self.displayName)
        case .givenName: self.givenName.map(JSONValue.string)
        case .familyName: self.surname.map(JSONValue.string)
        case .emails: self.mail.map { .array([.string($0)]) }
        case .identityProvider: self.identityProvider.map(JSONValue.string)
        case .jobTitle: self.jobTitle.map(JSONValue.string)
        case .country: self.country.map(JSONValue.string)
        case .objectID: .string(self.id.description)
        }
    }
}
