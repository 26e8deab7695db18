import Directory
import Entra
package import Formats
package import HTTP
package import Protocol

extension ControlRoutes {
    /// The routes of Microsoft Graph's directory API.
    static let graph: [Route<ControlEndpoint>] = GraphService.roots.flatMap { root in
        (1...segments.count).map { count in
            Route(graphMethods, root + segments.prefix(count).map { "/{\($0)}" }.joined(), .graph)
        }
    }

    /// The names of the segments of a path. The SDKs send two slashes after the version, so the first segment may be empty.
    private static let segments = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]

    /// `GraphOperation.table` says which of these methods an object accepts.
    private static let graphMethods = ["GET", "POST", "PATCH", "PUT", "DELETE"]
}

extension ControlEndpoint {
    /// The directory of Microsoft Graph, `graph.microsoft.com/v1.0` and `/beta`, which the server's other host names have too
    /// (docs/reference/interface.md#control-plane).
    static var graph: ControlEndpoint {
        ControlEndpoint("graph", crossOrigin: .allowed, maximumBody: .bytes(1 << 18)) {
            (context, server) throws(EntraError) in
            if GraphService.isOfControlPlane(context.request),
                let rejection = server.controlGuard.rejection(
                    context.request, at: context.origin, by: context.hosts, isPublic: false)
            {
                return rejection.response
            }
            do throws(GraphError) {
                var response = try graphResponse(context, server)
                GraphHeaders.add(to: &response, context)
                return response
            } catch {
                return errorResponse(error, context)
            }
        } raise: {
            errorResponse(GraphError($0), $1)
        }
    }

    private static func graphResponse(
        _ context: RequestContext, _ server: any ControlServer
    ) throws(GraphError) -> HTTPResponse {
        guard !GraphBatch.isBatch(context.request) else { return try GraphBatch.response(context) }
        guard let query = try? context.query.get() else {
            throw GraphError(status: 400, code: "BadRequest", message: "The query cannot be decoded.")
        }
        guard let service = try? graphService.get() else { throw .unavailable }
        return try service.respond(
            to: context.request, query: query, services: context.services, deltas: server.deltas,
            journal: server.journal)
    }

    private static func errorResponse(_ error: GraphError, _ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.graphError(error, context)
        GraphHeaders.add(to: &response, context)
        return response
    }

    /// The service, which is created once. Tests check that its table is well-formed.
    private static let graphService = Result { () throws(RouteProblem) in try GraphService() }
}

/// The headers that every response of Microsoft Graph has.
private enum GraphHeaders {
    static func add(to response: inout HTTPResponse, _ context: RequestContext) {
        response.headers.set("request-id", context.traceID.description)
        guard !context.requestsCorrelationID else { return }
        response.headers.set(Parameter.clientRequestID, context.correlationID)
    }
}

/// A version of Microsoft Graph, by the path prefix on any host.
enum GraphVersion: String, Sendable, CaseIterable {
    case stable = "/v1.0"
    case beta = "/beta"
}

