@testable import Crypto
import Formats
import Testing

@Suite struct SealingTests {
    let keys = SealingKeys.make(SystemRandom())
    let payload = Array("what the server remembers".utf8)

    @Test(arguments: [0, 1, 15, 16, 17, 1_000, 70_000])
    func opensSealedValue(size: Int) {
        let payload = SystemRandom().bytes(size)
        let sealed = keys.seal(payload, kind: "code")
        #expect(sealed.count == size + SealingKeys.overhead)
        #expect(keys.open(sealed, kind: "code") == payload)
    }

    @Test func samePayloadSealsDifferentlyEachTime() {
        #expect(Set((0..<100).map { _ in keys.seal(payload, kind: "code") }).count == 100)
    }

    @Test func rejectsValueWithChangedBit() {
        let sealed = keys.seal(payload, kind: "code")
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << UInt8(bit)
                #expect(keys.open(changed, kind: "code") == nil, "byte \(index) bit \(bit)")
            }
        }
    }

    @Test func rejectsTruncatedOrExtendedValue() {
        let sealed = keys.seal(payload, kind: "code")
        for count in 0..<sealed.count { #expect(keys.open(Array(sealed.prefix(count)), kind: "code") == nil) }
        #expect(keys.open(sealed + [0], kind: "code") == nil)
        #expect(keys.open(Array(sealed.dropFirst()), kind: "code") == nil)
    }

    @Test(arguments: ["refresh", "cod", "code ", "", "Code"])
    func rejectsValueOfAnotherKind(kind: String) {
        #expect(keys.open(keys.seal(payload, kind: "code"), kind: kind) == nil)
    }

    @Test func rejectsValueOfAnotherKey() {
        #expect(SealingKeys.make(SystemRandom()).open(keys.seal(payload, kind: "code"), kind: "code") == nil)
    }

    @Test func opensValuesOfThreeEarlierKeys() throws {
        let sealed = keys.seal(payload, kind: "code")
        var blocks = keys.blocks()
        for _ in 0..<3 {
            blocks = SealingKeys.make(SystemRandom()).blocks() + blocks
            let later = try SealingKeys(blocks: blocks)
            #expect(later.open(sealed, kind: "code") == payload)
            #expect(keys.open(later.seal(payload, kind: "code"), kind: "code") == nil)
        }
        let last = try SealingKeys(blocks: SealingKeys.make(SystemRandom()).blocks() + blocks)
        #expect(last.open(sealed, kind: "code") == nil)
    }

    /// Test case 14 of McGrew and Viega's "The Galois/Counter Mode of Operation", before and after other messages.
    @Test func sealsAsAES256GCMAfterOtherMessages() {
        let cipher = AES256GCM(key: Array(repeating: 0, count: 32))
        let nonce = [UInt8](repeating: 0, count: 12)
        let zeros = [UInt8](repeating: 0, count: 16)
        let expected = "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        for round in 0..<3 {
            var sealed: [UInt8] = []
            cipher.seal(zeros, nonce: nonce, associated: [], to: &sealed)
            #expect(ASCII.hex(sealed) == expected)
            #expect(cipher.open(sealed[...], nonce: nonce[...], associated: []) == zeros)
            #expect(cipher.open(sealed[...], nonce: nonce[...], associated: [UInt8(round)]) == nil)
            cipher.seal(payload, nonce: [UInt8](repeating: 7, count: 12), associated: payload, to: &sealed)
        }
    }

    /// Each thread uses the key exclusively while it seals or opens.
    @Test func threadsUseKeyConcurrently() async {
        let keys = keys
        let failures = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let payload = [UInt8](repeating: UInt8(task), count: 100 + task)
                    return (0..<500).count { round in
                        var sealed = keys.seal(payload, kind: "code")
                        guard keys.open(sealed, kind: "code") == payload else { return true }
                        sealed[round % sealed.count] ^= 1
                        return keys.open(sealed, kind: "code") != nil
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(failures == 0)
    }

    @Test func rejectsLongOrMalformedText() {
        let text = keys.sealText(payload, kind: "code")
        let size = text.utf8.count
        #expect(keys.openText(text[...].utf8, kind: "code", maximumBytes: size) == payload)
        #expect(keys.openText(text[...].utf8, kind: "code", maximumBytes: size - 1) == nil)
        for malformed in ["\(text)=", " \(text)", "\(text)\n", "", "!", "é"] {
            #expect(keys.openText(malformed[...].utf8, kind: "code", maximumBytes: 4_096) == nil)
        }
    }

    @Test func seededKeysOpenInAnotherProcess() {
        func keys() -> SealingKeys { SealingKeys.make(SeededStream(seed: "s", label: "sealing")) }
        #expect(keys().open(keys().seal(payload, kind: "code"), kind: "code") == payload)
    }
}
