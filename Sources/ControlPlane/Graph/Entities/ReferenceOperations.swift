import Directory
import Entra
import Formats
import HTTP
import Protocol

extension GraphRequest {
    /// The largest number of objects that one property of a body may bind.
    private static let maximumBindings = 20

    /// Returns the object that the body of a `$ref` request names by its address.
    func reference() throws(GraphError) -> ObjectID {
        guard let url = try members().first(where: { $0.name.isExactly("@odata.id") })?.value.string else {
            throw .missingValue("@odata.id")
        }
        return try GraphRequest.object(at: url, "@odata.id")
    }

    /// Returns the members of the body without the binding of a property (`members@odata.bind`), and the IDs of the bound objects.
    func members(binding property: String) throws(GraphError) -> (members: [JSONValue.Member], bound: [ObjectID]) {
        var members = try members()
        let bound = try GraphRequest.takeBound(property, from: &members)
        return (members, bound)
    }

    /// Removes the binding of a property from the members of a body, and returns the IDs of the bound objects.
    static func takeBound(
        _ property: String, from members: inout [JSONValue.Member]
    ) throws(GraphError) -> [ObjectID] {
        let name = "\(property)@odata.bind"
        guard let position = members.firstIndex(where: { $0.name.isExactly(name) }) else { return [] }
        guard let urls = members.remove(at: position).value.array, urls.count <= GraphRequest.maximumBindings else {
            throw .badRequest(
                "The value of \(name) must be a list of at most \(GraphRequest.maximumBindings) URLs of objects.")
        }
        var bound: [ObjectID] = []
        for url in urls { bound.append(try GraphRequest.object(at: url.string ?? "", name)) }
        return bound
    }

    private static func object(at url: String, _ name: String) throws(GraphError) -> ObjectID {
        guard let last = ODataAddress(url).path.pieces(separatedBy: "/").last, let id = GUID(last) else {
            throw .badRequest("The value of \(name) must be the URL of an object.")
        }
        return ObjectID(id.description)
    }
}

/// The operations on owners of registrations, which are users and service principals.
extension GraphOperation {
    static let owners: [GraphOperation] = [
        GraphOperation("GET", "/applications/{id}/owners", .readApplications) { (request) throws(GraphError) in
            let owners = try request.application().owners
            let principals = ServicePrincipals(request.tenant, request.services)
            return try request.page(
                owners.compactMap(request.tenant.user), .user, owners.compactMap { principals.find($0) },
                .servicePrincipal)
        },
        GraphOperation("POST", "/applications/{id}/owners/$ref", .manageApplications) { (request) throws(GraphError) in
            let owner = try request.reference()
            try request.change(try request.application()) { (changed) throws(GraphError) in
                try add(owner, to: &changed, request)
            }
            return GraphResponse.noContent
        },
        GraphOperation("DELETE", "/applications/{id}/owners/{owner}/$ref", .manageApplications) {
            (request) throws(GraphError) in
            let owner = ObjectID(request.key("owner").value)
            try request.change(try request.application()) { (changed) throws(GraphError) in
                guard changed.owners.contains(owner) else { throw .notFound(owner.description) }
                changed.owners.removeAll { $0 == owner }
            }
            return GraphResponse.noContent
        },
    ]

    /// Adds a user or a service principal as an owner.
    static func add(
        _ owner: ObjectID, to application: inout Application, _ request: GraphRequest
    ) throws(GraphError) {
        try checkOwner(owner, request)
        guard !application.owners.contains(owner) else { throw alreadyReferred("owners") }
        application.owners.append(owner)
    }

    static func checkOwner(_ owner: ObjectID, _ request: GraphRequest) throws(GraphError) {
        let isPrincipal = ServicePrincipals(request.tenant, request.services).find(owner) != nil
        guard isPrincipal || request.tenant.user(owner) != nil else { throw .notFound(owner.description) }
    }

    static func alreadyReferred(_ property: String) -> GraphError {
        .badRequest("The object is already one of the \(property).")
    }
}
