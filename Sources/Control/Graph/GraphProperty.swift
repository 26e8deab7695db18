import Flows
import Wire

/// One property of a type of Microsoft Graph: what it is called, where its value is, who may write it, who may ask for it.
struct GraphProperty<Entity: Sendable>: Sendable {
    enum Access: Sendable {
        case readWrite
        /// Given with a new object only.
        case creation
        case read
    }

    let name: String
    let kind: GraphKind
    let get: @Sendable (Entity) -> JSONValue
    let set: (@Sendable (inout Entity, JSONValue, String) throws(GraphError) -> Void)?
    var access = Access.readWrite
    /// A new object needs it.
    var isRequired = false
    /// It is told without `$select`.
    var isDefault = true
    /// `$filter` may ask for it: by `eq` and `in`, in a list by `any`.
    var isFilterable = false
    /// `$filter` may ask how it starts.
    var hasPrefixFilter = false
    /// The caller's permission is not for its values: none is told, and no filter may ask for one.
    private(set) var isHidden = false

    /// A property kept in the entity.
    static func property<Value>(
        _ name: String, _ path: any WritableKeyPath<Entity, Value> & Sendable, _ value: GraphValue<Value>
    ) -> GraphProperty {
        GraphProperty(name: name, kind: value.kind) {
            value.json($0[keyPath: path])
        } set: {
            (entity, json, place) throws(GraphError) in
            entity[keyPath: path] = try value.read(json, place)
        }
    }

    /// The same where JSON has null for a value that is not there.
    static func property<Value>(
        _ name: String, _ path: any WritableKeyPath<Entity, Value?> & Sendable, _ value: GraphValue<Value>
    ) -> GraphProperty {
        property(name, path, GraphValue<Value?>.optional(value))
    }

    /// A property that nobody writes.
    static func derived<Value>(
        _ name: String, _ value: GraphValue<Value>, _ get: @escaping @Sendable (Entity) -> Value
    ) -> GraphProperty {
        var property = GraphProperty(name: name, kind: value.kind, get: { value.json(get($0)) }, set: nil)
        property.access = .read
        return property
    }

    /// The same, null where there is no value.
    static func derived<Value>(
        _ name: String, _ value: GraphValue<Value>, _ get: @escaping @Sendable (Entity) -> Value?
    ) -> GraphProperty {
        derived(name, GraphValue<Value?>.optional(value), get)
    }

    /// A property that the server only keeps, among the `others` of the entity; `absent` is told until it is written.
    static func kept(
        _ name: String, _ others: any WritableKeyPath<Entity, [JSONValue.Member]> & Sendable,
        _ value: GraphValue<JSONValue>, absent: JSONValue = .null
    ) -> GraphProperty {
        GraphProperty(name: name, kind: value.kind) { entity in
            entity[keyPath: others].first { $0.name.isExactly(name) }?.value ?? absent
        } set: { (entity, json, place) throws(GraphError) in
            let member = JSONValue.Member(name, try value.read(json, place))
            entity[keyPath: others].removeAll { $0.name.isExactly(name) }
            entity[keyPath: others].append(member)
        }
    }

    /// A complex property whose own properties are kept in the entity itself. What is not written stays as it is.
    static func nested(_ name: String, _ properties: [GraphProperty]) -> GraphProperty {
        let table = GraphTable(properties)
        return GraphProperty(name: name, kind: .complex) {
            table.json($0)
        } set: {
            (entity, json, place) throws(GraphError) in
            guard let members = json.object else { throw .invalidValue(place) }
            try table.write(members, into: &entity, at: place, .change)
        }
    }

    var required: GraphProperty { with { $0.isRequired = true } }
    var creationOnly: GraphProperty { with { $0.access = .creation } }
    var readOnly: GraphProperty { with { $0.access = .read } }
    var onSelect: GraphProperty { with { $0.isDefault = false } }
    var filterable: GraphProperty { with { $0.isFilterable = true } }
    var searchable: GraphProperty {
        with {
            $0.isFilterable = true
            $0.hasPrefixFilter = true
        }
    }

    var hidden: GraphProperty {
        let none: JSONValue = kind == .list ? .array([]) : .null
        var copy = GraphProperty(name: name, kind: kind, get: { _ in none }, set: set)
        copy.isDefault = isDefault
        copy.isHidden = true
        return copy
    }

    private func with(_ change: (inout GraphProperty) -> Void) -> GraphProperty {
        var copy = self
        change(&copy)
        return copy
    }
}

/// The properties of a type, in the order in which they are told.
struct GraphTable<Entity: Sendable>: Sendable {
    /// What a body is for.
    enum Writing: Sendable {
        case creation
        case change
    }

    let properties: [GraphProperty<Entity>]
    private let positions: [ExactString: Int]
    /// The type that has them, as messages name it; nil for the properties of a part.
    private let resource: String?

    init(_ properties: [GraphProperty<Entity>], of resource: String? = nil) {
        self.properties = properties
        self.resource = resource
        positions = Dictionary(
            properties.enumerated().map { (ExactString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(_ name: String) -> GraphProperty<Entity>? { positions[ExactString(name)].map { properties[$0] } }

    func json(_ entity: Entity) -> JSONValue {
        .object(properties.map { JSONValue.Member($0.name, $0.get(entity)) })
    }

    /// Writes the members of a body into an entity. Throws for names that are unknown or may not be written, and, of a new
    /// object, for those that are missing. Annotations are passed over, but for those that bind objects: what of them an
    /// operation knows it has taken out before.
    func write(
        _ members: [JSONValue.Member], into entity: inout Entity, at path: String = "", _ writing: Writing
    ) throws(GraphError) {
        do throws(GraphError) {
            try writeParts(members, into: &entity, at: path, writing)
        } catch {
            throw resource.map(error.about) ?? error
        }
    }

    private func writeParts(
        _ members: [JSONValue.Member], into entity: inout Entity, at path: String, _ writing: Writing
    ) throws(GraphError) {
        if writing == .creation { try checkRequired(members, at: path) }
        if let binding = members.first(where: \.isBinding) {
            throw .badRequest("The request cannot bind objects with '\(binding.name)'.")
        }
        for member in members where !member.isAnnotation {
            let place = path.isEmpty ? member.name : "\(path).\(member.name)"
            guard let property = self[member.name] else {
                throw .badRequest("There is no property '\(place)'.")
            }
            switch (property.access, writing) {
            case (.readWrite, _), (.creation, .creation): try property.set?(&entity, member.value, place)
            // What a client read it may send back.
            case (.read, _) where property.get(entity) == member.value || member.value == .null: continue
            case (.read, _), (.creation, .change):
                throw .badRequest("The property '\(place)' cannot be written.")
            }
        }
    }

    private func checkRequired(_ members: [JSONValue.Member], at path: String) throws(GraphError) {
        for property in properties where property.isRequired {
            let given = members.first { $0.name.isExactly(property.name) }?.value ?? .null
            guard given != .null else { throw .missingValue(path.isEmpty ? property.name : "\(path).\(property.name)") }
        }
    }
}

extension JSONValue.Member {
    /// `@odata.type`, `members@odata.bind`
    var isAnnotation: Bool { name.utf8.contains(UInt8(ascii: "@")) }

    /// Whether it names objects that are to be bound to the one written.
    var isBinding: Bool { name.asciiLowercased.hasExactSuffix("@odata.bind") }
}
