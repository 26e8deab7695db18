import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The operations on the members of a group, direct ones and those of the groups in it.
extension GraphOperation {
    static let members: [GraphOperation] =
        lists("members") { $0.members(of: $1) } + lists("transitiveMembers") { $0.transitiveMembers(of: $1) }
        + [
            GraphOperation("GET", "/groups/{id}/members/$ref", .readGroups) { (request) throws(GraphError) in
                try request.references(request.tenant.members(of: try request.group()))
            },
            GraphOperation("GET", "/groups/{id}/members/{member}/$ref", .readGroups) { (request) throws(GraphError) in
                let members = request.tenant.members(of: try request.group())
                return try request.reference(to: ObjectID(request.key("member").value), in: members)
            },
            GraphOperation("POST", "/groups/{id}/members/$ref", .manageMembers) { (request) throws(GraphError) in
                let group = try request.group().id
                let member = try request.reference()
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    try add([member], to: group, &edit, request)
                }
                return GraphResponse.noContent
            },
            GraphOperation("DELETE", "/groups/{id}/members/{member}/$ref", .manageMembers) {
                (request) throws(GraphError) in
                let group = try request.group().id
                let member = ObjectID(request.key("member").value)
                try checkRoles(of: try request.group(), request)
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    let outcome = edit.remove(member: member, of: group)
                    try GraphError.check(outcome, key: member.description, conflict: "id")
                }
                return GraphResponse.noContent
            },
        ]

    /// Returns the operations that list or count members, all of them and those of one type.
    private static func lists(
        _ name: String, _ members: @escaping @Sendable (Tenant, Group) -> [ObjectID]
    ) -> [GraphOperation] {
        let path = "/groups/{id}/\(name)"
        let all: @Sendable (GraphRequest) throws(GraphError) -> [ObjectID] = { (request) throws(GraphError) in
            members(request.tenant, try request.group())
        }
        return [
            GraphOperation("GET", path, .readGroups) { (request) throws(GraphError) in
                try request.page(try all(request))
            },
            GraphOperation("GET", "\(path)/$count", .readGroups) { (request) throws(GraphError) in
                try request.count(try all(request))
            },
        ] + cast(path, .user, all) { $0.tenant.user }
            + cast(path, .group, all) { $0.tenant.group }
            + cast(path, .servicePrincipal, all) { DirectoryObjects($0).servicePrincipal }
            + cast(path, .device, all) { $0.tenant.deviceObject }
    }

    private static func cast<Entity: Sendable>(
        _ path: String, _ type: GraphType<Entity>,
        _ all: @escaping @Sendable (GraphRequest) throws(GraphError) -> [ObjectID],
        _ find: @escaping @Sendable (GraphRequest) -> (ObjectID) -> Entity?
    ) -> [GraphOperation] {
        [
            GraphOperation("GET", "\(path)/microsoft.graph.\(type.name)", .readGroups) {
                (request) throws(GraphError) in
                try request.page(try all(request).compactMap(find(request)), type)
            },
            GraphOperation("GET", "\(path)/microsoft.graph.\(type.name)/$count", .readGroups) {
                (request) throws(GraphError) in
                try request.count(try all(request).compactMap(find(request)), type)
            },
        ]
    }

    /// Throws 403 unless the caller may assign roles, if the group can have roles (group-post-members in the reference).
    private static func checkRoles(of group: Group, _ request: GraphRequest) throws(GraphError) {
        if group.isAssignableToRole { try GraphPermission.manageRoles.check(request) }
    }

    /// Adds members to a group. Throws 404 if there is no object with an ID, and 400 if the object is a member, or if the type of
    /// the object or the kind of the group does not allow the membership (docs/reference/protocol.md#group-member-kinds).
    static func add(
        _ members: [ObjectID], to group: ObjectID, _ edit: inout TenantEdit, _ request: GraphRequest
    ) throws(GraphError) {
        let objects = DirectoryObjects(request)
        for member in members {
            guard let target = edit.group(group) else { throw .notFound(group.description) }
            try checkRoles(of: target, request)
            guard let kind = objects.kind(of: member) else { throw .notFound(member.description) }
            if kind == .application || kind == .group && edit.group(member)?.isUnified == true {
                throw invalidReference(member, kind, "members")
            }
            if kind != .user, let problem = target.nestingProblem(kind == .group) { throw .badRequest(problem) }
            switch edit.add(member: member, to: group) {
            case .taken: throw alreadyReferred("members")
            case let outcome:
                try GraphError.check(outcome, key: member.description, conflict: "id")
            }
        }
    }
}
