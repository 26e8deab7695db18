import Platform
import Synchronization

/// Threads for infrequent work that blocks. A few threads run at a time, and each is created on demand. Further jobs wait until a
/// thread is free.
package final class BackgroundThreads: Sendable {
    package typealias Start = @Sendable (@escaping Job) throws(ServerFailure) -> LoopThread

    private struct State {
        var running = 0
        var waiting = JobQueue()
    }

    /// The maximum number of waiting jobs in a server.
    package static let usualQueue = 256

    /// The maximum number of threads at a time.
    private let limit: Int
    /// The maximum number of waiting jobs.
    private let queue: Int
    private let start: Start
    private let state = Mutex(State())

    /// Creates a pool. `start` creates each thread.
    package init(limit: Int = 4, queue: Int = usualQueue, start: @escaping Start = { try LoopThread($0) }) {
        self.limit = limit
        self.queue = queue
        self.start = start
    }

    /// Runs the job on a thread, after earlier jobs. Returns false if too many jobs wait, or if there is no thread and none can be
    /// created.
    package func run(_ job: @escaping Job) -> Bool {
        // A thread is created under the lock, so that no job waits for a thread that could not be created.
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

    /// Starts a thread that runs the job and then the waiting jobs. Returns whether the thread was started.
    private func begin(with job: @escaping Job) -> Bool {
        let thread = try? start { [self] in
            job()
            while let next = next() { next() }
        }
        return thread != nil
    }

    /// Returns the job that has waited longest, or nil to end the thread.
    private func next() -> Job? {
        state.withLock { state in
            let next = state.waiting.take()
            if next == nil { state.running -= 1 }
            return next
        }
    }
}
