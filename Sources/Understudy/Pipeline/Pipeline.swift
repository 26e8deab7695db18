import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import HTTP
import Platform
import Protocol
import Store
import Synchronization
import Transport

/// The path of every request from the parser to the writer. Sockets, the sign-in driver and the embedding API use the same one.
///
/// The steps run in order until one of them responds; `finish` then runs for every response. A request stays on the caller's thread
/// unless a step waits: for the store that replicas share, for keys, for a stub's delay, or for slow work of the control plane.
final class Pipeline: RequestResponder {
    /// The decision of a step.
    enum Outcome {
        /// The next step runs.
        case proceed
        /// The response is ready; no further step runs.
        case respond(HTTPResponse)
        /// The request waits. After the wait, the same step runs again if `repeats` is true, or else the next step.
        case wait(Wait, repeats: Bool = false)
    }

    /// The event that a request waits for.
    enum Wait {
        /// The end of a stub's delay.
        case delay(Duration)
        /// The changes that other replicas wrote.
        case replica(Replication)
        /// A free background thread, for slow work.
        case worker
        /// Signing keys that do not exist yet.
        case keys(LazyKeyRing)
        /// The keys of another issuer.
        case issuerKeys(KeyLocation)
    }

    /// A function that decides about a request, and may replace it. Throws `EntraError` if the request needs the store and the
    /// store is unavailable.
    typealias Step = @Sendable (Pipeline, inout RequestContext) throws(EntraError) -> Outcome

    /// The steps in order. The router runs before them, and `finish` after them.
    private static let steps: [Step] = [
        syncReplica, guardControlPlane, takeStub, respondByStub, moveToWorker, makeKeys, fetchIssuerKeys,
        respondByEndpoint,
    ]

    let server: Server
    let router: RequestRouter

    /// Throws `RouteProblem` if the route table is malformed, which stops the start.
    init(_ server: Server) throws(RouteProblem) {
        self.server = server
        router = try RequestRouter(server)
    }

    /// The rule that limits how much of a body a connection reads.
    var bodyRule: BodyRule { router.bodyRule }

    /// Returns the response to a request from a socket, or the event that the request waits for.
    func reply(to request: HTTPRequest, from peer: Peer) -> Reply {
        // The client's address is read once: a request that has waited is routed again for the same client.
        reply(to: request, peer.client(of: request, trustsProxy: server.settings.trustsProxy), waits: true)
    }

