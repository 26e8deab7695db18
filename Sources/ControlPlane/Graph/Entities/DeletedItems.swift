import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// An object in the recycle bin of a tenant.
enum DeletedItem: Sendable {
    case user(User)
    case group(Group)
    case application(Application)
    case servicePrincipal(ServicePrincipal)

    enum Kind: String, Sendable, CaseIterable {
        case user
        case group
        case application
        case servicePrincipal
    }

    var kind: Kind {
        switch self {
        case .user: .user
        case .group: .group
        case .application: .application
        case .servicePrincipal: .servicePrincipal
        }
    }

    fileprivate func json(select: [String], in version: GraphVersion) -> JSONValue {
        switch self {
        case .user(let user): GraphType.user.object(user, select: select, in: version)
        case .group(let group): GraphType.group.object(group, select: select, in: version)
        case .application(let application): GraphType.application.object(application, select: select, in: version)
        case .servicePrincipal(let principal): GraphType.servicePrincipal.object(principal, select: select, in: version)
        }
    }
}

extension GraphRequest {
    fileprivate var deletedUsers: [User] { tenant.bin.users(at: services.now) }
    /// The deleted groups. A deleted security group has `securityEnabled` false, and only its empty list of `groupTypes` differs
    /// from that of a Microsoft 365 group (directory-deleteditems-list in the reference).
    fileprivate var deletedGroups: [Group] {
        tenant.bin.groups(at: services.now).map { group in
            var shown = group
            shown.securityEnabled = group.securityEnabled && group.isUnified
            return shown
        }
    }
    fileprivate var deletedApplications: [Application] { tenant.bin.applications(at: services.now) }

    /// The deleted service principals of the tenant's applications, also of deleted ones.
    fileprivate var deletedServicePrincipals: [ServicePrincipal] {
        (tenant.applications + deletedApplications).filter {
            !$0.hasServicePrincipal && RecycleBin.keeps($0.servicePrincipalDeletedDateTime, at: services.now)
        }.map {
            ServicePrincipal(id: $0.servicePrincipalID, kind: .application, home: tenant.id, application: $0)
        }
    }

    /// The IDs of the objects that can be restored.
    var deletedIDs: Set<ByteString> {
        let ids =
            deletedUsers.map(\.id) + deletedGroups.map(\.id) + deletedApplications.map(\.id)
            + deletedServicePrincipals.map(\.id)
        return Set(ids.map { ByteString($0.description) })
    }

    /// Returns the deleted object with the ID in the path, or throws 404.
    fileprivate func deletedItem() throws(GraphError) -> DeletedItem {
        let id = ObjectID(key().value)
        if let user = deletedUsers.first(where: { $0.id == id }) { return .user(user) }
        if let group = deletedGroups.first(where: { $0.id == id }) { return .group(group) }
        if let application = deletedApplications.first(where: { $0.id == id }) { return .application(application) }
        guard let principal = deletedServicePrincipals.first(where: { $0.id == id }) else {
            throw .notFound(key().value)
        }
        return .servicePrincipal(principal)
    }
}

extension GraphOperation {
    private static let root = "/directory/deletedItems"

    private static func list<Entity: Sendable>(
        _ kind: DeletedItem.Kind, _ type: GraphType<Entity>, _ all: @escaping @Sendable (GraphRequest) -> [Entity]
    ) -> [GraphOperation] {
        let path = "\(root)/microsoft.graph.\(kind.rawValue)"
        return [
            GraphOperation("GET", path, .readDeleted(kind)) { (request) throws(GraphError) in
                try request.page(all(request), type)
            },
            GraphOperation("GET", "\(path)/$count", .readDeleted(kind)) { (request) throws(GraphError) in
                try request.count(all(request), type)
            },
        ]
    }

