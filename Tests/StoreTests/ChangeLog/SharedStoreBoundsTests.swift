import Crypto
import Directory
import Entra
import Formats
@testable import Store
import TestChangeLog
import TestTags
import Testing

/// These tests cover the limits of a process's copy of the change log.
@Suite struct SharedStoreBoundsTests {
    private let records = SharedRecords()
    private let sharing: SharedState
    private let tenant = TenantID("t")

    init() throws { sharing = try SharedState(TestChangeLog(epoch: GUID(value: 1)), records) }

    @Test(.tags(.slow)) func evictsOldestEighthOfRevocations() throws {
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

    @Test(.tags(.slow)) func recordsNoConsentAtCapacity() throws {
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

    @Test("Clients whose ids are different spellings of one character have separate consents")
    func comparesClientsByBytes() throws {
        for (client, scope) in [("\u{E9}", "one"), ("e\u{301}", "two")] {
            let consent = PermissionGrant(
                client: ClientID(client), resource: ClientID("r"), consentType: .allPrincipals, scopes: [scope])
            try sharing.store.record([consent], in: tenant)
        }
        #expect(sharing.store.grants(to: ClientID("\u{E9}"), in: tenant).map(\.scopes) == [["one"]])
        #expect(sharing.store.grants(to: ClientID("e\u{301}"), in: tenant).map(\.scopes) == [["two"]])
        try sharing.store.revoke(.application(ClientID("\u{E9}")), in: tenant)
        #expect(sharing.store.grants(in: tenant).map(\.scopes) == [["two"]])
    }

    @Test func forgetsWithdrawalsAtCapacity() throws {
        records.follow(
            (0..<MemoryStore.maximumConsents).map { number in
                SharedRecords.document(RevokedParties(tenant: tenant, client: ClientID("\(number)")))
            })
        try sharing.store.revoke(.application(ClientID("new")), in: tenant)
        #expect(records.read { $0.consentRevocations.count } == 1)
    }
}

/// These tests cover the order of tokens relative to a revocation that another process writes meanwhile.
@Suite struct LogicalClockTests {
    private let changeLog = TestChangeLog(epoch: GUID(value: 1))
    private let user = RevocationSubject.user(home(1))

    @Test("An ongoing request stays before the revocations of others, whatever it writes itself")
    func ongoingRequestStaysBeforeRevocationOfOthers() throws {
        let (one, two) = (try SharedState(changeLog, SharedRecords()), try SharedState(changeLog, SharedRecords()))
        let ongoing = one.store
        try two.store.revoke(user, before: Timestamp(seconds: 5))
        let consent = PermissionGrant(
            client: ClientID("c"), resource: ClientID("r"), consentType: .allPrincipals, scopes: ["s"])
        try ongoing.record([consent], in: TenantID("t"))
        #expect(one.store.revocation(of: [user], after: ongoing.nextOrder()) != nil)
        try ongoing.revoke(.session(guid(1)), before: Timestamp(seconds: 6))
        #expect(one.store.revocation(of: [user], after: ongoing.nextOrder()) != nil)
        #expect(one.store.revocation(of: [user], after: one.store.nextOrder()) == nil)
    }

    @Test("What a request issues after its own revocation is valid, with writes of others in between")
    func tokensAfterOwnRevocationAreValid() throws {
        let (one, two) = (try SharedState(changeLog, SharedRecords()), try SharedState(changeLog, SharedRecords()))
        let ongoing = one.store
        try two.store.revoke(.application(ClientID("c")), in: TenantID("t"))
        for number in 1...3 {
            let before = ongoing.nextOrder()
            try ongoing.revoke(user, before: Timestamp(seconds: Int64(number)))
            #expect(one.store.revocation(of: [user], after: before) != nil)
            #expect(one.store.revocation(of: [user], after: ongoing.nextOrder()) == nil)
        }
    }

    @Test("Orders that a process issues alone exceed those of an earlier shared change log")
    func ownOrderExceedsOrderOfSharedLog() {
        let now = Timestamp(seconds: 1_790_000_000, nanoseconds: 7_000_000)
        let milliseconds: Int64 = 1_790_000_000_007
        let written = LogOffset(epoch: GUID(value: 1), number: milliseconds - 1)
        #expect(
            MemoryStore(firstOrder: LogicalClock.first(at: now)).nextOrder() > LogicalClock.revocation(behind: written))
        #expect(LogicalClock.first(at: .distantFuture) > LogicalClock.first(at: now))
        #expect(LogicalClock.first(at: .distantPast) == 0)
    }
}

extension SharedState {
    /// Creates a process that subscribes to a change log and never uses its Redis commands.
    fileprivate convenience init(_ changeLog: TestChangeLog, _ records: SharedRecords) throws {
        let replica = Replica(changeLog)
        replica.join(records)
        let address = try #require(StoreAddress("redis://127.0.0.1:1"))
        let unused = RedisChangeLog(RedisOptions(address, authorityPEM: nil), random: SystemRandom()) {
            Timestamp(seconds: 0)
        } report: { _ in
        }
        self.init(replica, records: records, operations: RedisOperations(unused.client))
        try replica.catchUp()
    }
}
