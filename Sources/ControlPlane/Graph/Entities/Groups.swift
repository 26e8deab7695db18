import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The type of groups, with the lengths of the service's reference. Dynamic groups are not supported, because the server does not
/// evaluate membership rules.
extension GraphType where Entity == Group {
    static let group = GraphType(
        "group", set: "groups", id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id }.filterable,
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .stored("classification", \.otherProperties, .anyText),
            .stored("description", \.otherProperties, .anyText(upTo: 1_024)),
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required.searchable,
            .stored("groupTypes", \.otherProperties, .anyList(of: "Unified"), absent: .array([])).creationOnly
                .filterable,
            .stored("isAssignableToRole", \.otherProperties, .anyBoolean),
            .stored("mail", \.otherProperties, .anyText).readOnly,
            .stored("mailEnabled", \.otherProperties, .anyBoolean, absent: .bool(false)).required.filterable,
            .stored("mailNickname", \.otherProperties, .anyText(upTo: 64)).required.searchable,
            .derived("onPremisesDomainName", .text) { $0.onPremisesDomainName },
            .derived("onPremisesNetBiosName", .text) { $0.onPremisesNetBiosName },
            .derived("onPremisesSamAccountName", .text) { $0.onPremisesSamAccountName },
            .property("securityEnabled", \.securityEnabled, .boolean).required.filterable,
            .stored("visibility", \.otherProperties, .anyWord("Private", "Public", "HiddenMembership")),
        ])
}

extension GraphOperation {
    private static let collection = GraphCollection<Group>(
        path: "/groups", type: .group, all: { (request) throws(GraphError) in request.tenant.groups },
        find: { (request) throws(GraphError) in try request.group() })

    static let groups: [GraphOperation] =
        collection.reading(.readGroups)
        + collection.creating(.createGroups) { (request) throws(GraphError) in
            var group = Group(id: request.newID(), displayName: "")
            var (properties, members) = try membersToAdd(request)
            // The server does not store owners of groups, but clients name them.
            for owner in try GraphRequest.takeBound("owners", from: &properties) { try checkOwner(owner, request) }
            try GraphType.group.table.write(properties, into: &group, .creation)
            try check(group)
            let (new, added) = (group, members)
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                if let rejection = GraphError.rejected(edit.add(new), key: new.id.description, conflict: "id") {
                    throw rejection
                }
                try add(added, to: new.id, &edit)
            }
            return request.created(new, .group, at: "/groups")
        }
        + collection.changing(.updateGroups) { (request, group) throws(GraphError) in
            let (properties, members) = try membersToAdd(request)
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                guard var changed = edit.tenant.group(group.id) else { throw .notFound(group.id.description) }
                try GraphType.group.table.write(properties, into: &changed, .change)
                try check(changed)
                let outcome = edit.update(changed)
                if let rejection = GraphError.rejected(outcome, key: group.id.description, conflict: "id") {
                    throw rejection
                }
                try add(members, to: group.id, &edit)
            }
        }
        + collection.deleting(.deleteGroups) { (request, group) throws(GraphError) in
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.remove(group: group.id)
                if let rejection = GraphError.rejected(outcome, key: group.id.description, conflict: "id") {
                    throw rejection
                }
            }
        }

    /// Returns the properties of a group in the body, and the members that the body binds. Bound members require the permission to
    /// add members.
    private static func membersToAdd(
        _ request: GraphRequest
    ) throws(GraphError) -> (properties: [JSONValue.Member], members: [ObjectID]) {
        let (properties, members) = try request.members(binding: "members")
        if !members.isEmpty { try GraphPermission.manageMembers.check(request) }
        return (properties, members)
    }

    private static func add(
        _ members: [ObjectID], to group: ObjectID, _ edit: inout TenantEdit
    ) throws(GraphError) {
        for member in members {
            guard let user = edit.user(member) else { throw .notFound(member.description) }
            guard !user.groups.contains(group) else { throw alreadyReferred("members") }
            try change(member, &edit) { $0.groups.append(group) }
        }
    }

    /// Throws 400 unless the group is a Microsoft 365 group, which has mail, or a security group without mail.
    private static func check(_ group: Group) throws(GraphError) {
        let json = GraphType.group.table.json(group)
        let isUnified = json["groupTypes"]?.array?.contains(.string("Unified")) ?? false
        let hasMail = json["mailEnabled"]?.bool ?? false
        guard isUnified == hasMail, hasMail || group.securityEnabled else {
            throw .invalidValue(
                "groupTypes", "only Microsoft 365 groups and security groups without mail can be created")
        }
    }

    static let members: [GraphOperation] =
        ["members", "transitiveMembers", "members/microsoft.graph.user"].map { name in
            GraphOperation("GET", "/groups/{id}/\(name)", .readGroups) { (request) throws(GraphError) in
                let group = try request.group().id
                let users = request.tenant.users.filter { $0.groups.contains(group) }
                return try request.page(users, .user, typed: true)
            }
        } + [
            GraphOperation("POST", "/groups/{id}/members/$ref", .manageMembers) { (request) throws(GraphError) in
                let group = try request.group().id
                let member = try request.reference()
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    try add([member], to: group, &edit)
                }
                return GraphResponse.noContent
            },
            GraphOperation("DELETE", "/groups/{id}/members/{member}/$ref", .manageMembers) {
                (request) throws(GraphError) in
                let group = try request.group().id
                let member = ObjectID(request.key("member").value)
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    guard edit.user(member)?.groups.contains(group) == true else {
                        throw .notFound(member.description)
                    }
                    try change(member, &edit) { $0.groups.removeAll { $0 == group } }
                }
                return GraphResponse.noContent
            },
        ]

    private static func change(
        _ member: ObjectID, _ edit: inout TenantEdit, _ change: (inout User) -> Void
    ) throws(GraphError) {
        let outcome = edit.update(member, change)
        if let rejection = GraphError.rejected(outcome, key: member.description, conflict: "id") { throw rejection }
    }
}
