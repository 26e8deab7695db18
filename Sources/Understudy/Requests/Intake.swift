import ControlPlane
import Directory
import Entra
import Formats
import HTTP
import Platform
import Protocol
import Store
import Transport

/// Opens requests: finds the endpoint for the path and the method, and captures the current state of the server.
struct Intake: Sendable {
    private let server: Server
    private let router: Router<Endpoint>

    /// Throws `RouteProblem` if the route table is malformed.
    init(_ server: Server) throws(RouteProblem) {
        self.server = server
        router = try Routes.router.get()
    }

    /// The size limits for the bodies that connections read.
    var bodyRule: BodyRule {
        let settings = server.settings
        let limits = Routes.table.map { $0.handler.maximumBody.limit(settings) }
        return BodyRule(always: limits.min() ?? 0, discarded: settings.maximumDiscard) { method, path in
            guard case .found(let endpoint, _) = route(method, path) else { return settings.maximumBody }
            return endpoint.maximumBody.limit(settings)
        }
    }

    /// Opens a request that began at `beganAt`, a time of the monotonic clock in nanoseconds. Throws `AddressProblem` if a header
    /// with the server's address is invalid.
    func open(
        _ request: HTTPRequest, _ peer: Peer, beganAt: UInt64 = MonotonicClock.nanoseconds()
    ) throws(AddressProblem) -> Exchange {
        Exchange(context: intake(request, peer, try arrival(request, peer)), beganAt: beganAt)
    }

    private func arrival(_ request: HTTPRequest, _ peer: Peer) throws(AddressProblem) -> Arrival {
        let head = request.head
        if let known = head.finding as? Arrival, known.isOf(peer) { return known }
        let address = try server.address(of: request, from: peer)
        guard !head.path.isExactly("*") else { return Arrival(head, peer, address, nil, nil) }
        let own = router.match(method: head.method, path: head.path)
        let match = folded(own, head.method, head.path)
        let arrival = Arrival(head, peer, address, match, endpoint(match, head.path))
        // Whether another path has a match depends on the current directory, so only these matches are cached.
        if case .found = own { head.finding = arrival }
        return arrival
    }

    private func endpoint(_ match: Router<Endpoint>.Match, _ path: String) -> Endpoint? {
        switch match {
        case .found(let endpoint, _): endpoint
        case .methodNotAllowed(let allowed): endpoints(allowed, path).first
        case .notFound, .malformedPath: nil
        }
    }

    /// Returns the endpoints of the path for these methods.
    func endpoints(_ methods: [String], _ path: String) -> [Endpoint] {
        methods.compactMap { method in
            if case .found(let endpoint, _) = router.match(method: method, path: path) { endpoint } else { nil }
        }
    }

    private func route(_ method: String, _ path: String) -> Router<Endpoint>.Match {
        folded(router.match(method: method, path: path), method, path)
    }

    /// Returns the match after repeated slashes are removed, if the path has no other match and the native authentication contract
    /// is enabled. Only the test suites for that contract send such paths.
    private func folded(
        _ match: Router<Endpoint>.Match, _ method: String, _ path: String
    ) -> Router<Endpoint>.Match {
        guard case .notFound = match, path.containsExactly("//"),
            server.directory.settings.nativeAuthTestContract == true
        else { return match }
        let folded = path.pieces(separatedBy: "/").joined(separator: "/")
        return router.match(method: method, path: "/" + folded)
    }

    private func intake(_ request: HTTPRequest, _ peer: Peer, _ arrival: Arrival) -> RequestContext {
        let form = Result { () throws(EntraError) in
            arrival.bringsForm ? try RequestContext.form(request, upTo: server.settings.maximumForm) : nil
        }
        return RequestContext(
            request: request, peer: peer, arrival: arrival, services: services(arrival, peer), form: form)
    }

    /// Returns the services for a request at the current time.
    private func services(_ arrival: Arrival, _ peer: Peer) -> Services {
        // The store is read before the directory, so that a request never sees only a part of a combined change and revocation.
        let store = server.store
        let directory = server.directory
        let (segment, address) = (arrival.captures["tenant"], arrival.address)
        let now = server.clock.now { segment.flatMap { directory.tenant(segment: $0)?.id } }
        return Services(
            directory: directory, editor: server.directoryInForce, store: store, outbox: server.outbox,
            keys: server.keys, random: server.random, now: now, origin: address.origin, peerAddress: peer.address,
            issuerKeys: server.issuerKeys, horizon: server.clock.horizon,
            tenantClock: { [clock = server.clock] tenant in clock.now { tenant } },
            isOnPremises: segment?.isExactlyIgnoringASCIICase("adfs") ?? false,
            tlsClient: address.isMutualTLS
                ? peer.clientCertificate.map(TLSClientIdentity.certificate) ?? .anonymous : .notAsked)
    }
}
