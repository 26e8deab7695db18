import ControlPlane
import Crypto
import Platform
import Store
import Synchronization
import Transport

/// Checks whether persistent state and keys can be written: at most once a second, regardless of how often `health` is requested.
final class WriteCheck: Sendable {
    private struct Last {
        /// The time of the check on the monotonic clock, in milliseconds.
        var time: Int
        var obstacles: [Health.WriteFailure]
    }

    private let stateFile: StateFile?
    /// The minimum interval between checks, in milliseconds.
    private let interval: Int
    private let last = Mutex<Last?>(nil)

    init(_ stateFile: StateFile?, interval: Int = 1_000) {
        self.stateFile = stateFile
        self.interval = interval
    }

    /// Returns the reasons why state or keys cannot be written. `run` retries on another thread to save keys that could not be
    /// saved before, and a later check reports the result.
    func obstacles(
        _ keys: KeyMaterial, retryingOn run: (@escaping @Sendable () -> Void) -> Bool
    ) -> [Health.WriteFailure] {
        last.withLock { last in
            let now = MonotonicClock.milliseconds()
            if let last, now - last.time < interval { return last.obstacles }
            let state = stateFile?.obstacle.map { [Health.WriteFailure(.state, $0)] } ?? []
            let failed = keys.lazyRings.filter { $0.failure != nil }
            let obstacles = state + failed.compactMap(\.failure).map { Health.WriteFailure(.keys, $0.reason) }
            for ring in failed { ring.prepare(on: run) {} }
            last = Last(time: now, obstacles: obstacles)
            return obstacles
        }
    }
}
