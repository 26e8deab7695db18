import Directory
import Crypto
import Entra
import Wire

/// A JSON Web Token of this server that came back to it: that the server signed it, and what it says.
enum OwnToken {
    /// Why a text is not a token that could be taken.
    enum Refusal: Error, Equatable {
        /// No JSON Web Token, or one of another kind: an id_token names no client.
        case malformed
        /// Not signed by a key of this server.
        case signature
        /// Of a tenant that is not here.
        case issuer
        case outsideValidity(from: Timestamp, until: Timestamp)
    }

    /// Longer tokens are not looked at.
    static let maximumBytes = 32_768

    /// The token of an `Authorization` header (RFC 6750 §2.1); nil where the header bears none.
    static func borne(by authorization: String?) -> String? {
        AuthorizationHeader.credentials(authorization, scheme: "Bearer")
    }

    /// The claims under a right signature: RS256 by a published key of the tenant that the token names, with no header extension
    /// that it would be wrong to ignore.
    static func claims(of text: String, services: Services) throws(Refusal) -> JSONValue {
        guard let token = CompactJWS(text, maximumBytes: maximumBytes), let header = JSONValue(parsing: token.header),
            header["alg"]?.string?.isExactly(SignatureAlgorithm.rs256.rawValue) == true, header["crit"] == nil,
            header["b64"] == nil,
            let claims = JSONValue(parsing: token.payload), claims.object != nil
        else { throw .malformed }
        guard let keys = try? services.signingKeys(of: tenant(of: claims, in: services.directory)),
            let key = header["kid"]?.string.flatMap(keys.key(id:)), token.isSigned(header, by: key)
        else {
            throw .signature
        }
        return claims
    }

    /// The tenant that a token names: by `tid`, or, where a b2c policy issued it, by its issuer alone
    /// (docs/reference/protocol.md#b2c).
    static func tenant(of claims: JSONValue, in directory: Directory) -> Tenant? {
        guard isOfPolicy(claims) else { return claims["tid"]?.string.flatMap { directory.tenant(TenantID($0)) } }
        return claims["iss"]?.string.flatMap { policyTenant(ofIssuer: $0, in: directory) }
    }

    /// The tenant that an issuer names, under whichever of the server's names; nil for an issuer that is no tenant here.
    static func tenant(ofIssuer issuer: String, in directory: Directory) -> Tenant? {
        Origin.tenant(ofIssuer: issuer).flatMap { directory.tenant(TenantID($0)) }
            ?? policyTenant(ofIssuer: issuer, in: directory)
    }

    private static func policyTenant(ofIssuer issuer: String, in directory: Directory) -> Tenant? {
        let tenant = Origin.tenant(ofUserFlowIssuer: issuer).flatMap { directory.tenant(TenantID($0)) }
        return tenant.flatMap { $0.kind == .b2c ? $0 : nil }
    }

    /// Whether it can only be of a b2c policy, whose tokens have no `tid`.
    static func isOfPolicy(_ claims: JSONValue) -> Bool { claims["tid"] == nil }

    /// Throws where the token is not valid yet or no more, and where it does not say when it is.
    static func checkTimes(of claims: JSONValue, now: Timestamp) throws(Refusal) {
        guard let start = claims["nbf"]?.integer, let end = claims["exp"]?.integer else { throw .malformed }
        guard start <= now.seconds, now.seconds < end else {
            throw .outsideValidity(from: Timestamp(seconds: start), until: Timestamp(seconds: end))
        }
    }

    /// Whether the issuer is the tenant. The server has many names, so the host may be another than this request's; that it
    /// is one of the server's own the signature has shown.
    static func isIssuer(_ issuer: String, of tenant: TenantID, _ version: EndpointVersion) -> Bool {
        issuer.hasExactSuffix(version == .v2 ? "/\(tenant)/v2.0" : "/\(tenant)/")
    }
}