/// The directory of Microsoft Graph: applications, service principals, users, groups, and their grants. The versions differ where
/// clients notice (docs/reference/interface.md#graph-beta).
package struct GraphService: Sendable {
    /// The path prefixes of the versions on any host.
    package static let roots = GraphVersion.allCases.map(\.rawValue)
    /// The header with which an operator of the control plane names a tenant. Such a request needs no access token.
    package static let tenantHeader = "X-Understudy-Tenant"

    private let router: Router<GraphOperation>

    /// Creates the service. Throws if the table of operations is malformed.
    package init() throws(RouteProblem) {
        router = try Router(
            GraphOperation.table.map { Route([$0.method], $0.pattern, $0) }, letters: .folded)
    }

    /// Whether the request relies on the control plane's permission instead of an access token.
    package static func isOfControlPlane(_ request: HTTPRequest) -> Bool { request.headers[tenantHeader] != nil }

    /// Returns the tenant that the header names by ID, domain or the word `consumers`, or nil if there is no such tenant.
    static func tenant(namedBy request: HTTPRequest, in directory: Directory) -> Tenant? {
        request.headers[tenantHeader].flatMap(directory.tenant(segment:))
    }

    /// Returns the response. `query` is the query of the request. The caller has already checked an operator's permission.
    package func respond(
        to request: HTTPRequest, query: Form, services: Services, deltas: DeltaStates, journal: Journal
    ) throws(GraphError) -> HTTPResponse {
        let (caller, tenant) = try GraphService.caller(request, services)
        let sent = GraphService.belowRoot(request.path)
        let path = try GraphService.resolved(sent, caller)
        let options: ODataQuery
        do {
            options = try ODataQuery(query)
        } catch {
            throw GraphError(error)
        }
        switch router.match(method: request.method, path: path) {
        case .found(let operation, let captures):
            let graph = GraphRequest(
                caller: caller, tenant: tenant, services: services, captures: captures, query: options,
                isEventual: GraphService.isEventual(request, tenant),
                createsIfMissing: request.headers["Prefer"]?.containsExactly("create-if-missing") ?? false,
                body: request.body, bodyType: GraphRequest.BodyType(request), addressLength: request.addressLength,
                root: "\(services.origin)\(GraphService.root(of: request.path))", path: path,
                metadata: ODataMetadata(accept: request.headers["Accept"]),
                preference: Preference(header: request.headers["Prefer"]), ifMatch: request.headers["If-Match"],
                service: self, deltas: deltas, journal: journal)
            try operation.permission.check(graph)
            let response = try operation.run(graph)
            switch graph.metadata {
            case .none: return response.withoutAnnotations()
            case .minimal: return response
            case .full: return response.with(contentTypeOf: .full)
            }
        case .methodNotAllowed: throw .methodNotAllowed
        case .notFound: throw .unknownSegment(sent)
        case .malformedPath: throw .malformed("The path is malformed.")
        }
    }

    /// Whether an operation reads the path.
    func reads(_ path: String) -> Bool {
        if case .found = router.match(method: "GET", path: path) { true } else { false }
    }

    /// Returns the JSON that the caller gets for reading a path below the root, or nil if no operation reads the path.
    func read(_ path: String, _ query: ODataQuery, for request: GraphRequest) throws(GraphError) -> JSONValue? {
        guard case .found(let operation, let captures) = router.match(method: "GET", path: path) else { return nil }
        var inner = request
        inner.captures = captures
        inner.query = query
        inner.path = path
        try operation.permission.check(inner)
        return JSONValue(parsing: try operation.run(inner).body)
    }

    /// Whether the request accepts eventual consistency, which counts and advanced queries need. B2C tenants have neither.
    private static func isEventual(_ request: HTTPRequest, _ tenant: Tenant) -> Bool {
        tenant.kind != .b2c && request.headers["ConsistencyLevel"]?.isExactlyIgnoringASCIICase("eventual") ?? false
    }

    private static func caller(
        _ request: HTTPRequest, _ services: Services
    ) throws(GraphError) -> (GraphCaller, Tenant) {
        if let name = request.headers[tenantHeader] {
            guard let tenant = GraphService.tenant(namedBy: request, in: services.directory) else {
                throw .notFound(name)
            }
            return (.controlPlane, tenant)
        }
        let token = try SelfIssuedAccessToken(bearer: request.headers["Authorization"], services: services)
        return (try GraphCaller(token, services), token.tenant)
    }

    /// Returns the root of the version that the path names.
    private static func root(of path: String) -> String {
        roots.first { path.asciiLowercased.hasExactPrefix($0) } ?? roots[0]
    }

    /// Returns the path without its first segment, the root.
    private static func belowRoot(_ path: String) -> String {
        String(Substring(ODataAddress(path).path.utf8.dropFirst().drop { $0 != UInt8(ascii: "/") }))
    }

    /// Returns the path with `/me` replaced by the path of the caller. Throws 400 if the caller is not a user.
    private static func resolved(_ path: String, _ caller: GraphCaller) throws(GraphError) -> String {
        let rest = path.utf8.dropFirst(3)
        guard path.asciiLowercased.utf8.starts(with: "/me".utf8), rest.isEmpty || rest.first == UInt8(ascii: "/")
        else { return path }
        guard let user = caller.user else {
            throw .malformed("/me is only valid for the access token of a user.")
        }
        return "/users/\(user.id)\(String(Substring(rest)))"
    }
}

extension HTTPRequest {
    /// The length of the request's address in bytes, from `https` to the end of the query.
    fileprivate var addressLength: Int {
        "https://?".utf8.count + authority.utf8.count + path.utf8.count + query.utf8.count
    }
}
