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

    init(_ method: String, _ pattern: String, _ permission: GraphPermission, _ run: @escaping Run) {
        self.method = method
        self.pattern = pattern
        self.permission = permission
        self.run = run
    }

    /// All operations of Microsoft Graph that this server supports.
    static let table: [GraphOperation] =
        applications + federatedIdentityCredentials + owners + servicePrincipals + users + memberships + groups
        + members + permissionGrants + appRoleAssignments + authenticationContexts
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
    let all: @Sendable (GraphRequest) throws(GraphError) -> [Entity]
    let find: @Sendable (GraphRequest) throws(GraphError) -> Entity

    private var one: String { "\(path)/{\(key)}" }

    private func type(for request: GraphRequest) -> GraphType<Entity> { seen?(request) ?? type }

    func reading(_ permission: GraphPermission) -> [GraphOperation] {
        [
            GraphOperation("GET", path, permission) { (request) throws(GraphError) in
                try request.page(try all(request), type(for: request))
            },
            GraphOperation("GET", "\(path)/$count", permission) { (request) throws(GraphError) in
                try request.count(try all(request), type(for: request))
            },
            GraphOperation("GET", one, permission) { (request) throws(GraphError) in
                try request.entity(try find(request), type(for: request))
            },
        ]
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
                try run(request, try find(request))
                return GraphResponse.noContent
            }
        ]
    }
}
