import Formats

/// A record of how far the earliest of all clocks was ahead of the machine's clock before each change. A recorded value counts
/// for at least one period and at most two periods of machine time.
struct RecentClockReadings: Sendable {
    /// The length of a period, in seconds: the default lifetime of codes.
    static let period: Int64 = 600

    private var current: Int64 = 0
    /// The smallest recorded lead in the current period, and in the previous period.
    private var least: (now: Duration?, before: Duration?) = (nil, nil)

    /// Records the lead that the earliest clock had until now. A negative lead means that the clock is behind the machine's.
    mutating func add(_ lead: Duration, at real: Timestamp) {
        least = known(at: real)
        current = real.seconds / RecentClockReadings.period
        least.now = least.now.map { min($0, lead) } ?? lead
    }

    /// Returns the earliest time of the recorded clocks that still count, or nil if none counts.
    func earliest(at real: Timestamp) -> Timestamp? {
        let known = known(at: real)
        return [known.now, known.before].compactMap(\.self).min().map { real.adding($0) }
    }

    private func known(at real: Timestamp) -> (now: Duration?, before: Duration?) {
        switch real.seconds / RecentClockReadings.period - current {
        case ...0: least
        case 1: (nil, least.now)
        default: (nil, nil)
        }
    }
}
