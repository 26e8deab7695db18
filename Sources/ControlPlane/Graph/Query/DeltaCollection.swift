import Directory
import Entra
import Formats
import Protocol

/// The objects that a delta query reports next to an object, such as the members of a group.
struct GraphLinks<Entity: Sendable>: Sendable {
    let name: String
    /// Returns a function from an entity to the IDs of the linked objects, for one request.
    let get: @Sendable (GraphRequest) -> (Entity) -> [ObjectID]

    init(_ name: String, _ get: @escaping @Sendable (GraphRequest) -> (Entity) -> [ObjectID]) {
        self.name = name
        self.get = get
    }
}

/// The objects and properties to which the first request limits a delta query.
struct DeltaScope: Sendable {
    /// The largest number of objects that a filter can name.
    static let maximumIDs = 50

    /// The selected properties, or an empty list for the default properties.
    var select: [String] = []
    /// The objects, or nil for all.
    var ids: [String]?
    /// The types of the objects, or nil for all types of the collection.
    var types: [String]?
}

extension DeltaScope {
    /// Creates the scope of a query. Throws 400 for a filter of anything but IDs and the known types.
    init(_ query: ODataQuery, types known: [String] = []) throws(GraphError) {
        select = query.select
        for term in query.filter?.alternatives ?? [] {
            if case .isOf(let type) = term, known.containsExactly(type) {
                types = (types ?? []) + [type]
            } else if case .comparison(let path, .eq, _) = term, path.isProperty("id"), let id = term.values(of: "id") {
                ids = (ids ?? []) + id
            } else {
                throw DeltaScope.unsupported
            }
        }
        guard ids?.count ?? 0 <= DeltaScope.maximumIDs else { throw DeltaScope.unsupported }
    }

    private static let unsupported = GraphError.unsupportedQuery(
        "A delta query can only be filtered by at most \(maximumIDs) ids, and for directoryObjects by types.")

    /// Returns the selected properties of a type, or nil for the default properties. A name can begin with the type, such as
    /// `microsoft.graph.user/surname`. `has` returns whether the type has a property.
    func select(of type: String, _ has: (String) -> Bool) -> [String]? {
        select.isEmpty ? nil : select.map { $0.dropping(prefix: "\(type)/") ?? $0 }.filter(has)
    }
}

extension ODataFilter {
    /// The filters that `or` joins.
    fileprivate var alternatives: [ODataFilter] {
        if case .or(let terms) = self { terms.flatMap(\.alternatives) } else { [self] }
    }
}

/// A collection as a delta query sees it. A collection of directory objects has one part for each type.
struct DeltaCollection {
    let parts: [DeltaPart]

    /// The contents with a hash of each tracked property.
    var contents: DeltaState.Contents {
        var contents = DeltaState.Contents()
        for part in parts {
            for (index, id) in part.ids.enumerated() {
                contents.ids.append(id)
                contents.hashes[id] = part.values(index).map(\.hash)
                let linked = part.links == nil ? [] : part.linked(index)
                if !linked.isEmpty { contents.links[id] = Set(linked.map { ByteString($0.description) }) }
            }
        }
        return contents
    }

    /// Returns the parts and positions of changed objects by ID. Objects that were removed since are absent.
    func objects(of changes: ArraySlice<DeltaState.Change>) -> [ByteString: (part: DeltaPart, index: Int)] {
        let changed = Set(changes.map(\.id))
        guard !changed.isEmpty else { return [:] }
        return parts.reduce(into: [:]) { found, part in
            for (index, id) in part.ids.enumerated() where changed.contains(id) { found[id] = (part, index) }
        }
    }
}

/// The objects of one type in a collection. Their values are read on demand.
struct DeltaPart {
    let ids: [ByteString]
    /// The name of the links, or nil if the query does not track any.
    let links: String?
    /// Returns the IDs of the objects to which the object at a position is linked.
    let linked: (Int) -> [ObjectID]
    /// Returns the values of the tracked properties of the object at a position.
    let values: (Int) -> [JSONValue]
    private let names: [String]
    /// The members that every object begins with.
    private let head: [JSONValue.Member]

    /// Creates the part with the objects of a scope. `select` has the tracked properties, or is nil for the default properties.
    /// In a collection of several types, each object has its `@odata.type`.
    init<Entity>(
        _ entities: [Entity], _ type: GraphType<Entity>, _ links: GraphLinks<Entity>?, _ request: GraphRequest,
        ids scope: [String]?, select: [String]?, isTyped: Bool = false
    ) {
        let wanted = scope.map { Set($0.map { ByteString($0.asciiLowercased) }) }
        let chosen = wanted.map { wanted in
            entities.filter { wanted.contains(ByteString(type.id($0).asciiLowercased)) }
        }
        let objects = chosen ?? entities
        let properties =
            select.map { $0.compactMap { type.table[$0] }.filter { !$0.isRelation } }
            ?? type.table.properties.filter { type.isDefault($0, in: .stable) }
        ids = objects.map { ByteString(type.id($0)) }
        names = properties.map(\.name)
        values = { index in properties.map { $0.get(objects[index]) } }
        self.links = links.flatMap { select?.containsExactly($0.name) ?? true ? $0.name : nil }
        let find = links?.get(request)
        linked = { find?(objects[$0]) ?? [] }
        head = isTyped ? [.init("@odata.type", .string("#microsoft.graph.\(type.name)"))] : []
    }

    /// Returns the members of the changed object at a position. A minimal object has only the changed properties. A property
    /// without a value is left out, unless the value was removed (Microsoft Learn, user-delta: response).
    func members(_ index: Int, _ change: DeltaState.Change, isMinimal: Bool) -> [JSONValue.Member] {
        let current = values(index)
        let changed = (change.properties ?? []).filter(names.indices.contains)
        let shown = (isMinimal ? changed : Array(names.indices)).filter { position in
            !names[position].isExactly("id")
                && (current[position] != .null || !change.isNew && changed.contains(position))
        }
        return head + shown.map { JSONValue.Member(names[$0], current[$0]) }
            + [.init("id", .string(ids[index].string))]
    }
}

extension JSONValue {
    /// A hash of the JSON text, which differs from run to run.
    fileprivate var hash: UInt32 {
        var hasher = Hasher()
        JSONWriter.value(self).withUnsafeBytes { hasher.combine(bytes: $0) }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
