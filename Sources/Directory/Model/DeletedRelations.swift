import Entra

/// The relations of a deleted object, which a restore brings back as far as the other objects still exist. A deleted user keeps its
/// groups and directory roles itself, and a deleted group its members and owners.
struct DeletedRelations: Sendable, Equatable {
    /// The groups of which the object was a member.
    var memberOf: [ObjectID] = []
    /// The groups that the object owned.
    var ownerOf: [ObjectID] = []
    var roles: [PermissionID] = []
    var assignments: [AppRoleAssignment] = []
    var grants: [PermissionGrant] = []
}

extension TenantEdit {
    /// The consents and app role assignments that the server recorded outside of the tenant.
    package typealias Recorded = (grants: [PermissionGrant], assignments: [AppRoleAssignment])

    func relations(ofUser id: ObjectID, _ recorded: Recorded) -> DeletedRelations {
        DeletedRelations(
            ownerOf: groups(ownedBy: id),
            assignments: (assignments.all.array + recorded.assignments).filter { $0.principal == .user(id) },
            grants: (grants.all.array + recorded.grants).filter { $0.consentType == .principal(id) })
    }

    func relations(ofGroup id: ObjectID) -> DeletedRelations {
        DeletedRelations(
            memberOf: memberships.groups(of: id), roles: roles[.group(id)],
            assignments: assignments.all.array.filter { $0.principal == .group(id) })
    }

    /// Returns the relations of the service principal of an application, as client and as resource.
    func relations(of application: Application, _ recorded: Recorded) -> DeletedRelations {
        let (id, client) = (application.servicePrincipalID, application.clientID)
        return DeletedRelations(
            memberOf: memberships.groups(of: id), ownerOf: groups(ownedBy: id), roles: roles[.application(client)],
            assignments: (assignments.all.array + recorded.assignments).filter {
                $0.resource == client || $0.principal == .application(client)
            },
            grants: (grants.all.array + recorded.grants).filter { $0.client == client || $0.resource == client })
    }

    private func groups(ownedBy owner: ObjectID) -> [ObjectID] {
        groups.all.array.filter { $0.owners.contains(owner) }.map(\.id)
    }

    /// Brings the relations of a restored object back. `holder` is the object as the holder of roles, or nil for a user.
    mutating func restore(_ relations: DeletedRelations, of id: ObjectID, _ holder: TenantRoles.Principal?) {
        for group in relations.memberOf { _ = add(member: id, to: group) }
        for group in relations.ownerOf {
            guard var owned = self.group(group), !owned.owners.contains(id) else { continue }
            owned.owners.append(id)
            _ = update(owned)
        }
        if let holder {
            for role in relations.roles where self.role(role) != nil { _ = assign(role, to: holder) }
        }
        for assignment in relations.assignments where exists(assignment.principal) { _ = add(assignment) }
        for grant in relations.grants where exists(grant.consentType) {
            let known = grants.grants(to: grant.client, as: grant.consentType)
            var merged = known.first { $0.hasSameParties(as: grant) } ?? grant
            merged.merge(grant)
            _ = set(merged)
        }
    }

    private func exists(_ principal: AppRoleAssignment.Principal) -> Bool {
        switch principal {
        case .user(let id): user(id) != nil
        case .group(let id): group(id) != nil
        case .application: true
        }
    }

    private func exists(_ consentType: PermissionGrant.ConsentType) -> Bool {
        switch consentType {
        case .principal(let id): user(id) != nil
        case .allPrincipals: true
        }
    }
}
