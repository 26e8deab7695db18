import Control
import Entra
import HTTP
import Wire

extension Endpoint {
    /// An endpoint of the control plane: its failures are problem documents, and it does nothing where it fails.
    static func control(
        _ name: String, isPublic: Bool = false, isSlow: Bool = false,
        _ handler: @escaping @Sendable (RequestContext, Server) throws(ProblemDocument) -> HTTPResponse
    ) -> Endpoint {
        Endpoint(name, errors: .problem, isPublic: isPublic, maximumBody: .any, isSlow: isSlow) {
            (context, server) throws(EntraError) in
            do throws(ProblemDocument) {
                return try handler(context, server)
            } catch {
                return error.response
            }
        }
    }
}

extension RequestContext {
    /// A parameter of the query, nil when it is absent. Throws a problem of status 400 for one given twice, for one that is
    /// not among `known`, and for a query that cannot be decoded.
    func controlParameters(_ known: String...) throws(ProblemDocument) -> Form {
        guard let query = try? query.get() else {
            throw ProblemDocument(status: 400, title: "Malformed query", detail: "The query cannot be decoded.")
        }
        try ControlQuery.check(query, known: known)
        return query
    }
}
