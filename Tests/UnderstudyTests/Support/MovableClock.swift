import ControlPlane
import Formats
import Synchronization

/// A wall clock that advances only on request.
final class MovableClock: Clock {
    private let time: Mutex<Timestamp>

    init(_ time: Timestamp) {
        self.time = Mutex(time)
    }

    func now() -> Timestamp { time.withLock { $0 } }

    func advance(seconds: Int64) {
        time.withLock { $0 = $0.adding(seconds: seconds) }
    }
}
