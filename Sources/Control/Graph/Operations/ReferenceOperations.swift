import Directory
import Entra
import Flows
import HTTP
import Wire

extension GraphRequest {
    /// The object that the body of a `$ref` request names by its address.
    func reference() throws(GraphError) -> ObjectID {
        guard let address = try members().first(where: { $0.name.isExactly("@odata.id") })?.value.string else {
            throw .missingValue("@odata.id")
        }
        let path = ODataAddress(address).path
        guard let last = path.pieces(separatedBy: "/").last, let id = GUID(last) else {
            throw .badRequest("The value of @odata.id is no address of an object.")
        }
        return ObjectID(id.description)
    }
}

/// Owners of registrations: users and service principals.
extension GraphOperation {
    static let owners: [GraphOperation] = [
        GraphOperation("GET", "/applications/{id}/owners", .readApplications) { (request) throws(GraphError) in
            let owners = try request.application().owners
            return try request.page(owners.compactMap(request.tenant.user), .user, typed: true)
        },
        GraphOperation("POST", "/applications/{id}/owners/$ref", .manageApplications) { (request) throws(GraphError) in
            let owner = try request.reference()
            let isPrincipal = ServicePrincipals(request.tenant, request.services).find(owner) != nil
            guard isPrincipal || request.tenant.user(owner) != nil else { throw .notFound(owner.description) }
            try request.change(try request.application()) { (changed) throws(GraphError) in
                guard !changed.owners.contains(owner) else { throw alreadyReferred("owners") }
                changed.owners.append(owner)
            }
            return GraphAnswer.noContent
        },
        GraphOperation("DELETE", "/applications/{id}/owners/{owner}/$ref", .manageApplications) {
            (request) throws(GraphError) in
            let owner = ObjectID(request.key("owner").value)
            try request.change(try request.application()) { (changed) throws(GraphError) in
                guard changed.owners.contains(owner) else { throw .notFound(owner.description) }
                changed.owners.removeAll { $0 == owner }
            }
            return GraphAnswer.noContent
        },
    ]

    static func alreadyReferred(_ property: String) -> GraphError {
        .badRequest("The object is one of the \(property) already.")
    }
}
