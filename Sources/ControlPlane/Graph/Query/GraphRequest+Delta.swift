import Directory
import Entra
import Formats
import HTTP
import Protocol

/// Delta queries (Microsoft Learn, "Use delta query to track changes in Microsoft Graph data"): the first request returns all
/// objects and a link, and the link returns what changed since.
extension GraphRequest {
    /// The largest number of objects to which a filter can limit a delta query.
    private static let maximumScope = 50

    /// Returns the changes of a collection since the state that a token of the request names, or all objects without a token.
    func delta<Entity>(
        _ entities: [Entity], _ type: GraphType<Entity>, _ links: GraphLinks<Entity>?, at path: String
    ) throws(GraphError) -> HTTPResponse {
        try checkDelta(type, links)
        let collection = DeltaCollection(entities, type, links?.get(self))
        if let token = query.skipToken {
            let (id, position) = try DeltaToken.parse(token)
            guard let state = deltas.state(id, now: services.now), isOwn(state, path) else { throw expired }
            return page(of: state, id, from: position, collection, links)
        }
        if let token = query.deltaToken, !token.isExactlyIgnoringASCIICase("latest") {
            let (id, _) = try DeltaToken.parse(token)
            guard let state = deltas.state(id, now: services.now), isOwn(state, path) else { throw expired }
            let contents = collection.contents(select: state.select, scope: state.scope, links)
            let changes = state.changes(to: contents)
            guard !changes.isEmpty else {
                deltas.renew(id, at: services.now)
                return response(to: state, [], .init("@odata.deltaLink", .string(link("$deltatoken", id, 0))))
            }
            return start(state.select, state.scope, path, contents, changes, collection, links)
        }
        let scope = query.filter?.values(of: "id")
        let contents = collection.contents(select: query.select, scope: scope, links)
        let nothing = DeltaState(
            tenant: tenant.id, path: path, select: query.select, scope: scope, created: services.now,
            contents: DeltaState.Contents(), changes: [])
        let all = query.deltaToken == nil ? nothing.changes(to: contents) : []
        return start(query.select, scope, path, contents, all, collection, links)
    }

    private func start<Entity>(
        _ select: [String], _ scope: [String]?, _ path: String, _ contents: DeltaState.Contents,
        _ changes: [DeltaState.Change], _ collection: DeltaCollection<Entity>, _ links: GraphLinks<Entity>?
    ) -> HTTPResponse {
        let id = services.random.guid()
        let state = DeltaState(
            tenant: tenant.id, path: path, select: select, scope: scope, created: services.now, contents: contents,
            changes: changes)
        deltas.add(state, as: id)
        return page(of: state, id, from: 0, collection, links)
    }

    private func page<Entity>(
        of state: DeltaState, _ id: GUID, from start: Int, _ collection: DeltaCollection<Entity>,
        _ links: GraphLinks<Entity>?
    ) -> HTTPResponse {
        let end = min(start + GraphPage.defaultSize, state.changes.count)
        let changes = start < end ? state.changes[start..<end] : []
        let entities = collection.entities(of: changes)
        let restorable = changes.contains { $0.properties == nil } ? deletedIDs : []
        let values = changes.compactMap { change -> JSONValue? in
            guard change.properties != nil else {
                return removed(change.id, restorable.contains(change.id) ? "changed" : "deleted")
            }
            return collection.json(change, entities[change.id], of: state, isMinimal: preference == .minimal).map {
                .object($0 + linked(change, links))
            }
        }
        return response(
            to: state, values,
            end < state.changes.count
                ? .init("@odata.nextLink", .string(link("$skiptoken", id, end)))
                : .init("@odata.deltaLink", .string(link("$deltatoken", id, 0))))
    }

    private func removed(_ id: ByteString, _ reason: String) -> JSONValue {
        .object([
            .init("@removed", .object([.init("reason", .string(reason))])), .init("id", .string(id.string)),
        ])
    }

    /// Returns the annotation with the links of an object that were added and removed, if there are any.
    private func linked<Entity>(_ change: DeltaState.Change, _ links: GraphLinks<Entity>?) -> [JSONValue.Member] {
        guard let links, !change.added.isEmpty || !change.removed.isEmpty else { return [] }
        let added: [JSONValue] = change.added.map { .object(named($0)) }
        let removed: [JSONValue] = change.removed.map {
            .object(named($0) + [.init("@removed", .object([.init("reason", .string("deleted"))]))])
        }
        return [.init("\(links.name)@delta", .array(added + removed))]
    }

    /// Returns the type and the ID of a linked object.
    private func named(_ id: ByteString) -> [JSONValue.Member] {
        let object = ObjectID(id.string)
        let type = DirectoryObjects(self).kind(of: object)?.rawValue ?? "directoryObject"
        return [
            .init("@odata.type", .string("#microsoft.graph.\(type)")), .init("id", .string(id.string)),
        ]
    }

    private func response(to state: DeltaState, _ values: [JSONValue], _ link: JSONValue.Member) -> HTTPResponse {
        let set = String(Substring(state.path.utf8.dropFirst()))
        let selection = state.select.isEmpty ? "" : "(\(state.select.joined(separator: ",")))"
        return GraphResponse.json([
            GraphResponse.context(set + selection, self), link, .init("value", .array(values)),
        ])
    }

