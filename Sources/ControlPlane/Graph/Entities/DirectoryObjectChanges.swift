import Directory
import Entra
import Formats
import HTTP
import Protocol

/// A type of objects whose changes a delta query of `directoryObjects` returns (directoryobject-delta in the reference).
private struct TrackedType: Sendable {
    /// The qualified name, as filters and selections have it.
    let name: String
    let permission: GraphPermission
    /// Returns whether a selection can name the property or the links.
    let has: @Sendable (String) -> Bool
    /// Returns the objects of a scope, or nil if the server has no objects of the type.
    let part: @Sendable (GraphRequest, DeltaScope) -> DeltaPart?

    init<Entity>(
        _ type: GraphType<Entity>, _ permission: GraphPermission, _ links: GraphLinks<Entity>? = nil,
        _ all: @escaping @Sendable (GraphRequest) -> [Entity]
    ) {
        let name = "microsoft.graph.\(type.name)"
        let has: @Sendable (String) -> Bool = { type.table[$0] != nil || links?.name.isExactly($0) == true }
        self.name = name
        self.permission = permission
        self.has = has
        part = { request, scope in
            DeltaPart(
                all(request), type, links, request, ids: scope.ids, select: scope.select(of: name, has), isTyped: true)
        }
    }

    /// Creates a type of which no tenant has objects.
    init(absent name: String, _ permission: GraphPermission) {
        self.name = "microsoft.graph.\(name)"
        self.permission = permission
        has = { ["id", "deletedDateTime", "displayName"].containsExactly($0) }
        part = { _, _ in nil }
    }

    static let all: [TrackedType] = [
        TrackedType(.user, .readProfiles) { $0.tenant.users },
        TrackedType(.group, .readGroups, .members) { $0.tenant.groups },
        TrackedType(.application, .readApplications) { $0.tenant.applications.filter(\.isRegistration) },
        TrackedType(.servicePrincipal, .readApplications) { ServicePrincipals($0.tenant, $0.services).all },
        TrackedType(.device, .readDevices) { $0.tenant.devices },
        TrackedType(.directoryRole, .readRoles) { request in
            request.tenant.activatedRoles.map { DirectoryRole($0, in: request.tenant) }
        },
        TrackedType(.appRoleAssignment, .readProfiles) { GraphOperation.recordedAssignments($0.tenant, $0.services) },
        TrackedType(GraphType<AdministrativeUnit>.administrativeUnit, .readUnits) { _ in [] },
        TrackedType(absent: "orgContact", .readContacts),
    ]
}

/// The delta query of objects of any type.
extension GraphOperation {
    /// The permission to read the changes of some type. The types of the objects decide further.
    private static let readSomeChanges = GraphPermission(
        delegated: TrackedType.all.flatMap(\.permission.delegated).firstOfEach { ByteString($0) },
        application: TrackedType.all.flatMap(\.permission.application).firstOfEach { ByteString($0) })

    static let directoryObjectChanges: [GraphOperation] = ["delta", "microsoft.graph.delta"].map { name in
        GraphOperation("GET", "/directoryObjects/\(name)", readSomeChanges) { (request) throws(GraphError) in
            for name in request.query.select where !TrackedType.all.contains(where: { $0.isSelected(by: name) }) {
                let missing = GraphType<GraphObject>.directoryObject.missing(name)
                throw .malformed("Parsing OData Select and Expand failed: \(missing)")
            }
            let scope = try DeltaScope(request.query, types: TrackedType.all.map(\.name))
            return try request.delta(scope, at: "/directoryObjects") { (scope) throws(GraphError) in
                try changes(in: scope, request)
            }
        }
    }

    /// Returns the objects of a scope. Throws 403 if the caller lacks the permission for the objects of a type. A scope of IDs
    /// alone needs the permission for their types.
    private static func changes(in scope: DeltaScope, _ request: GraphRequest) throws(GraphError) -> DeltaCollection {
        var parts: [DeltaPart] = []
        for type in TrackedType.all where scope.types?.containsExactly(type.name) ?? true {
            let part = type.part(request, scope)
            let isFound = part?.ids.isEmpty == false
            if scope.types != nil || scope.ids == nil || isFound { try type.permission.check(request) }
            if let part { parts.append(part) }
        }
        return DeltaCollection(parts: parts)
    }
}

extension TrackedType {
    fileprivate func isSelected(by name: String) -> Bool {
        var scope = DeltaScope()
        scope.select = [name]
        return scope.select(of: self.name, has)?.isEmpty == false
    }
}
