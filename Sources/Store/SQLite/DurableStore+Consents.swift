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
            let merged = grants.merged(into: { memory.grant($0, in: tenant) }, room: memory.remainingConsents)
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
            for assignment in assignments.unknown(to: known, room: memory.remainingConsents) {
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
            guard let parties = RevokedParties(consent, in: tenant)?.columns else { return }
            if RevokedParties.mustForgetAll(Int(try database.number("SELECT count(*) FROM withdrawal"))) {
                try database.run("DELETE FROM withdrawal")
            }
            try database.run(
                "INSERT INTO withdrawal VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", name, .text(parties.client),
                .text(parties.resource), .text(parties.principal))
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
        let revoked = try file.use { database throws(DatabaseFailure) in
            try database.rows("SELECT tenant, client, resource, principal FROM withdrawal") { row in
                RevokedParties(tenant: row.text(0), client: row.text(1), resource: row.text(2), principal: row.text(3))
            }
        }
        for parties in revoked { memory.revoke(parties) }
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
