import Synchronization

/// The counters of one endpoint.
final class EndpointCounters: Sendable {
    let duration = DurationHistogram()
    private let byClass = InlineArray<6, Atomic<Int>> { _ in Atomic(0) }

    /// Counts a response. `duration` is in nanoseconds.
    func count(status: Int, duration: UInt64) {
        let place = (1...5).contains(status / 100) ? status / 100 : 0
        byClass[place].wrappingAdd(1, ordering: .relaxed)
        self.duration.count(duration)
    }

    /// The number of responses by class of status. `other` counts a status without a class.
    var statuses: [(status: String, count: Int)] {
        byClass.indices.map { ($0 == 0 ? "other" : "\($0)xx", byClass[$0].load(ordering: .relaxed)) }
    }
}

/// A histogram of durations, with buckets as in Prometheus.
final class DurationHistogram: Sendable {
    /// The upper bounds of the buckets, in nanoseconds.
    static let bounds: [UInt64] = [
        50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
        100_000_000,
        250_000_000, 1_000_000_000, 5_000_000_000,
    ]

    private let buckets = InlineArray<15, Atomic<Int>> { _ in Atomic(0) }
    private let nanoseconds = Atomic<UInt64>(0)

    func count(_ duration: UInt64) {
        let place = DurationHistogram.bounds.firstIndex { duration <= $0 } ?? DurationHistogram.bounds.count
        buckets[place].wrappingAdd(1, ordering: .relaxed)
        nanoseconds.wrappingAdd(duration, ordering: .relaxed)
    }

    /// The number of durations in each bucket. The last bucket is for durations above every bound.
    var counts: [Int] { buckets.indices.map { buckets[$0].load(ordering: .relaxed) } }

    var count: Int { counts.reduce(0, &+) }

    /// The sum of all durations, in nanoseconds.
    var sum: UInt64 { nanoseconds.load(ordering: .relaxed) }
}
