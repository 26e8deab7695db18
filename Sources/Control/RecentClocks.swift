import Wire

/// How the earliest of all clocks went before it was last moved: how far it was ahead of the machine's at the least. It
/// counts for one period at least, for two at most, by the machine's clock.
struct RecentClocks: Sendable {
    /// Seconds for which codes live, unless a setting says otherwise.
    static let period: Int64 = 600

    private var current: Int64 = 0
    /// Of the current period, and of the one before.
    private var least: (now: Duration?, before: Duration?) = (nil, nil)

    /// Takes in how it went until now. Negative: behind the machine's.
    mutating func add(_ lead: Duration, at real: Timestamp) {
        least = known(at: real)
        current = real.seconds / RecentClocks.period
        least.now = least.now.map { min($0, lead) } ?? lead
    }

    /// The earliest of what still counts; nil where nothing does.
    func earliest(at real: Timestamp) -> Timestamp? {
        let known = known(at: real)
        return [known.now, known.before].compactMap(\.self).min().map { real.adding($0) }
    }

    private func known(at real: Timestamp) -> (now: Duration?, before: Duration?) {
        switch real.seconds / RecentClocks.period - current {
        case ...0: least
        case 1: (nil, least.now)
        default: (nil, nil)
        }
    }
}
