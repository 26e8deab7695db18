import Directory
import Formats
import HTTP
import Protocol

/// The successful responses of Microsoft Graph.
enum GraphResponse {
    static let contentType = "application/json;odata.metadata=minimal;odata.streaming=true;charset=utf-8"

    static func json(_ members: [JSONValue.Member], status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, contentType: contentType, body: JSONWriter.value(.object(members)))
    }

    static let noContent = HTTPResponse(status: 204)

    /// Returns a response with one value that is not an entity.
    static func value(_ value: JSONValue, _ type: String, _ request: GraphRequest) -> HTTPResponse {
        json([context(type, request), JSONValue.Member("value", value)])
    }

    static func context(_ fragment: String, _ request: GraphRequest) -> JSONValue.Member {
        JSONValue.Member("@odata.context", .string("\(request.root)/$metadata#\(fragment)"))
    }
}

extension GraphRequest {
    /// Returns a response with one entity, limited to the properties that the query selects.
    func entity<Entity>(_ entity: Entity, _ type: GraphType<Entity>) throws(GraphError) -> HTTPResponse {
        try type.check(query)
        return GraphResponse.json(
            [GraphResponse.context("\(type.set)\(selection)/$entity", self)]
                + type.members(entity, select: query.select))
    }

    /// Returns the response with a new entity and its location. Each of `members` replaces the member with the same name.
    func created<Entity>(
        _ entity: Entity, _ type: GraphType<Entity>, at path: String, _ members: [JSONValue.Member] = []
    ) -> HTTPResponse {
        let shown = type.members(entity).map { member in
            members.first { $0.name.isExactly(member.name) } ?? member
        }
        var response = GraphResponse.json([GraphResponse.context("\(type.set)/$entity", self)] + shown, status: 201)
        response.headers.append("Location", "\(root)\(path)/\(type.id(entity))")
        return response
    }

    /// Returns a page of entities. A `typed` list can contain several types, so each entity has its `@odata.type`.
    func page<Entity>(
        _ entities: [Entity], _ type: GraphType<Entity>, typed: Bool = false
    ) throws(GraphError) -> HTTPResponse {
        let found = try matching(entities, type, isCounted: query.count)
        return try page(typed ? "directoryObjects" : type.set, found.count) {
            type.id(found[$0])
        } value: {
            typed ? type.typed(found[$0], query) : .object(type.members(found[$0], select: query.select))
        }
    }

    /// Returns a page of a list with objects of two types. Such a list supports no filter.
    func page<First, Second>(
        _ first: [First], _ firstType: GraphType<First>, _ second: [Second], _ secondType: GraphType<Second>
    ) throws(GraphError) -> HTTPResponse {
        guard query.filter == nil else {
            throw .unsupportedQuery("A filter on a list of objects of several types is not supported.")
        }
        for name in query.select where firstType.table[name] == nil && secondType.table[name] == nil {
            throw .malformed("No object of the list has a property '\(name)'.")
        }
        return try page("directoryObjects", first.count + second.count) {
            $0 < first.count ? firstType.id(first[$0]) : secondType.id(second[$0 - first.count])
        } value: {
            $0 < first.count
                ? firstType.typed(first[$0], query) : secondType.typed(second[$0 - first.count], query)
        }
    }

    private func page(
        _ set: String, _ count: Int, id: (Int) -> String, value: (Int) -> JSONValue
    ) throws(GraphError) -> HTTPResponse {
        var page = try GraphPage(of: count, query, id: id)
        var values: [JSONValue] = []
        var size = 0
        for index in page.range where size < GraphPage.maximumSize {
            values.append(value(index))
            size += values.last?.size ?? 0
        }
        page.cut(to: values.count, id: id)
        var members = [GraphResponse.context(set + selection, self)]
        if query.count, isEventual { members.append(.init("@odata.count", .integer(Int64(count)))) }
        if let token = page.next { members.append(.init("@odata.nextLink", .string(link(token)))) }
        return GraphResponse.json(members + [.init("value", .array(values))])
    }

    /// Returns the number of matching entities as plain text. Throws 400 without the header `ConsistencyLevel: eventual`.
    func count<Entity>(_ entities: [Entity], _ type: GraphType<Entity>) throws(GraphError) -> HTTPResponse {
        guard isEventual else {
            throw .badRequest("$count needs the header ConsistencyLevel: eventual.")
        }
        let found = try matching(entities, type, isCounted: true)
        return .text(200, String(found.count))
    }

    /// Returns the entities that match the query's filter.
    private func matching<Entity>(
        _ entities: [Entity], _ type: GraphType<Entity>, isCounted: Bool
    ) throws(GraphError) -> [Entity] {
        try type.check(query)
        guard let filter = query.filter else { return entities }
        let bounds = FilterBounds(isAdvanced: isEventual && isCounted, addressLength: addressLength)
        try bounds.check(filter, of: type.resource)
        return entities.filter(type.predicate(filter))
    }

    private var selection: String { query.select.isEmpty ? "" : "(\(query.select.joined(separator: ",")))" }

    private func link(_ token: String) -> String {
        var fields = Form()
        if let filter = query.filter { fields.append("$filter", filter.text) }
        if !query.select.isEmpty { fields.append("$select", query.select.joined(separator: ",")) }
        if let top = query.top { fields.append("$top", String(top)) }
        if query.count { fields.append("$count", "true") }
        fields.append("$skiptoken", token)
        return "\(root)\(path)?\(fields.encoded)"
    }
}

