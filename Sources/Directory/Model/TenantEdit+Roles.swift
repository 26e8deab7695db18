package import Entra
import Formats
import HashTreeCollections

extension TenantEdit {
    /// The largest number of custom roles of a tenant.
    package static let maximumCustomRoles = 100

    /// Returns the built-in or custom role with the ID.
    package func role(_ id: PermissionID) -> RoleDefinition? { DirectoryRoles.role(id) ?? roles.custom[id] }

    /// Assigns a role to a user, group or application. The role counts as activated from then on.
    package mutating func assign(_ role: PermissionID, to principal: TenantRoles.Principal) -> Outcome {
        if case .user(let id) = principal {
            guard let user = user(id) else { return .notFound }
            guard !user.directoryRoles.contains(role) else { return .taken }
            activate(role)
            return update(id) { $0.directoryRoles.append(role) }
        }
        guard !roles[principal].contains(role) else { return .taken }
        activate(role)
        return adding(.roleAssignment(role, of: principal, in: tenant.id)) { _ = $0.roles.assign(role, to: principal) }
    }

    package mutating func unassign(_ role: PermissionID, of principal: TenantRoles.Principal) -> Outcome {
        if case .user(let id) = principal {
            guard let user = user(id), user.directoryRoles.contains(role) else { return .notFound }
            return update(id) { $0.directoryRoles.removeAll { $0 == role } }
        }
        guard roles[principal].contains(role) else { return .notFound }
        removing(.roleAssignment(role, of: principal, in: tenant.id)) { _ = $0.roles.remove(role, of: principal) }
        return .done
    }

    /// Activates a built-in role, which stays active without an assignment.
    package mutating func activate(_ role: PermissionID) {
        guard DirectoryRoles.role(role) != nil, roles.activated.insert(role).inserted else { return }
        touched.insert(.directoryRole(role, in: tenant.id))
    }

    mutating func removeRoles(of principal: TenantRoles.Principal) {
        for role in roles[principal] { _ = unassign(role, of: principal) }
    }

    /// Adds a custom role.
    package mutating func add(_ role: RoleDefinition) -> Outcome {
        guard self.role(role.id) == nil, isFree(role) else { return .taken }
        guard roles.custom.count < TenantEdit.maximumCustomRoles else { return .full }
        return adding(.roleDefinition(role.id, in: tenant.id)) { $0.roles.custom[role.id] = role }
    }

    /// Replaces the custom role with the same ID.
    package mutating func update(_ role: RoleDefinition) -> Outcome {
        guard roles.custom[role.id] != nil else { return .notFound }
        guard isFree(role) else { return .taken }
        roles.custom[role.id] = role
        touched.insert(.roleDefinition(role.id, in: tenant.id))
        return .done
    }

    /// Removes a custom role with its assignments.
    package mutating func remove(role id: PermissionID) -> Outcome {
        guard roles.custom[id] != nil else { return .notFound }
        for user in users.all.array where user.directoryRoles.contains(id) { _ = unassign(id, of: .user(user.id)) }
        for principal in roles.assigned.keys { _ = unassign(id, of: principal) }
        removing(.roleDefinition(id, in: tenant.id)) { $0.roles.custom[id] = nil }
        return .done
    }

    /// Returns whether no other role has the name, ignoring ASCII case.
    private func isFree(_ role: RoleDefinition) -> Bool {
        !(DirectoryRoles.all + roles.custom.values).contains {
            $0.id != role.id && $0.displayName.isExactlyIgnoringASCIICase(role.displayName)
        }
    }
}
