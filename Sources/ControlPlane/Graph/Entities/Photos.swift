import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The operations on photos of users and groups. The server stores one size of a photo and returns it for each size.
extension GraphOperation {
    /// The sizes of photos that the service has.
    private static let sizes = [
        "48x48", "64x64", "96x96", "120x120", "240x240", "360x360", "432x432", "504x504", "648x648",
    ]

    static let photos: [GraphOperation] =
        photos(of: "/users/{id}", .readUserPhotos, .manageUserPhotos)
        + photos(of: "/groups/{id}", .readGroupPhotos, .manageGroupPhotos)

    private static func photos(
        of path: String, _ read: GraphPermission, _ write: GraphPermission
    ) -> [GraphOperation] {
        [
            GraphOperation("GET", "\(path)/photo", read) { (request) throws(GraphError) in
                let photo = try photo(request)
                return GraphResponse.json(
                    [GraphResponse.context("\(request.set)('\(request.key().value)')/photo/$entity", request)]
                        + photo.members)
            },
            GraphOperation("GET", "\(path)/photo/$value", read) { (request) throws(GraphError) in
                try photo(request).response
            },
            GraphOperation("GET", "\(path)/photos", read) { (request) throws(GraphError) in
                let found = try bytes(request).flatMap { Photo($0) }
                let values = found.map { [JSONValue.object($0.members)] } ?? []
                return GraphResponse.value(
                    .array(values), "\(request.set)('\(request.key().value)')/photos", request)
            },
            GraphOperation("GET", "\(path)/photos/{size}/$value", read) { (request) throws(GraphError) in
                guard sizes.contains(where: { $0.isExactlyIgnoringASCIICase(request.key("size").value) }) else {
                    throw .noPhoto
                }
                return try photo(request).response
            },
            GraphOperation("DELETE", "\(path)/photo/$value", write) { (request) throws(GraphError) in
                _ = try photo(request)
                try set(nil, request)
                return GraphResponse.noContent
            },
        ]
            + ["PUT", "PATCH"].map { method in
                GraphOperation(method, "\(path)/photo/$value", write) { (request) throws(GraphError) in
                    guard request.body.count <= Photo.maximumBytes else { throw .largePhoto }
                    guard Photo(request.body) != nil else {
                        throw .malformed("The body is not a JPEG or PNG image.")
                    }
                    if try bytes(request) == nil { try checkCount(request) }
                    try set(request.body, request)
                    return HTTPResponse(status: 200)
                }
            }
    }

    /// Returns the stored photo of the user or group of the path, or nil if there is none.
    private static func bytes(_ request: GraphRequest) throws(GraphError) -> [UInt8]? {
        request.isOfUser ? try request.user().photo : try request.group().photo
    }

    private static func photo(_ request: GraphRequest) throws(GraphError) -> Photo {
        guard let photo = try bytes(request).flatMap({ Photo($0) }) else { throw .noPhoto }
        return photo
    }

    private static func checkCount(_ request: GraphRequest) throws(GraphError) {
        let tenant = request.tenant
        let count = tenant.users.count { $0.photo != nil } + tenant.groups.count { $0.photo != nil }
        guard count < Photo.maximumCount else { throw .quota }
    }

    private static func set(_ photo: [UInt8]?, _ request: GraphRequest) throws(GraphError) {
        let isOfUser = request.isOfUser
        let id = isOfUser ? try request.user().id : try request.group().id
        try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            let outcome: TenantEdit.Outcome
            if isOfUser {
                outcome = edit.update(id) { $0.photo = photo }
            } else {
                guard var group = edit.tenant.group(id) else { throw .notFound(id.description) }
                group.photo = photo
                outcome = edit.update(group)
            }
            try GraphError.check(outcome, key: id.description, conflict: "id")
        }
    }
}

extension GraphRequest {
    fileprivate var isOfUser: Bool { path.asciiLowercased.utf8.starts(with: "/users/".utf8) }
    fileprivate var set: String { isOfUser ? "users" : "groups" }
}

extension Photo {
    fileprivate var members: [JSONValue.Member] {
        [
            .init("@odata.mediaContentType", .string(mediaType)), .init("id", .string("\(width)x\(height)")),
            .init("height", .integer(Int64(height))), .init("width", .integer(Int64(width))),
        ]
    }

    fileprivate var response: HTTPResponse { HTTPResponse(status: 200, contentType: mediaType, body: bytes) }
}

extension GraphError {
    fileprivate static let noPhoto = GraphError(
        status: 404, code: "ImageNotFound", message: "The user or group has no photo.")

    fileprivate static let largePhoto = GraphError(
        status: 413, code: "RequestEntityTooLarge",
        message: "A photo has at most \(Photo.maximumBytes) bytes on this server.")
}
