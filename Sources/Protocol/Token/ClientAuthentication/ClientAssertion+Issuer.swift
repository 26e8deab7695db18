package import Crypto
package import Directory
import Entra
package import Formats
import Store

/// Assertions of another issuer, which a federated identity credential of the client trusts
/// (docs/reference/protocol.md#federated-identity-credential).
extension ClientAssertion {
    /// The claim of a token for the token exchange whose client authenticated with a federated identity credential
    /// (docs/reference/protocol.md#claim-xms-ficinfo).
    static let federatedOrigin = "xms_ficinfo"

    /// Checks that a credential names issuer, audience and subject exactly, then checks key, signature and time.
    ///
    /// Throws AADSTS70025 if the client has no credential, 5002738 for any algorithm except RS256, 700211, 700212, 700213, 7002131
    /// or 7002138 without a matching credential, 700229 for a user's token, 50166 if the keys of the issuer are not available,
    /// 7000272 if the key is not among them, 5002723 if the header names no key, 700027 for a wrong signature, 700024 outside the
    /// lifetime, 700231 for a token that a federated identity credential obtained, and 50000 if OpenSSL fails.
    func verifyByIssuer(
        _ issuer: String, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) {
        guard !client.application.federatedIdentityCredentials.isEmpty else {
            throw EntraError(.noFederatedCredential, [.clientName: client.application.displayName])
        }
        let algorithm = try algorithm(among: [.rs256])
        let own = ClientAssertion.ownTenant(issuer, services.directory)
        try match(
            issuer, client.application.federatedIdentityCredentials, services.cloud(of: client.home),
            isOwn: own != nil, services.directory)
        guard let keyID = header["kid"]?.string else { throw EntraError(.clientAssertionWithoutKey) }
        try checkSignature(algorithm, try key(keyID, of: issuer, own, services))
        try checkTime(services.now)
        if own != nil, claims[ClientAssertion.federatedOrigin] != nil { throw EntraError(.federatedChain) }
    }

    /// Compares issuer, audience and subject in turn, byte by byte, and each time keeps the credentials that match. A flexible
    /// credential has an expression instead of a subject. The subject of a user's token does not matter, because the service
    /// rejects every user's token.
    private func match(
        _ issuer: String, _ credentials: [FederatedIdentityCredential], _ cloud: Cloud, isOwn: Bool,
        _ directory: Directory
    ) throws(EntraError) {
        let audience = audience(in: cloud)
        let subject = claims["sub"]?.string ?? ""
        let ofIssuer = try narrowed(credentials, .federatedIssuerMismatch, issuer) {
            [ClientAssertion.issuer($0.issuer, namedAs: issuer, directory)]
        }
        let ofAudience = try narrowed(ofIssuer, .federatedAudienceMismatch, audience) { $0.audiences }
        if isOwn { try rejectUsers(directory) }
        let claims = claims
        guard !ofAudience.contains(where: { $0.trusts(subject, claims) }) else { return }
        let isSimilar = ofAudience.contains { $0.subject?.isExactlyIgnoringASCIICase(subject) == true }
        guard !isSimilar else { throw EntraError(.federatedCaseMismatch, [.value: subject]) }
        let isFlexible = ofAudience.contains { $0.claimsMatchingExpression != nil }
        throw EntraError(isFlexible ? .federatedExpressionMismatch : .federatedSubjectMismatch, [.value: subject])
    }

    private func narrowed(
        _ credentials: [FederatedIdentityCredential], _ mismatch: AADSTS, _ value: String,
        by names: (FederatedIdentityCredential) -> [String]
    ) throws(EntraError) -> [FederatedIdentityCredential] {
        let matching = credentials.filter { names($0).contains { $0.isExactly(value) } }
        guard matching.isEmpty else { return matching }
        let isSimilar = credentials.contains { names($0).contains { $0.isExactlyIgnoringASCIICase(value) } }
        throw EntraError(isSimilar ? .federatedCaseMismatch : mismatch, [.value: value])
    }

    /// Returns the audience: a text, or the only entry of a list. Several audiences become one text, which no credential has.
    /// Tokens of Entra itself have the ID of the API instead of the name that credentials use.
    private func audience(in cloud: Cloud) -> String {
        let audiences = claims["aud"].map { $0.array ?? [$0] } ?? []
        // An entry that is not text is not an audience, and invalidates the others.
        guard audiences.allSatisfy({ $0.string != nil }) else { return "" }
        let audience = audiences.compactMap(\.string).joined(separator: ", ")
        return ClientID(audience) == .tokenExchange ? cloud.tokenExchangeAudience : audience
    }

    /// Returns the issuer that a credential trusts. A credential of the portal names a tenant of this server by Microsoft's host;
    /// that name is replaced by the one that tokens of this server have, as in `presented`.
    private static func issuer(_ trusted: String, namedAs presented: String, _ directory: Directory) -> String {
        guard Origin(of: trusted)?.cloud != nil, let origin = Origin(of: presented),
            ownTenant(trusted, directory) != nil,
            let tenant = Origin.tenant(ofIssuer: trusted)
        else { return trusted }
        return trusted.hasExactSuffix("/v2.0") ? origin.issuerV2(tenant) : origin.issuerV1(tenant)
    }