    static let deletedItems: [GraphOperation] =
        list(.user, .user) { $0.deletedUsers } + list(.group, .group) { $0.deletedGroups }
        + list(.application, .application) { $0.deletedApplications }
        + list(.servicePrincipal, .servicePrincipal) { $0.deletedServicePrincipals }
        + [
            GraphOperation("GET", root, .readAnyDeleted) { (_) throws(GraphError) in
                throw .badRequest(
                    "The list of deleted items needs a type, such as \(root)/microsoft.graph.user.")
            },
            GraphOperation("GET", "\(root)/{id}", .readAnyDeleted) { (request) throws(GraphError) in
                let item = try request.deletedItem()
                try GraphPermission.readDeleted(item.kind).check(request)
                return response(item, request)
            },
            GraphOperation("POST", "\(root)/{id}/restore", .restoreAny, restore),
            GraphOperation("POST", "\(root)/{id}/microsoft.graph.restore", .restoreAny, restore),
            GraphOperation("DELETE", "\(root)/{id}", .restoreAny) { (request) throws(GraphError) in
                let item = try request.deletedItem()
                try check(item, request)
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    switch item {
                    case .user(let user): edit.purge(user: user.id)
                    case .group(let group): edit.purge(group: group.id)
                    case .application(let application): edit.purge(application: application.clientID)
                    case .servicePrincipal(let principal):
                        edit.purge(servicePrincipalOf: principal.application.clientID)
                    }
                }
                return GraphResponse.noContent
            },
        ]

    private static func response(_ item: DeletedItem, _ request: GraphRequest) -> HTTPResponse {
        GraphResponse.json(
            [GraphResponse.context("directoryObjects/$entity", request)]
                + (item.json(select: request.query.select, in: request.version).object ?? []))
    }

    /// Throws 403 unless the caller may restore the object. An administrator needs the reach to restore another administrator.
    private static func check(_ item: DeletedItem, _ request: GraphRequest) throws(GraphError) {
        try GraphPermission.restore(item.kind).check(request)
        guard case .user(let user) = item, !request.caller.isUnrestricted else { return }
        guard AdministratorReach.covers(user, in: request.tenant, by: request.caller.directoryRoles) else {
            throw .denied
        }
    }

    private static func restore(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let item = try request.deletedItem()
        try check(item, request)
        let members = request.body.isEmpty ? [] : try request.members()
        let name = members.first { $0.name.isExactly("newUserPrincipalName") }?.value.string
        let restored: DeletedItem = try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            try restore(item, as: name, &edit, request)
        }
        return response(restored, request)
    }

    /// Restores an object in the tenant under edit, and returns the object after the change. Throws 400 if another object has one
    /// of its names.
    private static func restore(
        _ item: DeletedItem, as name: String?, _ edit: inout TenantEdit, _ request: GraphRequest
    ) throws(GraphError) -> DeletedItem {
        switch item {
        case .user(var user):
            user.userPrincipalName = name ?? user.userPrincipalName
            if name != nil { try checkName(user, in: edit.tenant) }
            try check(edit.restore(user: user.id, as: name), user.id)
            user.deletedDateTime = nil
            return .user(user)
        case .group(let group):
            let objects = DirectoryObjects(request)
            try check(edit.restore(group: group.id) { $0 == group.id || objects.kind(of: $0) != nil }, group.id)
            guard let restored = edit.group(group.id) else { throw .notFound(group.id.description) }
            return .group(restored)
        case .application(var application):
            try check(edit.restore(application: application.clientID), application.id)
            application.deletedDateTime = nil
            return .application(application)
        case .servicePrincipal(var principal):
            guard edit.restore(servicePrincipalOf: principal.application.clientID) == .done else {
                throw .badRequest("The application of the service principal is deleted: restore the application first.")
            }
            principal.application.servicePrincipalDeletedDateTime = nil
            return .servicePrincipal(principal)
        }
    }

    private static func check(_ outcome: TenantEdit.Outcome, _ id: ObjectID) throws(GraphError) {
        if case .taken = outcome { throw .conflictingObject }
        try GraphError.check(outcome, key: id.description, conflict: "id")
    }
}
