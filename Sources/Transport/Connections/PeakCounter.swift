/// A peak counter of connections, to detect that most of them have closed. A value type that receives every count.
struct PeakCounter {
    /// The minimum peak for which releasing memory is worth the effort.
    private static let least = 512
    /// The divisor of the peak at or below which a flood has ended.
    private static let share = 8

    private var most = 0

    mutating func rise(to count: Int) {
        most = max(most, count)
    }

    /// Returns whether a flood of connections has ended with this count. Returns true once for each flood.
    mutating func hasEbbed(to count: Int) -> Bool {
        guard most >= PeakCounter.least, count <= most / PeakCounter.share else { return false }
        most = count
        return true
    }
}
