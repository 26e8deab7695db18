import Control
import Crypto
import Platform
import State
import Synchronization
import Transport

/// Tries whether what must outlive the process can be written, at most once a second however often `health` is asked.
final class WriteCheck: Sendable {
    private struct Last {
        /// On the monotonic clock, in milliseconds.
        var time: Int
        var obstacles: [Health.Obstacle]
    }

    private let stateFile: StateFile?
    /// Milliseconds.
    private let interval: Int
    private let last = Mutex<Last?>(nil)

    init(_ stateFile: StateFile?, interval: Int = 1_000) {
        self.stateFile = stateFile
        self.interval = interval
    }

    /// What cannot be written. Keys that could not be kept when they were needed are tried again by `run`, on another thread, for
    /// the next call to tell.
    func obstacles(
        _ keys: KeyMaterial, retryingOn run: (@escaping @Sendable () -> Void) -> Bool
    ) -> [Health.Obstacle] {
        last.withLock { last in
            let now = MonotonicClock.milliseconds()
            if let last, now - last.time < interval { return last.obstacles }
            let state = stateFile?.obstacle.map { [Health.Obstacle(.state, $0)] } ?? []
            let failed = keys.lazyRings.filter { $0.failure != nil }
            let obstacles = state + failed.compactMap(\.failure).map { Health.Obstacle(.keys, $0.reason) }
            for ring in failed { ring.prepare(on: run) {} }
            last = Last(time: now, obstacles: obstacles)
            return obstacles
        }
    }
}

extension Server {
    /// What cannot be written, for `health`.
    var obstacles: [Health.Obstacle] {
        let store = fleet?.sharing.failure.map { [Health.Obstacle(.store, $0)] } ?? []
        return store + writeCheck.obstacles(keys, retryingOn: background.run)
    }
}
