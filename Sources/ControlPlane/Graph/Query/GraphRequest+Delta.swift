import Directory
import Entra
import Formats
import HTTP
import Protocol

/// Delta queries (Microsoft Learn, "Use delta query to track changes in Microsoft Graph data"): the first request returns all
/// objects and a link, and the link returns what changed since.
extension GraphRequest {
    /// Returns the changes of a collection with objects of one type.
    func delta<Entity>(
        _ entities: [Entity], _ type: GraphType<Entity>, _ links: GraphLinks<Entity>?, at path: String
    ) throws(GraphError) -> HTTPResponse {
        var properties = query
        properties.select.removeAll { name in links?.name.isExactly(name) == true }
        try type.check(properties, in: version)
        return try delta(try DeltaScope(query), at: path) { (scope) throws(GraphError) in
            let select = scope.select.isEmpty ? nil : scope.select
            return DeltaCollection(parts: [
                DeltaPart(entities, type, links, self, ids: scope.ids, select: select)
            ])
        }
    }

    /// Returns the changes of a collection since the state that a token of the request names, or all objects without a token.
    /// `collect` returns the objects of the scope of the first request.
    func delta(
        _ first: DeltaScope, at path: String, _ collect: (DeltaScope) throws(GraphError) -> DeltaCollection
    ) throws(GraphError) -> HTTPResponse {
        try checkDeltaOptions()
        if let token = query.skipToken {
            let (id, position) = try DeltaToken.parse(token)
            guard let state = deltas.state(id, now: services.now), isOwn(state, path) else { throw expired }
            return page(of: state, id, from: position, try collect(state.scope))
        }
        // The location of an expired token has an empty token, which begins again.
        let token = query.deltaToken.flatMap { $0.isEmpty ? nil : $0 }
        if let token, !token.isExactlyIgnoringASCIICase("latest") {
            let (id, _) = try DeltaToken.parse(token)
            guard let state = deltas.state(id, now: services.now), isOwn(state, path) else { throw expired }
            let collection = try collect(state.scope)
            let contents = collection.contents
            let changes = state.changes(to: contents)
            guard !changes.isEmpty else {
                deltas.renew(id, at: services.now)
                return response(to: state, [], .init("@odata.deltaLink", .string(link("$deltatoken", id, 0))))
            }
            return start(state.scope, path, contents, changes, collection)
        }
        let collection = try collect(first)
        let contents = collection.contents
        let nothing = DeltaState(
            tenant: tenant.id, path: path, scope: first, created: services.now, contents: DeltaState.Contents(),
            changes: [])
        let all = token == nil ? nothing.changes(to: contents) : []
        return start(first, path, contents, all, collection)
    }

    private func start(
        _ scope: DeltaScope, _ path: String, _ contents: DeltaState.Contents, _ changes: [DeltaState.Change],
        _ collection: DeltaCollection
    ) -> HTTPResponse {
        let id = services.random.guid()
        let state = DeltaState(
            tenant: tenant.id, path: path, scope: scope, created: services.now, contents: contents, changes: changes)
        deltas.add(state, as: id)
        return page(of: state, id, from: 0, collection)
    }

    private func page(of state: DeltaState, _ id: GUID, from start: Int, _ collection: DeltaCollection) -> HTTPResponse
    {
        let end = min(start + GraphPage.defaultSize, state.changes.count)
        let changes = start < end ? state.changes[start..<end] : []
        let objects = collection.objects(of: changes)
        let restorable = changes.contains { $0.properties == nil } ? deletedIDs : []
        let values = changes.compactMap { change -> JSONValue? in
            guard change.properties != nil else {
                return removed(change.id, restorable.contains(change.id) ? "changed" : "deleted")
            }
            guard let (part, index) = objects[change.id] else { return nil }
            let members = part.members(index, change, isMinimal: preference == .minimal)
            return .object(members + linked(change, part.links))
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
    private func linked(_ change: DeltaState.Change, _ name: String?) -> [JSONValue.Member] {
        guard let name, !change.added.isEmpty || !change.removed.isEmpty else { return [] }
        let added: [JSONValue] = change.added.map { .object(named($0)) }
        let removed: [JSONValue] = change.removed.map {
            .object(named($0) + [.init("@removed", .object([.init("reason", .string("deleted"))]))])
        }
        return [.init("\(name)@delta", .array(added + removed))]
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
        let selection = state.scope.select.isEmpty ? "" : "(\(state.scope.select.joined(separator: ",")))"
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

    /// Throws 400 for options that delta queries do not support.
    private func checkDeltaOptions() throws(GraphError) {
        let options = [
            ("$top", query.top != nil), ("$orderby", !query.order.isEmpty), ("$expand", !query.expand.isEmpty),
            ("$search", query.search != nil), ("$count", query.count),
        ]
        if let option = options.first(where: \.1)?.0 {
            throw .unsupportedQuery("The query option \(option) is not supported by delta queries.")
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
