import Synchronization

/// What one worker counts; read by any thread. Relaxed throughout: the numbers guard nothing.
final class WorkerCounters: Sendable {
    let open = Atomic<Int>(0)
    let accepted = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    let rejected = Atomic<Int>(0)
}

/// Figures of a server since it started, summed over its workers.
package struct ServerStatistics: Sendable, Equatable {
    /// Connections open now.
    package var open = 0
    package var accepted = 0
    /// Requests answered by the responder.
    package var requests = 0
    /// Requests refused before anyone saw them: malformed, too large, too slow, plain HTTP at an HTTPS port.
    package var rejected = 0

    init(_ workers: [WorkerCounters]) {
        for worker in workers {
            open += worker.open.load(ordering: .relaxed)
            accepted += worker.accepted.load(ordering: .relaxed)
            requests += worker.requests.load(ordering: .relaxed)
            rejected += worker.rejected.load(ordering: .relaxed)
        }
    }
}
