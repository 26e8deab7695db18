/// The most connections that there were, to tell when most of them have gone. A value: it is told every count.
struct HighWater {
    /// Fewer are not worth the work of giving their memory back.
    private static let least = 512
    /// What part of the most may be left.
    private static let share = 8

    private var most = 0

    mutating func rise(to count: Int) {
        most = max(most, count)
    }

    /// Whether a flood has ebbed with this count; true once for each.
    mutating func hasEbbed(to count: Int) -> Bool {
        guard most >= HighWater.least, count <= most / HighWater.share else { return false }
        most = count
        return true
    }
}
