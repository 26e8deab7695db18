package import Entra
import Formats

/// A domain whose users sign in at another identity provider (Microsoft Graph `internalDomainFederation`).
package struct FederatedDomain: Sendable {
    /// The domain, spelled as among the tenant's domains.
    package var domain: String
    /// The issuer of the provider's SAML assertions, compared byte by byte.
    package var issuerUri: String
    /// The certificate that verifies the provider's assertions, in DER. Nil if the server's own stand-in is the provider.
    package var signingCertificate: [UInt8]?
    /// The URL of the provider's WS-MetadataExchange document.
    package var metadataExchangeUri: String?
    /// The URL of the provider's WS-Trust endpoint.
    package var activeSignInUri: String?
    /// The URL of the provider's WS-Federation sign-in page.
    package var passiveSignInUri: String?

    package init(domain: String, issuerUri: String) {
        self.domain = domain
        self.issuerUri = issuerUri
    }

    /// Whether the server's own stand-in signs the domain's users in.
    package var isStandIn: Bool { signingCertificate == nil }
}

extension Tenant {
    /// Returns the federated domain of a user name.
    package func federatedDomain(of username: String) -> FederatedDomain? {
        guard let at = username.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let domain = String(username[username.utf8.index(after: at)...])
        return federatedDomains.first { $0.domain.isExactlyIgnoringASCIICase(domain) }
    }
}

extension Directory {
    /// The tenant whose users sign in at the on-premises service, `/adfs`: the first tenant with a domain of the stand-in.
    package var onPremises: Tenant? { tenants.first { $0.federatedDomains.contains(where: \.isStandIn) } }

    /// Returns the federated domain of the account's home, or nil.
    package func federatedDomain(of user: User) -> FederatedDomain? { federation(of: user)?.domain }

    /// Returns the federated domain of the account's home with its tenant, or nil.
    package func federation(of user: User) -> (tenant: Tenant, domain: FederatedDomain)? {
        guard let home = tenant(user.home.tenantID), let account = home.user(user.home.objectID) else { return nil }
        return home.federatedDomain(of: account.userPrincipalName).map { (home, $0) }
    }

    /// Returns the federated domain of a user name with its tenant. The domain alone decides where the person signs in, whether
    /// or not the user exists (home realm discovery).
    package func federation(ofName username: String) -> (tenant: Tenant, domain: FederatedDomain)? {
        guard let at = username.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        return federation(ofDomain: String(username[username.utf8.index(after: at)...]))
    }

    /// Returns the federated domain with the name, in any letter case, with its tenant.
    package func federation(ofDomain name: String) -> (tenant: Tenant, domain: FederatedDomain)? {
        guard let tenant = tenant(named: name) else { return nil }
        return tenant.federatedDomains.first { $0.domain.isExactlyIgnoringASCIICase(name) }.map { (tenant, $0) }
    }
}

extension UserProperties {
    /// The identifier of the person at the identity provider (`ImmutableID`): the configured value, or the bytes of the object ID
    /// in base64, as directory synchronization derives it from an on-premises ID.
    package var immutableID: String {
        onPremisesImmutableId ?? Base64.standard(id.bytes)
    }
}

/// An issuer whose tokens federated identity credentials may name, and the source of the keys that verify the tokens.
package struct FederatedIssuer: Sendable {
    package enum Keys: Sendable {
        /// The keys are in the configuration.
        case configured(JSONWebKeySet)
        case fetched(KeyLocation)
    }

    /// The `iss` of the issuer's tokens, compared byte by byte.
    package let issuer: String
    package let keys: Keys

    package init(issuer: String, keys: Keys) {
        self.issuer = issuer
        self.keys = keys
    }
}

/// The location from which the server fetches an issuer's keys. The server sends requests to these URLs and to no others.
package struct KeyLocation: Sendable, Hashable {
    package var issuer: String { name.string }
    private let name: ByteString
    /// The URL above the discovery document: the issuer itself, or the URL at which this server reaches the issuer.
    package let base: WebAddress
    /// The URL of the key document, or nil if discovery finds the URL.
    package let keySet: WebAddress?
    /// The authorities that may sign the TLS certificate, in PEM, in place of the system's. Nil for the system's.
    package let authorityPEM: [UInt8]?

    package init(issuer: String, base: WebAddress, keySet: WebAddress?, authorityPEM: [UInt8]?) {
        name = ByteString(issuer)
        self.base = base
        self.keySet = keySet
        self.authorityPEM = authorityPEM
    }
}
