import Synchronization

/// The one way into a loop's thread from another: jobs that the worker runs in order. A pipe wakes its poller.
final class Mailbox: Sendable {
    typealias Job = @Sendable (Worker) -> Void

    /// Nil when closed.
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

    /// False when the worker has ended: the job is not going to run.
    @discardableResult
    func post(_ job: @escaping Job) -> Bool {
        let count = jobs.withLock { jobs in
            jobs?.append(job)
            return jobs?.count
        }
        guard count == 1 else { return count != nil }
        // A full pipe wakes as well as one more byte would.
        withUnsafeBytes(of: UInt8(1)) { _ = Descriptor.write(writing, $0) }
        return true
    }

    /// Takes every job; called on the loop's thread when `wakeDescriptor` is readable.
    func take() -> [Job] {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while case .done = Descriptor.read(wakeDescriptor, into: buffer) {}
        }
        return jobs.withLock { jobs in
            defer { if jobs != nil { jobs = [] } }
            return jobs ?? []
        }
    }

    /// Takes no more jobs; those that are still to be run.
    func close() -> [Job] {
        jobs.withLock { jobs in
            defer { jobs = nil }
            return jobs ?? []
        }
    }
}
