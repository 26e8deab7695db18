import Directory
import Entra
import Formats
import HTTP
import Protocol

/// A built-in role that is activated in a tenant.
struct DirectoryRole: Sendable {
    let id: ObjectID
    let role: RoleDefinition

    init(_ role: RoleDefinition, in tenant: Tenant) {
        id = tenant.objectID(ofRole: role.id)
        self.role = role
    }
}

extension GraphType where Entity == DirectoryRole {
    static let directoryRole = GraphType(
        "directoryRole", set: "directoryRoles", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id }.filterable,
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .derived("description", .text) { $0.role.description },
            .derived("displayName", .text) { $0.role.displayName }.filterable,
            .derived("roleTemplateId", .guid) { $0.role.id }.filterable,
        ])
}

extension GraphType where Entity == RoleDefinition {
    static let directoryRoleTemplate = GraphType(
        "directoryRoleTemplate", set: "directoryRoleTemplates", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id },
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .derived("description", .text) { $0.description },
            .derived("displayName", .text) { $0.displayName },
        ]
    ).unpaged
}

extension Tenant {
    /// The activated roles that the principal has in person.
    func directoryRoleObjects(of principal: TenantRoles.Principal) -> [DirectoryRole] {
        directoryRoles(of: principal).compactMap { DirectoryRoles.role($0) }.map { DirectoryRole($0, in: self) }
    }
}

extension GraphRequest {
    /// Returns the activated role with the object ID or template ID in the path.
    func directoryRole() throws(GraphError) -> DirectoryRole {
        let key = key()
        // The reference has the alternate key also without quotes: roleTemplateId={id}.
        let template: String? =
            key.property?.isExactlyIgnoringASCIICase("roleTemplateId") == true
            ? key.value : key.value.dropping(prefix: "roleTemplateId=")
        guard
            let role = tenant.activatedRoles.first(where: { role in
                template.map { PermissionID($0) == role.id }
                    ?? (tenant.objectID(ofRole: role.id) == ObjectID(key.value))
            })
        else { throw .notFound(key.value) }
        return DirectoryRole(role, in: tenant)
    }

    /// Returns the principal with the object ID, or throws 404.
    func principal(_ id: ObjectID) throws(GraphError) -> TenantRoles.Principal {
        if tenant.user(id) != nil { return .user(id) }
        if tenant.group(id) != nil { return .group(id) }
        guard let found = ServicePrincipals(tenant, services).find(id) else { throw .notFound(id.description) }
        return .application(found.application.clientID)
    }

    /// Returns the object ID of a principal, or nil if the principal does not exist.
    func objectID(of principal: TenantRoles.Principal) -> ObjectID? {
        switch principal {
        case .user(let id): tenant.user(id)?.id
        case .group(let id): tenant.group(id)?.id
        case .application(let client): ServicePrincipals(tenant, services).find(client)?.id
        }
    }

    /// The principals with a directory role, in person, and their roles.
    var roleHolders: [(principal: TenantRoles.Principal, role: PermissionID)] {
        let users: [(principal: TenantRoles.Principal, role: PermissionID)] = tenant.users.flatMap { user in
            user.directoryRoles.map { (principal: TenantRoles.Principal.user(user.id), role: $0) }
        }
        return users + tenant.roleAssignments
    }

    /// Assigns a role. Throws 400 if the principal has the role, and for a group to which no roles can be assigned.
    func assign(_ role: PermissionID, to id: ObjectID, conflict: GraphError) throws(GraphError) {
        let principal = try principal(id)
        try edit { (edit: inout TenantEdit) throws(GraphError) in
            if case .group = principal, edit.tenant.group(id)?.isAssignableToRole != true {
                throw .badRequest(
                    "Roles cannot be assigned to the group '\(id)': it was created without isAssignableToRole.")
            }
            switch edit.assign(role, to: principal) {
            case .done: return
            case .taken: throw conflict
            case .notFound: throw .notFound(id.description)
            case .full: throw .quota
            }
        }
    }

