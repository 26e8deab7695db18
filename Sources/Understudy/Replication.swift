import ControlPlane
import Crypto
import Directory
import Entra
import Platform
import Store
import Synchronization
import Transport

/// The connection of a server to the store that several replicas share.
struct Replication: Sendable {
    let sharing: SharedState
    /// The address of the store.
    let address: StoreAddress
    /// The threads for requests that wait for the store.
    let threads: ThreadPool
}

extension Replication {
    /// The time in seconds that a starting server waits for its store. The two may start in any order.
    private static let startTimeout = 15
    /// The interval between checks whether the start was canceled, in milliseconds.
    private static let checkInterval = 50

    /// Creates the connections of a server to the store that replicas share, or returns nil if the options name no store. Sends no
    /// request to the store yet. Throws `.usage` for an invalid option.
    static func joining(_ options: ServerOptions, _ log: RequestLog) throws(StartFailure) -> Replication? {
        if let problem = options.storeProblem { throw .usage("\(problem.option) \(problem.reason)") }
        guard let address = options.store else { return nil }
        var authorities: [UInt8]?
        if let file = options.storeCA { authorities = try UnderstudyServer.read(file) }
        let clock = SystemClock()
        let changeLog = RedisChangeLog(
            RedisOptions(address, authorityPEM: authorities), random: SystemRandom(), now: { clock.now() },
            report: { log.storeChanged($0) })
        let records = SharedRecords()
        let replica = Replica(changeLog) { log.stateUnreadable($0) }
        replica.join(records)
        let sharing = SharedState(replica, records: records, operations: RedisOperations(changeLog.client))
        do {
            return Replication(sharing: sharing, address: address, threads: try ThreadPool())
        } catch {
            throw .system("\(error)")
        }
    }

    /// Restores the state of a server from the store. The attempts run on a thread of their own, because a request to the store may
    /// take longer than this function waits; the thread is then abandoned. Throws `.system` if the store does not respond in time,
    /// and `StartFailure.canceled` if `isCanceled` returns true before.
    func restore(_ server: Server, isCanceled: () -> Bool) throws(StartFailure) {
        let end = MonotonicClock.milliseconds() + Replication.startTimeout * 1_000
        let attempts = Attempts()
        let thread: SystemThread
        do throws(SystemThread.Failure) {
            thread = try SystemThread {
                attempts.run { () throws(EntraError) in try server.restore { attempts.isNeeded } }
            }
        } catch {
            throw .system("cannot create a thread: error \(error.code)")
        }
        while !thread.join(until: min(MonotonicClock.milliseconds() + Replication.checkInterval, end)) {
            let hasTimedOut = MonotonicClock.milliseconds() >= end
            guard hasTimedOut || isCanceled() else { continue }
            let failure = attempts.end()
            guard hasTimedOut else { throw .canceled }
            let timeout = "\(address.text): the store does not respond in time"
            throw .system("the store cannot be used: \(failure ?? timeout)")
        }
    }

    /// Repeats an attempt until it succeeds or no caller waits for the result.
    private final class Attempts: Sendable {
        private struct State {
            var isOver = false
            var failure: String?
        }

        private let state = Mutex(State())

        /// Whether a caller still waits for the result.
        var isNeeded: Bool { state.withLock { !$0.isOver } }

        func run(_ attempt: () throws(EntraError) -> Void) {
            while isNeeded {
                do throws(EntraError) {
                    return try attempt()
                } catch {
                    state.withLock { $0.failure = error.detail }
                    usleep(100_000)
                }
            }
        }

        /// Ends the attempts, and returns the reason why the last finished attempt failed.
        func end() -> String? {
            state.withLock { state in
                state.isOver = true
                return state.failure
            }
        }
    }
}

/// A thread that applies what other processes write to the change log, well within a second. While the change log is unavailable,
/// the thread retries at increasing intervals. The change log itself reports the failures.
final class ChangeFeedThread: Sendable {
    /// The longest wait for new documents in the change log. The thread takes at most this time to notice that it must end.
    private static let readTimeout = Duration.milliseconds(250)
    /// The shortest pause between retries, in milliseconds. The pause doubles up to `longestPause`.
    private static let shortestPause = 50
    private static let longestPause = 1_000

    private let isEnding: Flag
    /// The thread, or nil after `stop`.
    private let thread: Mutex<LoopThread?>

    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    /// Starts the thread. Throws `ServerFailure` if the system cannot create a thread.
    init(_ server: Server) throws(ServerFailure) {
        let isEnding = Flag()
        self.isEnding = isEnding
        let thread = try LoopThread {
            var pause = ChangeFeedThread.shortestPause
            while !isEnding.isSet.load(ordering: .relaxed) {
                do throws(EntraError) {
                    try server.restore()
                    try server.replica.awaitChanges(for: ChangeFeedThread.readTimeout)
                    pause = ChangeFeedThread.shortestPause
                } catch {
                    usleep(UInt32(pause) * 1_000)
                    pause = min(2 * pause, ChangeFeedThread.longestPause)
                }
            }
        }
        self.thread = Mutex(thread)
    }

    /// Ends the thread after its current step. Waits for the end until `deadline` at most, a time of `MonotonicClock` in
    /// milliseconds.
    func stop(until deadline: Int) {
        isEnding.isSet.store(true, ordering: .relaxed)
        thread.withLock { $0.take() }?.join(until: deadline)
    }
}
