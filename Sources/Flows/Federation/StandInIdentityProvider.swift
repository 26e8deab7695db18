import Crypto
import Directory
import Entra
import Wire

/// The server's own identity provider for federated domains that name no other: signs a user in and says so in SAML.
struct StandInIdentityProvider {
    /// Seconds that an assertion is good for.
    static let lifetime: Int64 = 3_600

    let services: Services

    /// The user of a federated domain of the stand-in, by name and password. Nil for every other user, a wrong password, a
    /// disabled account and one that is locked, without a difference. Throws what keeps the guesses from being counted.
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
        return try Credentials.refusalWhereKept(password, user, settings, services) == nil
    }

    /// The signed assertion for a user, to the service of that name. Throws AADSTS50000 when OpenSSL fails.
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
    /// The assertion as XML with its signature where the version has it.
    func signed(by key: SigningKey) throws(CryptoFailure) -> XMLElement {
        try XMLSignature.sign(element, id: id, at: version.signaturePosition, key: key)
    }
}
