import Crypto
import Testing
import Wire

@testable import State

@Suite struct KeysInForceTests {
    @Test("however often keys are rolled, so many are published, and no more ends are remembered")
    func bound() throws {
        let keys = KeysInForce(try KeyMaterial.seeded("rolled"))
        let now = Timestamp(seconds: 1_790_000_000)
        for number in 1...KeysInForce.maximumKeys + 2 {
            try keys.rotate(
                .workforce, to: SigningKey.make(SystemRandom()), retiring: now.adding(seconds: Int64(number)))
        }
        let published = try keys.material(at: now).signing.get()
        #expect(published.others.count == KeysInForce.maximumKeys - 1)
        #expect(keys.endCount == KeysInForce.maximumKeys - 1)
        #expect(try keys.material(at: now.adding(seconds: 3_600)).signing.get().others.isEmpty)
    }

    @Test("a key whose time was over is published again when the clock is set back")
    func setBack() throws {
        let keys = KeysInForce(try KeyMaterial.seeded("rolled"))
        let now = Timestamp(seconds: 1_790_000_000)
        let old = try keys.material(at: now).signing.get().current.id
        try keys.rotate(.workforce, to: SigningKey.make(SystemRandom()), retiring: now.adding(seconds: 3_600))
        func isPublished(after seconds: Int64) throws -> Bool {
            try keys.material(at: now.adding(seconds: seconds)).signing.get().others.contains { $0.id.isExactly(old) }
        }
        #expect(try isPublished(after: 3_599))
        #expect(try !isPublished(after: 3_600))
        #expect(try !isPublished(after: 7_200))
        #expect(try isPublished(after: 0))
        #expect(keys.material(at: now) === keys.material(at: now.adding(seconds: 60)))
        #expect(keys.material(at: now) !== keys.material(at: now.adding(seconds: 3_600)))
    }
}
