import Directory
import Entra
import Formats
import HTTP
import Protocol

extension GraphType where Entity == RoleDefinition {
    static let unifiedRoleDefinition = GraphType(
        "unifiedRoleDefinition", set: "roleManagement/directory/roleDefinitions", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id }.filterable,
            .property("description", \.description, .text),
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required.searchable,
            .derived("isBuiltIn", .boolean) { $0.isBuiltIn }.filterable,
            .property("isEnabled", \.isEnabled, .boolean).required,
            .stored("resourceScopes", \.otherProperties, .anyTexts, absent: .array([.string("/")])),
            .stored("rolePermissions", \.otherProperties, .anyList, absent: .array([])).required,
            .derived("templateId", .guid) { $0.id }.filterable,
            .stored("version", \.otherProperties, .anyText),
            .derived("isPrivileged", .boolean) { $0.isPrivileged }.onSelect,
        ])
}

/// A directory role of a principal, with the principal's object ID.
struct RoleAssignmentEntry: Sendable {
    var roleDefinitionId = PermissionID("")
    var principalId = ObjectID("")
    var directoryScopeId: String?

    /// The ID: the role's and the principal's ID, in the byte order of the service, and the scope's number.
    var id: String { Base64.url(GUID.serviceBytes(roleDefinitionId) + GUID.serviceBytes(principalId)) + "-1" }
}

extension GUID {
    /// Returns the bytes of a GUID with the first three parts in reverse, as the service writes them.
    fileprivate static func serviceBytes(_ id: some Identifier) -> [UInt8] {
        let bytes = id.bytes
        guard bytes.count == 16 else { return bytes }
        let order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
        return order.map { bytes[$0] }
    }
}

extension GraphType where Entity == RoleAssignmentEntry {
    static let unifiedRoleAssignment = GraphType(
        "unifiedRoleAssignment", set: "roleManagement/directory/roleAssignments", id: { $0.id },
        [
            .derived("id", .text) { $0.id },
            .property("principalId", \.principalId, .guid).required.filterable,
            .property("directoryScopeId", \.directoryScopeId, .nonEmptyText).filterable,
            .property("roleDefinitionId", \.roleDefinitionId, .guid).required.filterable,
            .derived("resourceScope", .text) { $0.directoryScopeId }.onSelect,
        ])
}

extension GraphOperation {
    private static let definitions = GraphCollection<RoleDefinition>(
        path: "/roleManagement/directory/roleDefinitions", type: .unifiedRoleDefinition,
        all: { (request) throws(GraphError) in DirectoryRoles.all + request.tenant.customRoles },
        find: { (request) throws(GraphError) in
            guard let role = request.tenant.role(PermissionID(request.key().value)) else {
                throw .notFound(request.key().value)
            }
            return role
        })

    private static let assignments = GraphCollection<RoleAssignmentEntry>(
        path: "/roleManagement/directory/roleAssignments", type: .unifiedRoleAssignment,
        all: { (request) throws(GraphError) in entries(request).map(\.entry) },
        find: { (request) throws(GraphError) in try find(request).entry })

