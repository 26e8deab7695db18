import Crypto
import Directory
import Entra
import State
import Wire

/// Assertions of another issuer, which a federated identity credential of the client trusts (entra-protocol §3.8).
extension ClientAssertion {
    /// Looks for a credential that names issuer, audience and subject exactly, then checks key, signature and time.
    ///
    /// Throws AADSTS5002738 for any algorithm but RS256, 700211, 700212, 700213 or 7002138 without such a credential, 700229
    /// for a user's token, 50166 when there are no keys of the issuer, 7000272 when the key is not among them, 5002723 when
    /// the header names none, 700027 for a wrong signature, 700024 outside the lifetime.
    func verifyByIssuer(
        _ issuer: String, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) {
        let algorithm = try algorithm(among: [.rs256])
        let isOwn = services.directory.federatedIssuer(issuer) == nil && ownKey(services) != nil
        try match(
            issuer, client.application.federatedIdentityCredentials, services.cloud(of: client.home), isOwn: isOwn)
        guard let keyID = header["kid"]?.string else { throw EntraError(.clientAssertionWithoutKey) }
        try checkSignature(algorithm, try key(keyID, of: issuer, services))
        try checkTime(services.now)
    }

    /// One comparison after another among the credentials that are left, each byte by byte. Which subject a user's token names does
    /// not matter: none would be taken.
    private func match(
        _ issuer: String, _ credentials: [FederatedIdentityCredential], _ cloud: Cloud, isOwn: Bool
    ) throws(EntraError) {
        let audience = audience(in: cloud)
        let subject = claims["sub"]?.string ?? ""
        let ofIssuer = try narrowed(credentials, .federatedIssuerMismatch, issuer) { [$0.issuer] }
        let ofAudience = try narrowed(ofIssuer, .federatedAudienceMismatch, audience) { $0.audiences }
        if isOwn { try refuseUsers() }
        _ = try narrowed(ofAudience, .federatedSubjectMismatch, subject) { [$0.subject] }
    }

    private func narrowed(
        _ credentials: [FederatedIdentityCredential], _ mismatch: AADSTS, _ value: String,
        by names: (FederatedIdentityCredential) -> [String]
    ) throws(EntraError) -> [FederatedIdentityCredential] {
        let matching = credentials.filter { names($0).contains { $0.isExactly(value) } }
        guard matching.isEmpty else { return matching }
        let isNearly = credentials.contains { names($0).contains { $0.isExactlyIgnoringASCIICase(value) } }
        throw EntraError(isNearly ? .federatedCaseMismatch : mismatch, [.value: value])
    }

    /// The one audience, alone or as the only one of a list; several as one text, which is that of no credential. Tokens that Entra
    /// itself issues have the id of the API for which credentials have its name.
    private func audience(in cloud: Cloud) -> String {
        let audiences = claims["aud"].map { $0.array ?? [$0] } ?? []
        let audience = audiences.compactMap(\.string).joined(separator: ", ")
        return ClientID(audience) == .tokenExchange ? cloud.tokenExchangeAudience : audience
    }

    /// The key of this server that the header names.
    private func ownKey(_ services: Services) -> SigningKey? {
        header["kid"]?.string.flatMap { try? services.signingKeys(of: nil).key(id: $0) }
    }

    private func key(_ id: String, of issuer: String, _ services: Services) throws(EntraError) -> RSAPublicKey {
        guard let listed = services.directory.federatedIssuer(issuer) else {
            guard let own = ownKey(services) else {
                throw EntraError(
                    .externalRequestFailed, [.reason: "The issuer '\(issuer)' is not among federatedIssuers."])
            }
            return own.publicKey
        }
        let keys: JSONWebKeySet
        switch listed.keys {
        case .given(let given): keys = given
        case .fetched(let location):
            switch services.issuerKeys.keys(at: location) {
            case .success(let fetched): keys = fetched
            case .failure(let failure): throw EntraError(.externalRequestFailed, [.reason: failure.reason])
            }
        }
        guard let key = keys.key(id: id),
            let publicKey = try? RSAPublicKey(modulus: key.modulus, exponent: key.exponent)
        else { throw EntraError(.federatedKeyNotFound, [.value: id, .identityProvider: issuer]) }
        return publicKey
    }

    /// Of this server's own tokens those of applications and managed identities are taken, never a user's.
    private func refuseUsers() throws(EntraError) {
        guard claims["scp"] == nil, let subject = claims["sub"]?.string,
            claims["oid"]?.string?.isExactly(subject) == true
        else { throw EntraError(.federatedUserToken) }
    }
}
