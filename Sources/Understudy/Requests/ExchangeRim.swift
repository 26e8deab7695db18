import ControlPlane
import Entra
import HTTP
import Platform
import Protocol

/// Applies stubs before the endpoint runs and records the request after the response is complete
/// (docs/explanation/architecture.md). Endpoints and flows know of neither step. Requests to the control plane itself skip `before`
/// and `after`.
struct ExchangeRim: Sendable {
    let server: Server

    /// Returns and consumes the stubbed response for the request, or returns nil if no stub matches. Throws
    /// `EntraError.storeUnavailable` if the store cannot record that the response was consumed.
    func before(_ exchange: Exchange) throws(EntraError) -> Scripts.Taken? {
        guard !server.scripts.isEmpty, !exchange.isPreflight,
            server.scripts.mayAnswer(clientRequestID: exchange.context.clientRequestID)
        else { return nil }
        return try server.scripts.take(for: exchange.facts)
    }

    /// Records a complete response, headers included, and returns the response to send: with the stub's fault, if the stub has one.
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

    /// Counts and logs a response, including the responses of the control plane.
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