    static let roleManagement: [GraphOperation] =
        definitions.reading(.readRoles)
        + definitions.creating(.manageRoles) { (request) throws(GraphError) in
            let role = try createRole(request)
            return request.created(role, .unifiedRoleDefinition, at: "/roleManagement/directory/roleDefinitions")
        }
        + definitions.changing(.manageRoles) { (request, role) throws(GraphError) in
            guard !role.isBuiltIn else { throw builtIn }
            let members = try request.members()
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                guard var changed = edit.role(role.id) else { throw .notFound(role.id.description) }
                try GraphType.unifiedRoleDefinition.table.write(members, into: &changed, .change)
                try check(edit.update(changed), changed)
            }
        }
        + definitions.deleting(.manageRoles) { (request, role) throws(GraphError) in
            guard !role.isBuiltIn else { throw builtIn }
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                try check(edit.remove(role: role.id), role)
            }
        }
        + assignments.reading(.readRoles)
        + assignments.creating(.manageRoles) { (request) throws(GraphError) in
            let entry = try assign(request)
            return request.created(entry, .unifiedRoleAssignment, at: "/roleManagement/directory/roleAssignments")
        }
        + assignments.deleting(.manageRoles) { (request, entry) throws(GraphError) in
            let (principal, _) = try find(request)
            try request.unassign(entry.roleDefinitionId, of: principal, key: entry.id)
        }
        + eligibility

    /// The operations of Privileged Identity Management, which a tenant without a license lacks. Terraform's azuread posts requests
    /// and reads the requests and the schedules by their IDs.
    private static let eligibility: [GraphOperation] = ["roleEligibility", "roleAssignment"].flatMap { kind in
        let path = "/roleManagement/directory/\(kind)"
        let lists = ["Schedules", "ScheduleInstances", "ScheduleRequests"].map { path + $0 }
        let reads = (lists + lists.map { $0 + "/{id}" }).map {
            GraphOperation("GET", $0, .readRoles, rejection: missingLicense)
        }
        return reads + [GraphOperation("POST", path + "ScheduleRequests", .manageRoles, rejection: missingLicense)]
    }

    private static let missingLicense = GraphError(
        status: 400, code: "AadPremiumLicenseRequired",
        message: "The tenant needs to have Microsoft Entra ID P2 or Microsoft Entra ID Governance license.")

    private static let builtIn = GraphError.badRequest("A built-in role cannot be changed or deleted.")

    private static func createRole(_ request: GraphRequest) throws(GraphError) -> RoleDefinition {
        var members = try request.members()
        var role = RoleDefinition(id: PermissionID(request.newID().description), displayName: "")
        // The caller may choose the template ID, which is also the ID.
        if let position = members.firstIndex(where: { $0.name.isExactly("templateId") }) {
            let value = members.remove(at: position).value
            if value != .null { role.id = try GraphValue<PermissionID>.guid.read(value, "templateId") }
        }
        try GraphType.unifiedRoleDefinition.table.write(members, into: &role, .creation)
        let new = role
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in try check(edit.add(new), new) }
        return new
    }

    private static func check(_ outcome: TenantEdit.Outcome, _ role: RoleDefinition) throws(GraphError) {
        try GraphError.check(outcome, key: role.id.description, conflict: "displayName")
    }

    private static func entries(
        _ request: GraphRequest
    ) -> [(principal: TenantRoles.Principal, entry: RoleAssignmentEntry)] {
        request.roleHolders.compactMap { holder in
            request.objectID(of: holder.principal).map { id in
                (
                    holder.principal,
                    RoleAssignmentEntry(roleDefinitionId: holder.role, principalId: id, directoryScopeId: "/")
                )
            }
        }
    }

    private static func find(
        _ request: GraphRequest
    ) throws(GraphError) -> (principal: TenantRoles.Principal, entry: RoleAssignmentEntry) {
        let key = request.key().value
        guard let found = entries(request).first(where: { $0.entry.id.isExactly(key) }) else { throw .notFound(key) }
        return found
    }

    private static func assign(_ request: GraphRequest) throws(GraphError) -> RoleAssignmentEntry {
        var entry = RoleAssignmentEntry()
        try GraphType.unifiedRoleAssignment.table.write(
            try request.members().filter { !$0.name.isExactly("appScopeId") || $0.value != .null }, into: &entry,
            .creation)
        guard let scope = entry.directoryScopeId else {
            throw .badRequest("The request must have a directoryScopeId or an appScopeId.")
        }
        guard scope.isExactly("/") else {
            throw .badRequest(
                "The directoryScopeId '\(scope)' is not supported here: a role applies to the whole tenant, '/'.")
        }
        let id = entry.roleDefinitionId
        guard let role = request.tenant.role(id) else { throw .notFound(id.description) }
        guard role.isAssignable, role.isEnabled else {
            throw .badRequest("The role '\(role.displayName)' cannot be assigned.")
        }
        try request.assign(
            id, to: entry.principalId,
            conflict: .conflictingObject)
        return entry
    }
}
