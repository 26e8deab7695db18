import Testing
@testable import Transport

@Suite struct PeakCounterTests {
    /// Opens and closes the given number of connections. Returns the counts at which the peak counted as over.
    private func ebbs(_ most: Int, in water: inout PeakCounter) -> [Int] {
        for count in 1...most { water.rise(to: count) }
        return (0..<most).reversed().filter { water.hasEbbed(to: $0) }
    }

    @Test(arguments: [(1, []), (511, []), (512, [64]), (5_000, [625, 78])])
    func peakIsOverAtOneEighth(_ most: Int, _ expected: [Int]) {
        var water = PeakCounter()
        #expect(ebbs(most, in: &water) == expected)
    }

    @Test func everyPeakEnds() {
        var water = PeakCounter()
        #expect(ebbs(600, in: &water) == [75])
        #expect(ebbs(800, in: &water) == [100])
    }
}
