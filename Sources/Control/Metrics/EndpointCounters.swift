import Synchronization

/// The counters of one endpoint.
final class EndpointCounters: Sendable {
    let duration = DurationHistogram()
    private let byClass = InlineArray<6, Atomic<Int>> { _ in Atomic(0) }

    /// `duration` is in nanoseconds.
    func count(status: Int, duration: UInt64) {
        let place = (1...5).contains(status / 100) ? status / 100 : 0
        byClass[place].wrappingAdd(1, ordering: .relaxed)
        self.duration.count(duration)
    }

    /// Answers by class of status; `other` is what has none.
    var statuses: [(status: String, count: Int)] {
        byClass.indices.map { ($0 == 0 ? "other" : "\($0)xx", byClass[$0].load(ordering: .relaxed)) }
    }
}

/// How many durations lie under each of some bounds, as Prometheus' histograms are made.
final class DurationHistogram: Sendable {
    /// In nanoseconds.
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

    /// Of each bucket by itself; the last is for what lies above every bound.
    var counts: [Int] { buckets.indices.map { buckets[$0].load(ordering: .relaxed) } }

    var count: Int { counts.reduce(0, &+) }

    /// Nanoseconds in all.
    var sum: UInt64 { nanoseconds.load(ordering: .relaxed) }
}
