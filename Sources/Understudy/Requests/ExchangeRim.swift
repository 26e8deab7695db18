import Control
import Flows
import HTTP
import Transport

/// The two fixed points at which the control plane touches an exchange (architecture.md §7): before the endpoint sees it, and
/// when its answer is whole. No endpoint and no flow knows of them. Exchanges of the control plane itself do not get here.
struct ExchangeRim: Sendable {
    let server: Server

    /// Before the endpoint: an answer in its place, or nil to let it answer. What is given here passes `after` too.
    func before(_ exchange: Exchange) -> Reply? { nil }

    /// The answer is whole, headers included: what is sent for it.
    func after(_ exchange: Exchange, _ response: HTTPResponse) -> HTTPResponse {
        if server.journal.isOn {
            server.journal.append(
                exchange.entry(server.journal.sharing(response)), exchange.context.services.directory)
        }
        return response
    }
}

extension Reply {
    /// The same reply with its answer passed on once it is there.
    func map(_ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) -> Reply {
        switch self {
        case .now(let response): .now(change(response))
        case .later(let deferral):
            .later(Deferral(begin: deferral.begin, answer: { change(deferral.answer()) }))
        }
    }
}
