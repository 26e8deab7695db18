import Directory
import Entra
import State
import Synchronization
import Testing
import Wire

@Suite struct EventCountTests {
    private let store = MemoryStore()
    private let wrong = CountedEvent.wrongCredentials(home(1))

    private func count(_ event: CountedEvent, renewing: Bool = false, at seconds: Int64) -> Int {
        store.count(event, within: 60, renewing: renewing, now: Timestamp(seconds: seconds)).count
    }

    @Test func aPeriodBeginsWithItsFirstEvent() {
        #expect([0, 30, 59].map { count(wrong, at: $0) } == [1, 2, 3])
        #expect(store.counted(wrong, now: Timestamp(seconds: 59)).count == 3)
        #expect(store.counted(wrong, now: Timestamp(seconds: 60)).count == 0)
        #expect(count(wrong, at: 60) == 1)
    }

    @Test func aRenewedPeriodLastsFromItsLatestEvent() {
        #expect([0, 50, 100].map { count(wrong, renewing: true, at: $0) } == [1, 2, 3])
        #expect(store.counted(wrong, now: Timestamp(seconds: 159)).count == 3)
        #expect(store.counted(wrong, now: Timestamp(seconds: 160)).count == 0)
    }

    @Test func eventsAreCountedApartAndForgotten() {
        #expect(count(wrong, at: 0) == 1)
        #expect(count(.codesSent(home(1)), at: 0) == 1)
        #expect(count(.wrongCredentials(home(2)), at: 0) == 1)
        store.forget(wrong)
        #expect(count(wrong, at: 1) == 1)
        #expect(count(.wrongCredentials(home(2)), at: 1) == 2)
    }

    @Test func aResetOfATenantForgetsItsEvents() {
        #expect(count(wrong, at: 0) == 1)
        #expect(count(.wrongCredentials(home(1, tenant: "other")), at: 0) == 1)
        store.reset(tenant: home(1).tenantID, now: .distantPast)
        #expect(count(wrong, at: 0) == 1)
        #expect(count(.wrongCredentials(home(1, tenant: "other")), at: 0) == 2)
        store.reset(tenant: nil, now: .distantPast)
        #expect(count(.wrongCredentials(home(1, tenant: "other")), at: 0) == 1)
    }

    @Test func whatIsCountedIsBounded() {
        for number in 0..<MemoryStore.maximumCounts {
            _ = count(.tokenRequests(ClientID(String(number)), nil), at: Int64(number % 30) + 1)
        }
        // No room: the count that ends first gives way.
        #expect(count(wrong, at: 40) == 1)
        #expect(count(wrong, at: 40) == 2)
        // Room again, once periods have ended.
        #expect(count(.codesSent(home(1)), at: 200) == 1)
    }

    @Test func racersAreCountedOneByOne() {
        let counts = Mutex<[Int]>([])
        let (store, event) = (store, wrong)
        Threads.run(64) { _ in
            let count = store.count(event, within: 60, renewing: false, now: Timestamp(seconds: 0)).count
            counts.withLock { $0.append(count) }
        }
        #expect(counts.withLock { $0.sorted() } == Array(1...64))
    }
}
