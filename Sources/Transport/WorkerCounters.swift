import HTTP
import Synchronization

/// What one worker counts; read by any thread. Relaxed throughout: the numbers guard nothing.
final class WorkerCounters: Sendable {
    let open = Atomic<Int>(0)
    let accepted = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    let handshakes = Atomic<Int>(0)
    let failedHandshakes = Atomic<Int>(0)
    private let slowReaders = InlineArray<3, Atomic<Int>> { _ in Atomic(0) }
    private let rejections = InlineArray<10, Atomic<Int>> { _ in Atomic(0) }

    /// The statuses of rejections (`Rejection`); the last place is for any other.
    static let rejectionStatuses = [400, 408, 413, 414, 417, 431, 501, 503, 505]

    func count(_ rejection: Rejection) {
        let places = WorkerCounters.rejectionStatuses
        rejections[places.firstIndex(of: rejection.status) ?? places.count].wrappingAdd(1, ordering: .relaxed)
    }

    func count(_ reason: SlowReaderReason) {
        slowReaders[reason.rawValue].wrappingAdd(1, ordering: .relaxed)
    }

    /// How many slow readers were closed for each reason.
    func slowReaders(_ reason: SlowReaderReason) -> Int { slowReaders[reason.rawValue].load(ordering: .relaxed) }

    /// How many requests were refused with each status, in the order of `rejectionStatuses`, then with any other.
    var rejectionCounts: [Int] { rejections.indices.map { rejections[$0].load(ordering: .relaxed) } }
}

/// Why the server closed the connection of a client that did not read.
package enum SlowReaderReason: Int, CaseIterable, Sendable {
    /// Too many bytes waited for slow readers in all (`HTTPLimits.unreadBytes`).
    case unreadBytes
    /// Too many events waited for one listener (`HTTPLimits.liveBacklog`, `HTTPLimits.livePieces`).
    case listener
    /// The client took nothing for `HTTPLimits.writeTime`.
    case timeout
}

/// Figures of a server since it started, summed over its workers.
package struct ServerStatistics: Sendable {
    /// Connections open now.
    package var open = 0
    package var accepted = 0
    /// Connections turned away for want of room or of descriptors.
    package var refused = 0
    /// Requests answered by the responder.
    package var requests = 0
    /// TLS handshakes that came to an end, and those that did not.
    package var handshakes = 0
    package var failedHandshakes = 0
    /// Requests refused before the responder saw them, by status; 0 stands for a status that is not listed.
    package var rejections: [(status: Int, count: Int)] = (WorkerCounters.rejectionStatuses + [0]).map { ($0, 0) }
    /// Connections closed because the client did not read, by reason.
    package var slowReaders: [(reason: SlowReaderReason, count: Int)] = SlowReaderReason.allCases.map { ($0, 0) }
    /// All of them: malformed, too large, too slow, plain HTTP at an HTTPS port.
    package var rejected: Int { rejections.reduce(0) { $0 + $1.count } }

    init(_ workers: [WorkerCounters]) {
        for worker in workers {
            open += worker.open.load(ordering: .relaxed)
            accepted += worker.accepted.load(ordering: .relaxed)
            refused += worker.refused.load(ordering: .relaxed)
            requests += worker.requests.load(ordering: .relaxed)
            handshakes += worker.handshakes.load(ordering: .relaxed)
            failedHandshakes += worker.failedHandshakes.load(ordering: .relaxed)
            for (place, (reason, _)) in slowReaders.enumerated() {
                slowReaders[place].count += worker.slowReaders(reason)
            }
            for (place, count) in worker.rejectionCounts.enumerated() { rejections[place].count += count }
        }
    }
}