    func unassign(_ role: PermissionID, of principal: TenantRoles.Principal, key: String) throws(GraphError) {
        try edit { (edit: inout TenantEdit) throws(GraphError) in
            try GraphError.check(edit.unassign(role, of: principal), key: key, conflict: "id")
        }
    }
}

extension GraphOperation {
    private static let templates = GraphCollection<RoleDefinition>(
        path: "/directoryRoleTemplates", type: .directoryRoleTemplate,
        all: { (_) throws(GraphError) in DirectoryRoles.all },
        find: { (request) throws(GraphError) in
            guard let role = DirectoryRoles.role(PermissionID(request.key().value)) else {
                throw .notFound(request.key().value)
            }
            return role
        })

    private static let activated = GraphCollection<DirectoryRole>(
        path: "/directoryRoles", type: .directoryRole,
        all: { (request) throws(GraphError) in
            request.tenant.activatedRoles.map { DirectoryRole($0, in: request.tenant) }
        },
        find: { (request) throws(GraphError) in try request.directoryRole() })

    static let directoryRoles: [GraphOperation] =
        templates.reading(.readRoles) + activated.reading(.readRoles, tracksChanges: true)
        + activated.creating(.activateRoles) { (request) throws(GraphError) in
            let role = try activate(request)
            return request.created(role, .directoryRole, at: "/directoryRoles")
        }
        + [
            GraphOperation("GET", "/directoryRoles/{id}/members", .readRoles) { (request) throws(GraphError) in
                try members(of: try request.directoryRole(), request)
            },
            GraphOperation("POST", "/directoryRoles/{id}/members/$ref", .manageRoles) { (request) throws(GraphError) in
                let role = try request.directoryRole().role.id
                try request.assign(
                    role, to: try request.reference(),
                    conflict: .badRequest(
                        "One or more added object references already exist for the following modified properties: 'members'."
                    ))
                return GraphResponse.noContent
            },
            GraphOperation("DELETE", "/directoryRoles/{id}/members/{member}/$ref", .manageRoles) {
                (request) throws(GraphError) in
                let role = try request.directoryRole().role.id
                let member = request.key("member").value
                try request.unassign(role, of: try request.principal(ObjectID(member)), key: member)
                return GraphResponse.noContent
            },
        ]

    private static func activate(_ request: GraphRequest) throws(GraphError) -> DirectoryRole {
        let members = try request.members().filter { !$0.isAnnotation }
        guard let text = members.first(where: { $0.name.isExactly("roleTemplateId") })?.value.string else {
            throw .missingValue("roleTemplateId")
        }
        if let other = members.first(where: { !$0.name.isExactly("roleTemplateId") }) {
            throw .badRequest("Property '\(other.name)' is read-only and cannot be set.")
        }
        guard let role = DirectoryRoles.role(PermissionID(text)) else { throw .notFound(text) }
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            guard !edit.tenant.activatedRoles.contains(where: { $0.id == role.id }) else {
                throw .conflictingObject
            }
            edit.activate(role.id)
        }
        return DirectoryRole(role, in: request.tenant)
    }

    /// Returns the users, groups and service principals that have a role in person.
    private static func members(of role: DirectoryRole, _ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let principals = ServicePrincipals(request.tenant, request.services)
        let holders = request.roleHolders.filter { $0.role == role.role.id }
        return try request.page(
            holders.compactMap { holder -> GraphObject? in
                switch holder.principal {
                case .user(let id): request.tenant.user(id).map { GraphObject($0, .user) }
                case .group(let id): request.tenant.group(id).map { GraphObject($0, .group) }
                case .application(let client): principals.find(client).map { GraphObject($0, .servicePrincipal) }
                }
            })
    }
}

extension GraphError {
    static let conflictingObject = badRequest(
        "A conflicting object with one or more of the specified property values is present in the directory.")
}

extension GraphType {
    /// Returns an entity with its `@odata.type`, for a list of objects of several types.
    func object(_ entity: Entity, select: [String] = [], in version: GraphVersion) -> JSONValue {
        .object(
            [JSONValue.Member("@odata.type", .string("#microsoft.graph.\(name)"))]
                + members(entity, select: select, in: version))
    }
}