extension GraphType {
    /// Returns an entity with its `@odata.type`, for a list that can contain several types.
    fileprivate func typed(_ entity: Entity, _ query: ODataQuery) -> JSONValue {
        .object(
            [JSONValue.Member("@odata.type", .string("#microsoft.graph.\(name)"))]
                + members(entity, select: query.select))
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

    /// `id` returns the ID of the object at a position in the list.
    init(of count: Int, _ query: ODataQuery, id: (Int) -> String) throws(GraphError) {
        let start = try query.skipToken.map { (text) throws(GraphError) in try GraphPage.start(text, count, id) } ?? 0
        let end = min(start + (query.top ?? GraphPage.defaultSize), count)
        range = start..<end
        self.count = count
        next = GraphPage.token(after: range, of: count, id)
    }

    /// Shortens this part to `length` objects. The next part begins with the first object that is left out.
    mutating func cut(to length: Int, id: (Int) -> String) {
        guard length < range.count else { return }
        range = range.prefix(length)
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
    fileprivate var size: Int {
        switch self {
        case .null, .bool, .integer, .number: 8
        case .string(let text): text.utf8.count + 2
        case .array(let values): values.reduce(2) { $0 + $1.size + 1 }
        case .object(let members): members.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.size }
        }
    }
}

/// The errors of Microsoft Graph for directory objects.
extension GraphError {
    static func badRequest(_ message: String, _ details: [Detail] = []) -> GraphError {
        GraphError(status: 400, code: "Request_BadRequest", message: message, details: details)
    }

    /// Returns the error for a request that is not valid OData.
    static func malformed(_ message: String) -> GraphError {
        GraphError(status: 400, code: "BadRequest", message: message)
    }

    /// The error for a body that is not a JSON object, or whose `Content-Type` is not JSON.
    static let unreadable = malformed(
        "Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format."
    )

    static func unsupportedQuery(_ message: String) -> GraphError {
        GraphError(status: 400, code: "Request_UnsupportedQuery", message: message)
    }

    /// Returns the error for a key that no object has.
    static func notFound(_ key: String) -> GraphError {
        GraphError(
            status: 404, code: "Request_ResourceNotFound",
            message: "The object '\(key)' does not exist, or an object that the request refers to does not exist.")
    }

    /// Returns the error for a path without a resource.
    static func unknownSegment(_ path: String) -> GraphError {
        malformed("No resource of this service has the path '\(path)'.")
    }

    /// Returns the error for a value that another object already has.
    static func conflict(_ property: String) -> GraphError {
        badRequest(
            "Another object has the same value for the property \(property).",
            [Detail(code: "ObjectConflict", target: property)])
    }

    /// Returns the error for an object whose key is already in use.
    static func exists(_ message: String) -> GraphError {
        GraphError(status: 409, code: "Request_MultipleObjectsWithSameKeyValue", message: message)
    }

    static let quota = GraphError(
        status: 403, code: "Directory_QuotaExceeded",
        message:
            "The directory has \(TenantEdit.maximumRunTimeObjects) objects that were created at run time, which is the limit."
    )

    /// The error for an object with too many values, with the message of the real service.
    static let objectSize = GraphError(
        status: 403, code: "Directory_ResourceSizeExceeded",
        message:
            "The size of the object has exceeded its limit. Please reduce the number of values and retry your request.")

    static func invalidValue(_ path: String, _ reason: String? = nil) -> GraphError {
        badRequest(
            "The value of the property '\(path)' is not valid\(reason.map { ": \($0)" } ?? "").",
            [Detail(code: "InvalidValue", target: path)])
    }

    /// Returns the error for an invalid value, with the message of the real service.
    static func invalidValue(_ path: String, of resource: String) -> GraphError {
        badRequest(
            "Invalid value specified for property '\(path)' of resource '\(resource)'.",
            [Detail(code: "InvalidValue", target: path)])
    }

    /// Returns the error with the name of the resource if the error is a plain invalid value, and the unchanged error otherwise.
    func about(_ resource: String) -> GraphError {
        guard let path = details.first?.target, self == .invalidValue(path) else { return self }
        return .invalidValue(path, of: resource)
    }

    static func missingValue(_ path: String) -> GraphError {
        badRequest("The property '\(path)' needs a value.", [Detail(code: "MissingValue", target: path)])
    }

    static let weakPassword = badRequest(
        "The specified password does not comply with password complexity requirements. Please provide a different password.",
        [Detail(code: "InvalidValue", target: "passwordProfile.password")])

    /// Returns the error for an edit that was not made, or nil if the edit was made.
    static func rejected(_ outcome: TenantEdit.Outcome, key: String, conflict property: String) -> GraphError? {
        switch outcome {
        case .done: nil
        case .notFound: notFound(key)
        case .taken: conflict(property)
        case .full: quota
        }
    }

    init(_ problem: ODataQuery.Problem) {
        switch problem {
        case .malformed(let option): self = .malformed("The query option \(option) is not valid.")
        case .twice(let option): self = .malformed("The query option \(option) occurs twice.")
        case .unknown(let option): self = .malformed("The query option \(option) is not known.")
        case .unsupported(let option): self = .unsupportedQuery("The query option \(option) is not supported here.")
        }
    }
}
