import HTTP
import Synchronization

/// The counters of one worker, which any thread may read. All accesses are relaxed, because no other memory depends on the
/// counters.
final class WorkerCounters: Sendable {
    let open = Atomic<Int>(0)
    let accepted = Atomic<Int>(0)
    let refusedConnections = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    let handshakes = Atomic<Int>(0)
    let failedHandshakes = Atomic<Int>(0)
    private let slowReaders = InlineArray<3, Atomic<Int>> { _ in Atomic(0) }
    private let rejections = InlineArray<10, Atomic<Int>> { _ in Atomic(0) }

    /// The statuses of rejections (`Rejection`). The last counter is for any other status.
    static let rejectionStatuses = [400, 408, 413, 414, 417, 431, 501, 503, 505]

    func count(_ rejection: Rejection) {
        let statuses = WorkerCounters.rejectionStatuses
        rejections[statuses.firstIndex(of: rejection.status) ?? statuses.count].wrappingAdd(1, ordering: .relaxed)
    }

    func count(_ reason: SlowReaderReason) {
        slowReaders[reason.rawValue].wrappingAdd(1, ordering: .relaxed)
    }

    /// Returns the number of slow readers that were closed for a reason.
    func slowReaders(_ reason: SlowReaderReason) -> Int { slowReaders[reason.rawValue].load(ordering: .relaxed) }

    /// The number of rejected requests with each status, in the order of `rejectionStatuses`, then with any other status.
    var rejectionCounts: [Int] { rejections.indices.map { rejections[$0].load(ordering: .relaxed) } }
}

/// The reason why the server closed the connection of a client that did not read.
package enum SlowReaderReason: Int, CaseIterable, Sendable {
    /// Too many bytes waited for all slow readers together (`HTTPLimits.unreadBytes`).
    case unreadBytes
    /// Too many bytes or pieces waited for one client (`HTTPLimits.liveBacklog`, `HTTPLimits.livePieces`).
    case listener
    /// The client accepted no bytes for `HTTPLimits.writeTime`.
    case timeout
}

/// The counters of a server since its start, summed over its workers.
package struct ServerStatistics: Sendable {
    /// The number of connections that are open now.
    package var open = 0
    package var accepted = 0
    /// The number of connections refused for lack of room, descriptors or other resources.
    package var refusedConnections = 0
    /// The number of requests passed to the responder.
    package var requests = 0
    /// The number of TLS handshakes that succeeded. `failedHandshakes` counts the others.
    package var handshakes = 0
    package var failedHandshakes = 0
    /// The number of requests that were rejected before they reached the responder, by status; 0 stands for any other status.
    package var rejections: [(status: Int, count: Int)] = (WorkerCounters.rejectionStatuses + [0]).map { ($0, 0) }
    /// The number of connections that were closed because the client did not read, by reason.
    package var slowReaders: [(reason: SlowReaderReason, count: Int)] = SlowReaderReason.allCases.map { ($0, 0) }
    /// The number of all rejected requests: malformed, too large, too slow, or plain HTTP at an HTTPS port.
    package var rejected: Int { rejections.reduce(0) { $0 + $1.count } }

    init(_ workers: [WorkerCounters]) {
        for worker in workers {
            open += worker.open.load(ordering: .relaxed)
            accepted += worker.accepted.load(ordering: .relaxed)
            refusedConnections += worker.refusedConnections.load(ordering: .relaxed)
            requests += worker.requests.load(ordering: .relaxed)
            handshakes += worker.handshakes.load(ordering: .relaxed)
            failedHandshakes += worker.failedHandshakes.load(ordering: .relaxed)
            for (index, (reason, _)) in slowReaders.enumerated() {
                slowReaders[index].count += worker.slowReaders(reason)
            }
            for (index, count) in worker.rejectionCounts.enumerated() { rejections[index].count += count }
        }
    }
}
