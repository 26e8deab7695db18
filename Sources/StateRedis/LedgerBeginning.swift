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
    private let hasWarned = Atomic<Bool>(false)

    /// `warn` is told in one line what is not known of the store.
    init(
        random: any RandomSource, now: @escaping @Sendable () -> Timestamp, warn: @escaping @Sendable (String) -> Void
    ) {
        self.random = random
        self.now = now
        self.warn = warn
    }

    /// Said on every new connection: the store may have been started anew, or be another one.
    func greet(_ connection: RedisConnection) throws(RedisFailure) {
        let sections = ["server", "persistence", "replication", "memory"]
        let replies = try connection.run(sections.map { RedisCommand("INFO", $0) }).map(\.text)
        guard replies.count == sections.count, let server = replies[0], let persistence = replies[1],
            let run = LedgerBeginning.value("run_id", in: server)
        else { throw RedisFailure("it does not tell what it is: INFO must be allowed") }
        guard LedgerBeginning.value("role", in: replies[2] ?? "") != "slave" else {
            throw RedisFailure("it is a replica of another store, which takes no changes")
        }
        try checkEviction(replies[3] ?? "")
        let keepsLog = LedgerBeginning.value("aof_enabled", in: persistence) == "1"
        store.withLock { $0 = (run, keepsLog) }
        let reply = try connection.run([LedgerScripts.begin.command(arguments(void: nil), bySource: true)]).first
        if case .error(let text)? = reply { throw RedisFailure("it refuses: \(text)") }
    }

    /// A store that is full must refuse, not drop what it has: a mark that is dropped lets a code be used twice. Our keys have no
    /// expiry, so policies that drop such keys alone drop none of ours.
    private func checkEviction(_ memory: String) throws(RedisFailure) {
        guard let policy = LedgerBeginning.value("maxmemory_policy", in: memory),
            let maximum = LedgerBeginning.value("maxmemory", in: memory)
        else {
            guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
            return warn("does not tell its maxmemory-policy: it must be noeviction, or codes may be used twice")
        }
        guard maximum == "0" || !policy.hasPrefix("allkeys-") else {
            throw RedisFailure(
                "its maxmemory-policy is \(policy), by which it drops what must not be forgotten: set it to noeviction")
        }
    }

    /// Of `LedgerScripts.begin`; `void` is a place whose epoch has ended.
    func arguments(void: LedgerPlace?) -> [[UInt8]] {
        let (run, keepsLog) = store.withLock { $0 }
        let revocation = SharedRecords.document(.everything, before: now(), order: LedgerBeginning.orderMark)
        let content = revocation.content.map { JSONWriter.value($0) } ?? []
        let mark = Array(String(LedgerBeginning.orderMark).utf8)
        let start = content.firstRange(of: mark)
        return [
            Array(run.utf8), Array((keepsLog ? "1" : "0").utf8), Array(random.guid().description.utf8),
            Array(String((void?.number ?? 0) + LedgerBeginning.margin).utf8),
            Array((void?.epoch.description ?? "").utf8), Array("\(revocation.kind.rawValue) \(revocation.key)".utf8),
            Array(content[..<(start?.lowerBound ?? content.endIndex)]),
            Array(content[(start?.upperBound ?? content.endIndex)...]),
        ]
    }

    /// Writes that others may know of besides one's own.
    private static let margin: Int64 = 1_000_000
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
