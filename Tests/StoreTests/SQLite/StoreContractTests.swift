import Crypto
import Directory
import Entra
import Formats
@testable import Store
import Synchronization
import Testing

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

private let tenant = TenantID("11111111-0000-4000-8000-000000000001")
private let other = TenantID("22222222-0000-4000-8000-000000000002")
private let client = ClientID("aaaaaaaa-0000-4000-8000-000000000001")
private let api = ClientID("aaaaaaaa-0000-4000-8000-000000000002")

private func permission(
    _ scopes: String..., to client: ClientID = client, by user: ObjectID? = nil
) -> PermissionGrant {
    PermissionGrant(
        client: client, resource: api, consentType: user.map { .principal($0) } ?? .allPrincipals, scopes: scopes)
}

private func assignment(to principal: AppRoleAssignment.Principal = .application(client)) -> AppRoleAssignment {
    AppRoleAssignment(principal: principal, resource: api, appRole: PermissionID(guid(40).description))
}

private func sorted(_ assignments: [AppRoleAssignment]) -> [AppRoleAssignment] {
    assignments.sorted { "\($0.principal)" < "\($1.principal)" }
}

private func device(_ number: Int, authority: String = "common", expiresAt: Int64 = 900) -> DeviceAuthorization {
    DeviceAuthorization(
        id: guid(number), userCode: UserCode(random: SeededStream(seed: "contract", label: "\(number)")),
        client: client, authority: authority, endpoint: number.isMultiple(of: 2) ? .v1 : .v2, scope: "openid é",
        resource: nil, claims: number == 1 ? "{}" : nil, expiresAt: expiresAt, interval: 5)
}

/// These tests show that every kind of store implements the same contract.
@Suite struct StoreContractTests {
    /// The kind of store and the way in which the test uses the store.
    enum Kind: String, CaseIterable, Sendable {
        case memory
        case file
        /// A process that has just started makes every call.
        case restarted
        /// Other processes share the store.
        case shared
        /// Another process makes every call.
        case spread

        /// The kinds that are available on this machine.
        static let all = allCases.filter { RedisServer.program != nil || !($0 == .shared || $0 == .spread) }
        /// The kinds that keep state in memory between calls.
        static let lasting = all.filter { $0 != .restarted && $0 != .spread }
    }

    final class Subject {
        private let kind: Kind
        private let folder: TemporaryFolder
        private var file: StateFile?
        private var current: any Store
        private var server: RedisServer?
        private var sharing: SharedState?

        init(_ kind: Kind) throws {
            self.kind = kind
            folder = try TemporaryFolder()
            current = MemoryStore()
            switch kind {
            case .memory: return
            case .file, .restarted: try open()
            case .shared, .spread:
                let started = try RedisServer()
                server = started
                sharing = try started.sharing()
            }
        }

        deinit {
            file?.close()
        }

        private func open() throws {
            file?.close()
            let opened = try StateFile(in: folder.path)
            file = opened
            current = try DurableStore(opened, firstOrder: 0)
        }

        func store() throws -> any Store {
            if kind == .restarted { try open() }
            if kind == .spread { sharing = try server?.sharing() }
            guard let sharing else { return current }
            try sharing.replica.catchUp()
            return sharing.store
        }
    }

    @Test(arguments: Kind.all) func redeemsIDOnce(_ kind: Kind) throws {
        let subject = try Subject(kind)
        #expect(try subject.store().isRedeemed(guid(1)) == false)
        #expect(try subject.store().redeem(guid(1), until: time(600), now: time(0)) == .first)
        #expect(try subject.store().redeem(guid(1), until: time(600), now: time(599)) == .again)
        #expect(try subject.store().isRedeemed(guid(1)))
        #expect(try subject.store().redeem(guid(2), until: time(600), now: time(0)) == .first)
    }

    @Test(arguments: Kind.lasting) func redeemsIDOnceConcurrently(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let store = try subject.store()
        let winners = Atomic(0)
        for number in 0..<20 {
            Threads.run(8) { _ in
                if (try? store.redeem(guid(number), until: time(600), now: time(0))) == .first {
                    winners.wrappingAdd(1, ordering: .relaxed)
                }
            }
        }
        #expect(winners.load(ordering: .relaxed) == 20)
        withExtendedLifetime(subject) {}
    }

