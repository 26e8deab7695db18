import Control
import Crypto
import Directory
import Entra
import Flows
import HTTP
import State
import Transport
import Wire

/// The path of a request: `Intake` finds its endpoint, `ExchangeRim` what a script lays down for it, `EndpointAnswer` has the
/// endpoint answer, and the rim notes that in the journal. The same for every transport; on the caller's thread from first to
/// last, but where it waits: for the store that replicas share, for another issuer's keys, for slow work of the control plane.
final class Dispatcher: Sendable {
    private let server: Server
    private let intake: Intake
    private let endpoints: EndpointAnswer
    private let rim: ExchangeRim

    /// Throws when the route table is malformed.
    init(_ server: Server) throws(RouteProblem) {
        self.server = server
        intake = try Intake(server)
        endpoints = EndpointAnswer(server: server, intake: intake)
        rim = ExchangeRim(server: server)
    }

    /// What connections are to take in of bodies.
    var bodyRule: BodyRule { intake.bodyRule }

    /// The answer, or what it waits for: a script's delay, the keys of another issuer where the request brings a token of it, or
    /// the store that replicas share.
    func reply(to request: HTTPRequest, from peer: Peer) -> Reply {
        // Once for a request: what waits is opened again for the same client.
        let client = peer.client(of: request, trustsProxy: server.settings.trustsProxy)
        let exchange: Exchange
        do throws(AddressProblem) {
            exchange = try intake.open(request, client)
        } catch {
            return .now(error.response)
        }
        // A counted answer is taken at the store, too.
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

    /// Goes on where the store may be waited for, with what others have written taken in; here, where the store is not needed or is
    /// this process's own.
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

    /// The same exchange at this moment: what it waited for took its time, and nothing has been done yet.
    private func reopened(_ exchange: Exchange) -> Exchange {
        let context = exchange.context
        let later = (try? intake.open(context.request, context.peer, beganAt: exchange.beganAt)) ?? exchange
        return later.following(exchange.script)
    }

    /// The answer at once, to what the control plane asks itself. Scripts and the journal meet it like any other request, but
    /// nobody waits: a script's delay is passed over, and no issuer's keys are fetched.
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

    /// An answer of the control plane: of slow endpoints it is made on another thread, and where too many wait for one, not.
    private func control(_ exchange: Exchange) -> Reply {
        let answer = { @Sendable [self] () -> Reply in
            let response = answered(exchange)
            rim.note(exchange, response)
            return .now(response)
        }
        // What has waited for the store is on another thread already.
        let isOnLoop = server.fleet == nil || !exchange.usesStore
        guard isOnLoop else { return answer() }
        guard exchange.endpoint?.isSlow == true || exchange.mayMakeKeys else {
            return withKeys(exchange) { [self] in control($0) } ?? answer()
        }
        return .later(
            Deferral(by: server.background.run, answer) { [self] in .now(crowded(exchange)) })
    }

    /// Has the keys made that the answer needs, on a thread in the background, and then goes on; nil where all are there.
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

    /// The answer in place of the endpoint's: the store was needed, and is not there.
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

    /// The endpoint's answer, past the rim.
    private func finished(_ exchange: Exchange) -> HTTPResponse {
        rim.after(exchange, answered(exchange))
    }

    private func answered(_ exchange: Exchange) -> HTTPResponse {
        var response = endpoints.response(to: exchange.context)
        CommonHeaders.add(to: &response, exchange.context, returnsCorrelationID: exchange.returnsCorrelationID)
        return response
    }
}
