import Synchronization

/// The only access to a loop's thread from other threads: jobs that the worker runs in order. A pipe wakes its poller.
final class Mailbox: Sendable {
    typealias Job = @Sendable (Worker) -> Void

    /// The jobs, or nil if the mailbox is closed.
    private let jobs = Mutex<[Job]?>([])
    let wakeDescriptor: Int32
    private let writing: Int32

    init() throws(ServerFailure) {
        (wakeDescriptor, writing) = try Descriptor.pipe()
    }

    deinit {
        Descriptor.close(wakeDescriptor)
        Descriptor.close(writing)
    }

    /// Adds a job. Returns false if the worker has ended; then the job never runs.
    @discardableResult
    func post(_ job: @escaping Job) -> Bool {
        let count = jobs.withLock { jobs in
            jobs?.append(job)
            return jobs?.count
        }
        guard count == 1 else { return count != nil }
        // If the pipe is full, its bytes wake the poller just as well.
        withUnsafeBytes(of: UInt8(1)) { _ = Descriptor.write(writing, $0) }
        return true
    }

    /// Removes and returns all jobs. Called on the loop's thread when `wakeDescriptor` is readable.
    func take() -> [Job] {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while case .done = Descriptor.read(wakeDescriptor, into: buffer) {}
        }
        return jobs.withLock { jobs in
            defer { if jobs != nil { jobs = [] } }
            return jobs ?? []
        }
    }

    /// Closes the mailbox and returns the jobs that are still to be run.
    func close() -> [Job] {
        jobs.withLock { jobs in
            defer { jobs = nil }
            return jobs ?? []
        }
    }
}
