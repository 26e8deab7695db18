import Crypto
import Directory
import Formats
@testable import Store
import Synchronization
import TestTags
import Testing

private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(seconds: seconds)
}

@Suite struct RedemptionTests {
    @Test func redeemsIDOnceUntilExpiry() {
        let store = MemoryStore()
        #expect(store.redeem(guid(1), until: time(600), now: time(0)) == .first)
        #expect(store.redeem(guid(1), until: time(600), now: time(0)) == .again)
        #expect(store.redeem(guid(1), until: time(900), now: time(599)) == .again)
        #expect(store.redeem(guid(2), until: time(600), now: time(0)) == .first)
    }

    /// The sealed value has expired at the same time, so that no client can present the id again.
    @Test func forgetsExpiredID() {
        let store = MemoryStore()
        #expect(store.redeem(guid(1), until: time(600), now: time(0)) == .first)
        #expect(store.redeem(guid(1), until: time(1_200), now: time(600)) == .first)
        #expect(store.redeem(guid(1), until: time(1_200), now: time(1_199)) == .again)
    }

    @Test func redeemsEachIDOnceConcurrently() {
        let store = MemoryStore()
        let firsts = Mutex([Int](repeating: 0, count: 200))
        let others = Atomic(0)
        Threads.run(50) { _ in
            for round in 0..<200 {
                switch store.redeem(guid(round), until: time(600), now: time(0)) {
                case .first: firsts.withLock { $0[round] += 1 }
                case .again: others.add(1, ordering: .relaxed)
                case .full: Issue.record("there is room")
                }
            }
        }
        #expect(firsts.withLock { $0 } == [Int](repeating: 1, count: 200))
        #expect(others.load(ordering: .relaxed) == 49 * 200)
    }

    @Test func fullStripeRejectsNewIDsUntilExpiry() {
        let stripe = RedemptionStripe(capacity: 3)
        for number in 0..<3 { #expect(stripe.redeem(guid(number), until: time(600), now: time(0)) == .first) }
        #expect(stripe.redeem(guid(3), until: time(600), now: time(599)) == .full)
        #expect(stripe.redeem(guid(3), until: time(600), now: time(599)) == .full)
        #expect(stripe.redeem(guid(0), until: time(600), now: time(599)) == .again)
        #expect(stripe.redeem(guid(3), until: time(1_200), now: time(600)) == .first)
    }

    /// A million ids pass through a stripe with space for 8, because at most 4 of them are valid at a time.
    @Test(.tags(.slow)) func expiredIDsTakeNoSpace() {
        let stripe = RedemptionStripe(capacity: 8)
        var rejected = 0
        var bytes = [UInt8](repeating: 0, count: 16)
        for number in 0..<1_000_000 {
            for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
            let now = Int64(number)
            if stripe.redeem(GUID(version4From: bytes), until: time(now + 4), now: time(now)) != .first {
                rejected += 1
            }
        }
        #expect(rejected == 0)
    }

    /// Compares the stripe with a table of all expiry times: no id is forgotten early, whatever the order of expiries.
    @Test func forgetsNoIDEarly() {
        let random = SeededStream(seed: "redemptions", label: "order")
        let stripe = RedemptionStripe(capacity: 10_000)
        var expiries: [GUID: Timestamp] = [:]
        var wrong = 0
        for step in 0..<20_000 {
            let chance = random.bytes(4)
            let id = guid(Int(chance[0]) << 2 | Int(chance[1] & 3))
            let now = time(Int64(step / 8))
            let expiry = now.adding(seconds: Int64(chance[2]) - 20)
            let outcome = stripe.redeem(id, until: expiry, now: now)
            let isPending = expiries[id].map { $0 > now } ?? false
            if isPending, outcome != .again { wrong += 1 }
            if expiries[id] == nil, outcome != .first { wrong += 1 }
            if outcome == .first { expiries[id] = expiry }
        }
        #expect(wrong == 0)
    }

    @Test func onlyFullResetForgetsRedeemedIDs() {
        let store = MemoryStore()
        _ = store.redeem(guid(1), until: time(600), now: time(0))
        store.reset(tenant: home(1).tenantID, now: .distantPast)
        #expect(store.redeem(guid(1), until: time(600), now: time(0)) == .again)
        store.reset(tenant: nil, now: .distantPast)
        #expect(store.redeem(guid(1), until: time(600), now: time(0)) == .first)
    }
}
