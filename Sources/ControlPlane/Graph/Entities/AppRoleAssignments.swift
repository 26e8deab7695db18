import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// The assignment of an app role, with the object IDs of its parties.
struct AppRoleAssignmentEntry: Sendable {
    var appRoleId = PermissionID("")
    var principalId = ObjectID("")
    var principalDisplayName: String?
    var principalType = ""
    var resourceId = ObjectID("")
    var resourceDisplayName: String?

    /// The ID: the principal's ID followed by a hash of the resource and the role.
    var id: String {
        let hash = GUID(derivedFrom: "appRoleAssignment", resourceId.description, appRoleId.description)
        return Base64.url(principalId.bytes + hash.bytes)
    }
}

extension GraphType where Entity == AppRoleAssignmentEntry {
    static let appRoleAssignment = GraphType(
        "appRoleAssignment", set: "appRoleAssignments", id: { $0.id },
        [
            .derived("id", .text) { $0.id },
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .property("appRoleId", \.appRoleId, .guid).required.filterable,
            .derived("createdDateTime", .text) { _ in nil as String? },
            .derived("principalDisplayName", .text) { $0.principalDisplayName }.ignored,
            .property("principalId", \.principalId, .guid).required.filterable,
            .derived("principalType", .text) { $0.principalType }.ignored,
            .derived("resourceDisplayName", .text) { $0.resourceDisplayName }.ignored,
            .property("resourceId", \.resourceId, .guid).required.filterable,
        ])
}

/// The operations on app role assignments of users, groups and service principals, from either side of the assignment.
extension GraphOperation {
    private enum Side: String, CaseIterable {
        case user = "/users/{id}/appRoleAssignments"
        case group = "/groups/{id}/appRoleAssignments"
        case client = "/servicePrincipals/{id}/appRoleAssignments"
        case resource = "/servicePrincipals/{id}/appRoleAssignedTo"
    }

    static let appRoleAssignments: [GraphOperation] = Side.allCases.flatMap { side in
        let collection = GraphCollection<AppRoleAssignmentEntry>(
            path: side.rawValue, type: .appRoleAssignment, key: "assignment",
            all: { (request) throws(GraphError) in try entries(side, request) },
            find: { (request) throws(GraphError) in
                let key = request.key("assignment").value
                guard let entry = try entries(side, request).first(where: { $0.id.isExactly(key) }) else {
                    throw .notFound(key)
                }
                return entry
            })
        return collection.reading(.readAssignments)
            + collection.creating(.manageAssignments) { (request) throws(GraphError) in
                let entry = try create(side, request)
                let path = request.path.dropping(suffix: "/") ?? request.path
                return request.created(entry, .appRoleAssignment, at: path)
            }
            + collection.deleting(.removeAssignments) { (request, entry) throws(GraphError) in
                guard
                    let (assignment, _) = try recorded(side, request).first(where: { $0.entry.id.isExactly(entry.id) })
                else { throw .notFound(entry.id) }
                try request.edit { (edit: inout TenantEdit) throws(GraphError) in edit.remove(assignment) }
                try request.revoke(.assignment(assignment))
            }
    }

    /// Returns the ID of the object that the path names.
    private static func anchor(_ side: Side, _ request: GraphRequest) throws(GraphError) -> ObjectID {
        switch side {
        case .user: try request.user().id
        case .group: try request.group().id
        case .client, .resource: try request.servicePrincipal().id
        }
    }

    private static func entries(_ side: Side, _ request: GraphRequest) throws(GraphError) -> [AppRoleAssignmentEntry] {
        try recorded(side, request).map(\.entry)
    }

    /// Returns the recorded assignments, including assignments of roles that were deleted or disabled.
    private static func recorded(
        _ side: Side, _ request: GraphRequest
    ) throws(GraphError) -> [(assignment: AppRoleAssignment, entry: AppRoleAssignmentEntry)] {
        let anchor = try anchor(side, request)
        return recorded(request.tenant, request.services).filter { _, entry in
            side == .resource ? entry.resourceId == anchor : entry.principalId == anchor
        }
    }

    private static func recorded(
        _ tenant: Tenant, _ services: Services
    ) -> [(assignment: AppRoleAssignment, entry: AppRoleAssignmentEntry)] {
        let parties = Parties(tenant, services)
        let runtime = services.store.appRoleAssignments(in: tenant.id)
        let known = tenant.appRoleAssignments
        return (known + runtime.filter { !known.contains($0) }).compactMap { assignment in
            parties.entry(assignment).map { (assignment, $0) }
        }
    }

