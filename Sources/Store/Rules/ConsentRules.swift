import Directory
import Entra

/// The rules that decide which consents a store adds.
extension [PermissionGrant] {
    /// Returns the consents to store when these are recorded: each one merged with the stored consent of the same client, resource
    /// and principal, and only those that change. At most `room` consents are new; further ones are not recorded.
    func merged(into known: (PermissionGrant) -> PermissionGrant?, room: Int) -> [PermissionGrant] {
        var merged: [(stored: PermissionGrant?, grant: PermissionGrant)] = []
        var positions: [PermissionGrant.Parties: Int] = [:]
        var room = room
        for grant in self {
            if let position = positions[grant.parties] {
                merged[position].grant.merge(grant)
                continue
            }
            let stored = known(grant)
            if stored == nil {
                guard room > 0 else { continue }
                room -= 1
            }
            var all = stored
            all?.merge(grant)
            positions[grant.parties] = merged.count
            merged.append((stored, all ?? grant))
        }
        return merged.filter { $0.stored != $0.grant }.map(\.grant)
    }
}

extension [AppRoleAssignment] {
    /// Returns the assignments that are not in `known`, without duplicates and at most `room` of them.
    func unknown(to known: [AppRoleAssignment], room: Int) -> [AppRoleAssignment] {
        var seen = Set(known)
        var new: [AppRoleAssignment] = []
        for assignment in self where new.count < room && seen.insert(assignment).inserted { new.append(assignment) }
        return new
    }
}

/// The parties of a revoked consent. An entry invalidates copies of the consent inside codes and refresh tokens. Entries stay after
/// a consent is granted again, because the store then has the new consent on record.
struct RevokedParties: Sendable, Hashable {
    let tenant: TenantID
    let client: ClientID
    /// The resource and the principal, or nil for everything that was granted to the client or on it.
    var grant: Grant?

    struct Grant: Sendable, Hashable {
        let resource: ClientID
        let consentType: PermissionGrant.ConsentType
    }

    /// Creates the entry that remembers a revoked consent, or returns nil if the store need not remember the revocation.
    init?(_ consent: ConsentRevocation, in tenant: TenantID) {
        switch consent {
        case .grant(let grant): self.init(grant, in: tenant)
        case .application(let client): self.init(tenant: tenant, client: client)
        case .assignment, .user: return nil
        }
    }

    init(tenant: TenantID, client: ClientID, grant: Grant? = nil) {
        self.tenant = tenant
        self.client = client
        self.grant = grant
    }

    private init(_ grant: PermissionGrant, in tenant: TenantID) {
        self.init(
            tenant: tenant, client: grant.client,
            grant: Grant(resource: grant.resource, consentType: grant.consentType))
    }

    /// Returns the entries of which any revokes a consent.
    static func revoking(_ grant: PermissionGrant, in tenant: TenantID) -> [RevokedParties] {
        [
            RevokedParties(grant, in: tenant), RevokedParties(tenant: tenant, client: grant.client),
            RevokedParties(tenant: tenant, client: grant.resource),
        ]
    }

    /// Whether a store that remembers `count` entries forgets all of them before the next one. Recorded consents are not affected.
    static func mustForgetAll(_ count: Int) -> Bool { count >= MemoryStore.maximumConsents }
}
