/// Work for another thread.
package typealias Job = @Sendable () -> Void

/// Jobs that wait, the earliest first. What has been taken out is held no longer: a job may own what the queue is part of.
struct JobQueue {
    /// None is nil: what a slice has passed stays in its storage until that is made anew.
    private var jobs: ArraySlice<Job?> = []

    var count: Int { jobs.count }

    mutating func append(_ job: @escaping Job) { jobs.append(job) }

    /// The job that has waited longest; nil where none waits.
    mutating func take() -> Job? {
        guard !jobs.isEmpty else { return nil }
        defer { _ = jobs.popFirst() }
        return jobs[jobs.startIndex].take()
    }
}
