import HTTP

/// An outcome of the connection machine in a comparable form.
enum Outcome: Equatable, CustomStringConvertible {
    case request(String, body: [UInt8])
    case expectContinue
    case reject(Int)
    case close
    /// The machine waits for more input.
    case waiting

    var description: String {
        switch self {
        case .request(let line, let body): "request \(line) with \(body.count) bytes"
        case .expectContinue: "expectContinue"
        case .reject(let status): "reject \(status)"
        case .close: "close"
        case .waiting: "waiting"
        }
    }
}

extension HTTPConnectionMachine {
    /// Returns every outcome until the machine waits or closes.
    mutating func outcomes() -> [Outcome] {
        var outcomes: [Outcome] = []
        while true {
            switch next() {
            case .needMore: return outcomes + [.waiting]
            case .close: return outcomes + [.close]
            case .reject(let rejection): outcomes.append(.reject(rejection.status))
            case .expectContinue: outcomes.append(.expectContinue)
            case .request(let request, let terms):
                let query = request.query.isEmpty ? "" : "?\(request.query)"
                let fields = request.headers.fields.map { " \($0.name)=\($0.value)" }.joined()
                let line = "\(request.method) \(request.authority) \(request.path)\(query)\(fields)"
                outcomes.append(.request(line + (terms.keepsAlive ? "" : " closing"), body: request.body))
            }
        }
    }
}

/// Returns the outcomes for these pieces of input up to the first `.close`, without the waiting.
func outcomes(_ pieces: [[UInt8]], limits: HTTPLimits = HTTPLimits()) -> [Outcome] {
    var machine = HTTPConnectionMachine(limits: limits)
    var outcomes: [Outcome] = []
    for piece in pieces {
        machine.receive(piece)
        outcomes += machine.outcomes().filter { $0 != .waiting }
        if outcomes.last == .close { break }
    }
    return outcomes
}

func outcomes(_ text: String, limits: HTTPLimits = HTTPLimits()) -> [Outcome] {
    outcomes([Array(text.utf8)], limits: limits)
}
