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

    /// Which signing keys an answer may need. The event loop does not wait for keys to be made: `Exchange.missingKeys`.
    enum KeyUse: Sendable {
        case none
        /// Those of the tenants that path and tokens of the request name.
        case ofTenant
        /// The same, and those of the identity provider that stands in for a federated domain's.
        case ofFederation
        /// Of the control plane: those of the tenant and the token that the JSON of the body names.
        case ofBody
        /// Of the control plane: those of all tenants.
        case ofAllTenants
        /// Of the control plane: any.
        case any
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
    /// Of the control plane: the parameters that it takes; nil where it takes any.
    let query: ControlQuery?
    let maximumBody: BodySize
    /// Whether its answers tell the client's telemetry how they went.
    let hasTelemetry: Bool
    /// Of native authentication.
    let isNative: Bool
    /// Of the control plane: its answer takes long to make, and is made away from the loop.
    let isSlow: Bool
    /// Whether it needs what other replicas know, so that it takes in first what they have written. Where it answers from what a
    /// replica knows by itself, it does so while the store is down, and as fast as without one.
    let usesStore: Bool
    let keys: KeyUse
    let handler: Handler
    /// Where its failures are told, so far as codes have names of their own there.
    let place: PlaceOf
    /// How a failure is answered that befalls the request from outside, where that is not as `errors` says.
    let raise: Raise?
    /// The tenant that a request is of which names none, where the endpoint has a way of its own to tell.
    let tenant: TenantOf?

    /// The largest body that is looked at.
    enum BodySize: Sendable {
        /// As the server's options say.
        case form
        case any
        case bytes(Int)

        /// In bytes.
        func limit(_ settings: ServerSettings) -> Int {
            switch self {
            case .form: settings.maximumForm
            case .any: settings.maximumBody
            case .bytes(let count): min(count, settings.maximumBody)
            }
        }
    }

    typealias Handler = @Sendable (RequestContext, Server) throws(EntraError) -> HTTPResponse
    typealias Raise = @Sendable (EntraError, RequestContext) -> HTTPResponse
    typealias PlaceOf = @Sendable (RequestContext) -> ErrorPlace?
    typealias TenantOf = @Sendable (RequestContext) -> TenantID?

    init(
        _ name: String, usesStore: Bool = true, crossOrigin: CrossOrigin = .refused, errors: ErrorStyle = .json,
        isPublic: Bool = false,
        isConsole: Bool = false, query: ControlQuery? = nil, maximumBody: BodySize = .form, hasTelemetry: Bool = false,
        isNative: Bool = false, isSlow: Bool = false, keys: KeyUse = .ofTenant, place: @escaping PlaceOf = { _ in nil },
        _ handler: @escaping Handler, raise: Raise? = nil, tenant: TenantOf? = nil
    ) {
        self.name = name
        self.crossOrigin = crossOrigin
        self.errors = errors
        self.isPublic = isPublic
        self.isConsole = isConsole
        self.query = query
        self.maximumBody = maximumBody
        self.hasTelemetry = hasTelemetry
        self.isNative = isNative
        self.isSlow = isSlow
        self.usesStore = usesStore
        self.keys = keys
        self.place = place
        self.handler = handler
        self.raise = raise
        self.tenant = tenant
    }
}
