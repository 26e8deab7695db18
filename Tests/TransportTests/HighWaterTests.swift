import Testing
@testable import Transport

@Suite struct HighWaterTests {
    /// Lets so many connections come and then go; the counts at which the flood had ebbed.
    private func ebbs(_ most: Int, in water: inout HighWater) -> [Int] {
        for count in 1...most { water.rise(to: count) }
        return (0..<most).reversed().filter { water.hasEbbed(to: $0) }
    }

    @Test(arguments: [(1, []), (511, []), (512, [64]), (5_000, [625, 78])])
    func aFloodEbbsWhenAnEighthIsLeft(_ most: Int, _ expected: [Int]) {
        var water = HighWater()
        #expect(ebbs(most, in: &water) == expected)
    }

    @Test func eachFloodEbbs() {
        var water = HighWater()
        #expect(ebbs(600, in: &water) == [75])
        #expect(ebbs(800, in: &water) == [100])
    }
}
