import Directory
package import Entra
import Formats
import Store

/// The userinfo endpoint of a B2C policy (OpenID Connect Core §5.3; docs/reference/protocol.md#b2c-and-ciam-urls).
package enum UserFlowUserInfo {
    /// Returns the claims of the user whose access token is in the `Authorization` header.
    ///
    /// All errors have status 401. Throws AADB2C90240 for a token that is malformed, of another kind or of another policy;
    /// AADB2C90239 for a token of another signer; and AADB2C90235 for an expired token, or one whose user was deleted, disabled
    /// or signed out everywhere.
    package static func answer(
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
            for claim in flow.claims ?? UserFlowClaim.allCases {
                if let value = user[claim] { json.field(claim.rawValue, value) }
            }
        }
    }

    private static func claims(
        of authorization: String?, issuedBy tenant: Tenant, _ services: Services
    ) throws(EntraError) -> JSONValue {
        guard let text = SelfIssuedToken.borne(by: authorization) else { throw EntraError(AADB2C.tokenMalformed) }
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

    /// Returns the current user of the token. The tokens contain the time of the sign-in, not a sequence number, so revocations
    /// within the same second do not count. A revocation in the future was made before the clock was set back, and is ignored.
    private static func user(
        _ id: ObjectID, in tenant: Tenant, of claims: JSONValue, _ services: Services
    ) throws(EntraError) -> User {
        guard let user = tenant.user(id), user.accountEnabled, let signIn = claims["auth_time"]?.integer else {
            throw EntraError(AADB2C.tokenExpired)
        }
        let subjects = RevocationSubject.all(of: user.home, in: tenant.id)
        let revoked = subjects.compactMap(services.store.revocation).filter { $0 <= services.now }.max()
        if let revoked, signIn < revoked.seconds { throw EntraError(AADB2C.tokenExpired) }
        return user
    }
}
