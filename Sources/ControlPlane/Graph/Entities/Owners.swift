import Directory
import Entra
import Formats
import HTTP
import Protocol

/// An object that has owners, who are users and service principals.
private enum OwnedObject: String, CaseIterable {
    case application = "/applications"
    case servicePrincipal = "/servicePrincipals"
    case group = "/groups"

    var reading: GraphPermission {
        self == .group ? .readGroups : .readApplications
    }

    var managing: GraphPermission {
        switch self {
        case .application: .manageApplications
        case .servicePrincipal: .manageServicePrincipals
        case .group: .updateGroups
        }
    }

    func owners(_ request: GraphRequest) throws(GraphError) -> [ObjectID] {
        switch self {
        case .application: try request.application().owners
        case .servicePrincipal: request.owners(of: try request.servicePrincipal())
        case .group: try request.group().owners
        }
    }

    /// Changes the owners of the object that the path names.
    func change(
        _ request: GraphRequest, _ change: (inout [ObjectID]) throws(GraphError) -> Void
    ) throws(GraphError) {
        switch self {
        case .application:
            try request.change(try request.application()) { (changed) throws(GraphError) in
                try change(&changed.owners)
            }
        case .servicePrincipal:
            let principal = try request.servicePrincipal()
            guard let home = principal.home else { throw GraphOperation.unchangeable }
            guard home == request.tenant.id else {
                let client = principal.application.clientID
                return try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                    var properties = edit.tenant.servicePrincipalProperties[client] ?? ServicePrincipalProperties()
                    try change(&properties.owners)
                    let outcome = edit.update(servicePrincipalOf: client, properties)
                    try GraphError.check(outcome, key: client.description, conflict: "appId")
                }
            }
            try request.change(principal.application) { (changed) throws(GraphError) in
                try change(&changed.servicePrincipalOwners)
            }
        case .group:
            let id = try request.group().id
            try request.edit { (edit: inout TenantEdit) throws(GraphError) in
                guard var group = edit.group(id) else { throw .notFound(id.description) }
                try change(&group.owners)
                try GraphError.check(edit.update(group), key: id.description, conflict: "id")
            }
        }
    }
}

extension GraphOperation {
    static let owners: [GraphOperation] = OwnedObject.allCases.flatMap { owned in
        let path = "\(owned.rawValue)/{id}/owners"
        let all: @Sendable (GraphRequest) throws(GraphError) -> [ObjectID] = { (request) throws(GraphError) in
            let objects = DirectoryObjects(request)
            let owners = try owned.owners(request)
            // Owners may have been deleted. The users come first.
            return owners.filter { request.tenant.user($0) != nil }
                + owners.filter { objects.kind(of: $0) == .servicePrincipal }
        }
        return [
            GraphOperation("GET", path, owned.reading) { (request) throws(GraphError) in
                try request.page(try all(request))
            },
            GraphOperation("GET", "\(path)/$count", owned.reading) { (request) throws(GraphError) in
                try request.count(try all(request))
            },
            GraphOperation("GET", "\(path)/$ref", owned.reading) { (request) throws(GraphError) in
                try request.references(try all(request))
            },
            GraphOperation("GET", "\(path)/microsoft.graph.user", owned.reading) { (request) throws(GraphError) in
                try request.page(try all(request).compactMap(request.tenant.user), .user)
            },
            GraphOperation("GET", "\(path)/microsoft.graph.servicePrincipal", owned.reading) {
                (request) throws(GraphError) in
                let objects = DirectoryObjects(request)
                return try request.page(try all(request).compactMap(objects.servicePrincipal), .servicePrincipal)
            },
            GraphOperation("GET", "\(path)/{owner}/$ref", owned.reading) { (request) throws(GraphError) in
                try request.reference(to: ObjectID(request.key("owner").value), in: try all(request))
            },
            GraphOperation("POST", "\(path)/$ref", owned.managing) { (request) throws(GraphError) in
                let owner = try request.reference()
                try checkOwner(owner, request)
                try owned.change(request) { (owners) throws(GraphError) in
                    guard !owners.contains(owner) else { throw alreadyReferred("owners") }
                    guard owners.count < TenantEdit.maximumOwners else { throw .objectSize }
                    owners.append(owner)
                }
                return GraphResponse.noContent
            },
            GraphOperation("DELETE", "\(path)/{owner}/$ref", owned.managing) { (request) throws(GraphError) in
                let owner = ObjectID(request.key("owner").value)
                let tenant = request.tenant
                try owned.change(request) { (owners) throws(GraphError) in
                    guard owners.contains(owner) else { throw .notFound(owner.description) }
                    owners.removeAll { $0 == owner }
                    // The last user among the owners of a group stays (group-delete-owners in the reference).
                    guard
                        owned != .group || tenant.user(owner) == nil
                            || owners.contains(where: { tenant.user($0) != nil })
                    else { throw lastOwner }
                }
                return GraphResponse.noContent
            },
        ]
    }

