import Entra
import State
import Synchronization
import Wire

/// How the ledger's memory begins in a store that has none, and where it ends: everything issued before is revoked, as nobody
/// knows any more what of it was used.
final class LedgerBeginning: Sendable {
    private let random: any RandomSource
    private let now: @Sendable () -> Timestamp
    private let warn: @Sendable (String) -> Void
    /// The store that was greeted last: its run, and whether it keeps a log of every write.
    private let store = Mutex((run: "", keepsLog: false))
    /// The highest number that this process has seen in the store, whichever memory it was of.
    private let highest = Mutex<Int64>(0)
    private let hasWarned = Atomic<Bool>(false)

    /// `warn` is told in one line what is not known of the store.
    init(
        random: any RandomSource, now: @escaping @Sendable () -> Timestamp, warn: @escaping @Sendable (String) -> Void
    ) {
        self.random = random
        self.now = now
        self.warn = warn
    }

    /// The store showed this place: no memory of it begins at or below its number any more.
    func note(_ place: LedgerPlace) {
        highest.withLock { $0 = max($0, min(place.number, .max - LedgerBeginning.margin)) }
    }

    /// Said on every new connection: the store may have been started anew, or be another one.
    func greet(_ connection: RedisConnection) throws(RedisFailure) {
        let sections = ["server", "persistence", "replication", "memory"]
        let replies = try connection.run(sections.map { RedisCommand("INFO", $0) }).map(\.text)
        guard replies.count == sections.count, let server = replies[0], let persistence = replies[1],
            let run = LedgerBeginning.value("run_id", in: server)
        else { throw RedisFailure("the store does not answer INFO: allow the command INFO") }
        guard LedgerBeginning.value("role", in: replies[2] ?? "") != "slave" else {
            throw RedisFailure("the store is a read-only replica of another store: use the primary")
        }
        try checkEviction(replies[3] ?? "")
        let keepsLog = try LedgerBeginning.keepsLog(persistence)
        store.withLock { $0 = (run, keepsLog) }
        let reply = try connection.run([LedgerScripts.begin.command(arguments, bySource: true)]).first
        if case .error(let text)? = reply { throw RedisFailure(refusing: text) }
    }

    /// Whether it keeps a log of every write, by its section of that name. While it reads what it has it says that it keeps none
    /// (`src/aof.c: loadSingleAppendOnlyFile`), and is not there yet.
    static func keepsLog(_ persistence: String) throws(RedisFailure) -> Bool {
        guard (value("loading", in: persistence) ?? "0") == "0" else {
            throw RedisFailure("the store is still loading its data")
        }
        return value("aof_enabled", in: persistence) == "1"
    }

    /// A store that is full must refuse, not drop what it has: a mark that is dropped lets a code be used twice. Our keys have no
    /// expiry, so policies that drop such keys alone drop none of ours.
    private func checkEviction(_ memory: String) throws(RedisFailure) {
        guard let policy = LedgerBeginning.value("maxmemory_policy", in: memory),
            let maximum = LedgerBeginning.value("maxmemory", in: memory)
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

    /// Of `LedgerScripts.begin`.
    var arguments: [[UInt8]] {
        let (run, keepsLog) = store.withLock { $0 }
        let highest = highest.withLock { $0 }
        let revocation = SharedRecords.document(.everything, before: now(), order: LedgerBeginning.orderMark)
        let content = revocation.content.map { JSONWriter.value($0) } ?? []
        let mark = Array(String(LedgerBeginning.orderMark).utf8)
        let start = content.firstRange(of: mark)
        return [
            Array(run.utf8), Array((keepsLog ? "1" : "0").utf8), Array(random.guid().description.utf8),
            Array(String(highest + LedgerBeginning.margin).utf8), Array(String(highest).utf8),
            Array("\(revocation.kind.rawValue) \(revocation.key)".utf8),
            Array(content[..<(start?.lowerBound ?? content.endIndex)]),
            Array(content[(start?.upperBound ?? content.endIndex)...]),
        ]
    }

    /// Writes that others may know of besides one's own. Small against the milliseconds that numbers begin with: a process that
    /// knows of no memory before begins at those, and is above this one's a few seconds later.
    private static let margin: Int64 = 5_000
    /// Stands where the order is to come: no time.
    private static let orderMark: Int64 = -7_777_777_777_777_777_777

    /// Of a line `name:value`.
    private static func value(_ name: String, in text: String) -> String? {
        for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        where line.starts(with: "\(name):".utf8) {
            return String(line.dropFirst(name.utf8.count + 1))
        }
        return nil
    }
}
