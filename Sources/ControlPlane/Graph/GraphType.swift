import Formats
import Protocol

/// A type of directory objects. Its table of properties defines creation, change and queries.
struct GraphType<Entity: Sendable>: Sendable {
    /// The name of the type, with which `@odata.type` ends, such as `application`.
    let name: String
    /// The name of the set in the service's metadata, such as `applications`.
    let set: String
    let id: @Sendable (Entity) -> String
    var table: GraphTable<Entity>
    /// The number of objects on a page, if the query does not say it.
    private(set) var pageSize = GraphPage.defaultSize

    /// Creates the type. The reference decides which operators a documented property supports. A property that the reference
    /// documents and `properties` lacks is null, and is never written.
    init(
        _ name: String, set: String, id: @escaping @Sendable (Entity) -> String, _ properties: [GraphProperty<Entity>]
    ) {
        let documented = DocumentedProperty.all(of: name)
        let known = properties.map { property in
            documented.first { $0.name.isExactly(property.name) }.map { property.documented($0.part) } ?? property
        }
        let absent = documented.filter { $0.isAbsent(from: properties.map(\.name)) }
        self.init(name, set, id, known + absent.map { GraphProperty<Entity>.absent($0) })
    }

    /// Creates an open type. `others` keeps the properties that the reference documents and `properties` lacks.
    init(
        _ name: String, set: String, others: any WritableKeyPath<Entity, [JSONValue.Member]> & Sendable,
        id: @escaping @Sendable (Entity) -> String, _ properties: [GraphProperty<Entity>]
    ) {
        let open = DocumentedProperty.all(of: name).filter { $0.isAbsent(from: properties.map(\.name)) }
        self.init(name, set: set, id: id, properties + open.map { GraphProperty<Entity>.open($0, others) })
    }

    private init(
        _ name: String, _ set: String, _ id: @escaping @Sendable (Entity) -> String,
        _ properties: [GraphProperty<Entity>]
    ) {
        self.name = name
        self.set = set
        self.id = id
        table = GraphTable(properties, of: GraphType.resource(name))
    }

    /// Returns the type for callers whose permission covers only the named properties.
    func restricted(to names: [String]) -> GraphType {
        GraphType(
            name, set, id, table.properties.map { names.contains(where: $0.name.isExactly) ? $0 : $0.hidden })
    }

    /// Returns the type for lists that the service sends in one page.
    var unpaged: GraphType {
        var type = self
        type.pageSize = ODataQuery.maximumTop
        return type
    }

    /// The name of the type in messages, such as `Application`.
    var resource: String { GraphType.resource(name) }

    private static func resource(_ name: String) -> String {
        name.firstScalars(1).asciiUppercased + String(name.unicodeScalars.dropFirst())
    }

    /// Returns the members of an entity: the selected properties, or the default ones of the version without a selection.
    func members(_ entity: Entity, select: [String] = [], in version: GraphVersion) -> [JSONValue.Member] {
        let properties =
            select.isEmpty
            ? table.properties.filter { isDefault($0, in: version) }
            : select.compactMap { table[$0] }.filter { !$0.isRelation }
        return properties.map { JSONValue.Member($0.name, $0.get(entity)) }
    }

    /// Whether the version returns the property without `$select`. The beta version returns all properties of a user that the
    /// directory stores (confirmed by Microsoft in `microsoft-graph-docs#1395`; observed in `msgraph-sdk-javascript#151`).
    func isDefault(_ property: GraphProperty<Entity>, in version: GraphVersion) -> Bool {
        guard property.version == nil || property.version == version else { return false }
        guard version == .beta, name.isExactly("user"), !property.isRelation else { return property.isDefault }
        return !DocumentedProperty.isUserPropertyOfOtherService(property.name)
    }

    /// Throws 400 if a query names an unknown property or an operator that the property does not support, and 403 if a query
    /// compares a hidden property.
    func check(_ query: ODataQuery, isAdvanced: Bool = false, in version: GraphVersion) throws(GraphError) {
        for name in query.select {
            guard let property = table[name], property.version == nil || property.version == version else {
                throw .malformed("Parsing OData Select and Expand failed: \(missing(name))")
            }
        }
        if let filter = query.filter { try check(filter, isAdvanced: isAdvanced) }
        for clause in query.search?.clauses ?? [] { _ = try searchable(clause.property) }
        for order in query.order { try check(order, isAdvanced: isAdvanced) }
        guard query.filter == nil || query.order.isEmpty || isAdvanced else { throw .unsortable }
    }

    func missing(_ name: String) -> String {
        "Could not find a property named '\(name)' on type 'microsoft.graph.\(self.name)'."
    }

    private func check(_ order: ODataOrder, isAdvanced: Bool) throws(GraphError) {
        let part = try part(order.path)
        guard let level = part.support.sorting, level == .plain || isAdvanced else { throw .unsortable }
    }

    /// Returns the property at a path. Throws 400 if the type has none, and 403 if the property is hidden.
    func part(_ path: ODataPath) throws(GraphError) -> GraphPart {
        guard let name = path.names.first, let property = table[name] else {
            throw .malformed("Invalid filter clause: \(missing(path.names.joined(separator: "/")))")
        }
        guard !property.isHidden else { throw .denied }
        guard property.kind != .list || path.names.count == 1 else {
            throw unsupported(path.names.joined(separator: "/"))
        }
        return try part(
            Array(path.names.dropFirst()),
            of: GraphPart(name: name, kind: property.kind, support: property.support, parts: property.parts))
    }

    /// Returns the part of a complex value at a path. A part that the reference does not list supports no operators.
    func part(_ names: [String], of whole: GraphPart) throws(GraphError) -> GraphPart {
        var part = whole
        for name in names {
            guard part.kind == .complex || part.kind == .list else {
                throw .malformed("Invalid filter clause: \(missing("\(part.name)/\(name)"))")
            }
            part =
                part.parts.first { $0.name.isExactly(name) }
                ?? GraphPart(name: "\(part.name)/\(name)", kind: .text, support: QuerySupport())
        }
        return part
    }

    func unsupported(_ name: String) -> GraphError {
        .unsupportedQuery(
            "Unsupported or invalid query filter clause specified for property '\(name)' of resource '\(resource)'.")
    }
}

extension GraphError {
    static let unsortable = GraphError.unsupportedQuery("Sorting not supported for current query.")
}
