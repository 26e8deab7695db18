import Control
import Crypto
import Directory
import Entra
import Flows
import HTTP
import Platform
import State
import Transport
import Wire

/// The path of a request: intake, route, guard, endpoint, answer. The same for every transport; runs on the caller's thread
/// from first to last, but where it waits for a store that replicas share.
struct Dispatcher: Sendable {
    private let server: Server
    private let router: Router<Endpoint>
    private let rim: ExchangeRim

    /// Throws when the route table is malformed.
    init(_ server: Server) throws(RouteProblem) {
        self.server = server
        router = try Router(Routes.table, letters: .folded)
        rim = ExchangeRim(server: server)
    }

    /// What connections are to take in of bodies.
    var bodyRule: BodyRule {
        let settings = server.settings
        let limits = Routes.table.map { $0.handler.maximumBody.limit(settings) }
        return BodyRule(always: limits.min() ?? 0, discarded: settings.maximumDiscard) { method, path in
            guard case .found(let endpoint, _) = route(method, path) else { return settings.maximumBody }
            return endpoint.maximumBody.limit(settings)
        }
    }

    /// The answer, or what it waits for: a script's delay, the keys of another issuer where the request brings a token of it, or
    /// the store that replicas share.
    func reply(to request: HTTPRequest, from peer: Peer) -> Reply {
        guard let exchange = open(request, peer) else { return .now(.text(400, "The Host header is not a host.")) }
        // A counted answer is taken at the store, too.
        return wait(for: exchange.usesStore || !exchange.isControl && !server.scripts.isEmpty, exchange, begin)
    }

    private func begin(_ exchange: Exchange) -> Reply {
        guard !exchange.isControl else { return control(exchange) }
        do throws(EntraError) {
            guard let script = try rim.before(exchange) else { return goOn(with: exchange) }
            let scripted = exchange.following(script)
            guard script.answer.delay > .zero else { return play(script.answer, scripted) }
            return .after(script.answer.delay) {
                wait(for: scripted.usesStore, reopened(scripted)) { play(script.answer, $0) }
            }
        } catch {
            return .now(refused(exchange, error))
        }
    }

    /// Goes on where the store may be waited for, with what others have written taken in; here, where the store is not needed or is
    /// this process's own.
    private func wait(
        for isNeeded: Bool, _ exchange: Exchange, _ next: @escaping @Sendable (Exchange) -> Reply
    ) -> Reply {
        guard let fleet = server.fleet, isNeeded else { return next(exchange) }
        let made = Handover<Reply>()
        let give = { @Sendable (reply: () throws(EntraError) -> Reply) in
            do throws(EntraError) {
                made.give(try reply())
            } catch {
                made.give(.now(refused(exchange, error)))
            }
        }
        return .later(
            Deferral(
                begin: { done in
                    let isUnderWay = fleet.threads.run {
                        give { () throws(EntraError) in
                            try fleet.sharing.replica.catchUp()
                            return next(reopened(exchange))
                        }
                        done()
                    }
                    guard !isUnderWay else { return }
                    give { () throws(EntraError) in throw .storeUnavailable("too many requests wait for it") }
                    done()
                }, next: { made.take() ?? .now(HTTPResponse(status: 503)) }))
    }

    /// The same exchange at this moment: what it waited for took its time, and nothing has been done yet.
    private func reopened(_ exchange: Exchange) -> Exchange {
        let context = exchange.context
        let later = open(context.request, context.peer, beganAt: exchange.beganAt) ?? exchange
        return later.following(exchange.script)
    }

