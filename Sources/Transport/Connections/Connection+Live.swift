import HTTP
import Platform
import Synchronization

/// Responses without an end (`LiveBody`). Input from the client is discarded; only its end matters.
extension Connection {
    /// Sends the head and starts the pieces.
    func begin(_ live: LiveBody, _ response: HTTPResponse, _ terms: ResponseTerms) {
        guard let token else { return }
        let isChunked = terms.minorVersion > 0
        worker.writer.appendLiveHead(response, isChunked: isChunked, now: Int64(time(nil)), into: &worker.output)
        machine.finish()
        stage = .streaming(live, isChunked: isChunked)
        begin(.piece)
        live.begin(worker.sink(token))
    }

    /// Sends a piece, or closes the connection if too many bytes wait for the client.
    func push(_ piece: [UInt8]) {
        guard case .streaming(_, let isChunked) = stage, !piece.isEmpty else { return }
        guard pending.isEmpty || pending.count + piece.count <= worker.settings.limits.liveBacklog else {
            return closeSlowReader(.listener)
        }
        worker.beginOutput()
        if isChunked { ChunkedWriter.append(piece, to: &worker.output) } else { worker.output += piece }
        begin(.piece)
        send()
        finalize()
    }

    /// Ends the body properly. Waiting bytes are still written.
    func endLive() {
        guard case .streaming(let live, let isChunked) = stage else { return }
        live.end()
        stage = .finishing(.close)
        worker.beginOutput()
        if isChunked { ChunkedWriter.finish(&worker.output) }
        send()
        finalize()
    }

    /// Discards the client's input, and closes the connection at its end.
    func dropInput() {
        guard let stream else { return }
        switch stream.read(into: worker.input) {
        case .done, .wantRead, .wantWrite: return
        case .closed: close()
        }
    }
}

/// Sends pieces to a connection's `LiveBody` from other threads, through the worker's mailbox.
final class MailboxSink: LiveSink {
    private let mailbox: Mailbox
    private let token: Token
    /// The maximum number of pieces that may wait to be produced. One more piece closes the connection.
    private let limit: Int
    private let waiting = Atomic<Int>(0)

    init(mailbox: Mailbox, token: Token, limit: Int) {
        self.mailbox = mailbox
        self.token = token
        self.limit = limit
    }

    func send(_ make: @escaping @Sendable () -> [UInt8]) {
        let (before, count) = waiting.wrappingAdd(1, ordering: .relaxed)
        guard count <= limit + 1 else { return }
        let token = token
        guard before < limit else {
            mailbox.post { ($0.loop.handler(token) as? Connection)?.closeSlowReader(.listener) }
            return
        }
        mailbox.post { [self] worker in
            waiting.wrappingSubtract(1, ordering: .relaxed)
            (worker.loop.handler(token) as? Connection)?.push(make())
        }
    }
}
