package import Entra
package import HTTP

/// The handler of a row of the route table, with the properties that the server needs before it runs the handler.
package final class Endpoint: Sendable {
    /// Whether a page of another site may read the response (Fetch standard, CORS).
    package enum CrossOrigin: Sendable {
        case rejected
        case allowed
    }

    /// The signing keys that a response may need. The event loop does not wait while keys are created: see
    /// `RequestContext.missingKeys`.
    package enum KeyUse: Sendable {
        case none
        /// The keys of the tenants that the path and the tokens of the request name.
        case tenant
        /// The keys of `tenant`, and the keys of the stand-in for a federated domain's identity provider.
        case federation
        /// The keys of the tenant and the token that the JSON body names. Only the control plane uses this case.
        case body
        /// The keys of all tenants. Only the control plane uses this case.
        case allTenants
        /// Any keys. Only the control plane uses this case.
        case any
    }

    /// The format of an error response.
    package enum ErrorStyle: Sendable {
        /// An OAuth error as JSON.
        case json
        /// The error page.
        case page
        /// Nested JSON, as in version 2 of native authentication.
        case interaction
        /// A problem document (RFC 9457), for the control plane.
        case problem
    }

    /// The short name for the log, for stubs and for the journal. `EndpointName` lists the names outside the control plane.
    package let name: String
    package let crossOrigin: CrossOrigin
    package let errors: ErrorStyle
    /// Whether an endpoint of the control plane requires no control token.
    package let isPublic: Bool
    /// Whether the endpoint is a page of the web console, which people open in a browser.
    package let isConsole: Bool
    /// The query parameters that an endpoint of the control plane accepts, or nil if the endpoint accepts any parameter.
    package let query: [String]?
    package let maximumBody: BodySize
    /// Whether the responses have the header for the client's telemetry.
    package let hasTelemetry: Bool
    /// Whether the endpoint belongs to native authentication.
    package let isNative: Bool
    /// Whether the response of a control-plane endpoint takes so long that the endpoint runs outside the event loop.
    package let isSlow: Bool
    /// Whether the endpoint needs the changes of other replicas, which the server applies first. Any other endpoint responds from
    /// local state: also while the store is down, and as fast as without a store.
    package let usesStore: Bool
    package let keys: KeyUse
    package let handler: Handler
    /// Returns the context of a request's errors, if error codes have names of their own in that context.
    package let errorContext: ErrorContextOf
    /// Renders a failure from outside the endpoint, or nil if `errors` determines the format of such a failure.
    package let raise: Raise?
    /// Returns the tenant of a request that names none, or nil if the endpoint cannot determine a tenant.
    package let tenant: TenantOf?

    /// The size of the largest body that an endpoint reads.
    package enum BodySize: Sendable {
        /// The size of the largest form in the server's options.
        case form
        case any
        case bytes(Int)

        /// Returns the limit in bytes, for a server that accepts forms of up to `form` bytes and bodies of up to `any` bytes.
        package func limit(form: Int, any: Int) -> Int {
            switch self {
            case .form: form
            case .any: any
            case .bytes(let count): min(count, any)
            }
        }
    }

    package typealias Handler = @Sendable (RequestContext) throws(EntraError) -> HTTPResponse
    package typealias Raise = @Sendable (EntraError, RequestContext) -> HTTPResponse
    package typealias ErrorContextOf = @Sendable (RequestContext) -> ErrorContext?
    package typealias TenantOf = @Sendable (RequestContext) -> TenantID?

    package init(
        _ name: String, usesStore: Bool = true, crossOrigin: CrossOrigin = .rejected, errors: ErrorStyle = .json,
        isPublic: Bool = false,
        isConsole: Bool = false, query: [String]? = nil, maximumBody: BodySize = .form, hasTelemetry: Bool = false,
        isNative: Bool = false, isSlow: Bool = false, keys: KeyUse = .tenant,
        errorContext: @escaping ErrorContextOf = { _ in nil },
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
        self.errorContext = errorContext
        self.handler = handler
        self.raise = raise
        self.tenant = tenant
    }
}

/// The values that endpoints keep between requests, outside the store. A process has one of each.
package struct EndpointResources: Sendable {
    package let documents = DocumentCache()
    package let arcKeys = ArcKeyFiles()
    package let nativeContract = NativeContract()
    /// The host names at which the server acts as an Azure host.
    package let hosts: TrustedHosts
    /// The console, to which pages lead, or nil if the server has none.
    package let console: (any PageConsole)?

    package init(hosts: TrustedHosts, console: (any PageConsole)? = nil) {
        self.hosts = hosts
        self.console = console
    }
}
