import Entra
import Platform
import Store
import Synchronization
import Transport

/// A thread that applies what other processes write to the change log, well within a second. While the change log is unavailable,
/// the thread retries at increasing intervals. The change log itself reports the failures.
final class ChangeFeedThread: Sendable {
    /// The longest wait for new documents in the change log. The thread takes at most this time to notice that it must end.
    private static let patience = Duration.milliseconds(250)
    /// The shortest pause between retries, in milliseconds. The pause doubles up to `longestPause`.
    private static let shortestPause = 50
    private static let longestPause = 1_000

    private let isEnding: Flag
    /// The thread, or nil after `stop`.
    private let thread: Mutex<LoopThread?>

    private final class Flag: Sendable {
        let isUp = Atomic<Bool>(false)
    }

    /// Starts the thread. Throws `ServerFailure` if the system cannot create a thread.
    init(_ server: Server) throws(ServerFailure) {
        let isEnding = Flag()
        self.isEnding = isEnding
        let thread = try LoopThread {
            var pause = ChangeFeedThread.shortestPause
            while !isEnding.isUp.load(ordering: .relaxed) {
                do throws(EntraError) {
                    try server.restore()
                    try server.replica.awaitChanges(for: ChangeFeedThread.patience)
                    pause = ChangeFeedThread.shortestPause
                } catch {
                    usleep(UInt32(pause) * 1_000)
                    pause = min(2 * pause, ChangeFeedThread.longestPause)
                }
            }
        }
        self.thread = Mutex(thread)
    }

    /// Ends the thread after its current step. Waits for the end until `moment` at most, a time of `MonotonicClock` in
    /// milliseconds.
    func stop(until moment: Int) {
        isEnding.isUp.store(true, ordering: .relaxed)
        thread.withLock { $0.take() }?.join(until: moment)
    }
}
