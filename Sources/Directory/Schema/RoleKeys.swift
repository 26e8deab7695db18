import Entra

/// A custom directory role in a file.
struct RoleDefinitionDraft: Sendable {
    var role = RoleDefinition(id: PermissionID(""), displayName: "")
    let location: ConfigurationLocation
    var id: Marked<String>?
}

/// A directory role of a principal in a file.
struct RoleAssignmentDraft: Sendable {
    let location: ConfigurationLocation
    var principal: Marked<String>?
    /// The role, as ID or name.
    var role: Marked<String>?
    var scope: Marked<String>?
}

extension RoleDefinitionDraft {
    static let keys = ObjectSpec<RoleDefinitionDraft>(
        "roleDefinition", "A custom directory role (Graph unifiedRoleDefinition).",
        unknownKeys: .kept(\.role.otherProperties),
        keys: [
            .key("id", \.id, .marked(.guid), "The role's id. Default: derived from the tenant and the name."),
            .key("displayName", \.role.displayName, .nonEmptyText, "The role's name.").required,
            .key("description", \.role.description, .text, "The role's description."),
            .key("isEnabled", \.role.isEnabled, .bool, "Whether the role can be assigned. Default true."),
        ])

    static let value = keys.value { RoleDefinitionDraft(location: $0) }

    /// Creates the draft from which a role is exported.
    init(_ role: RoleDefinition) {
        self.init(role: role, location: .none, id: .exported(role.id))
    }
}

extension RoleAssignmentDraft {
    static let keys = ObjectSpec<RoleAssignmentDraft>(
        "roleAssignment", "A directory role of a principal (Graph unifiedRoleAssignment).", unknownKeys: .ignored,
        keys: [
            .key(
                "principalId", \.principal, .marked(.nonEmptyText),
                "A user (id or user principal name), a role-assignable group (id), a client (service principal id or appId) "
                    + "or a managed identity (principalId or clientId)."
            ).required,
            .key("roleDefinitionId", \.role, .marked(.nonEmptyText), "The role's name or id.").required,
            .key("directoryScopeId", \.scope, .marked(.nonEmptyText), "The scope, which is always /."),
        ])

    static let value = keys.value { RoleAssignmentDraft(location: $0) }

    /// Creates the draft from which an assignment is exported.
    init(of principal: TenantRoles.Principal, _ role: PermissionID) {
        self.init(
            location: .none, principal: Marked(value: principal.text, location: .none), role: .exported(role))
    }
}
