import Directory
import Entra
import Flows
import HTTP
import Wire

extension GraphOperation {
    private static let collection = GraphCollection<Group>(
        path: "/groups", type: .group, all: { (request) throws(GraphError) in request.tenant.groups },
        find: { (request) throws(GraphError) in try request.group() })

    static let groups: [GraphOperation] =
        collection.reading(.readGroups)
        + collection.creating(.createGroups) { (request) throws(GraphError) in
            var group = Group(id: request.newID(), displayName: "")
            try GraphType.group.table.write(try request.members(), into: &group, .creation)
            try check(group)
            let new = group
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                if let refusal = GraphError.refused(edit.add(new), key: new.id.description, conflict: "id") {
                    throw refusal
                }
            }
            return request.created(new, .group, at: "/groups")
        }
        + collection.changing(.updateGroups) { (request, group) throws(GraphError) in
            let members = try request.members()
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                guard var changed = edit.tenant.group(group.id) else { throw .notFound(group.id.description) }
                try GraphType.group.table.write(members, into: &changed, .change)
                try check(changed)
                _ = edit.update(changed)
            }
        }
        + collection.deleting(.deleteGroups) { (request, group) throws(GraphError) in
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.remove(group: group.id)
                if let refusal = GraphError.refused(outcome, key: group.id.description, conflict: "id") {
                    throw refusal
                }
            }
        }

    /// Microsoft 365 groups have mail; the others that Graph makes are security groups without.
    private static func check(_ group: Group) throws(GraphError) {
        let json = GraphType.group.table.json(group)
        let isUnified = json["groupTypes"]?.array?.contains(.string("Unified")) ?? false
        let hasMail = json["mailEnabled"]?.bool ?? false
        guard isUnified == hasMail, hasMail || group.securityEnabled else {
            throw .invalidValue("groupTypes", "only Microsoft 365 groups and security groups without mail can be made")
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
                    guard let user = edit.user(member) else { throw .notFound(member.description) }
                    guard !user.groups.contains(group) else { throw alreadyReferred("members") }
                    _ = edit.update(member) { $0.groups.append(group) }
                }
                return GraphAnswer.noContent
            },
            GraphOperation("DELETE", "/groups/{id}/members/{member}/$ref", .manageMembers) {
                (request) throws(GraphError) in
                let group = try request.group().id
                let member = ObjectID(request.key("member").value)
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    guard edit.user(member)?.groups.contains(group) == true else {
                        throw .notFound(member.description)
                    }
                    _ = edit.update(member) { $0.groups.removeAll { $0 == group } }
                }
                return GraphAnswer.noContent
            },
        ]
}
