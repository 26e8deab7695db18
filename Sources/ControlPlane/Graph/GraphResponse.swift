import Directory
import Formats
import HTTP
import Protocol

/// The successful responses of Microsoft Graph.
enum GraphResponse {
    static func contentType(_ metadata: ODataMetadata) -> String {
        "application/json;odata.metadata=\(metadata.rawValue);odata.streaming=true;charset=utf-8"
    }

    static func json(_ members: [JSONValue.Member], status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, contentType: contentType(.minimal), body: JSONWriter.value(.object(members)))
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
        try type.check(query, in: version)
        try checkExpansion(of: type)
        let members = try shown(entity, type).map { member in
            guard query.select.containsExactly(member.name), let detail = type.table[member.name]?.detail else {
                return member
            }
            return JSONValue.Member(member.name, detail(entity))
        }
        var response = GraphResponse.json([GraphResponse.context("\(type.set)\(selection)/$entity", self)] + members)
        response.headers.append("ETag", entityTag(entity, type))
        return response
    }

    /// Returns the response with a new entity and its location. Each of `members` replaces the member with the same name.
    func created<Entity>(
        _ entity: Entity, _ type: GraphType<Entity>, at path: String, _ members: [JSONValue.Member] = []
    ) -> HTTPResponse {
        let location = "\(root)\(path)/\(type.id(entity))"
        guard preference != .minimal else {
            return HTTPResponse(
                status: 204,
                headers: HeaderList([
                    .init("Location", location), .init("OData-EntityId", location),
                    .init("Preference-Applied", Preference.minimal.rawValue),
                ]))
        }
        let shown =
            annotations(entity, type)
            + type.members(entity, in: version).map { member in
                members.first { $0.name.isExactly(member.name) } ?? member
            }
        var response = GraphResponse.json([GraphResponse.context("\(type.set)/$entity", self)] + shown, status: 201)
        response.headers.append("Location", location)
        return response
    }
}

/// The errors of Microsoft Graph for directory objects.
extension GraphError {
    static let methodNotAllowed = GraphError(
        status: 405, code: "Request_BadRequest",
        message: "Specified HTTP method is not allowed for the request target.")

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
            message:
                "Resource '\(key)' does not exist or one of its queried reference-property objects are not present.")
    }

    /// Returns the error for a path without a resource.
    static func unknownSegment(_ path: String) -> GraphError {
        malformed("Resource not found for the segment '\(path.pieces(separatedBy: "/").last ?? "")'.")
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

    /// Throws the error for an edit that was not made: the key is unknown, the property is taken, or the tenant is full.
    static func check(
        _ outcome: TenantEdit.Outcome, key: String, conflict property: String
    ) throws(GraphError) {
        switch outcome {
        case .done: break
        case .notFound: throw notFound(key)
        case .taken: throw conflict(property)
        case .full: throw quota
        }
    }

    init(_ problem: ODataQuery.Problem) {
        switch problem {
        case .malformed(let option):
            self = .malformed(
                option.isExactly("$filter") ? "Invalid filter clause" : "The query option \(option) is not valid.")
        case .pageSize(let text):
            self = .unsupportedQuery(
                "Invalid page size specified: '\(text)'. Must be between 1 and \(ODataQuery.maximumTop) inclusive.")
        case .twice(let option): self = .malformed("The query option \(option) occurs twice.")
        case .unknown(let option): self = .malformed("The query option \(option) is not known.")
        case .unsupported(let option): self = .unsupportedQuery("The query option \(option) is not supported here.")
        }
    }
}
