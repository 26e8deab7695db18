import Directory
import Entra

/// A bounded set of revoked consents, which invalidates copies inside codes and refresh tokens. Entries stay after a consent is
/// granted again, because the store then has the new grant on record. When the set is full, all entries are dropped; recorded
/// consents are not affected.
struct RevokedConsents: Sendable {
    private struct Parties: Hashable {
        let tenant: TenantID
        let client: ClientID
        /// The resource, or nil for all resources.
        var resource: ClientID?
        var consentType: PermissionGrant.ConsentType?
    }

    private let capacity: Int
    private var parties: Set<Parties> = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func add(_ consent: ConsentRevocation, in tenant: TenantID) {
        if parties.count >= capacity { parties = [] }
        switch consent {
        case .grant(let grant): parties.insert(exact(grant, tenant))
        case .application(let client): parties.insert(Parties(tenant: tenant, client: client))
        case .assignment, .user: return
        }
    }

    func contains(_ grant: PermissionGrant, in tenant: TenantID) -> Bool {
        !parties.isEmpty
            && (parties.contains(exact(grant, tenant))
                || parties.contains(Parties(tenant: tenant, client: grant.client))
                || parties.contains(Parties(tenant: tenant, client: grant.resource)))
    }

    mutating func removeAll(of tenant: TenantID) {
        parties = parties.filter { $0.tenant != tenant }
    }

    private func exact(_ grant: PermissionGrant, _ tenant: TenantID) -> Parties {
        Parties(tenant: tenant, client: grant.client, resource: grant.resource, consentType: grant.consentType)
    }
}