    /// Returns the response at once, without a stub's delay and without fetching the keys of another issuer.
    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        switch reply(to: request, peer, waits: false) {
        case .now(let response): response
        case .later, .after: HTTPResponse(status: 500)
        }
    }

    private func reply(to request: HTTPRequest, _ peer: Peer, waits: Bool) -> Reply {
        do throws(AddressProblem) {
            return run(try router.routed(request, peer, for: self), from: 0, waits: waits)
        } catch {
            return .now(error.response)
        }
    }

    /// Runs the steps, beginning with the step at the index `first`.
    private func run(_ request: RequestContext, from first: Int, waits: Bool) -> Reply {
        var request = request
        for index in first..<Pipeline.steps.count {
            let outcome: Outcome
            do throws(EntraError) {
                outcome = try Pipeline.steps[index](self, &request)
            } catch {
                outcome = .respond(unavailable(error, request))
            }
            switch outcome {
            case .proceed: continue
            case .respond(let response): return .now(finish(request, response))
            case .wait(let wait, let repeats):
                guard waits else { continue }
                return reply(after: wait, request) { [self] in run($0, from: repeats ? index : index + 1, waits: true) }
            }
        }
        return .now(finish(request, HTTPResponse(status: 404)))
    }

    // MARK: Waiting

    private typealias Next = @Sendable (RequestContext) -> Reply

    private func reply(after wait: Wait, _ request: RequestContext, _ next: @escaping Next) -> Reply {
        switch wait {
        case .delay(let duration): .after(duration) { [self] in resume(request, next) }
        case .replica(let replication): synced(request, replication, next)
        case .worker:
            .later(
                Deferral(by: server.background.run) {
                    next(request)
                } otherwise: { [self] in
                    .now(finish(request, Pipeline.tooBusy))
                })
        case .keys(let ring):
            .later(
                Deferral(
                    begin: { [server] done in ring.prepare(on: server.background.run, then: done) },
                    next: { [self] in
                        guard !ring.isCreated else { return resume(request, next) }
                        let error =
                            ring.failure.map { EntraError(.serviceFailure, detail: $0.reason) }
                            ?? .storeUnavailable("too many requests are waiting for signing keys")
                        return .now(finish(request, unavailable(error, request)))
                    }))
        case .issuerKeys(let location):
            .later(
                Deferral(
                    begin: { [server] done in server.fetchKeys(at: location, done: done) },
                    next: { [self] in resume(request, next) }))
        }
    }

    /// Continues after a wait. A request that needs the store first reads the changes that other replicas wrote meanwhile.
    private func resume(_ request: RequestContext, _ next: @escaping Next) -> Reply {
        guard let replication = server.replication, request.usesStore else { return next(router.refreshed(request)) }
        return synced(request, replication, next)
    }

    private func synced(_ request: RequestContext, _ replication: Replication, _ next: @escaping Next) -> Reply {
        .later(
            Deferral(by: replication.threads.run) { [self] in
                do throws(EntraError) {
                    try replication.sharing.replica.catchUp()
                } catch {
                    return .now(finish(request, unavailable(error, request)))
                }
                return next(router.refreshed(request))
            } otherwise: { [self] in
                .now(
                    finish(
                        request, unavailable(.storeUnavailable("too many requests are waiting for the store"), request))
                )
            })
    }

    private static var tooBusy: HTTPResponse {
        var response = ProblemDocument(
            status: 503, title: "Too busy", detail: "Too many control-plane requests are already waiting."
        ).response
        response.setRetryAfter(1)
        return response
    }

    // MARK: Finishing

    /// Completes every response: adds the CORS headers, the common headers and the headers of a stub, counts and logs the response,
    /// appends the journal entry, and attaches a stub's transmission fault.
    private func finish(_ request: RequestContext, _ response: HTTPResponse) -> HTTPResponse {
        var response = response
        // CORS headers are added to errors too, so that a page of another site can read them.
        if request.routedRequest.isFound, request.endpoint?.allowsCrossOrigin(request) == true {
            CrossOrigin.allow(&response)
        }
        CommonHeaders.add(to: &response, request)
        for (name, value) in request.stub?.response.headers ?? [] { response.headers.set(name, value) }
        count(request, response)
        guard !request.isControl else { return response }
        if server.journal.isOn, !request.isPreflight {
            server.journal.append(ControlPlane.JournalEntry(request, response), request.services.directory)
        }
        response.fault = request.stub?.response.fault
        return response
    }

    /// Counts and logs a response.
    private func count(_ request: RequestContext, _ response: HTTPResponse) {
        let duration = MonotonicClock.nanoseconds() &- request.beganAt
        let notes = request.notes.content
        server.metrics.count(
            endpoint: request.endpointName, status: response.status, duration: duration, error: notes.error?.code,
            grant: IssuedTokens.grant(response, request, notes))
        server.log.responded(
            request, response.status, notes, duration: duration, mask: server.mask(request.services.directory))
    }
}

extension Deferral {
    /// Creates a deferral whose work runs on another thread and returns the reply. `run` starts the work there, or returns false if
    /// too many jobs wait. In that case `otherwise` returns the reply, on the thread of the connection's event loop.
    init(
        by run: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Bool,
        _ work: @escaping @Sendable () -> Reply, otherwise: @escaping @Sendable () -> Reply
    ) {
        let handover = Handover<Reply>()
        self.init(
            begin: { done in
                let hasStarted = run {
                    handover.set(work())
                    done()
                }
                if !hasStarted { done() }
            }, next: { handover.take() ?? otherwise() })
    }
}

/// A value that one thread passes to another.
private final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ value: Value) { self.value.withLock { $0 = value } }

    /// Returns the value once. Returns nil if there is no value yet.
    func take() -> Value? { value.withLock { $0.take() } }
}

/// Determines the grant by which a response issues tokens, for the metrics.
enum IssuedTokens {
    private static let managedIdentity = "managed_identity"

    private static let implicit = "implicit"

    /// All labels: the values of `grant_type`, and the labels for managed identity and the implicit grant, which have no such
    /// value.
    static let grants = Grants.labels + [managedIdentity, implicit]

    /// Returns the grant of the issued tokens, or nil for a response without tokens. `notes` are the notes of the request.
    static func grant(
        _ response: HTTPResponse, _ request: RequestContext, _ notes: ResponseNotes.Content
    ) -> String? {
        if notes.isImplicit { return implicit }
        guard response.status == 200 else { return nil }
        switch request.endpointName {
        case "token":
            let form = (try? request.form.get()) ?? Form()
            // A native authentication step may end with the instruction to open a browser instead of tokens.
            if NativeFlow.takes(form), JSONValue(parsing: response.body)?[Parameter.accessToken] == nil { return nil }
            return Grants.label(of: form[Parameter.grantType])
        case "managedidentity": return managedIdentity
        default: return nil
        }
    }
}
