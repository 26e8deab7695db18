package import Directory
package import Entra

/// A consent that is granted at run time. Each application that a consent involves has a service principal in the tenant.
protocol Consent: Sendable {
    /// The applications that the consent involves: the client, if a client holds the consent, and the API.
    var involved: [ClientID] { get }
}

extension PermissionGrant: Consent {
    var involved: [ClientID] { [client, resource] }
}

extension AppRoleAssignment: Consent {
    var involved: [ClientID] {
        if case .application(let client) = principal { [client, resource] } else { [resource] }
    }
}

/// A selection of consents to revoke.
package enum ConsentRevocation: Sendable {
    /// The recorded consent of the same client, resource and principal.
    case grant(PermissionGrant)
    case assignment(AppRoleAssignment)
    /// Every consent that was granted to an application or on it.
    case application(ClientID)
    /// Every consent that was granted for a user.
    case user(ObjectID)

    func includes(_ grant: PermissionGrant) -> Bool {
        switch self {
        case .grant(let other): grant.hasSameParties(as: other)
        case .assignment: false
        case .application(let id): grant.client == id || grant.resource == id
        case .user(let id): grant.consentType == .principal(id)
        }
    }

    func includes(_ assignment: AppRoleAssignment) -> Bool {
        switch self {
        case .grant: false
        case .assignment(let other): assignment == other
        case .application(let id): assignment.resource == id || assignment.principal == .application(id)
        case .user(let id): assignment.principal == .user(id)
        }
    }
}

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
