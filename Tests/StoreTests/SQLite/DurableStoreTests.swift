import Crypto
import Directory
import Entra
import Formats
@testable import Store
import TestTags
import Testing

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

@Suite struct DurableStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "An invalid device authorization in the file is reported as damage",
        arguments: ["id = X'00'", "user_code = 'none'"])
    func reportsInvalidDeviceRowAsDamage(_ change: String) throws {
        let file = try StateFile(in: folder.path)
        defer { file.close() }
        let store = try DurableStore(file, firstOrder: 0)
        let device = DurableStoreTests.device(1)
        #expect(try store.startDevice(device, now: time(0)) == .started)
        try file.use { database throws(DatabaseFailure) in try database.execute("UPDATE device SET \(change)") }
        do throws(EntraError) {
            _ = try store.enterUserCode(device.userCode, from: "203.0.113.7", now: time(1))
            _ = try store.pollDevice(device.id, now: time(1))
            Issue.record("it was read")
        } catch {
            let reason = "is damaged, and was not changed: the device authorization in row 1 is not valid"
            #expect(error.detail == "\(folder.file): \(reason)")
        }
    }

    @Test("A blocked address costs no query")
    func rejectsBlockedAddressWithoutQuery() throws {
        let file = try StateFile(in: folder.path)
        defer { file.close() }
        let store = try DurableStore(file, firstOrder: 0)
        let code = DurableStoreTests.device(1).userCode
        for _ in 0..<UserCodeAttempts.ceiling { _ = try store.enterUserCode(code, from: "203.0.113.7", now: time(0)) }
        try file.use { database throws(DatabaseFailure) in try database.execute("DROP TABLE device") }
        #expect(try store.enterUserCode(code, from: "203.0.113.7", now: time(0)) == .blocked)
        #expect(throws: EntraError.self) { try store.enterUserCode(code, from: "203.0.113.8", now: time(0)) }
    }

    @Test("The number of redeemed ids is limited, and expired ones are removed")
    func limitsRedemptionsUntilTheyExpire() throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0, maximumRedemptions: 100)
        for number in 0..<100 {
            #expect(try store.redeem(guid(number), until: time(100), now: time(0)) == .first)
        }
        #expect(try store.redeem(guid(100), until: time(100), now: time(99)) == .full)
        #expect(try store.redeem(guid(5), until: time(100), now: time(99)) == .again)
        #expect(try store.redeem(guid(100), until: time(200), now: time(100)) == .first)
        for number in 101..<200 { _ = try store.redeem(guid(number), until: time(200), now: time(101)) }
        let left = try file.number("SELECT count(*) FROM redemption WHERE expiry <= 100")
        #expect(left == 0)
    }

    @Test("Device codes are limited by size and age, and the oldest are removed", .tags(.slow))
    func limitsDeviceCodesBySizeAndAge() throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        for number in 0..<5 {
            let device = DurableStoreTests.device(number, bytes: DeviceLimits.maximumBytes / 4)
            _ = try store.startDevice(device, now: time(0))
        }
        #expect(try store.pollDevice(guid(0), now: time(1)) == .expired)
        #expect(try store.pollDevice(guid(1), now: time(1)) == .pending)
        _ = try store.startDevice(DurableStoreTests.device(9, bytes: 1), now: time(900 + DeviceLimits.afterlife))
        let count = try file.number("SELECT count(*) FROM device")
        #expect(count == 1)
    }

    @Test("The later revocation is kept, in whichever order they are written")
    func keepsLaterRevocation() throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        let person = RevocationSubject.user(home(1))
        let early = store.revoking(person, before: time(5))
        let issued = store.nextOrder()
        try store.revoke(person, before: time(1))
        try Replica(file).make { () throws(EntraError) in [early] }
        #expect(store.revocation(of: [person], after: issued) == time(5))
        file.close()
        let next = try DurableStore(StateFile(in: folder.path), firstOrder: 0)
        #expect(next.revocation(of: [person], after: issued) == time(5))
    }

    @Test("The file contains the same application permissions as memory when only some fit", .tags(.slow))
    func fileMatchesMemoryAtCapacity() throws {
        let tenant = TenantID("t"), client = ClientID("c"), api = ClientID("r")
        func roles(_ numbers: Range<Int>) -> [AppRoleAssignment] {
            numbers.map { .init(principal: .application(client), resource: api, appRole: PermissionID("\($0)")) }
        }
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        try store.record(roles(0..<3), to: client, in: tenant)
        let fill = (0..<MemoryStore.maximumConsents - 5).map { number in
            PermissionGrant(
                client: ClientID("client \(number)"), resource: api, consentType: .allPrincipals, scopes: ["a"])
        }
        try store.record(fill, in: tenant)
        try store.record(roles(0..<9), to: client, in: tenant)
        #expect(store.appRoleAssignments(to: client, in: tenant) == roles(0..<5))
        file.close()
        let next = try DurableStore(StateFile(in: folder.path), firstOrder: 0)
        #expect(next.appRoleAssignments(to: client, in: tenant) == roles(0..<5))
    }

    @Test("A revocation covers what is issued while it is written, but nothing issued later")
    func revocationCoversTokensIssuedDuringWrite() throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        let person = RevocationSubject.password(.init(objectID: ObjectID("o"), tenantID: TenantID("t")))
        let change = store.revoking(person, before: Timestamp(seconds: 7))
        let meanwhile = store.nextOrder()
        change.finish()
        let later = store.nextOrder()
        #expect(store.revocation(of: [person], after: meanwhile) != nil)
        #expect(store.revocation(of: [person], after: later) == nil)
    }

    @Test("Only revocations that concern the same user are compared with a revocation of the user")
    func revocationAppliesToConcernedSubjectsOnly() {
        let home = User.Home(objectID: ObjectID("o"), tenantID: TenantID("t"))
        let other = User.Home(objectID: ObjectID("p"), tenantID: TenantID("t"))
        let own = RevocationSubject.password(home)
        let counting: [RevocationSubject] = [
            .user(home), .password(home), .guest(home, of: TenantID("u")), .tenant(TenantID("t")), .everything,
            .application(ClientID("c"), TenantID("t")),
        ]
        let passing: [RevocationSubject] = [
            .user(other), .password(other), .guest(other, of: TenantID("t")), .tenant(TenantID("u")),
            .session(GUID(derivedFrom: "s")), .application(ClientID("c"), TenantID("u")),
        ]
        #expect(counting.allSatisfy { $0.mayInvalidate(valuesAfter: own) })
        #expect(!passing.contains { $0.mayInvalidate(valuesAfter: own) })
        #expect(RevocationSubject.tenant(TenantID("u")).mayInvalidate(valuesAfter: .guest(home, of: TenantID("u"))))
        #expect(passing.allSatisfy { $0.mayInvalidate(valuesAfter: .everything) })
    }

    @Test("Orders rise across starts after the clock is set back")
    func orderRisesAfterClockIsSetBack() throws {
        let file = try StateFile(in: folder.path)
        let before = try DurableStore(file, firstOrder: 9_000_000_000).nextOrder()
        let after = try DurableStore(file, firstOrder: 1_000).nextOrder()
        #expect(after > before)
    }

    @Test("Orders start above every revocation after the clock is set back")
    func orderStartsAboveRevocationsAfterClockIsSetBack() throws {
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 1_000)
        store.memory.pass(1_000 + 1 << 40)
        try store.revoke(.everything, before: time(1))
        let next = try DurableStore(file, firstOrder: 1_000)
        #expect(next.revocation(of: [.everything], after: next.nextOrder()) == nil)
    }

    private static func device(_ number: Int, bytes: Int = 0) -> DeviceAuthorization {
        DeviceAuthorization(
            id: guid(number), userCode: UserCode(random: SeededStream(seed: "d", label: "\(number)")),
            client: ClientID("c"), authority: "common", endpoint: .v2, scope: nil, resource: nil,
            claims: String(repeating: "x", count: bytes), expiresAt: 900, interval: 5)
    }
}
