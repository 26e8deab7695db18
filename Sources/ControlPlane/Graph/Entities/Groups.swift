import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The type of groups, with the lengths of the service's reference. Dynamic groups are not supported, because the server does not
/// evaluate membership rules.
extension GraphType where Entity == Group {
    static let group = GraphType(
        "group", set: "groups", others: \.otherProperties, id: { $0.id.description },
        [
            .derived("id", .guid) { $0.id },
            .derived("deletedDateTime", .dateTime) { $0.deletedDateTime },
            .stored("classification", \.otherProperties, .anyText),
            .stored("description", \.otherProperties, .anyText(upTo: 1_024)),
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required,
            .stored("groupTypes", \.otherProperties, .anyList(of: "Unified"), absent: .array([])).creationOnly,
            .stored("isAssignableToRole", \.otherProperties, .anyBoolean),
            .stored("mail", \.otherProperties, .anyText).readOnly,
            .stored("mailEnabled", \.otherProperties, .anyBoolean, absent: .bool(false)).required,
            .stored("mailNickname", \.otherProperties, .anyText(upTo: 64)).required,
            .derived("onPremisesDomainName", .text) { $0.onPremisesDomainName },
            .derived("onPremisesNetBiosName", .text) { $0.onPremisesNetBiosName },
            .derived("onPremisesSamAccountName", .text) { $0.onPremisesSamAccountName },
            .property("securityEnabled", \.securityEnabled, .boolean).required,
            .derived("securityIdentifier", .text) { $0.id.securityIdentifier },
            .stored("visibility", \.otherProperties, .anyWord("Private", "Public", "HiddenMembership")),
            .relation("owners") { group in
                .array(group.owners.map { .object([.init("id", .string($0.description))]) })
            },
        ]
    ).withExtensions(\.otherProperties)
}

extension GraphLinks where Entity == Group {
    static let members = GraphLinks("members") { request in { group in request.tenant.members(of: group) } }
}

extension GraphOperation {
    private static let collection = GraphCollection<Group>(
        path: "/groups", type: .group, indexes: [GraphIndex("id") { $0.tenant.group(ObjectID($1)) }],
        links: .members,
        all: { (request) throws(GraphError) in request.tenant.groups },
        find: { (request) throws(GraphError) in try request.group() })

    static let groups: [GraphOperation] =
        collection.reading(.readGroups, tracksChanges: true)
        + collection.creating(.createGroups) { (request) throws(GraphError) in
            var group = Group(id: request.newID(), displayName: "")
            var (properties, members) = try membersToAdd(request)
            let owners = try GraphRequest.takeBound("owners", from: &properties)
            for owner in owners { try checkOwner(owner, request) }
            guard Set(owners).count == owners.count else { throw alreadyReferred("owners") }
            try GraphType.group.table.write(properties, into: &group, .creation)
            try check(group)
            group.otherProperties += initialProperties(of: group, request)
            group.owners = owners
            // The service adds an administrator only to a Microsoft 365 group (Microsoft Graph, group: owners).
            if owners.isEmpty, group.isUnified { group.owners = [request.caller.user?.id].compactMap(\.self) }
            let (new, added) = (group, members)
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                try GraphError.check(edit.add(new), key: new.id.description, conflict: "id")
                try add(added, to: new.id, &edit, request)
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
                try GraphError.check(outcome, key: group.id.description, conflict: "id")
                try add(members, to: group.id, &edit, request)
            }
        }
        + collection.deleting(.deleteGroups) { (request, group) throws(GraphError) in
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                let outcome = edit.delete(group: group.id, at: request.services.now)
                try GraphError.check(outcome, key: group.id.description, conflict: "id")
            }
        }

    /// Returns the properties that the service gives a new group: the times, and to a Microsoft 365 group the mail address.
    private static func initialProperties(of group: Group, _ request: GraphRequest) -> [JSONValue.Member] {
        let now = JSONValue.string(request.services.now.iso8601)
        let times = [JSONValue.Member("createdDateTime", now), JSONValue.Member("renewedDateTime", now)]
        guard group.isUnified, let name = GraphType.group.table["mailNickname"]?.get(group).string,
            let domain = request.tenant.verifiedDomains.first(where: \.isDefault)?.name
        else { return times }
        let isPlain = !group.otherProperties.contains { $0.name.isExactly("visibility") }
        let visibility: [JSONValue.Member] = isPlain ? [.init("visibility", .string("Public"))] : []
        let address = "\(name)@\(domain)"
        return times + visibility + [
            .init("mail", .string(address)), .init("proxyAddresses", .array([.string("SMTP:\(address)")])),
        ]
    }

    /// Returns the properties of a group in the body, and the members that the body binds. Bound members require the permission to
    /// add members.
    private static func membersToAdd(
        _ request: GraphRequest
    ) throws(GraphError) -> (properties: [JSONValue.Member], members: [ObjectID]) {
        let (properties, members) = try request.members(binding: "members")
        try request.checkExtensions(properties, of: .group)
        if !members.isEmpty { try GraphPermission.manageMembers.check(request) }
        return (properties, members)
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
}
