import Crypto
import Directory
import Entra
import Formats

/// The server's own identity provider for federated domains without a configured provider. The provider signs users in with
/// SAML assertions.
struct StandInIdentityProvider {
    /// The lifetime of an assertion, in seconds.
    static let lifetime: Int64 = 3_600

    let services: Services

    /// Returns the user of a stand-in domain with the name and password. Returns nil, without distinction, for any other user,
    /// a wrong password, a disabled account and a locked account. Throws `EntraError.storeUnavailable` if the store cannot
    /// count wrong passwords.
    func user(
        named username: String, password: String
    ) throws(EntraError) -> (user: User, domain: FederatedDomain)? {
        guard let (tenant, domain) = services.directory.federation(ofName: username), domain.isStandIn,
            let user = tenant.user(named: username), user.userPrincipalName.isExactlyIgnoringASCIICase(username),
            try isPassword(password, of: user, in: tenant), user.accountEnabled
        else { return nil }
        return (user, domain)
    }

    private func isPassword(_ password: String, of user: User, in tenant: Tenant) throws(EntraError) -> Bool {
        let settings = services.settings(tenant: tenant, application: nil)
        return try Credentials.rejectionIfLocked(password, user, settings, services) == nil
    }

    /// Returns the signed assertion for a user and an audience. Throws AADSTS50000 if OpenSSL fails.
    func assertion(
        for user: User, of domain: FederatedDomain, to audience: String, _ version: SAMLAssertion.Version
    ) throws(EntraError) -> XMLElement {
        var assertion = SAMLAssertion(
            version: version, id: "_\(services.random.guid())", issuer: domain.issuerUri, issueInstant: services.now,
            notBefore: services.now, notOnOrAfter: services.now.adding(seconds: StandInIdentityProvider.lifetime),
            audiences: [audience], nameIdentifier: user.immutableID, authenticationMethod: version.password,
            authenticationInstant: services.now)
        assertion.attributes = [
            SAMLAssertion.Attribute(SAMLAssertion.ClaimType.userPrincipalName, [user.userPrincipalName]),
            SAMLAssertion.Attribute(SAMLAssertion.ClaimType.immutableID, [user.immutableID]),
        ]
        do {
            return try assertion.signed(by: services.keys.identityProvider.get().current)
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }
}

extension SAMLAssertion {
    /// Returns the assertion as XML, with the signature at the position that the SAML version defines.
    func signed(by key: SigningKey) throws(CryptoFailure) -> XMLElement {
        try XMLSignature.sign(element, id: id, at: version.signaturePosition, key: key)
    }
}
