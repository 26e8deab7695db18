import Crypto
import Directory
import Entra
import Formats

/// Verifies JSON Web Tokens that this server issued and that a client sends back.
enum SelfIssuedToken {
    /// The reason why the server rejects a token.
    enum Rejection: Error, Equatable {
        /// The text is not a JSON Web Token, or a token of another kind. For example, an id_token names no client.
        case malformed
        /// No key of this server signed the token.
        case signature
        /// The tenant of the token does not exist on this server.
        case issuer
        case outsideValidity(from: Timestamp, until: Timestamp)
    }

    /// The maximum length of a token, in bytes. Longer tokens are rejected without parsing.
    static let maximumBytes = 32_768

    /// Returns the bearer token of an `Authorization` header (RFC 6750 §2.1), or nil if the header has none.
    static func bearerToken(in authorization: String?) -> String? {
        AuthorizationHeader.credentials(authorization, scheme: "Bearer")
    }

    /// Returns the claims of a token after verification of its signature: RS256 with a published key of the tenant that the token
    /// names. A token with a header extension (`crit`, `b64`) is malformed, because the server must not ignore such an extension.
    static func claims(of text: String, services: Services) throws(Rejection) -> JSONValue {
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

    /// Returns the tenant that a token names. The name is `tid`, or the issuer if a b2c policy or the on-premises service issued
    /// the token (docs/reference/protocol.md#b2c, docs/reference/protocol.md#adfs-tokens).
    static func tenant(of claims: JSONValue, in directory: Directory) -> Tenant? {
        if let id = claims["tid"]?.string { return directory.tenant(TenantID(id)) }
        if isOnPremises(claims) { return directory.onPremises }
        return claims["iss"]?.string.flatMap { policyTenant(ofIssuer: $0, in: directory) }
    }

    /// Returns the tenant that an issuer names, under any host name of the server, or nil if the issuer is not a tenant of this
    /// server.
    static func tenant(ofIssuer issuer: String, in directory: Directory) -> Tenant? {
        Origin.tenant(ofIssuer: issuer).flatMap { directory.tenant(TenantID($0)) }
            ?? policyTenant(ofIssuer: issuer, in: directory)
    }

    private static func policyTenant(ofIssuer issuer: String, in directory: Directory) -> Tenant? {
        let tenant = Origin.tenant(ofUserFlowIssuer: issuer).flatMap { directory.tenant(TenantID($0)) }
        return tenant.flatMap { $0.kind == .b2c ? $0 : nil }
    }

    /// Whether only a b2c policy can have issued the token, because tokens of b2c policies have no `tid`.
    static func isOfPolicy(_ claims: JSONValue) -> Bool { claims["tid"] == nil && !isOnPremises(claims) }

    /// Whether a b2c policy issued the token to an application itself: the subject is the service principal of the client.
    static func isOfApplication(_ claims: JSONValue, in directory: Directory) -> Bool {
        guard let tenant = tenant(of: claims, in: directory), let client = claims["azp"]?.string,
            let subject = claims["sub"]?.string
        else { return false }
        return tenant.servicePrincipal(of: ClientID(client)).description.isExactly(subject)
    }

    /// Whether the on-premises service issued the token, which has no `tid` either.
    static func isOnPremises(_ claims: JSONValue) -> Bool {
        claims["tid"] == nil && claims["iss"]?.string.map(Origin.isOnPremises) == true
    }

    /// Whether the claims are of an id_token. Access tokens name the client to which they were issued; those of the on-premises
    /// service have a `jti`, because its id_tokens name the client too.
    static func isIDToken(_ claims: JSONValue) -> Bool {
        isOnPremises(claims) ? claims["jti"] == nil : claims["appid"] == nil && claims["azp"] == nil
    }

    /// Checks that the token is valid at the given time. Throws `outsideValidity` before `nbf` and from `exp` on, and `malformed`
    /// if one of the two claims is missing.
    static func checkTimes(of claims: JSONValue, now: Timestamp) throws(Rejection) {
        guard let start = claims["nbf"]?.integer, let end = claims["exp"]?.integer else { throw .malformed }
        guard start <= now.seconds, now.seconds < end else {
            throw .outsideValidity(from: Timestamp(seconds: start), until: Timestamp(seconds: end))
        }
    }

    /// Whether the issuer is the tenant. The host may differ from the host of this request, because the server has many names. The
    /// signature has already shown that the host is one of these names.
    static func isIssuer(_ issuer: String, of tenant: TenantID, _ version: EndpointVersion) -> Bool {
        issuer.hasExactSuffix(version == .v2 ? "/\(tenant)/v2.0" : "/\(tenant)/")
    }
}
