import Entra
import Wire

/// A domain whose users another identity provider signs in (Microsoft Graph `internalDomainFederation`).
package struct FederatedDomain: Sendable {
    /// As it is spelled among the tenant's domains.
    package var domain: String
    /// The issuer of the provider's SAML assertions, compared byte for byte.
    package var issuerUri: String
    /// DER of the certificate that verifies its assertions; nil: the server's own stand-in is the provider.
    package var signingCertificate: [UInt8]?
    /// Where its WS-MetadataExchange document is.
    package var metadataExchangeUri: String?
    /// Its WS-Trust endpoint.
    package var activeSignInUri: String?
    /// Its WS-Federation sign-in page.
    package var passiveSignInUri: String?

    package init(domain: String, issuerUri: String) {
        self.domain = domain
        self.issuerUri = issuerUri
    }

    /// Whether the server's own stand-in signs its users in.
    package var isStandIn: Bool { signingCertificate == nil }
}

extension Tenant {
    /// The federated domain that a user name belongs to.
    package func federatedDomain(of username: String) -> FederatedDomain? {
        guard let at = username.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let domain = String(username[username.utf8.index(after: at)...])
        return federatedDomains.first { $0.domain.isExactlyIgnoringASCIICase(domain) }
    }
}

extension Directory {
    /// The tenant whose users the on-premises service, `/adfs`, knows: the first that has a domain of the stand-in's.
    package var onPremises: Tenant? { tenants.first { $0.federatedDomains.contains(where: \.isStandIn) } }

    /// The federated domain of the account's home, where it has one.
    package func federatedDomain(of user: User) -> FederatedDomain? { federation(of: user)?.domain }

    /// The same with the tenant that has it.
    package func federation(of user: User) -> (tenant: Tenant, domain: FederatedDomain)? {
        guard let home = tenant(user.home.tenantID), let account = home.user(user.home.objectID) else { return nil }
        return home.federatedDomain(of: account.userPrincipalName).map { (home, $0) }
    }

    /// Of a user name: its domain says where the person signs in, whether or not there is such a user (home realm discovery).
    package func federation(ofName username: String) -> (tenant: Tenant, domain: FederatedDomain)? {
        guard let at = username.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        return federation(ofDomain: String(username[username.utf8.index(after: at)...]))
    }

    /// Of a domain, in any letter case.
    package func federation(ofDomain name: String) -> (tenant: Tenant, domain: FederatedDomain)? {
        guard let tenant = tenant(named: name) else { return nil }
        return tenant.federatedDomains.first { $0.domain.isExactlyIgnoringASCIICase(name) }.map { (tenant, $0) }
    }
}

extension UserProperties {
    /// What names the person to the identity provider (`ImmutableID`): as configured, else the object id's bytes in base64,
    /// as directory synchronisation makes it of an on-premises one.
    package var immutableID: String {
        onPremisesImmutableId ?? Base64.standard(id.bytes)
    }
}
