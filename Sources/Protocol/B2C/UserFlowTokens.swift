import Crypto
import Directory
package import Entra
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
        claims.set("auth_time", subject.authentication.time)
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
        claims.set("nonce", request.nonce)
        if !request.scopes.isEmpty { claims.set("scp", request.scopes.joined(separator: " ")) }
        return IssuedAccessToken(token: try sign(claims, .v2, of: subject.tenant), lifetime: lifetime)
    }

    /// Returns an access token for the client itself. It carries the roles in `scp`
    /// (docs/reference/protocol.md#b2c-client-credentials-scp).
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
        if !roles.isEmpty { claims.set("scp", roles.joined(separator: " ")) }
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
        for claim in flow.returnedClaims { claims[claim.rawValue] = subject[claim] }
    }
}

extension TokenSubject {
    /// The value of a claim about the user: that of the sign-in in a refresh, and otherwise the present one.
    subscript(_ claim: UserFlowClaim) -> JSONValue? {
        guard let signInClaims else { return user[claim] }
        return signInClaims[claim.rawValue]
    }

    /// Returns the claims that a refresh repeats, as a JSON object (docs/reference/protocol.md#b2c-refresh-claims).
    func repeatedClaims(of flow: UserFlow, nonce: String?) -> String {
        let bytes = JSONWriter.object { json in
            for claim in flow.returnedClaims {
                if let value = self[claim] { json.field(claim.rawValue, value) }
            }
            if let nonce { json.field("nonce", nonce) }
        }
        // Allowed (lossy-text): the writer returns UTF-8.
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UserFlow {
    /// The claims about the user that tokens and userinfo contain.
    var returnedClaims: [UserFlowClaim] { claims ?? UserFlowClaim.allCases }
}

/// The `profile_info` of a B2C token response, which a client gets that requests no `client_info`
/// (docs/reference/protocol.md#b2c-token-response).
enum ProfileInfo {
    /// Returns the value as base64url JSON without padding. `name` and `idp` are those that the policy returns. The service
    /// writes null for other members, always for `sub` and `preferred_username`.
    static func encoded(for subject: TokenSubject, of flow: UserFlow) -> String {
        let claims = flow.returnedClaims
        func value(_ claim: UserFlowClaim) -> JSONValue {
            claims.contains(claim) ? subject[claim] ?? .null : .null
        }
        return Base64.url(
            JSONWriter.object { json in
                json.field("ver", "1.0")
                json.field("tid", subject.tenant.id.description)
                json.null("sub")
                json.field("name", value(.name))
                json.null("preferred_username")
                json.field("idp", value(.identityProvider))
            })
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

/// The userinfo endpoint of a B2C policy (OpenID Connect Core §5.3; docs/reference/protocol.md#b2c-and-ciam-urls).
package enum UserFlowUserInfo {
    /// Returns the claims of the user whose access token is in the `Authorization` header.
    ///
    /// All errors have status 401. Throws AADB2C90240 for a token that is malformed, of another kind or of another policy;
    /// AADB2C90239 for a token of another signer; and AADB2C90235 for an expired token, or one whose user was deleted, disabled
    /// or signed out everywhere.
    package static func response(
        _ address: AuthorityAddress, authorization: String?, services: Services
    ) throws(EntraError) -> [UInt8] {
        guard case .userFlow(let tenant, let flow) = try Authority(address, directory: services.directory) else {
            throw EntraError(AADB2C.policyNotFound, [.value: address.policy ?? "", .tenant: address.tenant])
        }
        let claims = try claims(of: authorization, issuedBy: tenant, services)
        guard let id = claims["sub"]?.string, isAccessToken(claims, of: flow) else {
            throw EntraError(AADB2C.tokenMalformed)
        }
        let user = try user(ObjectID(id), in: tenant, of: claims, services)
        return JSONWriter.object { json in
            json.field("sub", id)
            for claim in flow.returnedClaims {
                if let value = user[claim] { json.field(claim.rawValue, value) }
            }
        }
    }

    private static func claims(
        of authorization: String?, issuedBy tenant: Tenant, _ services: Services
    ) throws(EntraError) -> JSONValue {
        guard let text = SelfIssuedToken.bearerToken(in: authorization) else { throw EntraError(AADB2C.tokenMalformed) }
        do throws(SelfIssuedToken.Rejection) {
            let claims = try SelfIssuedToken.claims(of: text, services: services)
            guard SelfIssuedToken.tenant(of: claims, in: services.directory)?.id == tenant.id else {
                throw SelfIssuedToken.Rejection.signature
            }
            try SelfIssuedToken.checkTimes(of: claims, now: services.now)
            return claims
        } catch {
            switch error {
            case .malformed: throw EntraError(AADB2C.tokenMalformed)
            case .signature, .issuer: throw EntraError(AADB2C.tokenSignature)
            case .outsideValidity: throw EntraError(AADB2C.tokenExpired)
            }
        }
    }

    /// Whether the policy issued the token to a client for an API. An ID token has no `azp` claim. The setting `policyClaim`
    /// selects the claim that names the policy.
    private static func isAccessToken(_ claims: JSONValue, of flow: UserFlow) -> Bool {
        let policy = PolicyClaim.allCases.lazy.compactMap { claims[$0.rawValue]?.string }.first
        return claims["azp"] != nil && policy?.isExactlyIgnoringASCIICase(flow.id) == true
    }

    /// Returns the current user of the token. The tokens contain their time of issue, not a sequence number, so revocations
    /// within the same second do not count. A revocation in the future was made before the clock was set back, and is ignored.
    private static func user(
        _ id: ObjectID, in tenant: Tenant, of claims: JSONValue, _ services: Services
    ) throws(EntraError) -> User {
        guard let user = tenant.user(id), user.accountEnabled, let issue = claims["iat"]?.integer else {
            throw EntraError(AADB2C.tokenExpired)
        }
        let subjects = RevocationSubject.all(of: user.home, in: tenant.id)
        let revoked = subjects.compactMap(services.store.revocation).filter { $0 <= services.now }.max()
        if let revoked, issue < revoked.seconds { throw EntraError(AADB2C.tokenExpired) }
        return user
    }
}
