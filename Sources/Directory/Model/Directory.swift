package import Entra
import Wire

/// All tenants, immutable: a request takes one snapshot and never sees two configurations.
package final class Directory: Sendable {
    package let tenants: [Tenant]
    package let settings: SettingsOverrides

    private let byID: [TenantID: Int]
    private let byDomain: [ExactString: Int]
    private let bySubdomain: [ExactString: Int]
    private let byFederationIssuer: [ExactString: (tenant: Int, domain: FederatedDomain)]
    private let homesByApplication: [ClientID: Int]

    package init(tenants: [Tenant], settings: SettingsOverrides = SettingsOverrides()) {
        self.tenants = tenants
        self.settings = settings
        var byID: [TenantID: Int] = [:]
        var byDomain: [ExactString: Int] = [:]
        var bySubdomain: [ExactString: Int] = [:]
        var homes: [ClientID: Int] = [:]
        var issuers: [ExactString: (tenant: Int, domain: FederatedDomain)] = [:]
        for (position, tenant) in tenants.enumerated() {
            if byID[tenant.id] == nil { byID[tenant.id] = position }
            for domain in tenant.domains where byDomain[ExactString(domain.asciiLowercased)] == nil {
                byDomain[ExactString(domain.asciiLowercased)] = position
            }
            if let label = tenant.subdomain.map({ ExactString($0.asciiLowercased) }), bySubdomain[label] == nil {
                bySubdomain[label] = position
            }
            for domain in tenant.federatedDomains where issuers[ExactString(domain.issuerUri)] == nil {
                issuers[ExactString(domain.issuerUri)] = (position, domain)
            }
            for application in tenant.applications where homes[application.clientID] == nil {
                homes[application.clientID] = position
            }
        }
        self.byID = byID
        self.byDomain = byDomain
        self.bySubdomain = bySubdomain
        byFederationIssuer = issuers
        homesByApplication = homes
    }

    /// By directory id.
    package func tenant(_ id: TenantID) -> Tenant? { byID[id].map { tenants[$0] } }

    /// By directory id or verified domain, ASCII case folded.
    package func tenant(named name: String) -> Tenant? {
        tenant(TenantID(name)) ?? byDomain[ExactString(name.asciiLowercased)].map { tenants[$0] }
    }

    /// By the label of its own host under ciamlogin.com or b2clogin.com, ASCII case folded.
    package func tenant(subdomain: String) -> Tenant? {
        bySubdomain[ExactString(subdomain.asciiLowercased)].map { tenants[$0] }
    }

    /// The federated domain whose identity provider issues assertions under that name, and its tenant.
    package func federation(issuer: String) -> (tenant: Tenant, domain: FederatedDomain)? {
        byFederationIssuer[ExactString(issuer)].map { (tenants[$0.tenant], $0.domain) }
    }

    /// The tenant where the application is registered, and the registration.
    package func registration(of client: ClientID) -> (tenant: Tenant, application: Application)? {
        guard let home = homesByApplication[client].map({ tenants[$0] }), let application = home.application(client)
        else { return nil }
        return (home, application)
    }

    /// The tenant of personal accounts.
    package var consumers: Tenant? { tenant(.consumers) }
}
