import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store
import Transport

/// Carries a request to its response. `Intake` finds the endpoint, `ExchangeRim` finds the stub, `EndpointAnswer` runs the
/// endpoint, and `ExchangeRim` records the result in the journal. All transports use this type. The work runs on the caller's
/// thread, except if a request waits for the store that replicas share, for signing keys, for another issuer's keys, or for slow
/// work of the control plane.
final class Dispatcher: Sendable {
    private let server: Server
    private let intake: Intake
    private let endpoints: EndpointAnswer
    private let rim: ExchangeRim

    /// Throws `RouteProblem` if the route table is malformed.
    init(_ server: Server) throws(RouteProblem) {
        self.server = server
        intake = try Intake(server)
        endpoints = EndpointAnswer(server: server, intake: intake)
        rim = ExchangeRim(server: server)
    }

    /// The size limits for the bodies that connections read.
    var bodyRule: BodyRule { intake.bodyRule }

    /// Returns the response, or a deferral if the request must wait: for a stub's delay, for the keys of another issuer whose token
    /// the request presents, or for the store that replicas share.
    func reply(to request: HTTPRequest, from peer: Peer) -> Reply {
        // The client is determined once: a request that waits is opened again for the same client.
        let client = peer.client(of: request, trustsProxy: server.settings.trustsProxy)
        let exchange: Exchange
        do throws(AddressProblem) {
            exchange = try intake.open(request, client)
        } catch {
            return .now(error.response)
        }
        // A stub with a limited number of responses is consumed in the store too.
        return wait(for: exchange.usesStore || !exchange.isControl && !server.scripts.isEmpty, exchange, begin)
    }

    private func begin(_ exchange: Exchange) -> Reply {
        guard !exchange.isControl else { return control(exchange) }
        do throws(EntraError) {
            guard let script = try rim.before(exchange) else { return goOn(with: exchange) }
            let scripted = exchange.following(script)
            guard script.answer.delay > .zero else { return play(script.answer, scripted) }
            return .after(script.answer.delay) { [self] in
                wait(for: scripted.usesStore, reopened(scripted)) { [self] in play(script.answer, $0) }
            }
        } catch {
            return .now(refused(exchange, error))
        }
    }

    /// Continues with `next`. If the request needs a shared store, `next` runs on a thread that may block, after the changes of
    /// other replicas are applied. Otherwise `next` runs immediately on this thread.
    private func wait(
        for isNeeded: Bool, _ exchange: Exchange, _ next: @escaping @Sendable (Exchange) -> Reply
    ) -> Reply {
        guard let fleet = server.fleet, isNeeded else { return next(exchange) }
        return .later(
            Deferral(by: fleet.threads.run) { [self] in
                do throws(EntraError) {
                    try fleet.sharing.replica.catchUp()
                } catch {
                    return .now(refused(exchange, error))
                }
                return next(reopened(exchange))
            } otherwise: { [self] in
                .now(refused(exchange, .storeUnavailable("too many requests are waiting for the store")))
            })
    }

    /// Returns the exchange, opened again at the current time. Waiting took time, and nothing has been done yet.
    private func reopened(_ exchange: Exchange) -> Exchange {
        let context = exchange.context
        let later = (try? intake.open(context.request, context.peer, beganAt: exchange.beganAt)) ?? exchange
        return later.following(exchange.script)
    }

