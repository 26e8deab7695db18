import Directory
import Entra
import Formats
import HTTP
import Protocol

/// An object that can be a member of groups and roles.
private enum MembershipHolder: String, CaseIterable {
    case user = "/users"
    case group = "/groups"
    case servicePrincipal = "/servicePrincipals"
    case device = "/devices"
    case object = "/directoryObjects"

    var permission: GraphPermission {
        switch self {
        case .user: .readMemberships
        case .group: .readGroups
        case .servicePrincipal: .readApplications
        case .device: .readDevices
        case .object: .readObjectMemberships
        }
    }

    func id(_ request: GraphRequest) throws(GraphError) -> ObjectID {
        switch self {
        case .user: return try request.user().id
        case .group: return try request.group().id
        case .servicePrincipal: return try request.servicePrincipal().id
        case .device: return try request.device().id
        case .object:
            let id = ObjectID(request.key().value)
            guard DirectoryObjects(request).kind(of: id) != nil else { throw .notFound(request.key().value) }
            return id
        }
    }
}

extension GraphRequest {
    /// Returns the groups and directory roles of which an object is a member, directly or also through groups.
    fileprivate func memberships(of id: ObjectID, isTransitive: Bool) -> [GraphObject] {
        let groups = isTransitive ? tenant.transitiveGroups(of: id) : tenant.groups(of: id)
        return groups.compactMap { tenant.group($0).map { GraphObject($0, .group) } }
            + roles(of: id, isTransitive: isTransitive).map { GraphObject($0, .directoryRole) }
    }

    /// Returns the directory roles that an object has in person, or also through groups.
    fileprivate func roles(of id: ObjectID, isTransitive: Bool) -> [DirectoryRole] {
        let groups = isTransitive ? tenant.transitiveGroups(of: id) : []
        var holders: [TenantRoles.Principal] = groups.map { .group($0) }
        if let own = try? principal(id) { holders.insert(own, at: 0) }
        return holders.flatMap(tenant.directoryRoleObjects).firstOfEach(\.id)
    }
}

/// The operations on the groups and roles of an object.
extension GraphOperation {
    /// The largest number of IDs of a `checkMemberGroups` or `checkMemberObjects` request.
    private static let maximumChecks = 20
    /// The largest number of IDs in the response of `getMemberGroups` and `getMemberObjects`.
    private static let maximumIDs = 11_000
    /// The types of objects that have members.
    private static let containers = ["group", "directoryRole", "administrativeUnit"]

    static let memberships: [GraphOperation] = MembershipHolder.allCases.flatMap { holder in
        (holder == .object ? [] : relations(of: holder)) + functions(of: holder)
    }

    private static func relations(of holder: MembershipHolder) -> [GraphOperation] {
        [(name: "memberOf", isTransitive: false), (name: "transitiveMemberOf", isTransitive: true)].flatMap {
            relation in
            let path = "\(holder.rawValue)/{id}/\(relation.name)"
            let all: @Sendable (GraphRequest) throws(GraphError) -> [GraphObject] = { (request) throws(GraphError) in
                request.memberships(of: try holder.id(request), isTransitive: relation.isTransitive)
            }
            let lists = [
                GraphOperation("GET", path, holder.permission) { (request) throws(GraphError) in
                    try request.page(try all(request))
                },
                GraphOperation("GET", "\(path)/$count", holder.permission) { (request) throws(GraphError) in
                    try request.count(try all(request), .directoryObject)
                },
            ]
            return lists
                + containers.flatMap { type in
                    let cast = "\(path)/microsoft.graph.\(type)"
                    return [
                        GraphOperation("GET", cast, holder.permission) { (request) throws(GraphError) in
                            let found = try all(request).filter { $0.type.isExactly(type) }
                            guard type.isExactly("group") else { return try request.page(found) }
                            return try request.page(found.compactMap { request.tenant.group(ObjectID($0.id)) }, .group)
                        },
                        GraphOperation("GET", "\(cast)/$count", holder.permission) { (request) throws(GraphError) in
                            let found = try all(request).filter { $0.type.isExactly(type) }
                            guard type.isExactly("group") else { return try request.count(found, .directoryObject) }
                            return try request.count(found.compactMap { request.tenant.group(ObjectID($0.id)) }, .group)
                        },
                    ]
                }
        }
    }

    /// The functions that return the IDs of groups and roles. All of them include groups in groups.
    private static func functions(of holder: MembershipHolder) -> [GraphOperation] {
        let functions: [(name: String, run: @Sendable (GraphRequest, ObjectID) throws(GraphError) -> [ObjectID])] = [
            (
                "getMemberGroups",
                { (request, id) throws(GraphError) in
                    let isSecurityOnly = try securityEnabledOnly(request)
                    // The reference of getMemberGroups allows true for users only.
                    guard !isSecurityOnly || request.tenant.user(id) != nil else {
                        throw .invalidValue("securityEnabledOnly", "the value can be true only for a user")
                    }
                    return try memberIDs(of: id, ["group"], isSecurityOnly: isSecurityOnly, request)
                }
            ),
            (
                "getMemberObjects",
                { (request, id) throws(GraphError) in
                    let isSecurityOnly = try securityEnabledOnly(request)
                    return try memberIDs(
                        of: id, isSecurityOnly ? ["group"] : containers, isSecurityOnly: isSecurityOnly, request)
                }
            ),
            (
                "checkMemberGroups",
                { (request, id) throws(GraphError) in
                    let asked = try request.ids("groupIds", upTo: maximumChecks)
                    let held = Set(try memberIDs(of: id, ["group"], isSecurityOnly: false, request))
                    return asked.filter(held.contains)
                }
            ),
            (
                "checkMemberObjects",
                { (request, id) throws(GraphError) in
                    let asked = try request.ids("ids", upTo: maximumChecks)
                    // A role can be named by its template, too.
                    let templates = request.roles(of: id, isTransitive: true).map { ObjectID($0.role.id.description) }
                    let held = Set(try memberIDs(of: id, containers, isSecurityOnly: false, request) + templates)
                    return asked.filter(held.contains)
                }
            ),
        ]
        return functions.flatMap { function in
            [function.name, "microsoft.graph.\(function.name)"].map { name in
                GraphOperation("POST", "\(holder.rawValue)/{id}/\(name)", holder.permission) {
                    (request) throws(GraphError) in
                    let ids = try function.run(request, try holder.id(request))
                    return GraphResponse.value(
                        .array(ids.map { .string($0.description) }), "Collection(Edm.String)", request)
                }
            }
        }
    }

    private static func securityEnabledOnly(_ request: GraphRequest) throws(GraphError) -> Bool {
        let value = try request.members().first { $0.name.isExactly("securityEnabledOnly") }?.value.bool
        guard let value else { throw .missingValue("securityEnabledOnly") }
        return value
    }

    private static func memberIDs(
        of id: ObjectID, _ types: [String], isSecurityOnly: Bool, _ request: GraphRequest
    ) throws(GraphError) -> [ObjectID] {
        let found = request.memberships(of: id, isTransitive: true).filter { object in
            types.contains(where: object.type.isExactly)
                && (!isSecurityOnly || request.tenant.group(ObjectID(object.id))?.securityEnabled == true)
        }
        guard found.count <= maximumIDs else {
            throw GraphError(
                status: 400, code: "Directory_ResultSizeLimitExceeded",
                message: "The response would have more than \(maximumIDs) ids. Use transitiveMemberOf instead.")
        }
        return found.map { ObjectID($0.id) }
    }
}
