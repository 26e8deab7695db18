import Control
import Entra
import Flows
import HTTP
import Platform

/// The two fixed points at which the control plane touches an exchange (docs/explanation/architecture.md): before the endpoint
/// sees it, and when its answer is whole. No endpoint and no flow knows of them. Exchanges of the control plane itself do not get
/// here.
struct ExchangeRim: Sendable {
    let server: Server

    /// Before the endpoint: the answer laid down for the exchange, which is consumed by this; nil where there is none. Throws
    /// `EntraError.storeUnavailable` where it cannot be told that it was given.
    func before(_ exchange: Exchange) throws(EntraError) -> Scripts.Taken? {
        guard !server.scripts.isEmpty, !exchange.isPreflight,
            server.scripts.mayAnswer(clientRequestID: exchange.context.clientRequestID)
        else { return nil }
        return try server.scripts.take(for: exchange.facts)
    }

    /// The answer is whole, headers included: what is sent for it.
    func after(_ exchange: Exchange, _ response: HTTPResponse) -> HTTPResponse {
        note(exchange, response)
        if server.journal.isOn, !exchange.isPreflight {
            server.journal.append(exchange.entry(response), exchange.context.services.directory)
        }
        guard let fault = exchange.script?.answer.fault else { return response }
        var faulty = response
        faulty.fault = fault
        return faulty
    }

    /// Counts and logs an answer, of the control plane too.
    func note(_ exchange: Exchange, _ response: HTTPResponse) {
        let duration = MonotonicClock.nanoseconds() &- exchange.beganAt
        let notes = exchange.context.notes.content
        server.metrics.count(
            endpoint: exchange.endpointName, status: response.status, duration: duration, error: notes.error?.code,
            grant: IssuedTokens.grant(response, exchange, notes))
        server.log.answered(
            exchange, response.status, notes, duration: duration,
            mask: server.mask(exchange.context.services.directory))
    }
}
