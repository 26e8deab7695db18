import Testing
@testable import Transport

@Suite struct PeakCounterTests {
    /// Opens and closes the given number of connections. Returns the counts at which the peak counted as over.
    private func endings(_ most: Int, in counter: inout PeakCounter) -> [Int] {
        for count in 1...most { counter.rise(to: count) }
        return (0..<most).reversed().filter { counter.hasFallen(to: $0) }
    }

    @Test(arguments: [(1, []), (511, []), (512, [64]), (5_000, [625, 78])])
    func peakIsOverAtOneEighth(_ most: Int, _ expected: [Int]) {
        var counter = PeakCounter()
        #expect(endings(most, in: &counter) == expected)
    }

    @Test func everyPeakEnds() {
        var counter = PeakCounter()
        #expect(endings(600, in: &counter) == [75])
        #expect(endings(800, in: &counter) == [100])
    }
}