    /// The answer at once, to what the control plane asks itself. Scripts and the journal meet it like any other request, but
    /// nobody waits: a script's delay is passed over, and no issuer's keys are fetched.
    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        guard let exchange = open(request, peer) else { return .text(400, "The Host header is not a host.") }
        guard !exchange.isControl else { return answered(exchange) }
        do throws(EntraError) {
            guard let script = try rim.before(exchange) else { return finished(exchange) }
            let scripted = exchange.following(script)
            return laidDown(script.answer, scripted) ?? finished(scripted)
        } catch {
            return refused(exchange, error)
        }
    }

    /// An answer of the control plane: of slow endpoints it is made on another thread, and where too many wait for one, not.
    private func control(_ exchange: Exchange) -> Reply {
        let answer = { @Sendable () -> HTTPResponse in
            let response = answered(exchange)
            rim.note(exchange, response)
            return response
        }
        guard exchange.endpoint?.isSlow == true, server.fleet == nil else { return .now(answer()) }
        let made = Handover<HTTPResponse>()
        return .later(
            Deferral(
                begin: { done in
                    let isUnderWay = server.background.run {
                        made.give(answer())
                        done()
                    }
                    if !isUnderWay { done() }
                }, next: { .now(made.take() ?? crowded(exchange)) }))
    }

    private func crowded(_ exchange: Exchange) -> HTTPResponse {
        var response = ProblemDocument(
            status: 503, title: "Too busy", detail: "Too many requests of the control plane wait already."
        ).response
        response.headers.set("Retry-After", "1")
        CommonHeaders.add(to: &response, exchange.context, returnsCorrelationID: exchange.returnsCorrelationID)
        rim.note(exchange, response)
        return response
    }

    private func goOn(with exchange: Exchange) -> Reply {
        guard let location = awaitedKeys(exchange.context) else { return .now(finished(exchange)) }
        return .later(
            Deferral(
                begin: { done in server.fetchKeys(at: location, done: done) },
                next: { wait(for: exchange.usesStore, reopened(exchange)) { .now(finished($0)) } }))
    }

    /// What a script says in place of the endpoint, or the endpoint's own answer with what the script does to it.
    private func play(_ answer: ScriptedAnswer, _ exchange: Exchange) -> Reply {
        laidDown(answer, exchange).map(Reply.now) ?? goOn(with: exchange)
    }

    /// What a script says in place of the endpoint; nil where the endpoint is to answer itself.
    private func laidDown(_ answer: ScriptedAnswer, _ exchange: Exchange) -> HTTPResponse? {
        switch answer.content {
        case .own: nil
        case .error(let error): rim.after(exchange, ScriptRendering.response(error, exchange))
        case .raw(let raw): rim.after(exchange, ScriptRendering.response(raw, exchange))
        case .nothing, .handshake: rim.after(exchange, HTTPResponse(status: 500))
        }
    }

    /// What is answered where the endpoint is not asked: the store was needed and is not there. A browser is shown that, and not
    /// sent back to the application.
    private func refused(_ exchange: Exchange, _ error: EntraError) -> HTTPResponse {
        var response = HTTPResponse(status: error.status)
        if let endpoint = exchange.endpoint {
            response =
                endpoint.errors == .page
                ? ErrorRendering.response(error, endpoint, exchange.context)
                : ErrorRendering.raised(error, endpoint, exchange.context)
            if endpoint.allowsCrossOrigin(exchange.context) { CrossOrigin.allow(&response) }
        }
        CommonHeaders.add(to: &response, exchange.context, returnsCorrelationID: exchange.returnsCorrelationID)
        guard exchange.isControl else { return rim.after(exchange, response) }
        rim.note(exchange, response)
        return response
    }

    private func awaitedKeys(_ context: RequestContext) -> KeyLocation? {
        guard context.services.directory.fetchesKeys, context.request.method == "POST",
            let form = try? context.form.get()
        else { return nil }
        return AwaitedKeys.location(
            for: form, tenantSegment: context.tenantSegment, services: context.services,
            now: server.clock.machine.now())
    }

    /// Takes a request in; nil where its Host is none.
    private func open(
        _ request: HTTPRequest, _ peer: Peer, beganAt: UInt64 = MonotonicClock.nanoseconds()
    ) -> Exchange? {
        arrival(request, peer).map { Exchange(context: intake(request, peer, $0), beganAt: beganAt) }
    }

    /// Nil for a Host that is none.
    private func arrival(_ request: HTTPRequest, _ peer: Peer) -> Arrival? {
        let head = request.head
        if let known = head.finding as? Arrival, known.isOf(peer) { return known }
        guard let address = server.address(of: request, from: peer) else { return nil }
        guard !head.path.isExactly("*") else { return Arrival(head, peer, address, nil, nil) }
        let own = router.match(method: head.method, path: head.path)
        let match = folded(own, head.method, head.path)
        let arrival = Arrival(head, peer, address, match, endpoint(match, head.path))
        // Other paths are more or fewer as the directory has it.
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

    /// The endpoint's answer, past the rim.
    private func finished(_ exchange: Exchange) -> HTTPResponse {
        rim.after(exchange, answered(exchange))
    }

    private func answered(_ exchange: Exchange) -> HTTPResponse {
        var response = answer(exchange.context.arrival.match, exchange.context)
        CommonHeaders.add(to: &response, exchange.context, returnsCorrelationID: exchange.returnsCorrelationID)
        return response
    }

    private func route(_ method: String, _ path: String) -> Router<Endpoint>.Match {
        folded(router.match(method: method, path: path), method, path)
    }

    /// The suites that speak the native authentication contract send slashes too many; nobody else may.
    private func folded(
        _ match: Router<Endpoint>.Match, _ method: String, _ path: String
    ) -> Router<Endpoint>.Match {
        guard case .notFound = match, path.contains("//"),
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

    /// At this moment.
    private func services(_ arrival: Arrival, _ peer: Peer) -> Services {
        // Before the directory: what was changed and revoked in one is not to be seen half.
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

    private func answer(_ match: Router<Endpoint>.Match?, _ context: RequestContext) -> HTTPResponse {
        switch match {
        case .found(let endpoint, _): return answer(endpoint, context)
        case .methodNotAllowed(let allowed): return wrongMethod(allowed, context)
        case .malformedPath: return .text(400, "The path is malformed.")
        case .notFound: return ControlPaths.absence(of: context.request.path) ?? HTTPResponse(status: 404)
        case nil: return HTTPResponse(status: 204, headers: HeaderList([.init("Allow", "GET, HEAD, POST, OPTIONS")]))
        }
    }

    private func answer(_ endpoint: Endpoint, _ context: RequestContext) -> HTTPResponse {
        if endpoint.errors == .problem,
            let refusal = server.controlGuard.refusal(
                context.request, at: context.origin, by: context.hosts, isPublic: endpoint.isPublic,
                isConsole: endpoint.isConsole)
        {
            var response = refusal.response
            if refusal.status == 401 {
                response.headers.append("WWW-Authenticate", ControlGuard.challenge(isConsole: endpoint.isConsole))
            }
            return response
        }
        let maximum = endpoint.maximumBody.limit(server.settings)
        guard !context.request.isBodyTooLong, context.request.body.count <= maximum else {
            return tooLarge(endpoint, maximum)
        }
        var response: HTTPResponse
        do {
            response = try endpoint.handler(context, server)
        } catch {
            response = ErrorRendering.response(error, endpoint, context)
        }
        if endpoint.allowsCrossOrigin(context) { CrossOrigin.allow(&response) }
        return response
    }

    private func tooLarge(_ endpoint: Endpoint, _ maximum: Int) -> HTTPResponse {
        let detail = "The body has more than \(maximum) bytes."
        return endpoint.errors == .problem
            ? ProblemDocument(status: 413, title: "Too large", detail: detail).response : .text(413, detail)
    }

    /// OPTIONS tells what the path takes, and answers a browser's preflight; any other wrong method is refused as the
    /// service does.
    private func wrongMethod(_ allowed: [String], _ context: RequestContext) -> HTTPResponse {
        let endpoints = endpoints(allowed, context.request.path)
        let isCrossOrigin = endpoints.contains { $0.allowsCrossOrigin(context) }
        if context.request.method == "OPTIONS" {
            return CrossOrigin.options(allowed, isCrossOrigin: isCrossOrigin, request: context.request)
        }
        guard let endpoint = endpoints.first else { return .text(405, "Method not allowed.") }
        guard endpoint.errors != .problem else { return ControlPaths.wrongMethod(context.request, allowed) }
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

    /// What a path has for the methods that it takes.
    private func endpoints(_ methods: [String], _ path: String) -> [Endpoint] {
        methods.compactMap { method in
            if case .found(let endpoint, _) = router.match(method: method, path: path) { endpoint } else { nil }
        }
    }
}