    private static let lastOwner = GraphError.badRequest(
        "The group must have at least one owner, hence this owner cannot be removed.")

    /// Adds a user or a service principal as an owner.
    static func add(
        _ owner: ObjectID, to application: inout Application, _ request: GraphRequest
    ) throws(GraphError) {
        try checkOwner(owner, request)
        guard !application.owners.contains(owner) else { throw alreadyReferred("owners") }
        application.owners.append(owner)
    }

    /// Throws 404 if there is no object with the ID, and 400 if the object is neither a user nor a service principal.
    static func checkOwner(_ owner: ObjectID, _ request: GraphRequest) throws(GraphError) {
        guard let kind = DirectoryObjects(request).kind(of: owner) else { throw .notFound(owner.description) }
        guard kind == .user || kind == .servicePrincipal else { throw invalidReference(owner, kind, "owners") }
    }

    static func alreadyReferred(_ property: String) -> GraphError {
        .badRequest(
            "One or more added object references already exist for the following modified properties: '\(property)'.")
    }

    /// Returns the error for an object whose type a relation does not allow.
    static func invalidReference(
        _ id: ObjectID, _ kind: DirectoryObjects.Kind, _ property: String
    ) -> GraphError {
        let type = kind.rawValue.firstScalars(1).asciiUppercased + String(kind.rawValue.unicodeScalars.dropFirst())
        return .badRequest(
            "The reference target '\(type)_\(id)' of type '\(type)' is invalid for the '\(property)' reference.")
    }

    /// The lists of what users and service principals own and created. The server does not record the creators of objects.
    static let ownedObjects: [GraphOperation] =
        [("/users", GraphPermission.readMemberships), ("/servicePrincipals", .readApplications)]
        .flatMap { (set: String, permission: GraphPermission) in
            let all: @Sendable (GraphRequest) throws(GraphError) -> [GraphObject] = { (request) throws(GraphError) in
                let owner = set == "/users" ? try request.user().id : try request.servicePrincipal().id
                return request.ownedObjects(of: owner)
            }
            return [
                GraphOperation("GET", "\(set)/{id}/ownedObjects", permission) { (request) throws(GraphError) in
                    try request.page(try all(request))
                },
                GraphOperation("GET", "\(set)/{id}/ownedObjects/$count", permission) { (request) throws(GraphError) in
                    try request.count(try all(request), .directoryObject)
                },
                GraphOperation("GET", "\(set)/{id}/createdObjects", permission) { (request) throws(GraphError) in
                    _ = try all(request)
                    return try request.page([GraphObject]())
                },
            ]
                + [DirectoryObjects.Kind.application, .servicePrincipal, .group].map { kind in
                    GraphOperation("GET", "\(set)/{id}/ownedObjects/microsoft.graph.\(kind.rawValue)", permission) {
                        (request) throws(GraphError) in
                        try request.page(try all(request).filter { $0.type.isExactly(kind.rawValue) })
                    }
                }
        }
}

extension GraphRequest {
    /// Returns the owners of a service principal in the tenant. The home tenant of the application has owners of its own.
    func owners(of principal: ServicePrincipal) -> [ObjectID] {
        principal.home == tenant.id
            ? principal.application.servicePrincipalOwners
            : tenant.servicePrincipalProperties[principal.application.clientID]?.owners ?? []
    }

    /// Returns the applications, service principals and groups that a user or service principal owns.
    fileprivate func ownedObjects(of owner: ObjectID) -> [GraphObject] {
        let registrations = tenant.applications.filter(\.isRegistration)
        let principals = ServicePrincipals(tenant, services)
        return registrations.filter { $0.owners.contains(owner) }.map { GraphObject($0, .application) }
            + (registrations.filter { $0.servicePrincipalOwners.contains(owner) }.map(\.clientID)
            + tenant.servicePrincipalProperties.filter { $0.value.owners.contains(owner) }.keys.sorted()).compactMap {
                principals.find($0).map { GraphObject($0, .servicePrincipal) }
            }
            + tenant.groups.filter { $0.owners.contains(owner) }.map { GraphObject($0, .group) }
    }
}
