import Control
import Crypto
import Directory
import Entra
import Flows
import HTTP
import State
import Transport
import Wire

/// The path of a request: intake, route, guard, endpoint, answer. The same for every transport; runs on the caller's thread
/// from first to last.
struct Dispatcher: Sendable {
    private let server: Server
    private let router: Router<Endpoint>
    private let control: ControlGuard

    /// Throws when the route table is malformed.
    init(_ server: Server) throws(RouteProblem) {
        self.server = server
        router = try Router(Routes.table, letters: .folded)
        control = ControlGuard(
            token: server.settings.controlToken,
            hosts: ControlHosts(allowed: server.settings.controlHosts, publicOrigin: server.settings.publicOrigin))
    }

    /// The answer, or a wait for the keys of another issuer where the request brings a token of it.
    func reply(to request: HTTPRequest, from peer: Peer) -> Reply {
        guard let location = awaitedKeys(request, peer) else { return .now(respond(to: request, from: peer)) }
        return .later(
            Deferral(
                begin: { done in server.fetchKeys(at: location, done: done) },
                answer: { respond(to: request, from: peer) }))
    }

    private func awaitedKeys(_ request: HTTPRequest, _ peer: Peer) -> KeyLocation? {
        guard server.directory.fetchesKeys, request.method == "POST",
            let origin = server.origin(of: request, from: peer)
        else { return nil }
        let context = intake(request, peer, Captures(), origin, server.clock.machine.now())
        guard let form = try? context.form.get() else { return nil }
        return AwaitedKeys.location(for: form, services: context.services)
    }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        guard let origin = server.origin(of: request, from: peer) else {
            return .text(400, "The Host header is not a host.")
        }
        let match =
            request.path.utf8.elementsEqual("*".utf8) ? nil : router.match(method: request.method, path: request.path)
        var captures = Captures()
        if case .found(_, let found)? = match { captures = found }
        let directory = server.directory
        let now = server.clock.now { captures["tenant"].flatMap { directory.tenant(named: $0)?.id } }
        let context = intake(request, peer, captures, origin, now)
        var response = answer(match, context)
        CommonHeaders.add(to: &response, context)
        return response
    }

    private func intake(
        _ request: HTTPRequest, _ peer: Peer, _ captures: Captures, _ origin: Origin, _ now: Timestamp
    ) -> RequestContext {
        let query = Result { () throws(EntraError) in try RequestContext.parse(request.query.utf8) }
        let form = Result { () throws(EntraError) in try RequestContext.form(request) }
        var services = Services(
            directory: server.directory, editor: server.directoryInForce, store: server.store, outbox: server.outbox,
            keys: server.keys, random: server.random, now: now, origin: origin, peerAddress: peer.address,
            issuerKeys: server.issuerKeys, horizon: server.clock.earliest,
            tenantClock: { [clock = server.clock] tenant in clock.now { tenant } })
        services.isOnPremises = captures["tenant"]?.isExactlyIgnoringASCIICase("adfs") ?? false
        return RequestContext(
            request: request, peer: peer, captures: captures, origin: origin, services: services,
            traceID: server.random.guid(),
            correlationID: RequestContext.correlationID(
                request, query: try? query.get(), form: try? form.get(), random: server.random),
            query: query, form: form)
    }

    private func answer(_ match: Router<Endpoint>.Match?, _ context: RequestContext) -> HTTPResponse {
        switch match {
        case .found(let endpoint, _): return answer(endpoint, context)
        case .methodNotAllowed(let allowed): return wrongMethod(allowed, context)
        case .malformedPath: return .text(400, "The path is malformed.")
        case .notFound: return HTTPResponse(status: 404)
        case nil: return HTTPResponse(status: 204, headers: HeaderList([.init("Allow", "GET, HEAD, POST, OPTIONS")]))
        }
    }

    private func answer(_ endpoint: Endpoint, _ context: RequestContext) -> HTTPResponse {
        if endpoint.errors == .problem,
            let refusal = control.refusal(context.request, at: context.origin, isPublic: endpoint.isPublic)
        {
            return refusal.response
        }
        guard context.request.body.count <= endpoint.maximumBody else {
            let detail = "The body has more than \(endpoint.maximumBody) bytes."
            guard endpoint.errors == .problem else { return .text(413, detail) }
            return ProblemDocument(status: 413, title: "Too large", detail: detail).response
        }
        var response: HTTPResponse
        do {
            response = try endpoint.handler(context, server)
        } catch {
            server.log.failure(error, endpoint, context)
            response = ErrorRendering.response(error, endpoint, context)
        }
        if endpoint.crossOrigin == .allowed {
            CrossOrigin.allow(&response)
        }
        return response
    }

    /// OPTIONS tells what the path takes, and answers a browser's preflight; any other wrong method is refused as the
    /// service does.
    private func wrongMethod(_ allowed: [String], _ context: RequestContext) -> HTTPResponse {
        let endpoints = allowed.compactMap { method -> Endpoint? in
            if case .found(let endpoint, _) = router.match(method: method, path: context.request.path) {
                endpoint
            } else {
                nil
            }
        }
        let isCrossOrigin = endpoints.contains { $0.crossOrigin == .allowed }
        if context.request.method == "OPTIONS" {
            return CrossOrigin.options(allowed, isCrossOrigin: isCrossOrigin, request: context.request)
        }
        let error = EntraError(
            .wrongMethod,
            [
                .allowedMethods: (allowed.filter { $0 != "HEAD" } + ["OPTIONS"]).joined(separator: ", "),
                .method: context.request.method,
            ])
        guard let endpoint = endpoints.first else { return .text(405, "Method not allowed.") }
        var response = ErrorRendering.response(error, endpoint, context)
        if endpoint.errors != .json { response.status = 405 }
        response.headers.append("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))
        if isCrossOrigin { CrossOrigin.allow(&response) }
        return response
    }
}
