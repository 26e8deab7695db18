import Synchronization

/// The one way into a loop's thread from another: jobs that the worker runs in order. A pipe wakes its poller.
final class Mailbox: Sendable {
    typealias Job = @Sendable (Worker) -> Void

    private let jobs = Mutex<[Job]>([])
    let wakeDescriptor: Int32
    private let writing: Int32

    init() throws(ServerFailure) {
        (wakeDescriptor, writing) = try Descriptor.pipe()
    }

    deinit {
        Descriptor.close(wakeDescriptor)
        Descriptor.close(writing)
    }

    func post(_ job: @escaping Job) {
        let wasEmpty = jobs.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        guard wasEmpty else { return }
        // A full pipe wakes as well as one more byte would.
        withUnsafeBytes(of: UInt8(1)) { _ = Descriptor.write(writing, $0) }
    }

    /// Takes every job; called on the loop's thread when `wakeDescriptor` is readable.
    func take() -> [Job] {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while case .done = Descriptor.read(wakeDescriptor, into: buffer) {}
        }
        return jobs.withLock { jobs in
            let taken = jobs
            jobs = []
            return taken
        }
    }
}
