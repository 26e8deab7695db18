import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The operations on the manager of a user, which is another user of the tenant. The server only stores the reference.
extension GraphOperation {
    static let managers: [GraphOperation] = ownManagers + directReports

    private static let directReports: [GraphOperation] = ["", "/microsoft.graph.user"].map { cast in
        GraphOperation("GET", "/users/{id}/directReports\(cast)", .readUsers) { (request) throws(GraphError) in
            let manager = try request.user().id
            let reports = request.tenant.users.filter { $0.managerID == manager }
            return try request.page(reports, .user, typed: cast.isEmpty)
        }
    }

    private static let ownManagers: [GraphOperation] = [
        GraphOperation("GET", "/users/{id}/manager", .readUsers) { (request) throws(GraphError) in
            guard let id = try request.user().managerID, let manager = request.tenant.user(id) else {
                throw .notFound("manager")
            }
            return try request.entity(manager, .user)
        },
        GraphOperation("PUT", "/users/{id}/manager/$ref", .updateUsers) { (request) throws(GraphError) in
            let id = try request.reference()
            guard request.tenant.user(id) != nil else { throw .notFound(id.description) }
            try setManager(id, request)
            return GraphResponse.noContent
        },
        GraphOperation("DELETE", "/users/{id}/manager/$ref", .updateUsers) { (request) throws(GraphError) in
            guard try request.user().managerID != nil else { throw .notFound("manager") }
            try setManager(nil, request)
            return GraphResponse.noContent
        },
    ]

    private static func setManager(_ id: ObjectID?, _ request: GraphRequest) throws(GraphError) {
        let user = try request.user().id
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            let outcome = edit.update(user) { $0.managerID = id }
            try GraphError.check(outcome, key: user.description, conflict: "id")
        }
    }
}

extension User {
    /// The object ID of the manager, among the properties that are only stored.
    fileprivate var managerID: ObjectID? {
        get {
            self.otherProperties.first { $0.name.isExactly("manager") }?.value["id"]?.string.map { ObjectID($0) }
        }
        set {
            self.otherProperties.removeAll { $0.name.isExactly("manager") }
            guard let id = newValue else { return }
            self.otherProperties.append(.init("manager", .object([.init("id", .string(id.description))])))
        }
    }
}
