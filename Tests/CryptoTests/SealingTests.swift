import Testing
import Wire

@testable import Crypto

@Suite struct SealingTests {
    let keys = SealingKeys.make(SystemRandom())
    let payload = Array("what the server remembers".utf8)

    @Test(arguments: [0, 1, 15, 16, 17, 1_000, 70_000])
    func whatWasSealedOpens(size: Int) {
        let payload = SystemRandom().bytes(size)
        let sealed = keys.seal(payload, kind: "code")
        #expect(sealed.count == size + SealingKeys.overhead)
        #expect(keys.open(sealed, kind: "code") == payload)
    }

    @Test func theSamePayloadSealsDifferentlyEachTime() {
        #expect(Set((0..<100).map { _ in keys.seal(payload, kind: "code") }).count == 100)
    }

    @Test func oneChangedBitAnywhereDoesNotOpen() {
        let sealed = keys.seal(payload, kind: "code")
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << UInt8(bit)
                #expect(keys.open(changed, kind: "code") == nil, "byte \(index) bit \(bit)")
            }
        }
    }

    @Test func noPrefixAndNoLongerValueOpens() {
        let sealed = keys.seal(payload, kind: "code")
        for count in 0..<sealed.count { #expect(keys.open(Array(sealed.prefix(count)), kind: "code") == nil) }
        #expect(keys.open(sealed + [0], kind: "code") == nil)
        #expect(keys.open(Array(sealed.dropFirst()), kind: "code") == nil)
    }

    @Test(arguments: ["refresh", "cod", "code ", "", "Code"])
    func aValueOfOneKindDoesNotOpenAsAnother(kind: String) {
        #expect(keys.open(keys.seal(payload, kind: "code"), kind: kind) == nil)
    }

    @Test func aForeignKeyDoesNotOpen() {
        #expect(SealingKeys.make(SystemRandom()).open(keys.seal(payload, kind: "code"), kind: "code") == nil)
    }

    @Test func threeKeysOfAFileOpenBesideTheOneThatSeals() throws {
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

    @Test func textIsBoundedAndStrict() {
        let text = keys.sealText(payload, kind: "code")
        let size = text.utf8.count
        #expect(keys.openText(text[...].utf8, kind: "code", maximumBytes: size) == payload)
        #expect(keys.openText(text[...].utf8, kind: "code", maximumBytes: size - 1) == nil)
        for wrong in ["\(text)=", " \(text)", "\(text)\n", "", "!", "é"] {
            #expect(keys.openText(wrong[...].utf8, kind: "code", maximumBytes: 4_096) == nil)
        }
    }

    @Test func seededKeysOpenInAnotherProcess() {
        func keys() -> SealingKeys { SealingKeys.make(SeededStream(seed: "s", label: "sealing")) }
        #expect(keys().open(keys().seal(payload, kind: "code"), kind: "code") == payload)
    }
}
