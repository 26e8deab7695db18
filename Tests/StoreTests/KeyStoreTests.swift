import Crypto
import Formats
@testable import Store
import TestTags
import Testing

@Suite struct KeyStoreTests {
    @Test("The number of published keys and of their end times is limited after any number of rotations", .tags(.slow))
    func limitsPublishedKeysAndEndTimes() throws {
        let keys = KeyStore(try KeyMaterial.seeded("rolled"))
        let now = Timestamp(seconds: 1_790_000_000)
        for number in 1...KeyStore.maximumKeys + 2 {
            try keys.rotate(
                .workforce, to: SigningKey.make(SystemRandom()), retiring: now.adding(seconds: Int64(number)), at: now)
        }
        let published = try keys.material(at: now).signing.get()
        #expect(published.others.count == KeyStore.maximumKeys - 1)
        #expect(keys.endCount == KeyStore.maximumKeys - 1)
        #expect(try keys.material(at: now.adding(seconds: 3_600)).signing.get().others.isEmpty)
    }

    @Test("An expired key is published again when the clock is set back")
    func republishesExpiredKeyAfterClockIsSetBack() throws {
        let keys = KeyStore(try KeyMaterial.seeded("rolled"))
        let now = Timestamp(seconds: 1_790_000_000)
        let old = try keys.material(at: now).signing.get().current.id
        try keys.rotate(.workforce, to: SigningKey.make(SystemRandom()), retiring: now.adding(seconds: 3_600), at: now)
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

    @Test("Expired keys are evicted before a key without an end time, and only that one can be dropped", .tags(.slow))
    func evictsExpiredKeysFirst() throws {
        let keys = KeyStore(try KeyMaterial.seeded("rolled"))
        var now = Timestamp(seconds: 1_790_000_000)
        func others() throws -> [String] { try keys.material(at: now).signing.get().others.map(\.id) }
        func rotate(grace: Int64?) throws -> String {
            let old = try keys.material(at: now).signing.get().current.id
            let end = grace.map { now.adding(seconds: $0) }
            try keys.rotate(.workforce, to: SigningKey.make(SystemRandom()), retiring: end, at: now)
            return old
        }
        let kept = try rotate(grace: nil)
        var over = ""
        for _ in 0..<KeyStore.maximumKeys + 2 {
            over = try rotate(grace: 1)
            now = now.adding(seconds: 2)
        }
        #expect(try others().contains { $0.isExactly(kept) })
        #expect(try keys.drop(over, at: now) == .notFound)
        #expect(try keys.drop(kept, at: now) == .dropped)
    }
}
