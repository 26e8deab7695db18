import HTTP
import Platform

/// Responses with a deliberate fault (`WireFault`). The connection ends after each of them.
extension Connection {
    /// Sends a response with the fault.
    func spoil(_ response: HTTPResponse, by fault: WireFault, to request: HTTPRequest, _ terms: ResponseTerms) {
        machine.finish()
        let start = worker.output.count
        worker.writer.append(
            response, spoiledBy: fault, to: request.headers, terms, now: Int64(time(nil)), into: &worker.output)
        switch fault {
        case .reset: stage = .finishing(.reset)
        case .empty, .truncate, .malformedChunk: stage = .finishing(.linger)
        case .drip(let time):
            stage = .dripping(ThrottledBody(Array(worker.output[start...]), over: time, from: .current()))
            worker.output.removeSubrange(start...)
        }
    }

    /// Sends the next piece.
    func sendPiece(of drip: ThrottledBody) {
        var drip = drip
        worker.beginOutput()
        worker.output += drip.piece()
        stage = drip.isOver ? .finishing(.linger) : .dripping(drip)
        send()
    }

    /// Sends all remaining bytes immediately.
    func finish(_ drip: ThrottledBody) {
        var drip = drip
        worker.beginOutput()
        worker.output += drip.rest()
        stage = .finishing(.linger)
        send()
        finalize()
    }
}
