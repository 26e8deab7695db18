import Platform
import HTTP

/// Answers that go wrong on purpose (`WireFault`). The connection is over behind each.
extension Connection {
    /// Answers as the fault says.
    func spoil(_ response: HTTPResponse, by fault: WireFault, to request: HTTPRequest, _ terms: ReplyTerms) {
        machine.finish()
        let start = worker.output.count
        worker.writer.append(
            response, spoiledBy: fault, to: request.headers, terms, now: Int64(time(nil)), into: &worker.output)
        switch fault {
        case .reset: stage = .finishing(.reset)
        case .empty, .truncate, .malformedChunk: stage = .finishing(.linger)
        case .drip(let time):
            stage = .dripping(Drip(Array(worker.output[start...]), over: time, from: .current()))
            worker.output.removeSubrange(start...)
        }
    }

    /// Sends the piece that is due.
    func sendPiece(of drip: Drip) {
        var drip = drip
        worker.beginOutput()
        worker.output += drip.piece()
        stage = drip.isOver ? .finishing(.linger) : .dripping(drip)
        send()
    }

    /// Sends at once all that is left.
    func finish(_ drip: Drip) {
        var drip = drip
        worker.beginOutput()
        worker.output += drip.rest()
        stage = .finishing(.linger)
        send()
        settle()
    }
}
