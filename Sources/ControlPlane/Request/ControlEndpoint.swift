import Entra
import Formats
import HTTP
package import Protocol

/// An endpoint of the control plane, which the route table turns into an `Endpoint` of one server.
package struct ControlEndpoint: Sendable {
    typealias Handler = @Sendable (RequestContext, any ControlServer) throws(EntraError) -> HTTPResponse

    package let name: String
    private let bind: @Sendable (any ControlServer) -> Endpoint

    init(
        _ name: String, usesStore: Bool = true, crossOrigin: Endpoint.CrossOrigin = .rejected,
        errors: Endpoint.ErrorStyle = .json, isPublic: Bool = false, isConsole: Bool = false, query: [String]? = nil,
        maximumBody: Endpoint.BodySize = .form, isSlow: Bool = false, keys: Endpoint.KeyUse = .ofTenant,
        _ handler: @escaping Handler, raise: Endpoint.Raise? = nil
    ) {
        self.name = name
        bind = { server in
            Endpoint(
                name, usesStore: usesStore, crossOrigin: crossOrigin, errors: errors, isPublic: isPublic,
                isConsole: isConsole, query: query, maximumBody: maximumBody, isSlow: isSlow, keys: keys,
                { (context) throws(EntraError) in try handler(context, server) }, raise: raise)
        }
    }

    /// Returns the endpoint for a server.
    package func endpoint(of server: any ControlServer) -> Endpoint { bind(server) }

    /// Returns an endpoint whose errors are problem documents (RFC 9457). An unknown query parameter, and a body that the endpoint
    /// would not read, are rejected with a problem of status 400 before the handler runs.
    static func control(
        _ name: String, usesStore: Bool = true, query: ControlQuery = .none, isPublic: Bool = false,
        maximumBody: Endpoint.BodySize = .any, takesBody: Bool = true, isSlow: Bool = false,
        keys: Endpoint.KeyUse = .none,
        _ handler: @escaping @Sendable (RequestContext, any ControlServer) throws(ProblemDocument) -> HTTPResponse
    ) -> ControlEndpoint {
        ControlEndpoint(
            name, usesStore: usesStore, errors: .problem, isPublic: isPublic, query: query.known,
            maximumBody: maximumBody, isSlow: isSlow, keys: keys
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
    /// Returns the decoded query. Throws a problem of status 400 if the query is malformed.
    var controlQuery: Form {
        get throws(ProblemDocument) {
            guard let query = try? query.get() else {
                throw ProblemDocument(status: 400, title: "Malformed query", detail: "The query cannot be decoded.")
            }
            return query
        }
    }
}