    /// Returns the tenant of this server that the issuer is, or nil if the configuration lists the issuer as another's.
    private static func ownTenant(_ issuer: String, _ directory: Directory) -> Tenant? {
        guard directory.federatedIssuer(issuer) == nil else { return nil }
        return SelfIssuedToken.tenant(ofIssuer: issuer, in: directory)
    }

    /// Returns a key of the issuer. `own` is the tenant of this server that the issuer is, or nil for another issuer.
    private func key(
        _ id: String, of issuer: String, _ own: Tenant?, _ services: Services
    ) throws(EntraError) -> RSAPublicKey {
        let key =
            if let own {
                try services.signingKeys(of: own).key(id: id)?.publicKey
            } else {
                try listedKey(id, of: issuer, services)
            }
        guard let key else { throw EntraError(.federatedKeyNotFound, [.value: id, .identityProvider: issuer]) }
        return key
    }

    private func listedKey(
        _ id: String, of issuer: String, _ services: Services
    ) throws(EntraError) -> RSAPublicKey? {
        guard let listed = services.directory.federatedIssuer(issuer) else {
            throw EntraError(
                .externalRequestFailed, [.reason: "The issuer '\(issuer)' is not configured under federatedIssuers."])
        }
        let keys: JSONWebKeySet
        switch listed.keys {
        case .configured(let configured): keys = configured
        case .fetched(let location):
            switch services.issuerKeys.keys(at: location) {
            case .success(let fetched): keys = fetched
            case .failure(let failure): throw EntraError(.externalRequestFailed, [.reason: failure.reason])
            }
        }
        return keys.key(id: id).flatMap { try? RSAPublicKey(modulus: $0.modulus, exponent: $0.exponent) }
    }

    /// Rejects a user's token with AADSTS700229. Of the tokens of this server, only tokens of applications and managed identities
    /// are valid: `sub` and `oid` are equal, and there is no `scp`. A b2c policy writes equal claims for users too, and `scp` for
    /// applications too.
    private func rejectUsers(_ directory: Directory) throws(EntraError) {
        let isOfApplication =
            if SelfIssuedToken.isOfPolicy(claims), SelfIssuedToken.tenant(of: claims, in: directory) != nil {
                SelfIssuedToken.isOfApplication(claims, in: directory)
            } else {
                claims["scp"] == nil
            }
        guard isOfApplication, let subject = claims["sub"]?.string, claims["oid"]?.string?.isExactly(subject) == true
        else { throw EntraError(.federatedUserToken) }
    }
}

extension FederatedIdentityCredential {
    /// Whether the credential trusts a token with the subject and the claims.
    fileprivate func trusts(_ subject: String, _ claims: JSONValue) -> Bool {
        if let expression = self.claimsMatchingExpression { return expression.isSatisfied(by: claims) }
        return self.subject?.isExactly(subject) == true
    }
}

/// The keys that a token request needs before the server can respond.
package enum RequiredIssuerKeys {
    /// Returns the location of the keys that would verify the client assertion of the request. Returns nil if the server has the
    /// keys, or if the assertion is rejected anyway. The server fetches only the keys of issuers that the client trusts and the
    /// configuration lists. Fetched keys age by the machine's clock, `now`.
    package static func location(
        for form: Form, tenantSegment: String, services: Services, now: Timestamp
    ) -> KeyLocation? {
        let tenant = services.directory.tenant(segment: tenantSegment)
        guard let text = form[Parameter.clientAssertion], let assertion = try? ClientAssertion(text),
            let issuer = assertion.issuer, let keyID = assertion.header["kid"]?.string,
            let client = form[Parameter.clientID].flatMap({
                services.directory.registration(of: ClientID($0), in: tenant)
            }),
            client.application.federatedIdentityCredentials.contains(where: { $0.issuer.isExactly(issuer) }),
            case .fetched(let location)? = services.directory.federatedIssuer(issuer)?.keys,
            services.issuerKeys.needsFetch(location, keyID: keyID, now: now)
        else { return nil }
        return location
    }

    /// Returns the keys that would verify a token of this server: the keys of the tenant that the token names, whether or not the
    /// token is genuine. Returns nil for a text that is not a token, and for a token of another issuer.
    package static func ring(for token: String, services: Services) -> LazyKeyRing? {
        let jwt = OpaqueAccessToken.jwt(in: token, services.keys.sealing)
        guard
            let claims = CompactJWS(jwt, maximumBytes: SelfIssuedToken.maximumBytes).flatMap({
                JSONValue(parsing: $0.payload)
            })
        else { return nil }
        let tenant =
            SelfIssuedToken.tenant(of: claims, in: services.directory)
            ?? claims["iss"]?.string.flatMap { SelfIssuedToken.tenant(ofIssuer: $0, in: services.directory) }
        return tenant.map(services.lazyKeys)
    }
}
