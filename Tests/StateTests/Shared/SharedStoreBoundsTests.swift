import Crypto
import Directory
import Entra
import Testing
import TestLedger
import Wire

@testable import State
@testable import StateRedis

/// What a process keeps of the ledger is bounded by what every process writes there.
@Suite struct SharedStoreBoundsTests {
    private let records = SharedRecords()
    private let sharing: Sharing
    private let tenant = TenantID("t")

    init() throws {
        let replica = Replica(TestLedger(epoch: GUID(value: 1)))
        replica.join(records)
        // Verbs that are never used here.
        let address = try #require(StoreAddress("redis://127.0.0.1:1"))
        let unused = RedisLedger(RedisOptions(address, authorityPEM: nil), random: SystemRandom()) {
            Timestamp(seconds: 0)
        } report: { _ in
        }
        sharing = Sharing(replica, records: records, verbs: RedisVerbs(unused.client))
        try replica.catchUp()
    }

    @Test func theOldestRevocationsGiveWayAnEighthAtATime() throws {
        let full = MemoryStore.maximumRevocations
        records.follow(
            (0..<full).map { number in
                SharedRecords.document(
                    number == 0 ? .everything : .session(guid(number)), before: Timestamp(seconds: 1),
                    order: Int64(number))
            })
        try sharing.store.revoke(.session(guid(full)), before: Timestamp(seconds: 2))
        #expect(records.read { $0.revocations.count } == full - full / 8 + 1)
        #expect(sharing.store.revocation(of: .everything) != nil, "that of a reset is forgotten last")
        #expect(sharing.store.revocation(of: .session(guid(1))) == nil)
        #expect(sharing.store.revocation(of: .session(guid(full))) != nil)
    }

    @Test func beyondTheMaximumNoConsentIsRecorded() throws {
        let client = ClientID("c")
        records.follow(
            (0..<MemoryStore.maximumConsents).map { number in
                SharedRecords.document(
                    AppRoleAssignment(
                        principal: .user(ObjectID("\(number)")), resource: ClientID("r"), appRole: PermissionID("p")),
                    to: client, in: tenant)
            })
        let consent = PermissionGrant(
            client: client, resource: ClientID("r"), consentType: .allPrincipals, scopes: ["s"])
        try sharing.store.record([consent], in: tenant)
        #expect(sharing.store.grants(in: tenant).isEmpty)
        let assignment = AppRoleAssignment(
            principal: .user(ObjectID("new")), resource: ClientID("r"), appRole: PermissionID("p"))
        try sharing.store.record([assignment], to: client, in: tenant)
        #expect(records.read { $0.assignments.count } == MemoryStore.maximumConsents)
    }

    @Test func beyondTheMaximumAllWithdrawalsAreForgotten() throws {
        records.follow(
            (0..<MemoryStore.maximumConsents).compactMap { number in
                SharedRecords.document(.application(ClientID("\(number)")), in: tenant)
            })
        try sharing.store.withdraw(.application(ClientID("new")), in: tenant)
        #expect(records.read { $0.withdrawals.count } == 1)
    }
}
