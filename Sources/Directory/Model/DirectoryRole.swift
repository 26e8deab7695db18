package import Entra
package import Formats
import HashTreeCollections

/// A directory role, built-in or custom (Microsoft Graph `unifiedRoleDefinition`).
package struct RoleDefinition: Sendable, Equatable {
    /// The ID, which is the template ID of a built-in role.
    package var id: PermissionID
    package var displayName: String
    package var description: String?
    package var isBuiltIn = false
    package var isPrivileged = false
    /// Whether the role can be assigned. False for the roles that Entra ID gives to every user or guest.
    package var isAssignable = true
    package var isEnabled = true
    /// The Graph properties that have no effect in Understudy, such as `rolePermissions`.
    package var otherProperties: [JSONValue.Member] = []

    package init(id: PermissionID, displayName: String) {
        self.id = id
        self.displayName = displayName
    }

    /// Creates a built-in role from its line of `Config/microsoft/roles.jsonl`.
    init?(builtIn line: JSONValue) {
        guard let id = line["id"]?.string, let name = line["displayName"]?.string else { return nil }
        self.init(id: PermissionID(id), displayName: name)
        description = "The built-in role \(name)."
        isBuiltIn = true
        isPrivileged = line["isPrivileged"]?.bool ?? false
        isAssignable = line["isAssignable"]?.bool ?? true
    }
}

/// The directory roles of a tenant: the custom roles, the activated roles, and the roles of groups and service principals. A user
/// has the roles in the user's own properties.
package struct TenantRoles: Sendable {
    package typealias Principal = AppRoleAssignment.Principal

    /// The custom roles by ID.
    var custom = TreeDictionary<PermissionID, RoleDefinition>()
    /// The roles that were activated without an assignment (Graph `directoryRoles`).
    package var activated: Set<PermissionID> = []
    /// The roles of groups and service principals.
    private(set) var assigned = TreeDictionary<Principal, [PermissionID]>()

    package init() {}

    package subscript(principal: Principal) -> [PermissionID] { assigned[principal] ?? [] }

    /// Assigns a role, and returns false if the principal already has the role.
    package mutating func assign(_ role: PermissionID, to principal: Principal) -> Bool {
        guard !self[principal].contains(role) else { return false }
        assigned[principal, default: []].append(role)
        return true
    }

    /// Removes a role, and returns false if the principal does not have the role.
    package mutating func remove(_ role: PermissionID, of principal: Principal) -> Bool {
        guard self[principal].contains(role) else { return false }
        let others = self[principal].filter { $0 != role }
        assigned[principal] = others.isEmpty ? nil : others
        return true
    }
}

extension Tenant {
    /// The custom roles, sorted by ID.
    package var customRoles: [RoleDefinition] { self.roles.custom.values.sorted { $0.id < $1.id } }

    /// The roles of groups and service principals, in a stable order.
    package var roleAssignments: [(principal: TenantRoles.Principal, role: PermissionID)] {
        self.roles.assigned.sorted { $0.key.text.precedes($1.key.text) }
            .flatMap { principal, roles in roles.map { (principal, $0) } }
    }

    /// Returns the built-in or custom role with the ID.
    package func role(_ id: PermissionID) -> RoleDefinition? { DirectoryRoles.role(id) ?? self.roles.custom[id] }

    /// Returns the roles of a user, in person and through role-assignable groups.
    package func directoryRoles(of user: User) -> [PermissionID] {
        guard !self.roles.assigned.isEmpty else { return user.directoryRoles }
        return (user.directoryRoles + user.groups.flatMap { self.roles[.group($0)] }).firstOfEach(\.self)
    }

    /// Returns the roles that a principal has in person.
    package func directoryRoles(of principal: TenantRoles.Principal) -> [PermissionID] {
        if case .user(let id) = principal { return user(id)?.directoryRoles ?? [] }
        return self.roles[principal]
    }

    /// Returns the object ID of an activated role in the tenant (Graph `directoryRole`).
    package func objectID(ofRole id: PermissionID) -> ObjectID {
        ObjectID(GUID(derivedFrom: "directoryRole", self.id.description, id.description).description)
    }

    /// The activated built-in roles, in the order of their names: Global Administrator, the roles that somebody has, and the roles
    /// that were activated by themselves (Graph `directoryRoles`).
    package var activatedRoles: [RoleDefinition] {
        var active = self.roles.activated.union([User.globalAdministrator])
        for user in self.users { active.formUnion(user.directoryRoles) }
        for roles in self.roles.assigned.values { active.formUnion(roles) }
        return DirectoryRoles.all.filter { active.contains($0.id) }
    }
}

extension AppRoleAssignment.Principal {
    /// The ID of the user, group or application.
    var text: String {
        switch self {
        case .user(let id), .group(let id): id.description
        case .application(let id): id.description
        }
    }
}

extension Group {
    /// Whether directory roles can be assigned to the group.
    package var isAssignableToRole: Bool {
        self.otherProperties.first { $0.name.isExactly("isAssignableToRole") }?.value.bool == true
    }
}
