import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The directory objects of a tenant, found by their IDs.
struct DirectoryObjects: Sendable {
    let tenant: Tenant
    private let principals: ServicePrincipals

    init(_ request: GraphRequest) {
        tenant = request.tenant
        principals = ServicePrincipals(request.tenant, request.services)
    }

    /// The kind of an object, with the name of its type.
    enum Kind: String, Sendable, CaseIterable {
        case user
        case group
        case servicePrincipal
        case device
        case application

        /// The path of the objects' own collection.
        var path: String { "/\(rawValue)s" }
    }

    /// Returns the kind of the object with the ID, or nil if there is no such object.
    func kind(of id: ObjectID) -> Kind? {
        if tenant.user(id) != nil { return .user }
        if tenant.group(id) != nil { return .group }
        if tenant.deviceObject(id) != nil { return .device }
        if principals.find(id) != nil { return .servicePrincipal }
        return application(id) == nil ? nil : .application
    }

    func find(_ id: ObjectID) -> GraphObject? {
        if let user = tenant.user(id) { return GraphObject(user, .user) }
        if let group = tenant.group(id) { return GraphObject(group, .group) }
        if let device = tenant.deviceObject(id) { return GraphObject(device, .device) }
        if let principal = principals.find(id) { return GraphObject(principal, .servicePrincipal) }
        return application(id).map { GraphObject($0, .application) }
    }

    func servicePrincipal(_ id: ObjectID) -> ServicePrincipal? { principals.find(id) }

    private func application(_ id: ObjectID) -> Application? {
        tenant.application(object: id).flatMap { $0.isRegistration ? $0 : nil }
    }
}

extension GraphRequest {
    /// Returns a page of the objects with the IDs, in their order. The page reads only its own objects, unless the query selects
    /// or sorts objects by their properties.
    func page(_ ids: [ObjectID]) throws(GraphError) -> HTTPResponse {
        let objects = DirectoryObjects(self)
        guard query.filter == nil, query.search == nil, query.order.isEmpty else {
            return try page(ids.compactMap(objects.find))
        }
        try check(GraphType<GraphObject>.directoryObject, isCounted: query.count)
        return try page(ids, of: "directoryObjects" + selection) { (id) throws(GraphError) in
            try objects.find(id)?.shown(self)
        }
    }

    /// Returns a page of the references to the objects with the IDs (`$ref`).
    func references(_ ids: [ObjectID]) throws(GraphError) -> HTTPResponse {
        try page(ids, of: "Collection($ref)") { (id) throws(GraphError) in .object([reference(to: id)]) }
    }

    /// Returns the reference to one object of a list. Throws 404 if the list does not contain the object.
    func reference(to id: ObjectID, in ids: [ObjectID]) throws(GraphError) -> HTTPResponse {
        guard ids.contains(id) else { throw .notFound(id.description) }
        return GraphResponse.json([GraphResponse.context("$ref", self), reference(to: id)])
    }

    private func reference(to id: ObjectID) -> JSONValue.Member {
        .init("@odata.id", .string("\(root)/directoryObjects/\(id)"))
    }

    private func page(
        _ ids: [ObjectID], of set: String, value: (ObjectID) throws(GraphError) -> JSONValue?
    ) throws(GraphError) -> HTTPResponse {
        var page = try GraphPage(of: ids.count, query.top ?? GraphPage.defaultSize, after: query.skipToken) {
            ids[$0].description
        }
        var values: [JSONValue] = []
        var size = 0
        var index = page.range.lowerBound
        while index < page.range.upperBound, size < GraphPage.maximumSize {
            if let value = try value(ids[index]) {
                values.append(value)
                size += value.size
            }
            index += 1
        }
        page.end(at: index) { ids[$0].description }
        var members = [GraphResponse.context(set, self)]
        if query.count, isEventual, query.skipToken == nil {
            members.append(.init("@odata.count", .integer(Int64(ids.count))))
        }
        if let token = page.next { members.append(.init("@odata.nextLink", .string(link(token)))) }
        return GraphResponse.json(members + [.init("value", .array(values))])
    }

    /// Returns the number of objects that match the query as plain text.
    func count(_ ids: [ObjectID]) throws(GraphError) -> HTTPResponse {
        guard query.filter == nil, query.search == nil, isEventual else {
            let objects = DirectoryObjects(self)
            return try count(ids.compactMap(objects.find), .directoryObject)
        }
        return .text(200, String(ids.count))
    }

    /// Returns the IDs in a list of the body. Throws 400 for another value, and for more than `maximum` IDs.
    func ids(_ name: String, upTo maximum: Int) throws(GraphError) -> [ObjectID] {
        guard let values = try members().first(where: { $0.name.isExactly(name) })?.value.array else {
            throw .missingValue(name)
        }
        guard values.count <= maximum else {
            throw .invalidValue(name, "the list has \(values.count) ids, and \(maximum) are allowed")
        }
        var ids: [ObjectID] = []
        for value in values {
            guard let text = value.string, let id = GUID(text) else {
                throw .badRequest("Invalid object identifier '\(value.string ?? "")'.")
            }
            ids.append(ObjectID(id.description))
        }
        return ids
    }
}

