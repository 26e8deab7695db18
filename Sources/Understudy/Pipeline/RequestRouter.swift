import ControlPlane
import Directory
import Entra
import Formats
import HTTP
import Platform
import Protocol
import Store
import Transport

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
            routedRequest.bringsForm ? try RequestContext.form(request, upTo: server.settings.maximumForm) : nil
        }
        return RequestContext(
            request: request, peer: peer, routedRequest: routedRequest, services: services(routedRequest, peer),
            form: form,
            resources: server.resources, responder: responder, beganAt: beganAt)
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
        if let known = head.finding as? RoutedRequest, known.isOf(peer) { return known }
        let address = try RequestAddress(
            of: request, from: peer, publicOrigin: server.settings.publicOrigin,
            trustsProxy: server.settings.trustsProxy)
        guard !head.path.isExactly("*") else { return RoutedRequest(head, peer, address, nil, nil) }
        let own = router.match(method: head.method, path: head.path)
        let match = withSingleSlashes(own, head.method, head.path)
        let routedRequest = RoutedRequest(head, peer, address, match, endpoint(match, head.path))
        // Whether another path has a match depends on the current directory, so only these matches are cached.
        if case .found = own { head.finding = routedRequest }
        return routedRequest
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
            server.directory.settings.nativeAuthTestContract == true
        else { return match }
        let folded = path.pieces(separatedBy: "/").joined(separator: "/")
        return router.match(method: method, path: "/" + folded)
    }

    /// Returns a snapshot of the server's state.
    private func services(_ routedRequest: RoutedRequest, _ peer: Peer) -> Services {
        let address = routedRequest.address
        return server.services(
            origin: address.origin, peerAddress: peer.address, tenantSegment: routedRequest.captures["tenant"],
            tlsClient: address.isMutualTLS
                ? peer.clientCertificate.map(TLSClientIdentity.certificate) ?? .anonymous : .notAsked)
    }
}
