import Entra
import Formats
import Synchronization

/// Begins the change log in a store that has none, or that has lost a part of it. The new epoch starts with a revocation of
/// everything issued before, because the server no longer knows which values were used.
final class ChangeLogStart: Sendable {
    private let random: any RandomSource
    private let now: @Sendable () -> Timestamp
    private let warn: @Sendable (String) -> Void
    /// The state of the last contacted store: its run ID, and whether it logs every write.
    private let store = Mutex((run: "", keepsLog: false))
    /// The highest number that this process has seen in the store, in any epoch.
    private let highest = Mutex<Int64>(0)
    private let hasWarned = Atomic<Bool>(false)

    /// Creates the object. `warn` receives a line if a setting of the store is unknown.
    init(
        random: any RandomSource, now: @escaping @Sendable () -> Timestamp, warn: @escaping @Sendable (String) -> Void
    ) {
        self.random = random
        self.now = now
        self.warn = warn
    }

    /// Records an offset that the store has returned. A new epoch never begins at or below its number.
    func note(_ offset: LogOffset) {
        highest.withLock { $0 = max($0, min(offset.number, .max - ChangeLogStart.margin)) }
    }

    /// Checks the store on every new connection, because the store may have restarted or been replaced.
    func greet(_ connection: RedisConnection) throws(RedisFailure) {
        let sections = ["server", "persistence", "replication", "memory"]
        let replies = try connection.run(sections.map { RedisCommand("INFO", $0) }).map(\.text)
        guard replies.count == sections.count, let server = replies[0], let persistence = replies[1],
            let run = ChangeLogStart.value("run_id", in: server)
        else { throw RedisFailure("the store does not answer INFO: allow the command INFO") }
        guard ChangeLogStart.value("role", in: replies[2] ?? "") != "slave" else {
            throw RedisFailure("the store is a read-only replica of another store: use the primary")
        }
        try checkEviction(replies[3] ?? "")
        let keepsLog = try ChangeLogStart.keepsLog(persistence)
        store.withLock { $0 = (run, keepsLog) }
        let reply = try connection.run([ChangeLogScripts.begin.command(arguments, bySource: true)]).first
        if case .error(let text)? = reply { throw RedisFailure(errorReply: text) }
    }

    /// Whether the store logs every write, according to its `persistence` section. A store that is loading reports no log
    /// (`src/aof.c: loadSingleAppendOnlyFile`) and counts as unavailable.
    static func keepsLog(_ persistence: String) throws(RedisFailure) -> Bool {
        guard (value("loading", in: persistence) ?? "0") == "0" else {
            throw RedisFailure("the store is still loading its data")
        }
        return value("aof_enabled", in: persistence) == "1"
    }

    /// Rejects a store that evicts keys when it is full: an evicted mark would let a code be used twice. This program's keys
    /// have no expiry, so policies that evict only keys with an expiry are accepted.
    private func checkEviction(_ memory: String) throws(RedisFailure) {
        guard let policy = ChangeLogStart.value("maxmemory_policy", in: memory),
            let maximum = ChangeLogStart.value("maxmemory", in: memory)
        else {
            guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
            return warn(
                "the store does not report its maxmemory-policy: set noeviction, or codes may be used twice"
            )
        }
        guard maximum == "0" || !policy.hasExactPrefix("allkeys-") else {
            throw RedisFailure(
                "the store's maxmemory-policy is \(policy), which drops data that Understudy needs: set noeviction")
        }
    }

    /// The arguments of `ChangeLogScripts.begin`.
    var arguments: [[UInt8]] {
        let (run, keepsLog) = store.withLock { $0 }
        let highest = highest.withLock { $0 }
        let revocation = SharedRecords.document(.everything, before: now(), order: ChangeLogStart.orderMark)
        let content = revocation.content.map { JSONWriter.value($0) } ?? []
        let mark = Array(String(ChangeLogStart.orderMark).utf8)
        let start = content.firstRange(of: mark)
        return [
            Array(run.utf8), Array((keepsLog ? "1" : "0").utf8), Array(random.guid().description.utf8),
            Array(String(highest + ChangeLogStart.margin).utf8), Array(String(highest).utf8),
            Array("\(revocation.kind.rawValue) \(revocation.key)".utf8),
            Array(content[..<(start?.lowerBound ?? content.endIndex)]),
            Array(content[(start?.upperBound ?? content.endIndex)...]),
        ]
    }

    /// The maximum number of writes by others that this process has not seen. The margin is small compared to the milliseconds
    /// that numbers begin with: a process without knowledge of an earlier epoch begins at the milliseconds and is ahead a few
    /// seconds later.
    private static let margin: Int64 = 5_000
    /// The placeholder for the sequence number in the document. The value is never a valid number.
    private static let orderMark: Int64 = -7_777_777_777_777_777_777

    /// Returns the value of a line `name:value`, or nil if the text has no such line.
    private static func value(_ name: String, in text: String) -> String? {
        for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        where line.starts(with: "\(name):".utf8) {
            return String(line.dropFirst(name.utf8.count + 1))
        }
        return nil
    }
}