    /// For processes that share a store, only revocations are ordered: see `revocationAppliesToEarlierTokensOnly`.
    @Test(arguments: [Kind.memory, .file, .restarted]) func orderRisesAcrossStarts(_ kind: Kind) throws {
        let subject = try Subject(kind)
        var last: Int64 = -1
        for _ in 0..<5 {
            let next = try subject.store().nextOrder()
            #expect(next > last)
            last = next
        }
    }

    static let subjects: [RevocationSubject] = [
        .user(home(1)), .guest(home(1), of: tenant), .password(home(1)), .session(guid(9)),
        .application(client, tenant),
        .tenant(tenant),
        .everything,
    ]

    @Test(arguments: Kind.all, subjects)
    func revocationAppliesToEarlierTokensOnly(_ kind: Kind, _ revoked: RevocationSubject) throws {
        let subject = try Subject(kind)
        let before = try subject.store().nextOrder()
        let moment = Timestamp(seconds: 1_769_862_896, nanoseconds: 5)
        #expect(try subject.store().revocation(of: [revoked], after: before) == nil)
        try subject.store().revoke(revoked, before: moment)
        #expect(try subject.store().revocation(of: revoked) == moment)
        #expect(try subject.store().revocation(of: [.user(home(2)), revoked], after: before) == moment)
        let after = try subject.store().nextOrder()
        #expect(try subject.store().revocation(of: [revoked], after: after) == nil)
        #expect(try subject.store().revocation(of: .user(home(2))) == nil)
        try subject.store().revoke(revoked, before: time(1))
        #expect(try subject.store().revocation(of: revoked) == moment, "the latest time stays")
        #expect(try subject.store().revocation(of: [revoked], after: after) == moment)
    }

    @Test(arguments: Kind.all) func mergesAndWithdrawsConsents(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let user = ObjectID(guid(5).description)
        try subject.store().record([permission("User.Read"), permission("Mail.Read", by: user)], in: tenant)
        try subject.store().record([permission("user.read", "Mail.Send"), permission("X", to: api)], in: tenant)
        #expect(
            try subject.store().grants(to: client, in: tenant)
                == [permission("User.Read", "Mail.Send"), permission("Mail.Read", by: user)])
        #expect(try subject.store().grants(in: tenant).count == 3)
        #expect(try subject.store().grants(to: client, in: other).isEmpty)

        try subject.store().revoke(.grant(permission(by: user)), in: tenant)
        #expect(try subject.store().grants(to: client, in: tenant) == [permission("User.Read", "Mail.Send")])
        #expect(try subject.store().isRevoked(permission(by: user), in: tenant))
        #expect(try subject.store().isRevoked(permission(), in: tenant) == false)

        try subject.store().revoke(.application(client), in: tenant)
        #expect(try subject.store().grants(to: client, in: tenant).isEmpty)
        #expect(try subject.store().isRevoked(permission(), in: tenant))
        #expect(try subject.store().isRevoked(permission(), in: other) == false)

