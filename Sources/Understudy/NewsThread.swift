import Entra
import Platform
import State
import Synchronization
import Transport

/// Takes in what other processes write to a ledger, well within a second, on a thread of its own. While the ledger is down it
/// tries again, ever less often; what failed, the ledger itself reports.
final class NewsThread: Sendable {
    /// For which the ledger is waited for, and with it the end of the thread.
    private static let patience = Duration.milliseconds(250)
    /// Milliseconds between tries.
    private static let shortestPause = 50
    private static let longestPause = 1_000

    private let isEnding: Flag
    /// Until somebody waits for its end.
    private let thread: Mutex<LoopThread?>

    private final class Flag: Sendable {
        let isUp = Atomic<Bool>(false)
    }

    /// Begins at once. Throws where the system has no thread left.
    init(_ server: Server) throws(ServerFailure) {
        let isEnding = Flag()
        self.isEnding = isEnding
        let thread = try LoopThread {
            var pause = NewsThread.shortestPause
            while !isEnding.isUp.load(ordering: .relaxed) {
                do throws(EntraError) {
                    try server.takeIn()
                    try server.replica.awaitNews(for: NewsThread.patience)
                    pause = NewsThread.shortestPause
                } catch {
                    usleep(UInt32(pause) * 1_000)
                    pause = min(2 * pause, NewsThread.longestPause)
                }
            }
        }
        self.thread = Mutex(thread)
    }

    /// Ends the thread: nothing more is taken in once what is under way is over, for which it waits until that moment at most, on
    /// the clock of `MonotonicClock`.
    func stop(until moment: Int) {
        isEnding.isUp.store(true, ordering: .relaxed)
        thread.withLock { $0.take() }?.join(until: moment)
    }
}
