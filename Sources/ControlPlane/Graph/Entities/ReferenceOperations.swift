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
