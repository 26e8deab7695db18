import Directory
import Entra
import Formats
import Store
import TestTags
import Testing

@Suite struct RevocationTests {
    private let store = MemoryStore()

    @Test func newStoreHasNoRevocations() {
        #expect(store.revocation(of: .user(home(1))) == nil)
        #expect(store.revocation(of: .session(guid(1))) == nil)
    }

    @Test func evaluatesSubjectsOnlyAfterRevocation() {
        var evaluations = 0
        func subjects() -> [RevocationSubject] {
            evaluations += 1
            return [.user(home(2)), .user(home(1))]
        }
        let before = store.nextOrder()
        #expect(store.revocation(of: subjects(), after: before) == nil)
        #expect(evaluations == 0)
        store.revoke(.user(home(1)), before: Timestamp(seconds: 100))
        #expect(store.revocation(of: subjects(), after: before) == Timestamp(seconds: 100))
        #expect(evaluations == 1)
    }

    @Test func latestRevocationApplies() {
        for seconds in [100, 300, 200] as [Int64] {
            store.revoke(.user(home(1)), before: Timestamp(seconds: seconds))
        }
        #expect(store.revocation(of: .user(home(1))) == Timestamp(seconds: 300))
    }

    @Test func revocationAppliesToItsSubjectOnly() {
        store.revoke(.user(home(1)), before: Timestamp(seconds: 100))
        #expect(store.revocation(of: .user(home(2))) == nil)
        #expect(store.revocation(of: .user(home(1, tenant: "other"))) == nil)
        #expect(store.revocation(of: .session(guid(1))) == nil)
    }

    @Test(.tags(.slow)) func evictsOldestEighthAtCapacity() {
        let maximum = MemoryStore.maximumRevocations
        store.reset(tenant: TenantID("here"), now: Timestamp(seconds: 1))
        for number in 1..<maximum {
            store.revoke(.session(guid(number)), before: Timestamp(seconds: Int64(number)))
        }
        store.revoke(.session(guid(5)), before: Timestamp(seconds: 900_000))
        #expect(store.revocation(of: .session(guid(1))) == Timestamp(seconds: 1))
        store.revoke(.user(home(1)), before: Timestamp(seconds: 900_001))
        #expect(store.revocation(of: .session(guid(1))) == nil)
        #expect(store.revocation(of: .session(guid(5))) == Timestamp(seconds: 900_000), "it was renewed")
        #expect(store.revocation(of: .session(guid(maximum / 8 + 1))) == nil)
        #expect(store.revocation(of: .session(guid(maximum / 8 + 2))) != nil)
        #expect(store.revocation(of: .tenant(TenantID("here"))) == Timestamp(seconds: 1), "resets are forgotten last")
        #expect(store.revocation(of: .user(home(1))) == Timestamp(seconds: 900_001))
    }

    @Test(.tags(.slow)) func evictsResetsLast() {
        func tenant(_ number: Int) -> TenantID { TenantID("tenant \(number)") }
        for number in 0...MemoryStore.maximumRevocations {
            store.revoke(.tenant(tenant(number)), before: Timestamp(seconds: Int64(number)))
        }
        #expect(store.revocation(of: .tenant(tenant(0))) == nil)
        #expect(store.revocation(of: .tenant(tenant(MemoryStore.maximumRevocations))) != nil)
    }

    @Test func orderDecidesRegardlessOfClocks() {
        let before = store.nextOrder()
        store.revoke(.user(home(1)), before: Timestamp(seconds: 100))
        let after = store.nextOrder()
        let subjects = [RevocationSubject.everything, .user(home(1))]
        #expect(store.revocation(of: subjects, after: before) == Timestamp(seconds: 100))
        #expect(store.revocation(of: subjects, after: after) == nil)
        #expect(store.revocation(of: [.everything, .user(home(2))], after: before) == nil)
    }

    @Test func ordersOnlyRise() {
        let numbers = (0..<1_000).map { _ in store.nextOrder() }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        #expect(MemoryStore(firstOrder: 5_000).nextOrder() == 5_001)
    }

    @Test func resetRevokesEarlierTokens() {
        let tenant = TenantID("here")
        let first = store.nextOrder()
        store.reset(tenant: tenant, now: Timestamp(seconds: 5))
        let second = store.nextOrder()
        #expect(store.revocation(of: [.tenant(tenant)], after: first) == Timestamp(seconds: 5))
        #expect(store.revocation(of: [.tenant(tenant)], after: second) == nil)
        #expect(store.revocation(of: [.tenant(TenantID("there")), .everything], after: first) == nil)
        store.reset(tenant: nil, now: Timestamp(seconds: 6))
        #expect(store.revocation(of: [.everything], after: second) == Timestamp(seconds: 6))
    }

    @Test func tenantResetForgetsRevocationsOfItsUsers() {
        let here = home(1, tenant: "here")
        let there = home(1, tenant: "there")
        let guest = RevocationSubject.guest(there, of: here.tenantID)
        for subject in [RevocationSubject.user(here), .user(there), guest, .session(guid(1))] {
            store.revoke(subject, before: Timestamp(seconds: 100))
        }
        store.reset(tenant: here.tenantID, now: .distantPast)
        #expect(store.revocation(of: .user(here)) == nil)
        #expect(store.revocation(of: guest) == nil)
        #expect(store.revocation(of: .user(there)) != nil)
        #expect(store.revocation(of: .session(guid(1))) != nil)
        store.reset(tenant: nil, now: .distantPast)
        #expect(store.revocation(of: .user(there)) == nil)
        #expect(store.revocation(of: .session(guid(1))) == nil)
    }
}
