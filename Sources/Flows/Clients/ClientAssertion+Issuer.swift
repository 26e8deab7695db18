import Crypto
import Directory
import Entra
import State
import Wire

/// Assertions of another issuer, which a federated identity credential of the client trusts
/// (docs/reference/protocol.md#federated-identity-credential).
extension ClientAssertion {
    /// Looks for a credential that names issuer, audience and subject exactly, then checks key, signature and time.
    ///
    /// Throws AADSTS5002738 for any algorithm but RS256, 700211, 700212, 700213 or 7002138 without such a credential, 700229
    /// for a user's token, 50166 when there are no keys of the issuer, 7000272 when the key is not among them, 5002723 when
    /// the header names none, 700027 for a wrong signature, 700024 outside the lifetime, 50000 when OpenSSL fails.
    func verifyByIssuer(
        _ issuer: String, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) {
        let algorithm = try algorithm(among: [.rs256])
        let isOwn = ClientAssertion.ownTenant(issuer, services.directory) != nil
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
        // Something else than a text among them is no audience, and leaves none.
        guard audiences.allSatisfy({ $0.string != nil }) else { return "" }
        let audience = audiences.compactMap(\.string).joined(separator: ", ")
        return ClientID(audience) == .tokenExchange ? cloud.tokenExchangeAudience : audience
    }

    /// The tenant of this server that the issuer is, where the configuration does not list it as another's.
    private static func ownTenant(_ issuer: String, _ directory: Directory) -> Tenant? {
        guard directory.federatedIssuer(issuer) == nil else { return nil }
        return OwnToken.tenant(ofIssuer: issuer, in: directory)
    }

    private func key(_ id: String, of issuer: String, _ services: Services) throws(EntraError) -> RSAPublicKey {
        let key =
            if let tenant = ClientAssertion.ownTenant(issuer, services.directory) {
                try services.signingKeys(of: tenant).key(id: id)?.publicKey
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
        case .given(let given): keys = given
        case .fetched(let location):
            switch services.issuerKeys.keys(at: location) {
            case .success(let fetched): keys = fetched
            case .failure(let failure): throw EntraError(.externalRequestFailed, [.reason: failure.reason])
            }
        }
        return keys.key(id: id).flatMap { try? RSAPublicKey(modulus: $0.modulus, exponent: $0.exponent) }
    }

    /// Of this server's own tokens those of applications and managed identities are taken, never a user's. A b2c policy has a
    /// user's object id in `sub` too, and tells when the user signed in.
    private func refuseUsers() throws(EntraError) {
        guard claims["scp"] == nil, claims["auth_time"] == nil, let subject = claims["sub"]?.string,
            claims["oid"]?.string?.isExactly(subject) == true
        else { throw EntraError(.federatedUserToken) }
    }
}
