package import Entra
import Directory
import Wire

/// The userinfo endpoint of a b2c policy (OpenID Connect Core §5.3; entra-protocol §1.9).
package enum UserFlowUserInfo {
    /// The claims of the user whose access token the `Authorization` header bears. Throws (401) AADB2C90240, 90239 or 90235
    /// for a token that is malformed, of another signer, or expired.
    package static func answer(
        _ address: AuthorityAddress, authorization: String?, services: Services
    ) throws(EntraError) -> [UInt8] {
        guard case .userFlow(let tenant, let flow) = try Authority(address, directory: services.directory) else {
            throw EntraError(AADB2C.policyNotFound, [.value: address.policy ?? "", .tenant: address.tenant])
        }
        let prefix = "Bearer "
        guard let authorization, authorization.utf8.count > prefix.utf8.count,
            String(Substring(authorization.utf8.prefix(prefix.utf8.count))).isExactlyIgnoringASCIICase(prefix)
        else { throw EntraError(AADB2C.tokenMalformed) }
        let text = String(Substring(authorization.utf8.dropFirst(prefix.utf8.count)))
        let claims = try SignedToken.claims(of: text, issuedBy: tenant, services: services)
        guard let id = claims["sub"]?.string, let user = tenant.user(ObjectID(id)) else {
            throw EntraError(AADB2C.tokenMalformed)
        }
        return JSONWriter.object { json in
            json.field("sub", id)
            for claim in flow.claims ?? UserFlowClaim.allCases {
                if let value = user[claim] { json.field(claim.rawValue, value) }
            }
        }
    }
}
