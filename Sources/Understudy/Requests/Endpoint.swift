import Control
import Entra
import HTTP

/// What stands behind a row of the route table.
final class Endpoint: Sendable {
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
        /// Nested JSON, as native authentication's version 2 has it.
        case interaction
        /// RFC 9457, for the control plane.
        case problem
    }

    /// Short name, for the log, for scripts and for the journal; `EndpointName` lists those that stand outside the control plane.
    let name: String
    let crossOrigin: CrossOrigin
    let errors: ErrorStyle
    /// Of the control plane: no control token is wanted.
    let isPublic: Bool
    /// A page of the web console: people come to it with a browser.
    let isConsole: Bool
    /// Bytes of the largest body that is looked at.
    let maximumBody: Int
    /// Whether its answers tell the client's telemetry how they went.
    let hasTelemetry: Bool
    let handler: Handler
    /// How a failure is answered that befalls the request from outside, where that is not as `errors` says.
    let raise: Raise?

    /// What a form may have (robustness.md §1); the transport's own limit is higher.
    static let maximumForm = 65_536

    typealias Handler = @Sendable (RequestContext, Server) throws(EntraError) -> HTTPResponse
    typealias Raise = @Sendable (EntraError, RequestContext) -> HTTPResponse

    init(
        _ name: String, crossOrigin: CrossOrigin = .refused, errors: ErrorStyle = .json, isPublic: Bool = false,
        isConsole: Bool = false, maximumBody: Int = Endpoint.maximumForm, hasTelemetry: Bool = false,
        raise: Raise? = nil, _ handler: @escaping Handler
    ) {
        self.name = name
        self.crossOrigin = crossOrigin
        self.errors = errors
        self.isPublic = isPublic
        self.isConsole = isConsole
        self.maximumBody = maximumBody
        self.hasTelemetry = hasTelemetry
        self.raise = raise
        self.handler = handler
    }

    /// The same endpoint with an answer of its own to failures from outside.
    func raising(_ raise: @escaping Raise) -> Endpoint {
        Endpoint(
            name, crossOrigin: crossOrigin, errors: errors, isPublic: isPublic, isConsole: isConsole,
            maximumBody: maximumBody, hasTelemetry: hasTelemetry, raise: raise, handler)
    }
}
