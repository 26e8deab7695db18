import Entra
import Formats
import HashTreeCollections

/// The numbers of the tenants of a directory, by the names that requests use. If two tenants share a name, the name leads to the
/// first; validation reports them before.
struct TenantIndex: Sendable {
    private(set) var byID: [TenantID: Int] = [:]
    private(set) var byDomain: [ByteString: Int] = [:]
    private(set) var bySubdomain: [ByteString: Int] = [:]
    private(set) var byFederationIssuer: [ByteString: (tenant: Int, domain: FederatedDomain)] = [:]
    /// The tenants that register the applications. A change of one application shares all others with the version before.
    private var homes = TreeDictionary<ClientID, Int>()

    /// Returns the number of the tenant that registers an application.
    func home(of client: ClientID) -> Int? { homes[client] }

    /// Adds a tenant after all others.
    mutating func append(_ tenant: Tenant, at number: Int) {
        if byID[tenant.id] == nil { byID[tenant.id] = number }
        for domain in tenant.domains.map({ ByteString($0.asciiLowercased) }) where byDomain[domain] == nil {
            byDomain[domain] = number
        }
        if let label = tenant.subdomain.map({ ByteString($0.asciiLowercased) }), bySubdomain[label] == nil {
            bySubdomain[label] = number
        }
        for domain in tenant.federatedDomains where byFederationIssuer[ByteString(domain.issuerUri)] == nil {
            byFederationIssuer[ByteString(domain.issuerUri)] = (number, domain)
        }
        for application in tenant.ownApplications { homes.insertFirst(number, application.clientID) }
    }

    /// Follows applications that another version of the tenant with the number may register or not.
    mutating func update(_ applications: [ClientID], of tenant: Tenant, at number: Int) {
        for id in applications {
            let isRegistered = tenant.application(id) != nil
            if isRegistered, homes[id] == nil { homes[id] = number }
            if !isRegistered, homes[id] == number { homes[id] = nil }
        }
    }
}
