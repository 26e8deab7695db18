import Directory
import Entra
import Formats
@testable import Store
import Synchronization
import TestTags
import Testing

@Suite struct EventCountTests {
    private let store = MemoryStore()
    private let wrong = CountedEvent.wrongFirstFactor(home(1))

    private func count(_ event: CountedEvent, renewing: Bool = false, at seconds: Int64) -> Int {
        store.count(event, within: 60, renewing: renewing, now: Timestamp(seconds: seconds)).count
    }

    @Test func periodStartsWithFirstEvent() {
        #expect([0, 30, 59].map { count(wrong, at: $0) } == [1, 2, 3])
        #expect(store.counted(wrong, within: 60, now: Timestamp(seconds: 59)).count == 3)
        #expect(store.counted(wrong, within: 60, now: Timestamp(seconds: 60)).count == 0)
        #expect(count(wrong, at: 60) == 1)
    }

    @Test func renewedPeriodStartsWithLatestEvent() {
        #expect([0, 50, 100].map { count(wrong, renewing: true, at: $0) } == [1, 2, 3])
        #expect(store.counted(wrong, within: 60, now: Timestamp(seconds: 159)).count == 3)
        #expect(store.counted(wrong, within: 60, now: Timestamp(seconds: 160)).count == 0)
    }

    @Test func countsEventsSeparatelyUntilForgotten() {
        #expect(count(wrong, at: 0) == 1)
        #expect(count(.codesSent(home(1)), at: 0) == 1)
        #expect(count(.wrongFirstFactor(home(2)), at: 0) == 1)
        store.forget(wrong)
        #expect(count(wrong, at: 1) == 1)
        #expect(count(.wrongFirstFactor(home(2)), at: 1) == 2)
    }

    @Test func resetOfTenantForgetsItsEvents() {
        #expect(count(wrong, at: 0) == 1)
        #expect(count(.wrongFirstFactor(home(1, tenant: "other")), at: 0) == 1)
        store.reset(tenant: home(1).tenantID, now: .distantPast)
        #expect(count(wrong, at: 0) == 1)
        #expect(count(.wrongFirstFactor(home(1, tenant: "other")), at: 0) == 2)
        store.reset(tenant: nil, now: .distantPast)
        #expect(count(.wrongFirstFactor(home(1, tenant: "other")), at: 0) == 1)
    }

    @Test(.tags(.slow)) func limitsNumberOfCounts() {
        for number in 0..<MemoryStore.maximumCounts {
            _ = count(.tokenRequests(ClientID(String(number)), nil), at: Int64(number % 30) + 1)
        }
        // At capacity, the counts that end first are removed.
        #expect(count(wrong, at: 40) == 1)
        #expect(count(wrong, at: 40) == 2)
        let counted = { (number: Int) in
            store.counted(.tokenRequests(ClientID(String(number)), nil), within: 60, now: Timestamp(seconds: 40)).count
        }
        #expect([0, 1, 2].map(counted) == [0, 0, 0])
        #expect([27, 28, 29].map(counted) == [1, 1, 1])
        // Ended periods release their space.
        #expect(count(.codesSent(home(1)), at: 200) == 1)
    }

    /// Each event is different, as are the silent sign-ins of ever new sessions.
    @Test func removesEndedPeriodsSoon() {
        let counter = EventCounter(capacity: MemoryStore.maximumCounts)
        var most = 0
        for second in 0..<Int64(20_000) {
            let event = CountedEvent.silentSignIns(GUID(value: UInt128(second)), [])
            _ = counter.count(event, within: 60, renewing: false, now: Timestamp(seconds: second))
            most = max(most, counter.bufferedCount)
        }
        #expect(most <= EventCounter.usualCount)
        most = 0
        let live = 3 * EventCounter.usualCount
        for second in 0..<Int64(40_000) {
            let event = CountedEvent.silentSignIns(GUID(value: UInt128(second)), [1])
            _ = counter.count(event, within: Int64(live), renewing: false, now: Timestamp(seconds: 100_000 + second))
            most = max(most, counter.bufferedCount)
        }
        #expect(most <= 2 * live)
    }

    @Test func countsConcurrentEventsWithoutLoss() {
        let counts = Mutex<[Int]>([])
        let (store, event) = (store, wrong)
        Threads.run(64) { _ in
            let count = store.count(event, within: 60, renewing: false, now: Timestamp(seconds: 0)).count
            counts.withLock { $0.append(count) }
        }
        #expect(counts.withLock { $0.sorted() } == Array(1...64))
    }

    @Test("A clock that is ahead in one tenant ends no count of another")
    func fastClockOfOneTenantEndsNoOtherCount() {
        let store = MemoryStore()
        let quiet = CountedEvent.tokenRequests(ClientID("c"), TenantID("quiet"))
        for _ in 0..<3 { _ = store.count(quiet, within: 60, renewing: false, now: Timestamp(seconds: 0)) }
        for number in 0..<5_000 {
            let loud = CountedEvent.tokenRequests(ClientID(String(number)), TenantID("loud"))
            _ = store.count(loud, within: 60, renewing: false, now: Timestamp(seconds: 1_000_000_000))
        }
        #expect(store.counted(quiet, within: 60, now: Timestamp(seconds: 1)).count == 3)
    }

    @Test("The events of one tenant evict no count of another", .tags(.slow))
    func eventsOfOneTenantEvictNoOtherCount() {
        let store = MemoryStore()
        let quiet = CountedEvent.tokenRequests(ClientID("c"), TenantID("quiet"))
        for _ in 0..<3 { _ = store.count(quiet, within: 60, renewing: false, now: Timestamp(seconds: 0)) }
        for number in 0..<MemoryStore.maximumCounts + 10 {
            let loud = CountedEvent.tokenRequests(ClientID(String(number)), TenantID("loud"))
            _ = store.count(loud, within: 60, renewing: false, now: Timestamp(seconds: 10))
        }
        #expect(store.counted(quiet, within: 60, now: Timestamp(seconds: 11)).count == 3)
    }
}
