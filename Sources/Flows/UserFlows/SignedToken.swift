import Crypto
import Directory
import Entra
import Wire

/// A token that a policy of this server issued, presented to it again.
enum SignedToken {
    private static let maximumBytes = 32_768

    /// Which failures the place reports.
    struct Failures {
        let malformed: AADSTS
        let signature: AADSTS
        let expired: AADSTS

        static let userInfo = Failures(
            malformed: AADB2C.tokenMalformed, signature: AADB2C.tokenSignature, expired: AADB2C.tokenExpired)
        static let hint = Failures(
            malformed: AADB2C.idTokenHintInvalid, signature: AADB2C.idTokenHintSignature,
            expired: AADB2C.idTokenHintExpired)
    }

    /// The claims of a token that a key of the tenant signed and whose time has not passed.
    static func claims(
        of text: String, issuedBy tenant: Tenant, _ failures: Failures, services: Services
    ) throws(EntraError) -> JSONValue {
        guard let jws = CompactJWS(text, maximumBytes: maximumBytes), let header = JSONValue(parsing: jws.header),
            let claims = JSONValue(parsing: jws.payload), let kid = header["kid"]?.string
        else { throw EntraError(failures.malformed) }
        guard header["alg"]?.string == "RS256",
            let key = try services.signingKeys(of: tenant).key(id: kid), jws.verifies(.rs256, key.publicKey)
        else { throw EntraError(failures.signature) }
        guard let expiry = claims["exp"]?.integer, services.now.seconds < expiry else {
            throw EntraError(failures.expired)
        }
        return claims
    }
}
