import Directory
import Formats
import Protocol

/// An object of a list that can contain several types, such as the members of a group. A filter sees a property that the object's
/// type lacks as null.
struct GraphObject: Sendable {
    let id: String
    /// The name of the object's type, with which `@odata.type` ends.
    let type: String
    fileprivate let value: @Sendable (String) -> JSONValue
    private let json: @Sendable (GraphRequest) throws(GraphError) -> JSONValue

    init<Entity>(_ entity: Entity, _ type: GraphType<Entity>) {
        id = type.id(entity)
        self.type = type.name
        value = { type.table[$0]?.get(entity) ?? .null }
        json = { (request) throws(GraphError) in try request.typed(entity, type) }
    }

    /// Returns the object with its `@odata.type`, as the request selects its members.
    func shown(_ request: GraphRequest) throws(GraphError) -> JSONValue { try json(request) }
}

extension GraphType where Entity == GraphObject {
    /// The type of objects of several types. Lists of such objects are filtered, searched and sorted by advanced queries only,
    /// except for a comparison with an ID: azuread, Terraform's provider, finds a member of a group so.
    static let directoryObject = GraphType(
        "directoryObject", set: "directoryObjects", id: { $0.id },
        union([
            GraphType<User>.user.table.parts, GraphType<Group>.group.table.parts,
            GraphType<Application>.application.table.parts, GraphType<ServicePrincipal>.servicePrincipal.table.parts,
            GraphType<Device>.device.table.parts, GraphType<DirectoryRole>.directoryRole.table.parts,
        ]))

    /// Returns the properties that at least one type has.
    private static func union(_ tables: [[GraphPart]]) -> [GraphProperty<GraphObject>] {
        var seen: Set<ByteString> = []
        return tables.joined().filter { seen.insert(ByteString($0.name)).inserted }.map { part in
            var property = GraphProperty<GraphObject>(
                name: part.name, kind: part.kind, get: { $0.value(part.name) }, set: nil)
            property.access = .read
            return part.name.isExactly("id") ? property.filterable : property.documented(part.advanced)
        }
    }
}

extension GraphTable {
    /// The properties as filters see them.
    var parts: [GraphPart] {
        properties.filter { !$0.isRelation }.map {
            GraphPart(name: $0.name, kind: $0.kind, support: $0.support, parts: $0.parts)
        }
    }
}

extension GraphPart {
    /// The part with operators for advanced queries only.
    fileprivate var advanced: GraphPart {
        var copy = self
        copy.support = support.advanced
        copy.parts = parts.map(\.advanced)
        return copy
    }
}
