package import Directory
package import Entra
import Formats

extension DurableStore {
    package func grants(to client: ClientID, in tenant: TenantID) -> [PermissionGrant] {
        memory.grants(to: client, in: tenant)
    }

    package func grants(in tenant: TenantID) -> [PermissionGrant] { memory.grants(in: tenant) }

    package func appRoleAssignments(to client: ClientID, in tenant: TenantID) -> [AppRoleAssignment] {
        memory.appRoleAssignments(to: client, in: tenant)
    }

    package func appRoleAssignments(in tenant: TenantID) -> [AppRoleAssignment] {
        memory.appRoleAssignments(in: tenant)
    }

    package func involves(_ application: ClientID, in tenant: TenantID) -> Bool {
        memory.involves(application, in: tenant)
    }

    package func isRevoked(_ grant: PermissionGrant, in tenant: TenantID) -> Bool {
        memory.isRevoked(grant, in: tenant)
    }

    package func record(_ grants: [PermissionGrant], in tenant: TenantID) throws(EntraError) {
        try file.change { database throws(DatabaseFailure) in
            var remaining = memory.remainingConsents
            var merged: [PermissionGrant] = []
            var positions: [PermissionGrant.Parties: Int] = [:]
            for grant in grants {
                if let position = positions[grant.parties] {
                    merged[position].merge(grant)
                    continue
                }
                if var known = memory.grants(to: grant.client, in: tenant).first(where: grant.hasSameParties) {
                    known.merge(grant)
                    merged.append(known)
                } else if remaining > 0 {
                    merged.append(grant)
                    remaining -= 1
                } else {
                    continue
                }
                positions[grant.parties] = merged.count - 1
            }
            for grant in merged { try DurableStore.write(grant, in: tenant, database) }
        } then: {
            memory.record(grants, in: tenant)
        }
    }

    package func record(
        _ assignments: [AppRoleAssignment], to client: ClientID, in tenant: TenantID
    ) throws(EntraError) {
        try file.change { database throws(DatabaseFailure) in
            let known = memory.appRoleAssignments(to: client, in: tenant)
            for assignment in assignments.unknown(to: known, atMost: memory.remainingConsents) {
                let principal = assignment.principal.columns
                try database.run(
                    "INSERT INTO role_assignment VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    .text(tenant.description), .text(client.description), .text(principal.kind), .text(principal.id),
                    .text(assignment.resource.description), .text(assignment.appRole.description))
            }
        } then: {
            memory.record(assignments, to: client, in: tenant)
        }
    }

    package func revoke(_ consent: ConsentRevocation, in tenant: TenantID) throws(EntraError) {
        try file.change { database throws(DatabaseFailure) in
            let name = DatabaseValue.text(tenant.description)
            for grant in memory.grants(in: tenant) where consent.includes(grant) {
                try database.run(
                    "DELETE FROM permission_grant WHERE tenant = ? AND client = ? AND resource = ? AND principal = ?",
                    name, .text(grant.client.description), .text(grant.resource.description),
                    .text(grant.consentType.column))
            }
            for assignment in memory.appRoleAssignments(in: tenant) where consent.includes(assignment) {
                let principal = assignment.principal.columns
                try database.run(
                    """
                    DELETE FROM role_assignment
                    WHERE tenant = ? AND principal_kind = ? AND principal = ? AND resource = ? AND role = ?
                    """, name, .text(principal.kind), .text(principal.id), .text(assignment.resource.description),
                    .text(assignment.appRole.description))
            }
            guard let (client, resource, principal) = consent.columns else { return }
            // `MemoryStore` has the same limit: beyond the maximum, all withdrawals are forgotten.
            if try database.number("SELECT count(*) FROM withdrawal") >= Int64(MemoryStore.maximumConsents) {
                try database.run("DELETE FROM withdrawal")
            }
            try database.run(
                "INSERT INTO withdrawal VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", name, .text(client),
                .text(resource), .text(principal))
        } then: {
            memory.revoke(consent, in: tenant)
        }
    }

    private static func write(
        _ grant: PermissionGrant, in tenant: TenantID, _ database: Database
    ) throws(DatabaseFailure) {
        try database.run(
            """
            INSERT INTO permission_grant VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET scopes = excluded.scopes
            """, .text(tenant.description), .text(grant.client.description), .text(grant.resource.description),
            .text(grant.consentType.column), .text(grant.scopes.joined(separator: " ")))
    }

    func readConsents() throws(EntraError) {
        let consentRevocations = try file.use { database throws(DatabaseFailure) in
            try database.rows("SELECT tenant, client, resource, principal FROM withdrawal") { row in
                (
                    TenantID(row.text(0)),
                    ConsentRevocation(client: row.text(1), resource: row.text(2), principal: row.text(3))
                )
            }
        }
        for (tenant, withdrawal) in consentRevocations { memory.revoke(withdrawal, in: tenant) }
        let grants = try file.use { database throws(DatabaseFailure) in
            try database.rows(
                "SELECT tenant, client, resource, principal, scopes FROM permission_grant ORDER BY rowid"
            ) { row in
                (
                    TenantID(row.text(0)),
                    PermissionGrant(
                        client: ClientID(row.text(1)), resource: ClientID(row.text(2)),
                        consentType: .init(column: row.text(3)),
                        scopes: row.text(4).pieces(separatedBy: " "))
                )
            }
        }
        for (tenant, grant) in grants { memory.record([grant], in: tenant) }
        let assignments = try file.use { database throws(DatabaseFailure) in
            try database.rows(
                """
                SELECT tenant, client, principal_kind, principal, resource, role FROM role_assignment ORDER BY rowid
                """
            ) { row throws(DatabaseFailure) in
                guard let principal = AppRoleAssignment.Principal(kind: row.text(2), id: row.text(3)) else {
                    throw .damage("the role assignment of the \(row.text(2)) '\(row.text(3))' has no valid principal")
                }
                let (resource, role) = (ClientID(row.text(4)), PermissionID(row.text(5)))
                return (
                    tenant: TenantID(row.text(0)), client: ClientID(row.text(1)),
                    assignment: AppRoleAssignment(principal: principal, resource: resource, appRole: role)
                )
            }
        }
        for one in assignments { memory.record([one.assignment], to: one.client, in: one.tenant) }
    }
}

extension ConsentRevocation {
    /// The columns that record the withdrawal, for consents inside codes and refresh tokens, or nil if nothing is recorded.
    fileprivate var columns: (client: String, resource: String, principal: String)? {
        switch self {
        case .grant(let grant):
            (grant.client.description, grant.resource.description, grant.consentType.column)
        case .application(let client): (client.description, "", "")
        case .assignment, .user: nil
        }
    }

    fileprivate init(client: String, resource: String, principal: String) {
        self =
            resource.isEmpty
            ? .application(ClientID(client))
            : .grant(
                PermissionGrant(
                    client: ClientID(client), resource: ClientID(resource), consentType: .init(column: principal),
                    scopes: []))
    }
}
