import Crypto
import Formats
import HTTP
import Protocol

/// The amount of OData annotations in a response, which the `Accept` header selects.
enum ODataMetadata: String, Sendable, CaseIterable {
    case none
    case minimal
    case full

    /// Reads `odata.metadata` of an `Accept` header. Minimal is the default.
    init(accept: String?) {
        let folded = accept?.asciiLowercased ?? ""
        self = ODataMetadata.allCases.first { folded.containsExactly("odata.metadata=\($0.rawValue)") } ?? .minimal
    }
}

/// The preference for the body of a response to a write (`Prefer`, RFC 7240 §4.2).
enum Preference: String, Sendable, CaseIterable {
    case minimal = "return=minimal"
    case representation = "return=representation"

    init?(header: String?) {
        let parts = (header ?? "").asciiLowercased.pieces(separatedBy: ",").map {
            String(Substring($0.utf8[...].trimmed))
        }
        guard let found = Preference.allCases.first(where: { parts.containsExactly($0.rawValue) }) else { return nil }
        self = found
    }
}

extension GraphRequest {
    /// Returns the annotations of full metadata, and none otherwise.
    func annotations<Entity>(_ entity: Entity, _ type: GraphType<Entity>) -> [JSONValue.Member] {
        guard metadata == .full else { return [] }
        let address = "\(type.set)('\(type.id(entity))')"
        return [
            .init("@odata.type", .string("#microsoft.graph.\(type.name)")),
            .init("@odata.id", .string("\(root)/\(address)")),
            .init("@odata.editLink", .string(address)),
            .init("@odata.etag", .string(entityTag(entity, type))),
        ]
    }

    /// Returns the entity tag, a hash of the properties (RFC 9110 §8.8.3).
    func entityTag<Entity>(_ entity: Entity, _ type: GraphType<Entity>) -> String {
        let properties = type.table.properties.map { JSONValue.Member($0.name, $0.get(entity)) }
        return "W/\"\(Base64.url(Array(Digest.sha256(JSONWriter.value(.object(properties))).prefix(12))))\""
    }

    /// Throws 412 if `If-Match` names another version of the entity.
    func checkMatch<Entity>(_ entity: Entity, _ type: GraphType<Entity>) throws(GraphError) {
        guard let condition = ifMatch else { return }
        let tags = condition.pieces(separatedBy: ",").map { String(Substring($0.utf8[...].trimmed)) }
        guard tags.containsExactly("*") || tags.containsExactly(entityTag(entity, type)) else {
            throw GraphError(
                status: 412, code: "resourceModified",
                message: "The If-Match header value does not match the current version of the object.")
        }
    }
}

/// Expanded relations. Every relation that has a path of its own can be expanded.
extension GraphRequest {
    /// The largest number of objects of an expanded relation (Microsoft Learn, known issues with query parameters).
    private static let maximumExpansion = 20

    /// Throws 400 for a relation that the type lacks, for several relations, and for options inside or next to the relation that
    /// the service does not support.
    func checkExpansion<Entity>(of type: GraphType<Entity>) throws(GraphError) {
        guard let expansion = query.expand.first else { return }
        guard query.expand.count == 1 else {
            throw .unsupportedQuery("Only one navigation property can be expanded in a single query.")
        }
        guard query.search == nil, query.order.isEmpty || query.filter == nil else {
            throw .unsupportedQuery("$expand is not supported in advanced queries.")
        }
        if let option = expansion.unsupportedOption {
            throw .unsupportedQuery("The option \(option) inside $expand is not supported for directory objects.")
        }
        guard service.reads("/\(type.set)/id/\(expansion.relation)") else {
            throw .malformed("Parsing OData Select and Expand failed: \(type.missing(expansion.relation))")
        }
    }

    /// Returns the relation of an entity with at most 20 objects, or nil if the entity has no object of a relation with one object.
    /// The objects are those that the caller gets at the address of the relation.
    private func expanded<Entity>(
        _ expansion: ODataExpansion, of entity: Entity, _ type: GraphType<Entity>
    ) throws(GraphError) -> JSONValue.Member? {
        var options = ODataQuery()
        options.select = expansion.select
        options.top = GraphRequest.maximumExpansion
        let body: JSONValue?
        do throws(GraphError) {
            body = try service.read("/\(type.set)/\(type.id(entity))/\(expansion.relation)", options, for: self)
        } catch {
            guard error.status == 404 else { throw error }
            return nil
        }
        guard let members = body?.object else { return nil }
        if let objects = body?["value"]?.array { return .init(expansion.relation, .array(objects)) }
        return .init(expansion.relation, .object(members.filter { !$0.name.isExactly("@odata.context") }))
    }

    /// Returns the members of an entity with the annotations that the request demands and with the expanded relations.
    func shown<Entity>(_ entity: Entity, _ type: GraphType<Entity>) throws(GraphError) -> [JSONValue.Member] {
        var members = annotations(entity, type) + type.members(entity, select: query.select, in: version)
        for expansion in query.expand {
            if let member = try expanded(expansion, of: entity, type) { members.append(member) }
        }
        return members
    }
}

extension HTTPResponse {
    /// Returns a JSON response with the content type for an amount of annotations.
    func with(contentTypeOf metadata: ODataMetadata) -> HTTPResponse {
        guard headers["Content-Type"]?.hasExactPrefix("application/json") == true else { return self }
        var copy = self
        copy.headers.set("Content-Type", GraphResponse.contentType(metadata))
        return copy
    }

    /// Returns the response without the annotations that `odata.metadata=none` omits.
    func withoutAnnotations() -> HTTPResponse {
        guard headers["Content-Type"]?.hasExactPrefix("application/json") == true, let value = JSONValue(parsing: body)
        else { return self }
        var headers = headers
        headers.set("Content-Type", GraphResponse.contentType(.none))
        return HTTPResponse(status: status, headers: headers, body: JSONWriter.value(value.withoutAnnotations))
    }
}

extension JSONValue {
    /// The links and the count that a response without metadata keeps.
    private static let control = ["@odata.nextLink", "@odata.deltaLink", "@odata.count"]

    fileprivate var withoutAnnotations: JSONValue {
        switch self {
        case .array(let values): .array(values.map(\.withoutAnnotations))
        case .object(let members):
            .object(
                members.filter { member in
                    !member.name.utf8.starts(with: "@odata.".utf8) || JSONValue.control.containsExactly(member.name)
                }.map { Member($0.name, $0.value.withoutAnnotations) })
        default: self
        }
    }
}