    /// Returns the response to a request that the control plane itself sends. Stubs and the journal apply as to any other request,
    /// but nothing waits: a stub's delay is ignored, and no issuer's keys are fetched.
    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        let exchange: Exchange
        do throws(AddressProblem) {
            exchange = try intake.open(request, peer)
        } catch {
            return error.response
        }
        guard !exchange.isControl else { return answered(exchange) }
        do throws(EntraError) {
            guard let script = try rim.before(exchange) else { return finished(exchange) }
            let scripted = exchange.following(script)
            return laidDown(script.answer, scripted) ?? finished(scripted)
        } catch {
            return refused(exchange, error)
        }
    }

    /// Returns the reply of the control plane. Slow endpoints run on another thread. If too many requests wait for a thread, the
    /// response has status 503.
    private func control(_ exchange: Exchange) -> Reply {
        let answer = { @Sendable [self] () -> Reply in
            let response = answered(exchange)
            rim.note(exchange, response)
            return .now(response)
        }
        // A request that waited for the store is already on another thread.
        let isOnLoop = server.fleet == nil || !exchange.usesStore
        guard isOnLoop else { return answer() }
        guard exchange.endpoint?.isSlow == true || exchange.mayMakeKeys else {
            return withKeys(exchange) { [self] in control($0) } ?? answer()
        }
        return .later(
            Deferral(by: server.background.run, answer) { [self] in .now(crowded(exchange)) })
    }

    /// Creates the keys that the response needs on a background thread, and then continues with `next`. Returns nil if no keys are
    /// missing.
    private func withKeys(_ exchange: Exchange, _ next: @escaping @Sendable (Exchange) -> Reply) -> Reply? {
        guard let ring = exchange.missingKeys else { return nil }
        return .later(
            Deferral(
                begin: { [server] done in ring.prepare(on: server.background.run, then: done) },
                next: { [self] in
                    guard !ring.isMade else {
                        return wait(for: exchange.usesStore, reopened(exchange), next)
                    }
                    let error =
                        ring.failure.map { EntraError(.serviceFailure, detail: $0.reason) }
                        ?? .storeUnavailable("too many requests are waiting for signing keys")
                    return .now(refused(exchange, error))
                }))
    }

    private func crowded(_ exchange: Exchange) -> HTTPResponse {
        var response = ProblemDocument(
            status: 503, title: "Too busy", detail: "Too many control-plane requests are already waiting."
        ).response
        response.headers.set("Retry-After", "1")
        CommonHeaders.add(to: &response, exchange.context, returnsCorrelationID: exchange.returnsCorrelationID)
        rim.note(exchange, response)
        return response
    }

    private func goOn(with exchange: Exchange) -> Reply {
        if let reply = withKeys(exchange, { [self] in goOn(with: $0) }) { return reply }
        guard let location = awaitedKeys(exchange.context) else { return .now(finished(exchange)) }
        return .later(
            Deferral(
                begin: { [server] done in server.fetchKeys(at: location, done: done) },
                next: { [self] in wait(for: exchange.usesStore, reopened(exchange)) { [self] in .now(finished($0)) } }))
    }

    /// Returns the stubbed response, or the endpoint's own response with the changes of the stub.
    private func play(_ answer: ScriptedAnswer, _ exchange: Exchange) -> Reply {
        laidDown(answer, exchange).map(Reply.now) ?? goOn(with: exchange)
    }

    /// Returns the stubbed response, or nil if the endpoint itself must respond.
    private func laidDown(_ answer: ScriptedAnswer, _ exchange: Exchange) -> HTTPResponse? {
        switch answer.content {
        case .own: nil
        case .error(let error): rim.after(exchange, ScriptRendering.response(error, exchange))
        case .raw(let raw): rim.after(exchange, ScriptRendering.response(raw, exchange))
        case .nothing, .handshake: rim.after(exchange, HTTPResponse(status: 500))
        }
    }

    /// Returns the error response for a request whose store or signing keys are unavailable.
    private func refused(_ exchange: Exchange, _ error: EntraError) -> HTTPResponse {
        var response = HTTPResponse(status: error.status)
        if let endpoint = exchange.endpoint {
            response = ErrorRendering.unavailable(error, endpoint, exchange.context)
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

    /// Returns the endpoint's response and records it.
    private func finished(_ exchange: Exchange) -> HTTPResponse {
        rim.after(exchange, answered(exchange))
    }

    private func answered(_ exchange: Exchange) -> HTTPResponse {
        var response = endpoints.response(to: exchange.context)
        CommonHeaders.add(to: &response, exchange.context, returnsCorrelationID: exchange.returnsCorrelationID)
        return response
    }
}
