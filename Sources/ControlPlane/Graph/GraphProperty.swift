import Formats
import Protocol

/// A property of a Microsoft Graph type: its name, its value, and its access rules.
struct GraphProperty<Entity: Sendable>: Sendable {
    enum Access: Sendable {
        case readWrite
        /// Writable only when the object is created.
        case creation
        case read
    }

    let name: String
    let kind: GraphKind
    let get: @Sendable (Entity) -> JSONValue
    let set: (@Sendable (inout Entity, JSONValue, String) throws(GraphError) -> Void)?
    var access = Access.readWrite
    /// Whether a new object needs a value.
    var isRequired = false
    /// Whether the property is returned without `$select`.
    var isDefault = true
    /// Returns the value in a response with one object that selects the property, or nil if the value is the same everywhere.
    private(set) var detail: (@Sendable (Entity) -> JSONValue)?
    /// The only version of the service that has the property, or nil if both versions have it.
    var version: GraphVersion?
    /// The operators of queries that the property supports. For a list, the operators are those for each element.
    var support = QuerySupport()
    /// The properties inside a complex value, or inside each element of a list, that queries may name.
    var parts: [GraphPart] = []
    /// Whether the property is a relation, which only filters name.
    var isRelation = false
    /// Whether the caller lacks the permission to read the values. A hidden value is not returned, and a filter must not use the
    /// property.
    private(set) var isHidden = false

    /// Creates a property whose value is stored in the entity.
    static func property<Value>(
        _ name: String, _ path: any WritableKeyPath<Entity, Value> & Sendable, _ value: GraphValue<Value>
    ) -> GraphProperty {
        GraphProperty(name: name, kind: value.kind) {
            value.json($0[keyPath: path])
        } set: {
            (entity, json, propertyPath) throws(GraphError) in
            entity[keyPath: path] = try value.read(json, propertyPath)
        }
    }

    /// Creates a property whose value is stored in the entity, and is null in JSON if there is none.
    static func property<Value>(
        _ name: String, _ path: any WritableKeyPath<Entity, Value?> & Sendable, _ value: GraphValue<Value>
    ) -> GraphProperty {
        property(name, path, GraphValue<Value?>.optional(value))
    }

    /// Creates a read-only property with a computed value.
    static func derived<Value>(
        _ name: String, _ value: GraphValue<Value>, _ get: @escaping @Sendable (Entity) -> Value
    ) -> GraphProperty {
        var property = GraphProperty(name: name, kind: value.kind, get: { value.json(get($0)) }, set: nil)
        property.access = .read
        return property
    }

    /// Creates a read-only property with a computed value, which is null in JSON if there is none.
    static func derived<Value>(
        _ name: String, _ value: GraphValue<Value>, _ get: @escaping @Sendable (Entity) -> Value?
    ) -> GraphProperty {
        derived(name, GraphValue<Value?>.optional(value), get)
    }

    /// Creates a property that the server stores without using it, among the `others` of the entity. The value is `absent` until
    /// one is written.
    static func stored(
        _ name: String, _ others: any WritableKeyPath<Entity, [JSONValue.Member]> & Sendable,
        _ value: GraphValue<JSONValue>, absent: JSONValue = .null
    ) -> GraphProperty {
        GraphProperty(name: name, kind: value.kind) { entity in
            entity[keyPath: others].first { $0.name.isExactly(name) }?.value ?? absent
        } set: { (entity, json, propertyPath) throws(GraphError) in
            let member = JSONValue.Member(name, try value.read(json, propertyPath))
            entity[keyPath: others].removeAll { $0.name.isExactly(name) }
            entity[keyPath: others].append(member)
        }
    }

    /// Creates a complex property whose own properties are stored in the entity itself. A write leaves absent members unchanged.
    static func nested(_ name: String, _ properties: [GraphProperty]) -> GraphProperty {
        let table = GraphTable(properties)
        return GraphProperty(name: name, kind: .complex) {
            table.json($0)
        } set: {
            (entity, json, propertyPath) throws(GraphError) in
            guard let members = json.object else { throw .invalidValue(propertyPath) }
            try table.write(members, into: &entity, at: propertyPath, .change)
        }
    }

    var required: GraphProperty { with { $0.isRequired = true } }
    var creationOnly: GraphProperty { with { $0.access = .creation } }
    var readOnly: GraphProperty { with { $0.access = .read } }
    var onSelect: GraphProperty { with { $0.isDefault = false } }

    /// Returns the property with another value in a response with one object that selects the property.
    func detailed(_ get: @escaping @Sendable (Entity) -> JSONValue) -> GraphProperty { with { $0.detail = get } }

    /// Returns the property for one version of the service.
    func only(in version: GraphVersion) -> GraphProperty { with { $0.version = version } }

