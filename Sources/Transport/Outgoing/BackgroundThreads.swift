import Synchronization
import Wire

/// Threads for the rare work that blocks, a few at a time; what comes while all are at work waits for one of them.
package final class BackgroundThreads: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct State {
        var running = 0
        var waiting: ArraySlice<Job> = []
    }

    /// Jobs that wait in a server, at the most.
    package static let usualQueue = 256

    /// Threads at work at a time.
    private let limit: Int
    /// Jobs that may wait.
    private let queue: Int
    private let state = Mutex(State())

    package init(limit: Int = 4, queue: Int = usualQueue) {
        self.limit = limit
        self.queue = queue
    }

    /// Runs the job on a thread, the earlier ones first; false when too many wait.
    package func run(_ job: @escaping Job) -> Bool {
        enum Place { case thread, queue, none }
        let place: Place = state.withLock { state in
            if state.running < limit {
                state.running += 1
                return .thread
            }
            guard state.waiting.count < queue else { return .none }
            state.waiting.append(job)
            return .queue
        }
        guard place == .thread else { return place == .queue }
        do {
            _ = try LoopThread { [self] in
                job()
                while let next = next() { next() }
            }
            return true
        } catch {
            state.withLock { $0.running -= 1 }
            return false
        }
    }

    /// The job that has waited longest; nil ends the thread.
    private func next() -> Job? {
        state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.running -= 1 }
            return next
        }
    }
}
