import Crypto
import Directory
import Entra
import Wire

/// A token that a policy of this server issued, presented to it again.
enum SignedToken {
    private static let maximumBytes = 32_768

    /// The claims of a token that a key of the tenant signed and whose time has not passed. Throws (401) AADB2C90240 for a
    /// token that is malformed, 90239 for one of another signer, 90235 for one that is expired.
    static func claims(
        of text: String, issuedBy tenant: Tenant, services: Services
    ) throws(EntraError) -> JSONValue {
        guard let jws = CompactJWS(text, maximumBytes: maximumBytes), let header = JSONValue(parsing: jws.header),
            let claims = JSONValue(parsing: jws.payload), let kid = header["kid"]?.string
        else { throw EntraError(AADB2C.tokenMalformed) }
        guard header["alg"]?.string == "RS256",
            let key = try services.signingKeys(of: tenant).key(id: kid), jws.verifies(.rs256, key.publicKey)
        else { throw EntraError(AADB2C.tokenSignature) }
        guard let expiry = claims["exp"]?.integer, services.now.seconds < expiry else {
            throw EntraError(AADB2C.tokenExpired)
        }
        return claims
    }
}
