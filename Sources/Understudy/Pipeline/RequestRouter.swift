import ControlPlane
import Directory
import Entra
import Formats
import HTTP
import Platform
import Protocol
import Store
import Transport

/// Every URL of the server. The rows are in the folders of their features.
enum Routes {
    /// Returns the route table of a server.
    static func table(_ server: Server) -> [Route<Endpoint>] {
        ProtocolRoutes.all
            + ControlRoutes.all.map { Route($0.methods, $0.pattern, $0.handler.endpoint(of: server)) }
    }

    /// The names of all endpoints, each once. The last name is for requests without an endpoint.
    static let endpointNames: [String] = {
        var seen: Set<ByteString> = [ByteString(EndpointName.unknown)]
        let names = ProtocolRoutes.all.map(\.handler.name) + ControlRoutes.all.map(\.handler.name)
        return names.filter { seen.insert(ByteString($0)).inserted } + [EndpointName.unknown]
    }()
}

/// Finds the endpoint of a request, and takes a snapshot of the server's state for it.
struct RequestRouter: Sendable {
    let routes: [Route<Endpoint>]
    private let server: Server
    private let router: Router<Endpoint>

    /// Throws `RouteProblem` if the route table is malformed.
    init(_ server: Server) throws(RouteProblem) {
        self.server = server
        routes = Routes.table(server)
        router = try Router(routes, letters: .folded)
    }

    /// The rule that limits how much of a body a connection reads.
    var bodyRule: BodyRule {
        let settings = server.settings
        let limits = routes.map { maximumBody(of: $0.handler) }
        return BodyRule(always: limits.min() ?? 0, discarded: settings.maximumDiscard) { method, path in
            guard case .found(let endpoint, _) = match(method, path) else { return settings.maximumBody }
            return maximumBody(of: endpoint)
        }
    }

    /// Returns the size of the largest body that an endpoint reads, in bytes.
    func maximumBody(of endpoint: Endpoint) -> Int {
        endpoint.maximumBody.limit(form: server.settings.maximumForm, any: server.settings.maximumBody)
    }

    /// Returns the request with its endpoint. Throws `AddressProblem` if a header with the host is invalid.
    func routed(
        _ request: HTTPRequest, _ peer: Peer, for responder: any RequestResponder,
        beganAt: UInt64 = MonotonicClock.nanoseconds()
    ) throws(AddressProblem) -> RequestContext {
        let routedRequest = try routedRequest(request, peer)
        let form = Result { () throws(EntraError) in
            routedRequest.hasForm ? try RequestContext.form(request, upTo: server.settings.maximumForm) : nil
        }
        return RequestContext(
            request: request, peer: peer, routedRequest: routedRequest,
            services: services(request, routedRequest, peer), form: form, resources: server.resources,
            responder: responder, beganAt: beganAt)
    }

    /// Returns the same request with the current state of the server.
    func refreshed(_ request: RequestContext) -> RequestContext {
        let later = try? routed(request.request, request.peer, for: request.responder, beganAt: request.beganAt)
        return later?.following(request.stub) ?? request
    }

    /// Returns the endpoints of the path for these methods.
    func endpoints(_ methods: [String], _ path: String) -> [Endpoint] {
        methods.compactMap { method in
            if case .found(let endpoint, _) = router.match(method: method, path: path) { endpoint } else { nil }
        }
    }

    private func routedRequest(_ request: HTTPRequest, _ peer: Peer) throws(AddressProblem) -> RoutedRequest {
        let head = request.head
        let address = try RequestAddress(
            of: request, from: peer, publicOrigin: server.settings.publicOrigin,
            trustsProxy: server.settings.trustsProxy)
        guard !head.path.isExactly("*") else { return RoutedRequest(head, address, nil, nil) }
        let match = match(head.method, head.path)
        return RoutedRequest(head, address, match, endpoint(match, head.path))
    }

    private func endpoint(_ match: Router<Endpoint>.Match, _ path: String) -> Endpoint? {
        switch match {
        case .found(let endpoint, _): endpoint
        case .methodNotAllowed(let allowed): endpoints(allowed, path).first
        case .notFound, .malformedPath: nil
        }
    }

    private func match(_ method: String, _ path: String) -> Router<Endpoint>.Match {
        withSingleSlashes(router.match(method: method, path: path), method, path)
    }

    /// Returns a match for the path with single slashes, if the server accepts double slashes. The suites of Microsoft's native
    /// authentication contract send double slashes, which the server accepts in that mode only.
    private func withSingleSlashes(
        _ match: Router<Endpoint>.Match, _ method: String, _ path: String
    ) -> Router<Endpoint>.Match {
        guard case .notFound = match, path.containsExactly("//"),
            server.directory.settings(tenant: nil, application: nil).nativeAuthTestContract
        else { return match }
        let folded = path.pieces(separatedBy: "/").joined(separator: "/")
        return router.match(method: method, path: "/" + folded)
    }