        try subject.store().record([permission("User.Read")], in: tenant)
        #expect(try subject.store().grants(to: client, in: tenant) == [permission("User.Read")])
        #expect(try subject.store().isRevoked(permission(), in: tenant), "what is given again is on record")
        #expect(try subject.store().isRevoked(permission(by: user), in: tenant))
    }

    @Test(arguments: Kind.all) func newConsentRestoresNoConsentOfOthers(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let (alex, adele) = (ObjectID(guid(5).description), ObjectID(guid(6).description))
        try subject.store().record([permission("a", by: alex)], in: tenant)
        try subject.store().revoke(.application(client), in: tenant)
        try subject.store().record([permission("a", by: adele), permission("a", to: api, by: alex)], in: tenant)
        #expect(try subject.store().grants(to: client, in: tenant) == [permission("a", by: adele)])
        #expect(try subject.store().isRevoked(permission(by: alex), in: tenant))
    }

    @Test(arguments: Kind.all) func removesConsentsOfRemovedUser(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let user = ObjectID(guid(5).description)
        try subject.store().record([permission("a", by: user), permission("b")], in: tenant)
        try subject.store().revoke(.user(user), in: tenant)
        #expect(try subject.store().grants(in: tenant) == [permission("b")])
    }

    @Test(arguments: Kind.all) func recordsRolesOnceAndWithdrawsThem(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let all = [
            assignment(), assignment(to: .user(ObjectID("u"))), assignment(to: .group(ObjectID("u"))),
        ]
        try subject.store().record(all, to: client, in: tenant)
        try subject.store().record([all[0]], to: client, in: tenant)
        #expect(sorted(try subject.store().appRoleAssignments(to: client, in: tenant)) == sorted(all))
        try subject.store().revoke(.assignment(all[1]), in: tenant)
        #expect(sorted(try subject.store().appRoleAssignments(in: tenant)) == sorted([all[0], all[2]]))
        #expect(try subject.store().appRoleAssignments(in: other).isEmpty)
    }

    @Test("The store knows which applications consents involve, until none is left", arguments: Kind.all)
    func knowsApplicationsOfConsents(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let user = ObjectID(guid(5).description)
        func involves(_ application: ClientID, in tenant: TenantID = tenant) throws -> Bool {
            try subject.store().involves(application, in: tenant)
        }
        #expect(try !involves(client) && !involves(api))
        try subject.store().record([permission("a"), permission("a", by: user)], in: tenant)
        try subject.store().record([permission("b", by: user)], in: tenant)
        #expect(try involves(client) && involves(api))
        #expect(try !involves(api, in: other))
        try subject.store().revoke(.user(user), in: tenant)
        #expect(try involves(client) && involves(api))
        try subject.store().revoke(.grant(permission()), in: tenant)
        #expect(try !involves(client) && !involves(api))

        try subject.store().record([assignment(to: .user(user))], to: client, in: tenant)
        #expect(try !involves(client) && involves(api))
        try subject.store().record([assignment()], to: client, in: tenant)
        #expect(try involves(client) && involves(api))
        try subject.store().reset(tenant: tenant, now: time(1))
        #expect(try !involves(client) && !involves(api))
    }

    @Test(arguments: Kind.all) func approvesDeviceOnce(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let one = device(1)
        #expect(try subject.store().startDevice(one, now: time(0)) == .started)
        #expect(try subject.store().startDevice(one, now: time(0)) == .userCodeTaken)
        #expect(try subject.store().enterUserCode(one.userCode, from: "a", now: time(1)) == .found(one))
        #expect(try subject.store().enterUserCode(one.userCode, from: "a", now: time(900)) == .expired)
        #expect(try subject.store().enterUserCode(device(2).userCode, from: "a", now: time(1)) == .unknown)
        #expect(try subject.store().decideDevice(one.id, .approved(grant()), now: time(2)) == .recorded)
        #expect(try subject.store().decideDevice(one.id, .declined, now: time(2)) == .decidedBefore)
        #expect(try subject.store().enterUserCode(one.userCode, from: "a", now: time(3)) == .used)
        #expect(try subject.store().pollDevice(one.id, now: time(3)) == .approved(one, grant()))
        #expect(try subject.store().pollDevice(one.id, now: time(900)) == .expired)
        #expect(try subject.store().pollDevice(guid(2), now: time(3)) == .expired)
    }

    @Test(arguments: Kind.all) func declinedDeviceStaysDeclined(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let two = device(2)
        #expect(try subject.store().startDevice(two, now: time(0)) == .started)
        #expect(try subject.store().decideDevice(two.id, .declined, now: time(901)) == .expired)
        #expect(try subject.store().decideDevice(two.id, .declined, now: time(2)) == .recorded)
        #expect(try subject.store().pollDevice(two.id, now: time(3)) == .declined)
    }

    @Test(arguments: Kind.all) func slowsDownAfterEarlyPoll(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let three = device(3)
        #expect(try subject.store().startDevice(three, now: time(0)) == .started)
        #expect(try subject.store().pollDevice(three.id, now: time(0)) == .pending)
        #expect(try subject.store().pollDevice(three.id, now: time(3)) == .tooSoon)
        #expect(try subject.store().pollDevice(three.id, now: time(9)) == .tooSoon, "ten seconds now")
        #expect(try subject.store().pollDevice(three.id, now: time(23)) == .pending)
    }

    @Test(arguments: Kind.lasting) func blocksAddressAfterTenWrongUserCodes(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let one = device(1)
        #expect(try subject.store().startDevice(one, now: time(0)) == .started)
        for number in 10..<20 {
            #expect(try subject.store().enterUserCode(device(number).userCode, from: "b", now: time(0)) == .unknown)
        }
        #expect(try subject.store().enterUserCode(one.userCode, from: "b", now: time(0)) == .blocked)
        #expect(try subject.store().enterUserCode(one.userCode, from: "c", now: time(0)) == .found(one))
        try subject.store().reset(tenant: nil, now: time(1))
        #expect(try subject.store().enterUserCode(one.userCode, from: "b", now: time(1)) == .unknown, "begun anew")
    }

    @Test(arguments: Kind.lasting) func unblocksAddressAfterClockIsSetBack(_ kind: Kind) throws {
        let subject = try Subject(kind)
        let one = device(1)
        #expect(try subject.store().startDevice(one, now: time(0)) == .started)
        for now in [time(1_000_000_000), time(0)] {
            for number in 10..<20 {
                #expect(try subject.store().enterUserCode(device(number).userCode, from: "b", now: now) == .unknown)
            }
            #expect(try subject.store().enterUserCode(one.userCode, from: "b", now: now) == .blocked)
        }
    }

    @Test(arguments: Kind.lasting, [true, false])
    func clearsCountsAfterClockIsSetBack(_ kind: Kind, renewing: Bool) throws {
        let subject = try Subject(kind)
        let event = CountedEvent.wrongFirstFactor(home(1))
        func count(_ now: Timestamp) throws -> EventCount {
            try subject.store().count(event, within: 60, renewing: renewing, now: now)
        }
        func counted(_ now: Timestamp) throws -> Int {
            try subject.store().counted(event, within: 60, now: now).count
        }
        let ahead = time(1_000_000_000)
        for number in 1...3 { #expect(try count(ahead).count == number) }
        #expect(try counted(ahead) == 3)
        #expect(try counted(ahead.adding(seconds: -Timestamp.leeway)) == 3, "clocks differ a little")
        #expect(try counted(time(0)) == 0)
        #expect(try count(time(0)) == EventCount(count: 1, until: time(60)))
        #expect(try counted(time(59)) == 1)
    }

    @Test(arguments: Kind.all) func resetOfTenantKeepsOthers(_ kind: Kind) throws {
        let subject = try Subject(kind)
        for owner in [tenant, other] {
            try subject.store().record([permission("a")], in: owner)
            try subject.store().record([assignment()], to: client, in: owner)
            try subject.store().revoke(.application(api), in: owner)
            try subject.store().record([permission("a")], in: owner)
            try subject.store().revoke(.application(client, owner), before: time(1))
        }
        #expect(try subject.store().startDevice(device(1, authority: tenant.description), now: time(0)) == .started)
        #expect(try subject.store().startDevice(device(2, authority: other.description), now: time(0)) == .started)
        #expect(try subject.store().redeem(guid(1), until: time(600), now: time(0)) == .first)
        let ofPeople: [RevocationSubject] = [
            .user(home(1, tenant: tenant.description)), .password(home(1, tenant: tenant.description)),
            .guest(home(1, tenant: other.description), of: tenant),
        ]
        for person in ofPeople { try subject.store().revoke(person, before: time(1)) }
        let before = try subject.store().nextOrder()
        try subject.store().reset(tenant: tenant, now: time(5))

        #expect(try subject.store().grants(in: tenant).isEmpty)
        #expect(try subject.store().appRoleAssignments(in: tenant).isEmpty)
        #expect(try subject.store().revocation(of: .application(client, tenant)) == nil)
        for person in ofPeople { #expect(try subject.store().revocation(of: person) == nil) }
        #expect(try subject.store().revocation(of: [.tenant(tenant)], after: before) == time(5))
        #expect(try subject.store().pollDevice(guid(1), now: time(6)) == .expired)
        #expect(try subject.store().grants(in: other) == [permission("a")])
        #expect(try subject.store().revocation(of: .application(client, other)) == time(1))
        #expect(try subject.store().pollDevice(guid(2), now: time(6)) == .pending)
        #expect(try subject.store().isRedeemed(guid(1)))

        try subject.store().reset(tenant: nil, now: time(7))
        #expect(try subject.store().grants(in: other).isEmpty)
        #expect(try subject.store().pollDevice(guid(2), now: time(20)) == .expired)
        #expect(try subject.store().isRedeemed(guid(1)) == false)
        #expect(try subject.store().revocation(of: .everything) == time(7))
        #expect(try subject.store().revocation(of: .tenant(tenant)) == nil)
    }
}
