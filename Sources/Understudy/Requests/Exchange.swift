import Control
import Crypto
import Entra
import Flows
import HTTP
import Platform
import State
import Transport
import Wire

/// One request on its way to its answer: as it was taken in, and what a tester has laid down for it.
struct Exchange: Sendable {
    private(set) var context: RequestContext
    /// On the monotonic clock, in nanoseconds.
    let beganAt: UInt64
    /// The answer that a tester has laid down for it.
    private(set) var script: Scripts.Taken?

    init(context: RequestContext, beganAt: UInt64) {
        self.context = context
        self.beganAt = beganAt
    }

    var endpoint: Endpoint? { context.arrival.endpoint }

    /// A name of `EndpointName`.
    var endpointName: String { endpoint?.name ?? EndpointName.unknown }

    var isControl: Bool { context.arrival.isControl }

    var isPreflight: Bool { context.arrival.isPreflight }

    /// Whether the client's id is sent back: where it asks for that, and always by native authentication
    /// (docs/reference/wire.md#headers).
    var returnsCorrelationID: Bool {
        context.returnsCorrelationID || endpoint?.isNative == true || context.endsNativeJourney
            || context.notes.isContracted
    }

    /// The same exchange as it is to go on by the script, if there is one.
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

    /// What the journal keeps of it.
    func entry(_ response: HTTPResponse) -> JournalEntry {
        if let tenant = endpoint?.tenant?(context) { context.notes.note(hostTenant: tenant) }
        return JournalEntry(
            endpoint: endpointName, request: context.request, captures: context.captures,
            query: try? context.query.get(), form: try? context.form.get(), origin: context.origin,
            peer: context.peer, correlationID: context.correlationID, traceID: context.traceID,
            time: context.services.now, duration: MonotonicClock.nanoseconds() &- beganAt, response: response,
            notes: context.notes)
    }

    /// What scripts match it by.
    var facts: ExchangeFacts {
        guard let tenant = endpoint?.tenant else { return context.facts(at: endpointName) }
        return context.facts(at: endpointName) { [context] in tenant(context) }
    }
}
