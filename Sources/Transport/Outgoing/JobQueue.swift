/// Work for another thread.
package typealias Job = @Sendable () -> Void

/// A queue of jobs, earliest first. A removed job is released immediately, because a job may own the object that contains the
/// queue.
struct JobQueue {
    /// The jobs. Removed jobs are set to nil, because a slice keeps skipped elements until its storage is reallocated.
    private var jobs: ArraySlice<Job?> = []

    var count: Int { jobs.count }

    mutating func append(_ job: @escaping Job) { jobs.append(job) }

    /// Removes and returns the job that has waited longest, or returns nil if there is none.
    mutating func take() -> Job? {
        guard !jobs.isEmpty else { return nil }
        defer { _ = jobs.popFirst() }
        return jobs[jobs.startIndex].take()
    }
}
