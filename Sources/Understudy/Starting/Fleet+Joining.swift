import Control
import Crypto
import Directory
import Entra
import Platform
import State
import StateRedis
import Synchronization
import Transport

extension Fleet {
    /// Seconds that a server waits for its store when it starts: the two may start in any order.
    private static let patience = 15
    /// Milliseconds between looks at whether it is still wanted.
    private static let glance = 50

    /// What a server needs to join those that share the store of the options; nil where none is named. Nothing is asked of the
    /// store yet.
    static func joining(_ options: ServerOptions, _ log: RequestLog) throws(StartFailure) -> Fleet? {
        if let problem = options.storeProblem { throw .usage("\(problem.option) \(problem.reason)") }
        guard let address = options.store else { return nil }
        var authorities: [UInt8]?
        if let file = options.storeCA { authorities = try Understudy.read(file) }
        let clock = SystemClock()
        let ledger = RedisLedger(
            RedisOptions(address, authorityPEM: authorities), random: SystemRandom(), now: { clock.now() },
            report: { log.storeChanged($0) })
        let records = SharedRecords()
        let replica = Replica(ledger) { log.stateUnreadable($0) }
        replica.join(records)
        let sharing = Sharing(replica, records: records, verbs: RedisVerbs(ledger.client))
        do {
            return Fleet(sharing: sharing, address: address, threads: try ThreadPool())
        } catch {
            throw .system("\(error)")
        }
    }

    /// Has a server take in what the store has. Tries on a thread of its own: what waits for the store may wait longer than this
    /// does, and is left to itself. Throws where the store does not answer in time; `StartFailure.givenUp` where `isGivenUp`
    /// before.
    func takeIn(_ server: Server, isGivenUp: () -> Bool) throws(StartFailure) {
        let end = MonotonicClock.milliseconds() + Fleet.patience * 1_000
        let attempts = Attempts()
        let thread: SystemThread
        do throws(SystemThread.Failure) {
            thread = try SystemThread {
                attempts.run { () throws(EntraError) in try server.takeIn { attempts.isWanted } }
            }
        } catch {
            throw .system("cannot create a thread: error \(error.code)")
        }
        while !thread.join(until: min(MonotonicClock.milliseconds() + Fleet.glance, end)) {
            let isLate = MonotonicClock.milliseconds() >= end
            guard isLate || isGivenUp() else { continue }
            let trouble = attempts.end()
            guard isLate else { throw .givenUp }
            let silence = "\(address.text): the store does not respond in time"
            throw .system("the store cannot be used: \(trouble ?? silence)")
        }
    }

    /// Tries until one is well, or nobody waits for it any more.
    private final class Attempts: Sendable {
        private struct State {
            var isOver = false
            var trouble: String?
        }

        private let state = Mutex(State())

        /// Whether somebody waits for one.
        var isWanted: Bool { state.withLock { !$0.isOver } }

        func run(_ attempt: () throws(EntraError) -> Void) {
            while isWanted {
                do throws(EntraError) {
                    return try attempt()
                } catch {
                    state.withLock { $0.trouble = error.detail }
                    usleep(100_000)
                }
            }
        }

        /// Ends them; why the last one that ended before came to nothing.
        func end() -> String? {
            state.withLock { state in
                state.isOver = true
                return state.trouble
            }
        }
    }
}