    /// Returns the recorded assignments of the whole tenant.
    static func recordedAssignments(_ tenant: Tenant, _ services: Services) -> [AppRoleAssignmentEntry] {
        recorded(tenant, services).map(\.entry)
    }

    private static func create(_ side: Side, _ request: GraphRequest) throws(GraphError) -> AppRoleAssignmentEntry {
        var entry = AppRoleAssignmentEntry()
        try GraphType.appRoleAssignment.table.write(try request.members(), into: &entry, .creation)
        let anchor = try anchor(side, request)
        guard anchor == (side == .resource ? entry.resourceId : entry.principalId) else {
            throw .invalidValue(
                side == .resource ? "resourceId" : "principalId", "the id differs from the id in the path")
        }
        let (assignment, complete) = try assignment(entry, request)
        guard try !entries(side, request).contains(where: { $0.id.isExactly(complete.id) }) else {
            throw .badRequest(
                "The role is already assigned to the principal.",
                [GraphError.Detail(code: "InvalidUpdate", target: "appRoleId")])
        }
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            try GraphError.check(edit.add(assignment), key: complete.id, conflict: "appRoleId")
        }
        return complete
    }

    /// Returns the assignment by application IDs, and its entry with the names of both parties. Throws 404 if a party does not
    /// exist, 400 for a role that the resource does not have or that does not allow the principal, and 403 if the caller may not
    /// assign the role.
    private static func assignment(
        _ entry: AppRoleAssignmentEntry, _ request: GraphRequest
    ) throws(GraphError) -> (AppRoleAssignment, AppRoleAssignmentEntry) {
        let parties = Parties(request.tenant, request.services)
        guard let principal = parties.principal(entry.principalId) else {
            throw .notFound(entry.principalId.description)
        }
        guard let resource = parties.principals.find(entry.resourceId)?.application else {
            throw .notFound(entry.resourceId.description)
        }
        if entry.appRoleId != .defaultAccess {
            guard let role = resource.role(entry.appRoleId), role.isEnabled else {
                throw .badRequest(
                    "The application '\(resource.appId)' has no permission '\(entry.appRoleId)'.",
                    [GraphError.Detail(code: "InvalidUpdate", target: "appRoleId")])
            }
            let isAllowed =
                if case .application = principal { role.allowsApplications } else { role.allowsUsers }
            guard isAllowed else {
                throw .invalidValue(
                    "appRoleId", "allowedMemberTypes of the role does not include the type of the principal")
            }
        }
        if case .application = principal {
            guard request.caller.mayGrantRoles(of: resource.clientID) else { throw .denied }
        }
        let assignment = AppRoleAssignment(
            principal: principal, resource: resource.clientID, appRole: entry.appRoleId)
        guard let complete = parties.entry(assignment) else { throw .notFound(entry.resourceId.description) }
        return (assignment, complete)
    }
}

/// The possible parties of an assignment, by object ID.
private struct Parties {
    let tenant: Tenant
    let principals: ServicePrincipals

    init(_ tenant: Tenant, _ services: Services) {
        self.tenant = tenant
        principals = ServicePrincipals(tenant, services)
    }

    func principal(_ id: ObjectID) -> AppRoleAssignment.Principal? {
        if tenant.user(id) != nil { return .user(id) }
        if tenant.group(id) != nil { return .group(id) }
        return principals.find(id).map { .application($0.application.clientID) }
    }

    func entry(_ assignment: AppRoleAssignment) -> AppRoleAssignmentEntry? {
        guard let resource = principals.find(assignment.resource) else { return nil }
        var entry = AppRoleAssignmentEntry()
        entry.appRoleId = assignment.appRole
        entry.resourceId = resource.id
        entry.resourceDisplayName = resource.application.displayName
        switch assignment.principal {
        case .user(let id):
            entry.principalId = id
            entry.principalType = "User"
            entry.principalDisplayName = tenant.user(id)?.displayName
        case .group(let id):
            entry.principalId = id
            entry.principalType = "Group"
            entry.principalDisplayName = tenant.group(id)?.displayName
        case .application(let client):
            guard let principal = principals.find(client) else { return nil }
            entry.principalId = principal.id
            entry.principalType = "ServicePrincipal"
            entry.principalDisplayName = principal.application.displayName
        }
        return entry
    }
}
