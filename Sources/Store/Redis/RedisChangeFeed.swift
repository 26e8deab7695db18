import Directory
import Platform
import Synchronization

/// A subscription to writes of the change log, on a connection of its own.
final class RedisChangeFeed: Sendable {
    /// The open subscription.
    private struct Line {
        let connection: RedisConnection
        /// The time by which the store must respond to a ping, on the clock of `MonotonicClock`, or nil if no ping is
        /// outstanding.
        var answersUntil: Int?
    }

    private let options: RedisOptions
    private let line = Mutex<Line?>(nil)

    init(_ options: RedisOptions) {
        self.options = options
    }

    /// Returns when there may be news, or when the time is over. Writes made while there is no connection are not announced, so
    /// the first call on each connection returns at once.
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
        // The ping detects a dead connection.
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
