import DequeModule
import Platform
import Synchronization

/// A fixed number of threads for work that waits for other machines, with a bounded queue. Such work is part of requests, so it is
/// too frequent for a new thread each time.
package final class ThreadPool: Sendable {
    package typealias Start = (@escaping Job) throws(ServerFailure) -> LoopThread

    /// The state that the threads share. The threads retain nothing else of the pool.
    private final class Queue: Sendable {
        let jobs = Mutex<Deque<Job>>([])
        /// The read end of a pipe with one byte for each job, for which the threads wait.
        let reading: Int32
        let writing: Int32

        init() throws(ServerFailure) {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
            (reading, writing) = (ends[0], ends[1])
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }

        deinit {
            Descriptor.close(reading)
            Descriptor.close(writing)
        }

        /// Waits for the next job and returns it, or returns nil to end the thread.
        func next() -> Job? {
            var byte: UInt8 = 0
            while true {
                let count = read(reading, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1, byte == ThreadPool.work else { return nil }
                return jobs.withLock { $0.popFirst() }
            }
        }

        func wake(_ byte: UInt8) {
            withUnsafeBytes(of: byte) { _ = Descriptor.write(writing, $0) }
        }

        /// Makes `count` threads end after the waiting jobs are done.
        func end(_ count: Int) {
            for _ in 0..<count { wake(ThreadPool.end) }
        }

        /// Ends the threads. Returns when they have ended, at `moment` at the latest.
        func end(_ threads: [LoopThread], until moment: Int) {
            end(threads.count)
            for thread in threads { thread.join(until: moment) }
        }
    }

    package static let usualCount = 16
    package static let usualLimit = 1_024

    private static let work: UInt8 = 1
    private static let end: UInt8 = 0

    private let queue: Queue
    private let limit: Int
    private let threads: Mutex<[LoopThread]>

    /// Starts all threads with `start`, or throws and starts none. At most `limit` jobs may wait, fewer than the bytes that a pipe
    /// holds.
    package init(
        threads count: Int = ThreadPool.usualCount, limit: Int = ThreadPool.usualLimit,
        start: Start = LoopThread.init
    ) throws(ServerFailure) {
        let queue = try Queue()
        self.queue = queue
        self.limit = limit
        var started: [LoopThread] = []
        do throws(ServerFailure) {
            for _ in 0..<count {
                started.append(
                    try start {
                        while let job = queue.next() { job() }
                    })
            }
        } catch {
            queue.end(started, until: .max)
            throw error
        }
        threads = Mutex(started)
    }

    /// Runs a job after earlier jobs. Returns false if too many jobs wait.
    package func run(_ job: @escaping Job) -> Bool {
        let isTaken = queue.jobs.withLock { jobs in
            guard jobs.count < limit else { return false }
            jobs.append(job)
            return true
        }
        if isTaken { queue.wake(ThreadPool.work) }
        return isTaken
    }

    /// Ends the pool. Returns when the waiting jobs are done and the threads have ended, at `moment` at the latest, a time of
    /// `MonotonicClock` in milliseconds. Jobs that are still running then continue.
    package func stop(until moment: Int = .max) {
        let ending = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        queue.end(ending, until: moment)
    }

    /// May run on one of the pool's threads, after the job that retained the pool. The threads end without being waited for.
    deinit {
        threads.withLock { queue.end($0.count) }
    }
}

/// Threads for infrequent work that blocks. A few threads run at a time, and each is created on demand. Further jobs wait until a
/// thread is free.
package final class BackgroundThreads: Sendable {
    package typealias Start = @Sendable (@escaping Job) throws(ServerFailure) -> LoopThread

    private struct State {
        var running = 0
        var waiting = Deque<Job>()
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
            let next = state.waiting.popFirst()
            if next == nil { state.running -= 1 }
            return next
        }
    }
}

/// Work for another thread.
package typealias Job = @Sendable () -> Void
