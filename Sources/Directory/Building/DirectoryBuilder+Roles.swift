import Entra
import Formats
import HashTreeCollections

extension DirectoryBuilder {
    /// Resolves the custom roles and the activated roles.
    mutating func resolveRoleDefinitions() {
        for index in tenants.indices {
            var ids = UniqueNames()
            var names = UniqueNames()
            for draft in tenants[index].draft.roleDefinitions {
                var role = draft.role
                let name = role.displayName
                let derived = GUID(derivedFrom: "roleDefinition", tenants[index].id.description, name)
                role.id = PermissionID(draft.id?.value ?? derived.description)
                let location = draft.id?.location ?? draft.location
                if DirectoryRoles.role(role.id) != nil || DirectoryRoles.id(named: name) != nil {
                    findings.error(location, "the role \(name) is built in", hint: "use another name and id")
                    continue
                }
                guard names.claim(name, "the name of the role", at: draft.location, &findings),
                    ids.claim(role.id.description, "the role id", at: location, &findings)
                else { continue }
                tenants[index].roles.custom[role.id] = role
            }
            let activated = roles(tenants[index].draft.directoryRoles, in: index)
            tenants[index].roles.activated = Set(activated.filter { DirectoryRoles.role($0) != nil })
        }
    }

    /// Returns the IDs of the roles with the names or IDs.
    mutating func roles(_ names: [Marked<String>], in index: Int) -> [PermissionID] {
        names.compactMap { name in
            if let role = DirectoryRoles.id(named: name.value) { return role }
            let custom = tenants[index].roles.custom.values
            if let role = custom.first(where: { $0.displayName.isExactlyIgnoringASCIICase(name.value) }) {
                return role.id
            }
            if GUID(name.value) != nil { return PermissionID(name.value) }
            let known = DirectoryRoles.names + custom.map(\.displayName)
            findings.error(
                name.location, "unknown directory role \(name.value)",
                hint: Suggestion.hint(for: name.value, among: known)
                    ?? "use the name or template id of a directory role")
            return nil
        }
    }

    /// Resolves the roles of principals. A role of a user becomes a property of the user.
    mutating func resolveRoleAssignments() {
        for index in tenants.indices {
            for draft in tenants[index].draft.roleAssignments {
                let principal = principal(draft.principal, in: index)
                let role = roles([draft.role].compactMap(\.self), in: index).first
                if let scope = draft.scope, !scope.value.isExactly("/") {
                    findings.error(
                        scope.location, "the scope \(scope.value) is not supported",
                        hint: "the scope of a role is the whole tenant, /")
                }
                guard let principal, let role else { continue }
                assign(role, to: principal, draft, in: index)
            }
        }
    }

    private mutating func assign(
        _ role: PermissionID, to principal: TenantRoles.Principal, _ draft: RoleAssignmentDraft, in index: Int
    ) {
        switch principal {
        case .user(let id):
            guard let position = tenants[index].accounts.users.firstIndex(where: { $0.id == id }),
                !tenants[index].accounts.users[position].directoryRoles.contains(role)
            else { return }
            tenants[index].accounts.users[position].directoryRoles.append(role)
        case .group(let id):
            guard tenants[index].groups.first(where: { $0.id == id })?.isAssignableToRole == true else {
                findings.error(
                    draft.principal?.location ?? draft.location, "roles cannot be assigned to this group",
                    hint: "set isAssignableToRole: true on the group")
                return
            }
            _ = tenants[index].roles.assign(role, to: principal)
        case .application: _ = tenants[index].roles.assign(role, to: principal)
        }
    }
}
