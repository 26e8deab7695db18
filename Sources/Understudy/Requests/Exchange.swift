import ControlPlane
import Crypto
import Entra
import Formats
import HTTP
import Platform
import Protocol
import Store
import Transport

/// A request in progress, with the stub that applies to the request.
struct Exchange: Sendable {
    private(set) var context: RequestContext
    /// The start of the request on the monotonic clock, in nanoseconds.
    let beganAt: UInt64
    /// The stubbed response that an operator added for the request, or nil.
    private(set) var script: Scripts.Taken?

    init(context: RequestContext, beganAt: UInt64) {
        self.context = context
        self.beganAt = beganAt
    }

    var endpoint: Endpoint? { context.arrival.endpoint }

    /// The name of the endpoint, or `EndpointName.unknown` if there is no endpoint.
    var endpointName: String { endpoint?.name ?? EndpointName.unknown }

    var isControl: Bool { context.arrival.isControl }

    var isPreflight: Bool { context.arrival.isPreflight }

    /// Whether the response returns the client's request ID: if the client requests it, and always in native authentication
    /// (docs/reference/wire.md#headers).
    var returnsCorrelationID: Bool {
        context.returnsCorrelationID || endpoint?.isNative == true || context.endsNativeJourney
            || context.notes.isContracted
    }

    /// Returns the exchange with the stub applied, or the unchanged exchange if `script` is nil.
    func following(_ script: Scripts.Taken?) -> Exchange {
        guard let script else { return self }
        var exchange = self
        exchange.script = script
        context.notes.note(script: script.id, fault: script.answer.faultName)
        if case .own(let fault?) = script.answer.content {
            exchange.context = RequestContext(context, with: context.services.making(fault))
        }
        return exchange
    }

    /// Returns the journal entry for the request and its response.
    func entry(_ response: HTTPResponse) -> JournalEntry {
        if let tenant = endpoint?.tenant?(context) { context.notes.note(hostTenant: tenant) }
        return JournalEntry(
            endpoint: endpointName, request: context.request, captures: context.captures,
            query: try? context.query.get(), form: try? context.form.get(), origin: context.origin,
            peer: context.peer, correlationID: context.correlationID, traceID: context.traceID,
            time: context.services.now, duration: MonotonicClock.nanoseconds() &- beganAt, response: response,
            notes: context.notes)
    }

    /// The facts of the request that stubs match.
    var facts: ExchangeFacts {
        guard let tenant = endpoint?.tenant else { return context.facts(at: endpointName) }
        return context.facts(at: endpointName) { [context] in tenant(context) }
    }
}
