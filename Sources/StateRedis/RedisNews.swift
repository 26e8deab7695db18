import Directory
import Platform
import Synchronization

/// Hears of writes to the ledger, on a connection of its own.
final class RedisNews: Sendable {
    /// What is listened on.
    private struct Line {
        let connection: RedisConnection
        /// Until when the other side is to show that it is there, on the clock of `MonotonicClock`; nil where it was not asked
        /// since.
        var answersUntil: Int?
    }

    private let options: RedisOptions
    private let line = Mutex<Line?>(nil)

    init(_ options: RedisOptions) {
        self.options = options
    }

    /// Returns when there may be news, or when so much time is over. What was written while there was no connection is not told:
    /// the first call of each returns at once.
    func wait(for time: Duration) throws(RedisFailure) {
        try line.withLock { (line) throws(RedisFailure) in
            do throws(RedisFailure) {
                guard var open = line else {
                    line = try listen()
                    return
                }
                try wait(on: &open, for: time)
                line = open
            } catch {
                line = nil
                throw error
            }
        }
    }

    private func listen() throws(RedisFailure) -> Line {
        let opened = try RedisConnection(options)
        guard case .list? = try opened.run([RedisCommand("SUBSCRIBE", RedisScript.news)]).first else {
            throw RedisFailure("the store rejects SUBSCRIBE: allow the command SUBSCRIBE")
        }
        return Line(connection: opened)
    }

    private func wait(on open: inout Line, for time: Duration) throws(RedisFailure) {
        let begin = MonotonicClock.milliseconds()
        let end =
            begin + Int(time.components.seconds) * 1_000
            + Int(time.components.attoseconds / 1_000_000_000_000_000)
        // A connection that nobody answers on is found out by this.
        if open.answersUntil == nil {
            try open.connection.send([RedisCommand("PING")])
            open.answersUntil = begin + options.address.timeout
        }
        while let reply = try open.connection.nextReply(until: min(end, open.answersUntil ?? end)) {
            guard case .list(let parts) = reply, parts.first?.text == "message" else {
                open.answersUntil = nil
                continue
            }
            return
        }
        if let latest = open.answersUntil, MonotonicClock.milliseconds() >= latest {
            throw RedisFailure("the store does not respond in time")
        }
    }
}
