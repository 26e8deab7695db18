import Control
import Entra
import HTTP

/// What stands behind a row of the route table.
struct Endpoint: Sendable {
    /// Who may read the answer from a page of another site (Fetch standard, CORS).
    enum CrossOrigin: Sendable {
        case refused
        case allowed
    }

    /// How a failure is written.
    enum ErrorStyle: Sendable {
        /// An OAuth error as JSON.
        case json
        /// The error page.
        case page
        /// RFC 9457, for the control plane.
        case problem
    }

    /// Short name, for logs and later the journal.
    let name: String
    let crossOrigin: CrossOrigin
    let errors: ErrorStyle
    /// Of the control plane: whether a control token is wanted.
    let isPublic: Bool
    let handler: Handler

    typealias Handler = @Sendable (RequestContext, Server) throws(EntraError) -> HTTPResponse

    init(
        _ name: String, crossOrigin: CrossOrigin = .refused, errors: ErrorStyle = .json, isPublic: Bool = true,
        _ handler: @escaping Handler
    ) {
        self.name = name
        self.crossOrigin = crossOrigin
        self.errors = errors
        self.isPublic = isPublic
        self.handler = handler
    }
}
