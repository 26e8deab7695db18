import Directory
import Formats
import HTTP
import Protocol

/// An operation of Microsoft Graph, with the permission that the caller needs.
struct GraphOperation: Sendable {
    typealias Run = @Sendable (GraphRequest) throws(GraphError) -> HTTPResponse

    let method: String
    /// The path below the service's root. A key is a segment of its own.
    let pattern: String
    let permission: GraphPermission
    let run: Run
    /// Returns the description of the objects that the operation lists, or nil if another operation lists them.
    var type: (@Sendable () -> GraphTypeDescription)?
    /// The error with which this server always answers an operation of the service, or nil.
    private(set) var rejection: GraphError?

    init(_ method: String, _ pattern: String, _ permission: GraphPermission, _ run: @escaping Run) {
        self.method = method
        self.pattern = pattern
        self.permission = permission
        self.run = run
    }

    /// Creates an operation that the service has and this server rejects.
    init(_ method: String, _ pattern: String, _ permission: GraphPermission, rejection: GraphError) {
        self.init(method, pattern, permission) { (_) throws(GraphError) in throw rejection }
        self.rejection = rejection
    }

    /// All operations of Microsoft Graph that this server supports.
    static let table: [GraphOperation] =
        policies + policyAssignments + conditionalAccessPolicies + namedLocations + authenticationStrengths
        + managers + applicationTemplates + credentials
        + applications + federatedIdentityCredentials + owners + servicePrincipals + users + memberships + groups
        + members + permissionGrants + appRoleAssignments + authenticationContexts
        + directoryRoles + roleManagement + organization + domains + deletedItems + extensionProperties
        + authenticationMethods + photos + invitations + auditLogs
        + ownedObjects + devices + administrativeUnits + directoryObjects + directoryObjectChanges
}

/// The operations of a collection of entities: list, count, create, read, change and delete.
struct GraphCollection<Entity: Sendable>: Sendable {
    /// The path of the collection, such as `/applications`.
    let path: String
    let type: GraphType<Entity>
    /// The name of the path parameter with an entity's key.
    var key = "id"
    /// Returns the type as the caller sees it, if the caller's permissions cover only some properties.
    var seen: (@Sendable (GraphRequest) -> GraphType<Entity>)?
    /// The properties that have an index.
    var indexes: [GraphIndex<Entity>] = []
    /// The objects that delta queries report next to an entity, or nil.
    var links: GraphLinks<Entity>?
    let all: @Sendable (GraphRequest) throws(GraphError) -> [Entity]
    let find: @Sendable (GraphRequest) throws(GraphError) -> Entity

    private var one: String { "\(path)/{\(key)}" }

    private func type(for request: GraphRequest) -> GraphType<Entity> { seen?(request) ?? type }

    /// Returns the operations that read the collection. `tracksChanges` adds delta queries.
    func reading(_ permission: GraphPermission, tracksChanges: Bool = false) -> [GraphOperation] {
        var list = GraphOperation("GET", path, permission) { (request) throws(GraphError) in
            try request.page(try candidates(request), type(for: request))
        }
        let listed = type
        list.type = { GraphTypeDescription(listed) }
        let count = GraphOperation("GET", "\(path)/$count", permission) { (request) throws(GraphError) in
            try request.count(try candidates(request), type(for: request))
        }
        let entity = GraphOperation("GET", one, permission) { (request) throws(GraphError) in
            try request.entity(try find(request), type(for: request))
        }
        return [list, count, entity] + (tracksChanges ? tracking(permission) : [])
    }

    /// Returns the entities among which the filter of the request selects: those of an index, if the filter demands one value of an
    /// indexed property, and otherwise all.
    private func candidates(_ request: GraphRequest) throws(GraphError) -> [Entity] {
        for index in indexes {
            guard let values = request.query.filter?.values(of: index.property) else { continue }
            var seen: Set<ByteString> = []
            return values.compactMap { index.find(request, $0) }.filter {
                seen.insert(ByteString(type.id($0))).inserted
            }
        }
        return try all(request)
    }

    /// Returns the operations that return the changes of the collection since an earlier request.
    private func tracking(_ permission: GraphPermission) -> [GraphOperation] {
        ["delta", "microsoft.graph.delta"].map { name in
            GraphOperation("GET", "\(path)/\(name)", permission) { (request) throws(GraphError) in
                try request.delta(try all(request), type(for: request), links, at: path)
            }
        }
    }

    func creating(_ permission: GraphPermission, _ run: @escaping GraphOperation.Run) -> [GraphOperation] {
        [GraphOperation("POST", path, permission, run)]
    }

    /// Returns the operation that changes an entity. `run` makes the change.
    func changing(
        _ permission: GraphPermission, _ run: @escaping @Sendable (GraphRequest, Entity) throws(GraphError) -> Void
    ) -> [GraphOperation] {
        writing("PATCH", permission, run)
    }

    func deleting(
        _ permission: GraphPermission, _ run: @escaping @Sendable (GraphRequest, Entity) throws(GraphError) -> Void
    ) -> [GraphOperation] {
        writing("DELETE", permission, run)
    }

    private func writing(
        _ method: String, _ permission: GraphPermission,
        _ run: @escaping @Sendable (GraphRequest, Entity) throws(GraphError) -> Void
    ) -> [GraphOperation] {
        [
            GraphOperation(method, one, permission) { (request) throws(GraphError) in
                let entity = try find(request)
                try request.checkMatch(entity, type)
                try run(request, entity)
                guard method.isExactly("PATCH"), request.preference == .representation else {
                    return GraphResponse.noContent
                }
                let later = try request.afterEdit()
                var response = try later.entity(try find(later), type(for: later))
                response.headers.append("Preference-Applied", Preference.representation.rawValue)
                return response
            }
        ]
    }
}

/// A property by whose value an entity is found without a search.
struct GraphIndex<Entity: Sendable>: Sendable {
    let property: String
    /// Returns the entity that is the only one that can have the value.
    let find: @Sendable (GraphRequest, String) -> Entity?

    init(_ property: String, _ find: @escaping @Sendable (GraphRequest, String) -> Entity?) {
        self.property = property
        self.find = find
    }
}

extension ODataFilter {
    /// Returns the texts to one of which the filter requires the property to be equal, or nil if there is no such requirement.
    func values(of property: String) -> [String]? {
        switch self {
        case .comparison(let path, .eq, let literal) where path.isProperty(property): literal.value.map { [$0] }
        case .within(let path, let literals) where path.isProperty(property):
            literals.contains { $0.value == nil } ? nil : literals.compactMap(\.value)
        case .and(let terms): terms.lazy.compactMap { $0.values(of: property) }.first
        case .or(let terms):
            terms.reduce([] as [String]?) { found, term in
                guard let found, let values = term.values(of: property) else { return nil }
                return found + values
            }
        case .not, .comparison, .within, .function, .lambda, .isOf: nil
        }
    }
}

extension ODataLiteral {
    fileprivate var value: String? {
        switch self {
        case .string(let text), .word(let text): text
        case .bool, .null: nil
        }
    }
}
