import Crypto
import Directory
import Entra
import Wire

/// Turns claim sets into signed tokens (RS256 by OpenSSL) and holds the rules that every token shares: times, ids, pairwise
/// subjects, header forms (docs/reference/protocol.md#token-header, docs/reference/protocol.md#token-times).
struct TokenMinter: Sendable {
    /// Tokens say they were issued this many seconds before they were [docs/reference/protocol.md#token-times].
    static let backdating: Int64 = 300

    let services: Services
    /// The b2c policy whose tokens are made.
    let userFlow: UserFlow?

    init(_ services: Services, _ userFlow: UserFlow? = nil) {
        self.services = services
        self.userFlow = userFlow
    }

    /// Which header a token gets.
    enum HeaderForm: Sendable {
        /// `typ`, `alg`, `kid`, and `x5t` equal to `kid`.
        case v1
        /// `typ`, `alg`, `kid`.
        case v2
        /// As v1 with a `nonce`; the signature is over the header with the nonce hashed, so that only the API that knows
        /// the rule can check it. Microsoft Graph's tokens are so.
        case graph
    }

    /// Signs the claims with the tenant's key. Throws AADSTS50000 when OpenSSL fails.
    func sign(
        _ claims: ClaimSet, _ form: HeaderForm, of tenant: Tenant, as token: TokenFault.Token = .access
    ) throws(EntraError) -> String {
        let key = try services.signingKeys(of: tenant).current
        let fault = services.tokenFault?.kind(for: token)
        let unknownID = fault == .unknownKey ? Base64.url(services.random.bytes(20)) : nil
        let nonce = form == .graph ? Base64.url(services.random.bytes(32)) : nil
        let payload = (fault?.applied(to: claims, now: services.now) ?? claims).json
        do {
            let signed = header(of: key, unknownID, form, nonce.map { GraphNonce.signed($0) })
            let made = try JWS.sign(header: signed, payload: payload, key: key)
            let token = fault?.applied(to: made) ?? made
            guard let nonce, let dot = token.utf8.firstIndex(of: UInt8(ascii: ".")) else { return token }
            // Allowed (lossy-text): letters of the alphabet are ASCII.
            return String(decoding: header(of: key, unknownID, form, nonce).encoded, as: UTF8.self) + token[dot...]
        } catch {
            throw EntraError(.serviceFailure)
        }
    }

    private func header(
        of key: SigningKey, _ unknownID: String?, _ form: HeaderForm, _ nonce: String?
    ) -> JOSEHeader {
        guard unknownID == nil, nonce == nil else {
            return JOSEHeader(keyID: unknownID ?? key.id, hasThumbprint: form != .v2, nonce: nonce)
        }
        return form == .v2 ? key.header : key.headerWithThumbprint
    }

    /// The claims every token has: audience, issuer, times, ids, version.
    func base(audience: String, tenant: Tenant, version: EndpointVersion, lifetime: Int64) -> ClaimSet {
        var claims = ClaimSet()
        let issued = services.now.seconds - TokenMinter.backdating
        claims.set("aud", audience)
        claims.set("iss", issuer(of: tenant, version))
        claims.set("iat", issued)
        claims.set("nbf", issued)
        claims.set("exp", services.now.seconds + lifetime)
        claims.set("tid", tenant.id.description)
        claims.set("ver", version == .v2 ? "2.0" : "1.0")
        claims.set("uti", Base64.url(services.random.bytes(16)))
        claims.set("aio", Base64.url(services.random.bytes(24)))
        claims.set("rh", "1." + Base64.url(services.random.bytes(24)))
        return claims
    }

    func issuer(of tenant: Tenant, _ version: EndpointVersion) -> String {
        switch version {
        case _ where services.isOnPremises: services.origin.issuerADFS
        case .v1: services.origin.issuerV1(tenant.id.description)
        case .v2: services.origin.issuerV2(tenant.id.description)
        }
    }

    /// The pairwise subject: 43 characters that name the user to one application only (OpenID Connect Core §8.1).
    func pairwiseSubject(_ user: User, in tenant: Tenant, for audience: ClientID) -> String {
        services.keys.pairwise.subject(tenant: tenant.id.folded, user: user.id.folded, audience: audience.folded)
    }

    /// A lifetime in seconds drawn from the range in force.
    func lifetime(in range: ClosedRange<Int>) -> Int64 {
        let drawn = services.random.bytes(4).reduce(0) { $0 << 8 | Int($1) }
        let span = range.upperBound - range.lowerBound + 1
        return Int64(range.lowerBound + drawn % max(span, 1))
    }
}
