import Platform
import Synchronization

/// Threads for the rare work that blocks, a few at a time, each made when it is wanted; what comes while all are at work waits
/// for one of them.
package final class BackgroundThreads: Sendable {
    package typealias Start = @Sendable (@escaping Job) throws(ServerFailure) -> LoopThread

    private struct State {
        var running = 0
        var waiting = JobQueue()
    }

    /// Jobs that wait in a server, at the most.
    package static let usualQueue = 256

    /// Threads at work at a time.
    private let limit: Int
    /// Jobs that may wait.
    private let queue: Int
    private let start: Start
    private let state = Mutex(State())

    /// Each thread is made by `start`.
    package init(limit: Int = 4, queue: Int = usualQueue, start: @escaping Start = { try LoopThread($0) }) {
        self.limit = limit
        self.queue = queue
        self.start = start
    }

    /// Runs the job on a thread, the earlier ones first; false when too many wait, and when there is no thread and none can be
    /// made.
    package func run(_ job: @escaping Job) -> Bool {
        // A thread is made under the lock: nobody waits for one that could not be.
        state.withLock { state in
            if state.running < limit, begin(with: job) {
                state.running += 1
                return true
            }
            guard state.running > 0, state.waiting.count < queue else { return false }
            state.waiting.append(job)
            return true
        }
    }

    /// Whether there is a thread for the job, and then for those that wait.
    private func begin(with job: @escaping Job) -> Bool {
        let thread = try? start { [self] in
            job()
            while let next = next() { next() }
        }
        return thread != nil
    }

    /// The job that has waited longest; nil ends the thread.
    private func next() -> Job? {
        state.withLock { state in
            let next = state.waiting.take()
            if next == nil { state.running -= 1 }
            return next
        }
    }
}
