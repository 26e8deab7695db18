import Platform
import HTTP

/// Answers without an end (`LiveBody`). Nothing more is read from the client but that it has gone.
extension Connection {
    /// Sends the head, and lets the pieces begin.
    func begin(_ live: LiveBody, _ response: HTTPResponse, _ terms: ReplyTerms) {
        guard let token else { return }
        let isChunked = terms.minorVersion > 0
        worker.writer.appendLiveHead(response, isChunked: isChunked, now: Int64(time(nil)), into: &worker.output)
        machine.finish()
        stage = .streaming(live, isChunked: isChunked)
        begin(.piece)
        live.begin(worker.sink(token))
    }

    /// Sends a piece, or closes the connection when too much waits for the listener.
    func push(_ piece: [UInt8]) {
        guard case .streaming(_, let isChunked) = stage, !piece.isEmpty else { return }
        guard pending.isEmpty || pending.count + piece.count <= worker.settings.limits.liveBacklog else {
            return closeSlowReader(.listener)
        }
        worker.beginOutput()
        if isChunked { ChunkedWriter.append(piece, to: &worker.output) } else { worker.output += piece }
        begin(.piece)
        send()
        settle()
    }

    /// Ends the body, as a client expects it: what waits is still written.
    func endLive() {
        guard case .streaming(let live, let isChunked) = stage else { return }
        live.end()
        stage = .finishing(.close)
        worker.beginOutput()
        if isChunked { ChunkedWriter.finish(&worker.output) }
        send()
        settle()
    }

    /// What the client still sends counts for nothing; that it ends does.
    func dropInput() {
        guard let stream else { return }
        switch stream.read(into: worker.input) {
        case .done, .wantRead, .wantWrite: return
        case .closed: close()
        }
    }
}
