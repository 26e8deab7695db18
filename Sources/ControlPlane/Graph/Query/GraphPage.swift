import Formats
import HTTP
import Protocol

extension GraphRequest {
    /// Whether the query may use the operators of advanced queries.
    func isAdvanced(isCounted: Bool) -> Bool { isEventual && isCounted }

    /// Returns a page of entities. A `typed` list can contain several types, so each entity has its `@odata.type`.
    func page<Entity>(
        _ entities: [Entity], _ type: GraphType<Entity>, typed: Bool = false
    ) throws(GraphError) -> HTTPResponse {
        try page(entities, type, of: typed ? "directoryObjects" : type.set) { (entity) throws(GraphError) in
            try typed ? self.typed(entity, type) : .object(shown(entity, type))
        }
    }

    /// Returns a page of objects of several types.
    func page(_ objects: [GraphObject]) throws(GraphError) -> HTTPResponse {
        let type = GraphType<GraphObject>.directoryObject
        return try page(objects, type, of: type.set) { (object) throws(GraphError) in try object.shown(self) }
    }

    /// Returns a page of a list with objects of two types.
    func page<First, Second>(
        _ first: [First], _ firstType: GraphType<First>, _ second: [Second], _ secondType: GraphType<Second>
    ) throws(GraphError) -> HTTPResponse {
        try page(first.map { GraphObject($0, firstType) } + second.map { GraphObject($0, secondType) })
    }

    /// Returns a page of the entities that the query selects, in its order. `value` returns the JSON of an entity.
    private func page<Entity>(
        _ entities: [Entity], _ type: GraphType<Entity>, of set: String,
        value: (Entity) throws(GraphError) -> JSONValue
    ) throws(GraphError) -> HTTPResponse {
        try check(type, isCounted: query.count)
        var list = entities
        var predicate = type.predicate(of: query)
        // The service counts on the first page only. Without a count and an order, the page ends the evaluation of the filter.
        let isCounted = query.count && isEventual && query.skipToken == nil
        if let matches = predicate, isCounted || !query.order.isEmpty {
            list = list.filter(matches)
            predicate = nil
        }
        list = type.sorted(list, by: query.order)
        let found = list
        let matches = predicate
        let size = query.top ?? type.pageSize
        var page = try GraphPage(of: found.count, size, after: query.skipToken) { type.id(found[$0]) }
        var values: [JSONValue] = []
        var bytes = 0
        var index = page.range.lowerBound
        while index < found.count, values.count < size, bytes < GraphPage.maximumSize {
            if matches?(found[index]) ?? true {
                values.append(try value(found[index]))
                bytes += values.last?.size ?? 0
            }
            index += 1
        }
        while index < found.count, matches?(found[index]) == false { index += 1 }
        page.end(at: index) { type.id(found[$0]) }
        var members = [GraphResponse.context(set + selection, self)]
        if isCounted { members.append(.init("@odata.count", .integer(Int64(found.count)))) }
        if let token = page.next { members.append(.init("@odata.nextLink", .string(link(token)))) }
        return GraphResponse.json(members + [.init("value", .array(values))])
    }

    /// Returns the number of matching entities as plain text. Throws 400 without the header `ConsistencyLevel: eventual`.
    func count<Entity>(_ entities: [Entity], _ type: GraphType<Entity>) throws(GraphError) -> HTTPResponse {
        guard isEventual else { throw .badRequest("$count is not currently supported.") }
        try check(type, isCounted: true)
        let matches = type.predicate(of: query)
        return .text(200, String(matches.map { entities.count(where: $0) } ?? entities.count))
    }

    /// Throws the errors of the query for a list of the type.
    func check<Entity>(_ type: GraphType<Entity>, isCounted: Bool) throws(GraphError) {
        if query.search != nil, !isEventual {
            throw .unsupportedQuery(
                "Request with $search query parameter only works through MSGraph with a special request header: "
                    + "'ConsistencyLevel: eventual'")
        }
        let isAdvanced = isAdvanced(isCounted: isCounted)
        try type.check(query, isAdvanced: isAdvanced, in: version)
        try checkExpansion(of: type)
        if let filter = query.filter {
            let bounds = FilterBounds(isAdvanced: isAdvanced, addressLength: addressLength)
            try bounds.check(filter, of: type.resource)
        }
    }

    /// The selected and expanded properties in `@odata.context`.
    var selection: String {
        let names = query.select + query.expand.map { "\($0.relation)(\($0.select.joined(separator: ",")))" }
        return names.isEmpty ? "" : "(\(names.joined(separator: ",")))"
    }

    func link(_ token: String) -> String {
        var fields = query.fields
        fields.append("$skiptoken", token)
        return "\(root)\(path)?\(fields.encodedOptions)"
    }

    /// Returns an entity with its `@odata.type`, for a list that can contain several types.
    func typed<Entity>(_ entity: Entity, _ type: GraphType<Entity>) throws(GraphError) -> JSONValue {
        let members = try shown(entity, type)
        let name = JSONValue.Member("@odata.type", .string("#microsoft.graph.\(type.name)"))
        return .object(metadata == .full ? members : [name] + members)
    }
}

/// The part of a list that a response contains. The token of the next part has the ID and the position of the last object of
/// this part, so that no object is left out if objects are added or removed in between.
struct GraphPage: Sendable, Equatable {
    static let defaultSize = 100
    /// The limit for the `JSONValue.size` of the objects in a response. The object that reaches the limit is the last of its page.
    static let maximumSize = 1 << 24

    private(set) var range: Range<Int>
    private(set) var next: String?
    private let count: Int

    /// Finds the part of a list of `count` objects that begins where `skipToken` says, with at most `size` objects. `id` returns
    /// the ID of the object at a position in the list.
    init(of count: Int, _ size: Int, after skipToken: String?, id: (Int) -> String) throws(GraphError) {
        let start = try skipToken.map { (text) throws(GraphError) in try GraphPage.start(text, count, id) } ?? 0
        let end = min(start + size, count)
        range = start..<end
        self.count = count
        next = GraphPage.token(after: range, of: count, id)
    }

    /// Ends this part before the object at a position. The next part begins with that object.
    mutating func end(at position: Int, id: (Int) -> String) {
        range = range.lowerBound..<max(range.lowerBound, position)
        next = GraphPage.token(after: range, of: count, id)
    }

    private static func token(after range: Range<Int>, of count: Int, _ id: (Int) -> String) -> String? {
        guard range.upperBound < count, !range.isEmpty else { return nil }
        return Base64.url(Array("\(range.upperBound):\(id(range.upperBound - 1))".utf8))
    }

    private static func start(_ token: String, _ count: Int, _ id: (Int) -> String) throws(GraphError) -> Int {
        guard let bytes = Base64.decodeURL(token.utf8), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let position = ASCII.decimal(bytes[..<colon]), position > 0
        else { throw .badRequest("This service did not issue the $skiptoken.") }
        let last = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        if position <= count, id(position - 1).isExactly(last) { return position }
        return (0..<count).first { id($0).isExactly(last) }.map { $0 + 1 } ?? min(position - 1, count)
    }
}

extension JSONValue {
    /// The approximate length of the JSON text, in bytes.
    var size: Int {
        switch self {
        case .null, .bool, .integer, .number: 8
        case .string(let text): text.utf8.count + 2
        case .array(let values): values.reduce(2) { $0 + $1.size + 1 }
        case .object(let members): members.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.size }
        }
    }
}