    /// The property with `eq`.
    var filterable: GraphProperty { supporting("eq") }
    /// The property with `eq` and `startsWith`.
    var searchable: GraphProperty { supporting("eq startsWith") }

    /// Returns the property with operators of queries in the words of `QuerySupport`.
    func supporting(_ words: String) -> GraphProperty { with { $0.support = QuerySupport(words) } }

    /// Returns the property with the operators that the reference documents.
    func documented(_ part: GraphPart) -> GraphProperty {
        with {
            $0.support = part.support
            $0.parts = part.parts
        }
    }

    /// Creates a relation, whose objects a filter compares. `get` returns a list with the properties that filters name.
    static func relation(_ name: String, _ get: @escaping @Sendable (Entity) -> JSONValue) -> GraphProperty {
        var property = GraphProperty(name: name, kind: .list, get: get, set: nil)
        property.access = .read
        property.isDefault = false
        property.isRelation = true
        return property
    }

    /// Creates a property that the reference documents and the server has no value for.
    static func absent(_ documented: DocumentedProperty) -> GraphProperty {
        let none: JSONValue = documented.kind == .list ? .array([]) : .null
        var property = GraphProperty(name: documented.name, kind: documented.kind, get: { _ in none }, set: nil)
            .documented(documented.part)
        property.isDefault = documented.isShown
        property.access = .read
        return property
    }

    /// Creates a property that the reference documents and the server keeps as given.
    static func open(
        _ documented: DocumentedProperty, _ others: any WritableKeyPath<Entity, [JSONValue.Member]> & Sendable
    ) -> GraphProperty {
        var property = stored(
            documented.name, others, documented.value, absent: documented.kind == .list ? .array([]) : .null
        ).documented(documented.part)
        property.isDefault = documented.isShown
        if documented.use == .fixed || documented.use == .computed { property.access = .read }
        return property
    }

    var hidden: GraphProperty {
        let none: JSONValue = kind == .list ? .array([]) : .null
        var copy = GraphProperty(name: name, kind: kind, get: { _ in none }, set: set)
        copy.isDefault = isDefault
        copy.isRelation = isRelation
        copy.version = version
        copy.isHidden = true
        return copy
    }

    private func with(_ change: (inout GraphProperty) -> Void) -> GraphProperty {
        var copy = self
        change(&copy)
        return copy
    }
}

/// The properties of a type, in the order of the response.
struct GraphTable<Entity: Sendable>: Sendable {
    /// The kind of write.
    enum Writing: Sendable {
        case creation
        case change
    }

    let properties: [GraphProperty<Entity>]
    private let positions: [ByteString: Int]
    /// The name of the type in messages, or nil for the properties of a complex value.
    private let resource: String?

    init(_ properties: [GraphProperty<Entity>], of resource: String? = nil) {
        self.properties = properties
        self.resource = resource
        positions = Dictionary(
            properties.enumerated().map { (ByteString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the property with a name that is not among `properties`, or nil.
    var dynamic: (@Sendable (String) -> GraphProperty<Entity>?)?

    subscript(_ name: String) -> GraphProperty<Entity>? {
        positions[ByteString(name)].map { properties[$0] } ?? dynamic?(name)
    }

    func json(_ entity: Entity) -> JSONValue {
        .object(properties.map { JSONValue.Member($0.name, $0.get(entity)) })
    }

    /// Writes the members of a body into an entity. Throws 400 for a name that is unknown or not writable, and for a required name
    /// that a new object lacks. Ignores annotations, except bindings, which are rejected: an operation that supports bindings
    /// removes them from the members first.
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
            let propertyPath = path.isEmpty ? member.name : "\(path).\(member.name)"
            guard let property = self[member.name] else {
                throw .badRequest("Invalid property '\(propertyPath)'.")
            }
            switch (property.access, writing) {
            case (.readWrite, _), (.creation, .creation): try property.set?(&entity, member.value, propertyPath)
            // A client may send back a value that it read.
            case (.read, _) where property.get(entity) == member.value || member.value == .null: continue
            case (.creation, .change) where property.get(entity) == member.value: continue
            case (.read, _), (.creation, .change):
                throw .badRequest("Property '\(propertyPath)' is read-only and cannot be set.")
            }
        }
    }

    private func checkRequired(_ members: [JSONValue.Member], at path: String) throws(GraphError) {
        for property in properties where property.isRequired {
            let value = members.first { $0.name.isExactly(property.name) }?.value ?? .null
            guard value != .null else { throw .missingValue(path.isEmpty ? property.name : "\(path).\(property.name)") }
        }
    }
}

extension JSONValue.Member {
    /// Whether the name is an annotation, such as `@odata.type` or `members@odata.bind`.
    var isAnnotation: Bool { name.utf8.contains(UInt8(ascii: "@")) }

    /// Whether the member names objects to bind to the entity.
    var isBinding: Bool { name.asciiLowercased.hasExactSuffix("@odata.bind") }
}
