import Platform
import Synchronization

/// Hears of writes to the ledger, on a connection of its own.
final class RedisNews: Sendable {
    private let options: RedisOptions
    private let connection = Mutex<RedisConnection?>(nil)

    init(_ options: RedisOptions) {
        self.options = options
    }

    /// Returns when there may be news, or when so much time is over. What was written while there was no connection is not told:
    /// the first call of each returns at once.
    func wait(for time: Duration) throws(RedisFailure) {
        try connection.withLock { (connection) throws(RedisFailure) in
            do throws(RedisFailure) {
                if connection == nil {
                    let opened = try RedisConnection(options)
                    guard case .list? = try opened.run([RedisCommand("SUBSCRIBE", RedisScript.news)]).first else {
                        throw RedisFailure("it does not let listen: SUBSCRIBE must be allowed")
                    }
                    connection = opened
                    return
                }
                try connection.map { (open) throws(RedisFailure) in try wait(on: open, for: time) }
            } catch {
                connection = nil
                throw error
            }
        }
    }

    private func wait(on open: RedisConnection, for time: Duration) throws(RedisFailure) {
        // A connection that nobody answers on is found out by this.
        try open.send([RedisCommand("PING")])
        let end =
            MonotonicClock.milliseconds() + Int(time.components.seconds) * 1_000
            + Int(time.components.attoseconds / 1_000_000_000_000_000)
        var isAlive = false
        while let reply = try open.nextReply(until: end) {
            guard case .list(let parts) = reply, parts.first?.text == "message" else {
                isAlive = true
                continue
            }
            return
        }
        guard isAlive else { throw RedisFailure("it does not answer in time") }
    }
}
