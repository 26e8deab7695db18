import Directory
import Flows
import HTTP
import Wire

/// One thing that Microsoft Graph does for who may have it done.
struct GraphOperation: Sendable {
    typealias Run = @Sendable (GraphRequest) throws(GraphError) -> HTTPResponse

    let method: String
    /// Below the service's root; a key stands in a segment of its own.
    let pattern: String
    let permission: GraphPermission
    let run: Run

    init(_ method: String, _ pattern: String, _ permission: GraphPermission, _ run: @escaping Run) {
        self.method = method
        self.pattern = pattern
        self.permission = permission
        self.run = run
    }

    /// Everything that this server has of Microsoft Graph.
    static let table: [GraphOperation] =
        applications + federatedIdentityCredentials + owners + servicePrincipals + users + memberships + groups
        + members + permissionGrants + appRoleAssignments
}

/// The rows of a set of entities of one type: list, count, create, read, change, delete.
struct GraphCollection<Entity: Sendable>: Sendable {
    /// `/applications`
    let path: String
    let type: GraphType<Entity>
    /// The capture of an entity's key.
    var key = "id"
    /// The type as the caller sees it, where permissions are for some of its properties only.
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
                try request.answer(try find(request), type(for: request))
            },
        ]
    }

    func creating(_ permission: GraphPermission, _ run: @escaping GraphOperation.Run) -> [GraphOperation] {
        [GraphOperation("POST", path, permission, run)]
    }

    /// `run` makes the change.
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
                return GraphAnswer.noContent
            }
        ]
    }
}
