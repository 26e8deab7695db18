import HTTP
import Synchronization

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
