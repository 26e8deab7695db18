import Crypto
import Formats
import Testing

@Suite struct RandomTests {
    @Test(arguments: [-1, 0, 1, 16, 33, 4_096])
    func returnsRequestedNumberOfBytes(count: Int) {
        #expect(SystemRandom().bytes(count).count == max(0, count))
        #expect(SeededStream(seed: "s", label: "l").bytes(count).count == max(0, count))
    }

    @Test func systemRandomDoesNotRepeat() {
        #expect(Set((0..<1_000).map { _ in SystemRandom().bytes(16) }).count == 1_000)
    }

    @Test func seedAndLabelGiveSameStream() {
        let (one, two) = (SeededStream(seed: "s", label: "l"), SeededStream(seed: "s", label: "l"))
        for count in [1, 32, 33, 100] { #expect(one.bytes(count) == two.bytes(count)) }
    }

    /// The stream is a file format, because the seeded keys of every release come from it.
    @Test func keepsStreamOfEarlierReleases() {
        let stream = SeededStream(seed: "understudy", label: "golden")
        #expect(
            ASCII.hex(stream.bytes(40))
                == "29b47b86a106ffe310881b9a0b3c6b14aa211acb544b928169b0ffcc50e3bd3b32b2ca466d9f183a")
        #expect(ASCII.hex(stream.bytes(8)) == "554d3f165f6276f1")
    }

    @Test(arguments: [("s", "m"), ("t", "l"), ("", "sl"), ("sl", ""), ("s\u{0}", "l"), ("S", "l")])
    func otherSeedOrLabelGivesOtherStream(seed: String, label: String) {
        #expect(SeededStream(seed: seed, label: label).bytes(32) != SeededStream(seed: "s", label: "l").bytes(32))
    }
}
