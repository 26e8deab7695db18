@testable import Store
import Testing

/// These tests cover which entries are evicted at capacity.
@Suite struct FairShareTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let holdings: [Int]
        let total: Int
        let level: Int?

        var testDescription: String { "\(holdings) within \(total)" }
    }

    static let rows = [
        Row(holdings: [], total: 0, level: nil), Row(holdings: [3], total: 3, level: nil),
        Row(holdings: [3], total: 2, level: 2), Row(holdings: [3], total: 0, level: 0),
        Row(holdings: [1, 100], total: 10, level: 9), Row(holdings: [100, 1, 50], total: 21, level: 10),
        Row(holdings: [5, 5, 5], total: 10, level: 3), Row(holdings: [1, 1], total: -1, level: 0),
    ]

    @Test("Small owners keep everything, and the others keep the same number each", arguments: rows)
    func keepsSmallHoldingsAndLevelsLargeOnes(_ row: Row) {
        #expect(FairShare.level(of: row.holdings, keeping: row.total) == row.level)
        let kept = row.holdings.map { min($0, row.level ?? .max) }
        #expect(kept.reduce(0, +) <= max(row.total, 0) || row.level == nil)
    }

    @Test("The oldest entries of the largest owner are evicted")
    func evictsOldestOfLargestOwner() {
        let owners = ["a", "b", "a", "c", "a", "a", "b"]
        #expect(FairShare.leaving(owners, keeping: 7) { $0 } == [])
        #expect(FairShare.leaving(owners, keeping: 5) { $0 } == [0, 2])
        #expect(FairShare.leaving(owners, keeping: 3) { $0 } == [0, 1, 2, 4])
    }
}