/// The operations on objects of any type.
extension GraphOperation {
    /// The largest number of objects of a `getByIds` request.
    private static let maximumIDs = 1_000
    /// The types that Microsoft Graph accepts in `getByIds`. Objects of the types that `DirectoryObjects.Kind` lacks do not exist.
    private static let otherTypes = [
        "directoryObject", "directoryObjectPartnerReference", "directoryRole", "orgContact", "administrativeUnit",
        "contract", "organization", "domain", "resourceSpecificPermissionGrant", "appRoleAssignment",
    ]

    static let directoryObjects: [GraphOperation] =
        [
            GraphOperation("GET", "/directoryObjects/{id}", .readDirectoryObjects) { (request) throws(GraphError) in
                let id = ObjectID(request.key().value)
                guard let object = DirectoryObjects(request).find(id) else { throw .notFound(request.key().value) }
                return GraphResponse.json(
                    [GraphResponse.context("directoryObjects\(request.selection)/$entity", request)]
                        + (try object.shown(request).object ?? []))
            },
            GraphOperation("DELETE", "/directoryObjects/{id}", .deleteDirectoryObjects) {
                (request) throws(GraphError) in
                let id = request.key().value
                // The operation of the object's own type has further permissions and effects.
                guard let kind = DirectoryObjects(request).kind(of: ObjectID(id)),
                    let operation = table.first(where: {
                        $0.method.isExactly("DELETE") && $0.pattern.isExactly("\(kind.path)/{id}")
                    })
                else { throw .notFound(id) }
                try operation.permission.check(request)
                return try operation.run(request)
            },
        ]
        + ["getByIds", "microsoft.graph.getByIds"].map {
            GraphOperation("POST", "/directoryObjects/\($0)", .readDirectoryObjects, objectsByID)
        }
        + ["validateProperties", "microsoft.graph.validateProperties"].map {
            GraphOperation("POST", "/directoryObjects/\($0)", .validateGroups) { (request) throws(GraphError) in
                guard let type = try request.members().first(where: { $0.name.isExactly("entityType") })?.value.string,
                    type.isExactlyIgnoringASCIICase("Group")
                else { throw .invalidValue("entityType", "only Group is supported") }
                return try validate(nil, request)
            }
        }
        + ["validateProperties", "microsoft.graph.validateProperties"].map {
            GraphOperation("POST", "/groups/{id}/\($0)", .validateGroups) { (request) throws(GraphError) in
                try validate(try request.group(), request)
            }
        }

    private static func objectsByID(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let ids = try request.ids("ids", upTo: maximumIDs)
        let types = try request.members().first { $0.name.isExactly("types") }?.value.array ?? []
        let kinds = DirectoryObjects.Kind.allCases.map(\.rawValue)
        var names: [String] = []
        for type in types {
            let name = type.string?.dropping(prefix: "microsoft.graph.") ?? type.string ?? ""
            guard (kinds + otherTypes).contains(where: name.isExactlyIgnoringASCIICase) else {
                throw .invalidValue("types", "'\(name)' is not a type of directory objects")
            }
            names.append(name)
        }
        let isAny = names.isEmpty || names.contains { $0.isExactlyIgnoringASCIICase("directoryObject") }
        let objects = DirectoryObjects(request)
        var values: [JSONValue] = []
        for id in ids.firstOfEach(\.self) {
            guard let object = objects.find(id),
                isAny || names.contains(where: object.type.isExactlyIgnoringASCIICase)
            else { continue }
            values.append(try object.shown(request))
        }
        return GraphResponse.json([
            GraphResponse.context("directoryObjects\(request.selection)", request), .init("value", .array(values)),
        ])
    }

    /// Checks the names for a new group, or for `group`. No tenant has a naming policy, so only a mail nickname can be rejected.
    private static func validate(_ group: Group?, _ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let members = try request.members()
        let names = ["displayName", "mailNickname"].map { name in
            members.first { $0.name.isExactly(name) }?.value.string
        }
        guard names.contains(where: { $0 != nil }) else {
            throw .badRequest("The request needs a value for displayName or mailNickname.")
        }
        guard let nickname = names[1] else { return GraphResponse.noContent }
        let isTaken = request.tenant.groups.contains { other in
            let own = other.otherProperties.first { $0.name.isExactly("mailNickname") }?.value.string
            return other.id != group?.id && own?.isExactlyIgnoringASCIICase(nickname) == true
        }
        guard isTaken else { return GraphResponse.noContent }
        throw GraphError(
            status: 422, code: "Request_UnprocessableEntity",
            message: "The values provided contain one or more validation errors.",
            details: [GraphError.Detail(code: "ObjectConflict", target: "mailNickname")])
    }
}
