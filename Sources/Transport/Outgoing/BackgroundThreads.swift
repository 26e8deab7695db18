import Synchronization
import Wire

/// Threads for the rare work that blocks, a few at a time, each for one job.
package final class BackgroundThreads: Sendable {
    private let limit: Int
    private let running = Atomic<Int>(0)

    package init(limit: Int = 4) {
        self.limit = limit
    }

    /// Runs the job on a thread of its own; false when too many are at work.
    package func run(_ job: @escaping @Sendable () -> Void) -> Bool {
        guard running.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
            running.wrappingSubtract(1, ordering: .relaxed)
            return false
        }
        do {
            _ = try LoopThread {
                job()
                self.running.wrappingSubtract(1, ordering: .relaxed)
            }
            return true
        } catch {
            running.wrappingSubtract(1, ordering: .relaxed)
            return false
        }
    }
}
