import Control
import Crypto
import Directory
import Entra
import Platform
import State
import StateRedis
import Transport

extension Fleet {
    /// Seconds that a server waits for its store when it starts: the two may start in any order.
    private static let patience: UInt64 = 15

    /// Joins the servers that share the store of the options; nil where none is named. Throws where the store does not answer in
    /// time, or before `isGivenUp`.
    static func joined(
        _ options: ServerOptions, _ log: RequestLog, isGivenUp: () -> Bool
    ) throws(StartFailure) -> Fleet? {
        if let problem = options.storeProblem { throw .usage("\(problem.option) \(problem.reason)") }
        guard let address = options.store else { return nil }
        var authorities: [UInt8]?
        if let file = options.storeCA { authorities = try Understudy.read(file) }
        let clock = SystemClock()
        let ledger = RedisLedger(
            RedisOptions(address, authorityPEM: authorities), random: SystemRandom(), now: { clock.now() },
            report: { log.storeChanged($0) })
        let records = SharedRecords()
        let replica = Replica(ledger)
        replica.join(records)
        let sharing = Sharing(replica, records: records, verbs: RedisVerbs(ledger.client))
        try reach(sharing, isGivenUp: isGivenUp)
        do {
            return Fleet(sharing: sharing, threads: try ThreadPool())
        } catch {
            throw .system("\(error)")
        }
    }

    private static func reach(_ sharing: Sharing, isGivenUp: () -> Bool) throws(StartFailure) {
        let end = MonotonicClock.nanoseconds() + patience * 1_000_000_000
        while true {
            do throws(EntraError) {
                return try sharing.replica.catchUp()
            } catch {
                guard MonotonicClock.nanoseconds() < end, !isGivenUp() else {
                    throw .system("the store cannot be used: \(error.detail)")
                }
                usleep(100_000)
            }
        }
    }
}
