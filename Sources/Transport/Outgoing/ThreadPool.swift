import Platform
import Synchronization

/// A fixed number of threads for work that waits for other machines, and a bounded queue before them: work of a request is
/// too frequent for a thread of its own.
package final class ThreadPool: Sendable {
    package typealias Start = (@escaping Job) throws(ServerFailure) -> LoopThread

    /// What its threads share: they hold nothing else of it.
    private final class Queue: Sendable {
        let jobs = Mutex(JobQueue())
        /// One byte for each job; a reader waits for it.
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

        /// Waits for the next job; nil at the end.
        func next() -> Job? {
            var byte: UInt8 = 0
            while true {
                let count = read(reading, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1, byte == ThreadPool.work else { return nil }
                return jobs.withLock { $0.take() }
            }
        }

        func wake(_ byte: UInt8) {
            withUnsafeBytes(of: byte) { _ = Descriptor.write(writing, $0) }
        }

        /// Has so many threads end when what waits is done.
        func end(_ count: Int) {
            for _ in 0..<count { wake(ThreadPool.end) }
        }

        /// Returns when those threads have ended, at that moment at the latest.
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

    /// Starts the threads, each by `start`; all or none. `limit` jobs may wait, fewer than the bytes of a pipe.
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

    /// Has a job done, the earlier ones first; false when too many wait.
    package func run(_ job: @escaping Job) -> Bool {
        let isTaken = queue.jobs.withLock { jobs in
            guard jobs.count < limit else { return false }
            jobs.append(job)
            return true
        }
        if isTaken { queue.wake(ThreadPool.work) }
        return isTaken
    }

    /// Returns when what waits is done and the threads have ended, at that moment at the latest, on the clock of
    /// `MonotonicClock`: what is under way then goes on by itself.
    package func stop(until moment: Int = .max) {
        let ending = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        queue.end(ending, until: moment)
    }

    /// Perhaps on one of its threads, at the end of the job that held it last: they are told to end, and nobody waits.
    deinit {
        threads.withLock { queue.end($0.count) }
    }
}