    /// Returns a snapshot of the server's state.
    private func services(_ request: HTTPRequest, _ routedRequest: RoutedRequest, _ peer: Peer) -> Services {
        let address = routedRequest.address
        return server.services(
            origin: address.origin, peerAddress: peer.address, tenantSegment: routedRequest.captures["tenant"],
            tlsClient: address.isMutualTLS
                ? peer.clientCertificate.map(TLSClientIdentity.certificate) ?? .anonymous : .notRequested,
            tenantRestrictions: TenantRestrictions { request.headers[$0] }, userAgent: request.headers["User-Agent"])
    }
}

/// The responses to requests that no endpoint handles: a wrong method, a malformed path, or an unknown path.
enum UnroutedRequest {
    static func response(_ request: RequestContext, _ router: RequestRouter) -> HTTPResponse {
        switch request.routedRequest.match {
        case .found: HTTPResponse(status: 500)
        case .methodNotAllowed(let allowed): wrongMethod(allowed, request, router)
        case .malformedPath: malformedPath
        case .notFound: missing(request, router)
        case nil: HTTPResponse(status: 204, headers: HeaderList([.init("Allow", "GET, HEAD, POST, OPTIONS")]))
        }
    }

    /// The connection closes after the response: a proxy that forwards such a path may see another one in it.
    private static var malformedPath: HTTPResponse {
        var response = HTTPResponse.text(400, "The path is malformed.")
        response.headers.append("Connection", "close")
        return response
    }

    /// Returns the response to a method that the path does not accept. OPTIONS returns the methods of the path, also as a CORS
    /// preflight; other methods are rejected as in Entra ID (AADSTS900561).
    private static func wrongMethod(
        _ allowed: [String], _ context: RequestContext, _ router: RequestRouter
    ) -> HTTPResponse {
        let endpoints = router.endpoints(allowed, context.request.path)
        let isCrossOrigin = endpoints.contains { $0.allowsCrossOrigin(context) }
        if context.request.method == "OPTIONS" {
            return CrossOrigin.options(allowed, isCrossOrigin: isCrossOrigin, request: context.request)
        }
        if let response = Endpoint.resourceManagerResponse(context) { return response }
        guard let endpoint = endpoints.first else { return .text(405, "Method not allowed.") }
        guard endpoint.errors != .problem else { return wrongControlMethod(context.request, allowed) }
        let error = EntraError(
            .wrongMethod,
            [
                .allowedMethods: (allowed.filter { $0 != "HEAD" } + ["OPTIONS"]).joined(separator: ", "),
                .method: context.request.method,
            ], status: endpoint.errors == .json ? nil : 405)
        var response = ErrorRendering.response(error, endpoint, context)
        response.headers.append("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))
        if isCrossOrigin { CrossOrigin.allow(&response) }
        return response
    }

    private static func missing(_ context: RequestContext, _ router: RequestRouter) -> HTTPResponse {
        if let response = missingControlPath(context.request.path, router) { return response }
        guard context.request.method != "OPTIONS" else { return HTTPResponse(status: 404) }
        return Endpoint.resourceManagerResponse(context) ?? HTTPResponse(status: 404)
    }

    /// Returns 404 with the most similar path for an unknown path below `/_understudy/`, or nil for any other path.
    private static func missingControlPath(_ path: String, _ router: RequestRouter) -> HTTPResponse? {
        guard RoutedRequest.isOfControlPlane(path) else { return nil }
        let known = router.routes.map(\.pattern).filter {
            $0.hasExactPrefix("/_understudy/") && !$0.containsExactly("{")
        }
        let near = Suggestion.nearest(to: path, among: Set(exactly: known).sorted().map(\.string))
        let hint = near.map { "did you mean \($0)?" } ?? "GET /_understudy/openapi.yaml lists all paths."
        return ProblemDocument.notFound("The control plane has no such path: \(hint)").response
    }

    /// Returns 405 with the methods that the path accepts.
    private static func wrongControlMethod(_ request: HTTPRequest, _ allowed: [String]) -> HTTPResponse {
        let methods = allowed.filter { $0 != "HEAD" }.joined(separator: ", ")
        var response = ProblemDocument(
            status: 405, title: "Method not allowed",
            detail: "The path accepts \(methods), not \(request.method.firstScalars(20))."
        ).response
        response.headers.append("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))
        return response
    }
}