    private func link(_ option: String, _ id: GUID, _ position: Int) -> String {
        "\(root)\(path)?\(Form([.init(option, DeltaToken.text(id, position))]).encodedOptions)"
    }

    private func isOwn(_ state: DeltaState, _ path: String) -> Bool {
        state.tenant == tenant.id && state.path.isExactly(path)
    }

    /// The error for a token that the server no longer knows. The client must begin again without a token.
    private var expired: GraphError {
        GraphError(
            status: 410, code: "syncStateNotFound",
            message:
                "The sync state generation is not found. The delta token is expired and data must be synchronized again.",
            location: "\(root)\(path)?$deltatoken=")
    }

    /// Throws 400 for options that delta queries do not support, and for a filter of anything but IDs.
    private func checkDelta<Entity>(_ type: GraphType<Entity>, _ links: GraphLinks<Entity>?) throws(GraphError) {
        var properties = query
        properties.select.removeAll { name in links?.name.isExactly(name) == true }
        try type.check(properties)
        let options = [
            ("$top", query.top != nil), ("$orderby", !query.order.isEmpty), ("$expand", !query.expand.isEmpty),
            ("$search", query.search != nil), ("$count", query.count),
        ]
        if let option = options.first(where: \.1)?.0 {
            throw .unsupportedQuery("The query option \(option) is not supported by delta queries.")
        }
        guard let filter = query.filter else { return }
        guard filter.comparesOnlyIDs, let scope = filter.values(of: "id"), scope.count <= GraphRequest.maximumScope
        else {
            throw .unsupportedQuery("A delta query can only be filtered by at most \(GraphRequest.maximumScope) ids.")
        }
    }
}

extension ODataFilter {
    /// Whether the filter consists of `id eq '…'`, joined by `or`.
    fileprivate var comparesOnlyIDs: Bool {
        switch self {
        case .or(let terms): terms.allSatisfy(\.comparesOnlyIDs)
        case .comparison(let path, .eq, _): path.isProperty("id")
        case .and, .not, .comparison, .within, .function, .lambda: false
        }
    }
}

/// The token of a delta query: the ID of a state, and a position in its changes.
private enum DeltaToken {
    static func text(_ id: GUID, _ position: Int) -> String { Base64.url(id.bytes + Array(":\(position)".utf8)) }

    /// Throws 400 for a token that this server cannot have issued.
    static func parse(_ text: String) throws(GraphError) -> (GUID, Int) {
        guard let bytes = Base64.decodeURL(text.utf8), bytes.count > 17, bytes[16] == UInt8(ascii: ":"),
            let id = GUID(bytes: Array(bytes[..<16])), let position = ASCII.decimal(bytes[17...])
        else { throw .badRequest("Badly formed token.") }
        return (id, position)
    }
}

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

/// A collection as a delta query sees it.
private struct DeltaCollection<Entity: Sendable> {
    private let entities: [Entity]
    private let type: GraphType<Entity>
    private let linked: ((Entity) -> [ObjectID])?

    init(_ entities: [Entity], _ type: GraphType<Entity>, _ linked: ((Entity) -> [ObjectID])?) {
        self.entities = entities
        self.type = type
        self.linked = linked
    }

    /// Returns the contents with a hash of each selected property.
    func contents(
        select: [String], scope: [String]?, _ links: GraphLinks<Entity>?
    ) -> DeltaState.Contents {
        let scope = scope.map { Set($0.map { ByteString($0.asciiLowercased) }) }
        let properties = properties(select)
        let tracksLinks = links.map { select.isEmpty || select.containsExactly($0.name) } ?? false
        var contents = DeltaState.Contents()
        for entity in entities {
            let id = ByteString(type.id(entity))
            guard scope?.contains(ByteString(id.string.asciiLowercased)) ?? true else { continue }
            contents.ids.append(id)
            contents.hashes[id] = properties.map { $0.get(entity).hash }
            guard tracksLinks, let found = linked?(entity), !found.isEmpty else { continue }
            contents.links[id] = Set(found.map { ByteString($0.description) })
        }
        return contents
    }

    /// Returns the members of a changed object, or nil if the object was removed since. A minimal object has only the changed
    /// properties.
    func json(
        _ change: DeltaState.Change, _ entity: Entity?, of state: DeltaState, isMinimal: Bool
    ) -> [JSONValue.Member]? {
        guard let entity else { return nil }
        let all = properties(state.select)
        let shown = isMinimal ? (change.properties ?? []).filter(all.indices.contains).map { all[$0] } : all
        let members = shown.filter { !$0.name.isExactly("id") }.map { JSONValue.Member($0.name, $0.get(entity)) }
        return members + [.init("id", .string(change.id.string))]
    }

    /// Returns the entities of some changes by ID.
    func entities(of changes: ArraySlice<DeltaState.Change>) -> [ByteString: Entity] {
        let ids = Set(changes.map(\.id))
        guard !ids.isEmpty else { return [:] }
        return entities.reduce(into: [:]) { found, entity in
            let id = ByteString(type.id(entity))
            if ids.contains(id) { found[id] = entity }
        }
    }

    private func properties(_ select: [String]) -> [GraphProperty<Entity>] {
        select.isEmpty
            ? type.table.properties.filter(\.isDefault) : select.compactMap { type.table[$0] }.filter { !$0.isRelation }
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
