import Crypto
import Directory
import Entra
import Formats
import Store

/// Turns claim sets into signed tokens (RS256 by OpenSSL). The type also holds the rules that all tokens share: times, IDs,
/// pairwise subjects and header forms (docs/reference/protocol.md#token-header, docs/reference/protocol.md#token-times).
struct TokenMinter: Sendable {
    /// The number of seconds by which the time of issue in a token precedes the real time of issue
    /// (docs/reference/protocol.md#token-times).
    static let backdating: Int64 = 300

    let services: Services
    /// The b2c policy that issues the tokens, or nil for tokens of Microsoft Entra ID.
    let userFlow: UserFlow?

    init(_ services: Services, _ userFlow: UserFlow? = nil) {
        self.services = services
        self.userFlow = userFlow
    }

    /// The form of a token's header.
    enum HeaderForm: Sendable {
        /// A header with `typ`, `alg`, `kid`, and an `x5t` that equals `kid`.
        case v1
        /// A header with `typ`, `alg` and `kid`.
        case v2
        /// A v1 header with a `nonce`. The signature covers the header with the hash of the nonce, so that only an API that knows
        /// the rule can verify the token. Tokens of Microsoft Graph have this form.
        case graph
        /// A header with `typ` and the algorithm `none`. The token has no signature, except with a fault of the signature, whose
        /// header is that of version 1.
        case unsigned
    }

    /// Signs the claims with the tenant's key, unless the form is unsigned. Throws AADSTS50000 if OpenSSL fails.
    func sign(
        _ claims: ClaimSet, _ form: HeaderForm, of tenant: Tenant, as token: TokenFault.Token = .access
    ) throws(EntraError) -> String {
        let key = try services.signingKeys(of: tenant).current
        let fault = services.tokenFault?.kind(for: token)
        let payload = (fault?.applied(to: claims, now: services.now) ?? claims).json
        if form == .unsigned, !(fault?.isOfSignature ?? false) { return JWS.unsigned(payload: payload) }
        let unknownID = fault?.hasUnknownKey == true ? Base64.url(services.random.bytes(20)) : nil
        let nonce = form == .graph ? Base64.url(services.random.bytes(32)) : nil
        do {
            let signed = header(of: key, unknownID, form, nonce.map { GraphNonce.signed($0) }, fault)
            let made = try JWS.sign(header: signed, payload: payload, key: key)
            let token = fault?.applied(to: made) ?? made
            guard let nonce, let dot = token.utf8.firstIndex(of: UInt8(ascii: ".")) else { return token }
            // Allowed (lossy-text): the base64url alphabet is ASCII.
            return String(decoding: header(of: key, unknownID, form, nonce, fault).encoded, as: UTF8.self)
                + token[dot...]
        } catch {
            throw EntraError(.serviceFailure)
        }
    }

    private func header(
        of key: SigningKey, _ unknownID: String?, _ form: HeaderForm, _ nonce: String?, _ fault: TokenFault.Kind?
    ) -> JOSEHeader {
        guard fault != nil || nonce != nil else { return form == .v2 ? key.header : key.headerWithThumbprint }
        return JOSEHeader(
            keyID: fault?.hasKeyID == false ? nil : unknownID ?? key.id, hasThumbprint: form != .v2,
            algorithm: fault?.algorithm ?? TokenFault.Kind.usualAlgorithm, nonce: nonce)
    }

    /// Returns the claims that every token has: audience, issuer, times, IDs and version. The lifetime is in seconds.
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

    /// Returns the pairwise subject: 43 characters that identify the user to one application only (OpenID Connect Core §8.1).
    func pairwiseSubject(_ user: User, in tenant: Tenant, for audience: ClientID) -> String {
        services.keys.pairwise.subject(tenant: tenant.id.folded, user: user.id.folded, audience: audience.folded)
    }

    /// Returns a random lifetime from the current range, in seconds.
    func lifetime(in range: ClosedRange<Int>) -> Int64 {
        let randomValue = services.random.bytes(4).reduce(0) { $0 << 8 | Int($1) }
        let span = range.upperBound - range.lowerBound + 1
        return Int64(range.lowerBound + randomValue % max(span, 1))
    }
}

/// The user that a token describes, in the tenant that issues the token.
final class TokenSubject: Sendable {
    let user: User
    let tenant: Tenant
    let authentication: Authentication
    /// The claims of the sign-in at a B2C policy, which a refresh repeats, or nil to use the present ones.
    let signInClaims: JSONValue?

    init(user: User, tenant: Tenant, authentication: Authentication, signInClaims: JSONValue? = nil) {
        self.user = user
        self.tenant = tenant
        self.authentication = authentication
        self.signInClaims = signInClaims
    }

    var isGuest: Bool { user.isGuest(in: tenant.id) }

    /// Whether the account belongs to the tenant of personal accounts. A personal account that is a guest of another tenant is a
    /// user of that tenant there.
    var isPersonalAccount: Bool { tenant.kind == .consumers }
}

/// The signature rule of Microsoft Graph's tokens. The signature covers the header with the hash of its `nonce`, so that only APIs
/// that know the rule can verify the token.
enum GraphNonce {
    /// Returns the hash that the signature covers instead of the nonce.
    static func signed(_ nonce: String) -> String { Base64.url(Digest.sha256(Array(nonce.utf8))) }

    /// Whether a token has the header of Graph's tokens. Every API except Graph finds that the signature of such a token does not
    /// match.
    static func isIn(_ token: String) -> Bool {
        CompactJWS(token, maximumBytes: SelfIssuedToken.maximumBytes).flatMap { JSONValue(parsing: $0.header) }?[
            "nonce"]
            != nil
    }

    /// Returns the header that the signature covers, or nil if the header has no nonce. Without a nonce, the signature covers the
    /// header as it is.
    static func signed(_ header: JSONValue) -> [UInt8]? {
        guard let members = header.object, let nonce = header["nonce"]?.string else { return nil }
        let hashed = JSONValue.string(signed(nonce))
        return JSONWriter.value(
            .object(members.map { $0.name.isExactly("nonce") ? JSONValue.Member("nonce", hashed) : $0 }))
    }
}

extension CompactJWS {
    /// Whether the key signed the token with the given header, by the rule of Graph's tokens if the header has a nonce.
    func isSigned(_ header: JSONValue, by key: SigningKey) -> Bool {
        guard let signed = GraphNonce.signed(header) else { return verifies(.rs256, key.publicKey) }
        return verifies(.rs256, key.publicKey, header: signed)
    }
}
