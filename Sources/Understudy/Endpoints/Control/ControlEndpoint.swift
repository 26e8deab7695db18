import ControlPlane
import Entra
import Formats
import HTTP
import Protocol

extension Endpoint {
    /// Returns an endpoint of the control plane. Its failures are problem documents, and a failed request changes nothing. A query
    /// with unknown or repeated parameters is rejected with status 400, and so is a body if the endpoint takes none.
    static func control(
        _ name: String, usesStore: Bool = true, query: ControlQuery = .none, isPublic: Bool = false,
        maximumBody: BodySize = .any, takesBody: Bool = true, isSlow: Bool = false,
        keys: KeyUse = .none,
        _ handler: @escaping @Sendable (RequestContext, Server) throws(ProblemDocument) -> HTTPResponse
    ) -> Endpoint {
        Endpoint(
            name, usesStore: usesStore, errors: .problem, isPublic: isPublic, query: query, maximumBody: maximumBody,
            isSlow: isSlow, keys: keys
        ) {
            (context, server) throws(EntraError) in
            do throws(ProblemDocument) {
                try query.check(try context.controlQuery)
                if !takesBody { try query.checkUnused(context.request.body) }
                return try handler(context, server)
            } catch {
                return error.response
            }
        }
    }
}

extension RequestContext {
    /// The query. Throws a problem of status 400 if the query cannot be decoded.
    var controlQuery: Form {
        get throws(ProblemDocument) {
            guard let query = try? query.get() else {
                throw ProblemDocument(status: 400, title: "Malformed query", detail: "The query cannot be decoded.")
            }
            return query
        }
    }
}
