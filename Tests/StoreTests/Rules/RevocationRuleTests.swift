import Directory
import Entra
import Formats
@testable import Store
import Testing

private let tenant = TenantID("11111111-0000-4000-8000-000000000001")
private let other = TenantID("22222222-0000-4000-8000-000000000002")
private let client = ClientID("client")

private func consent(
    _ scopes: String..., to client: ClientID = client, of resource: String = "api"
) -> PermissionGrant {
    PermissionGrant(client: client, resource: ClientID(resource), consentType: .allPrincipals, scopes: scopes)
}

private func revocation(_ seconds: Int64, _ order: Int64) -> Revocation {
    Revocation(time: Timestamp(seconds: seconds), order: order)
}

/// These tests are the tables of the rules of revocations and consents.
@Suite struct RevocationRuleTests {
    @Test("Of two revocations of one subject, the later time and the higher number stay")
    func keepsLaterTimeAndHigherNumber() {
        #expect(revocation(5, 7).merged(with: nil) == revocation(5, 7))
        #expect(revocation(5, 7).merged(with: revocation(4, 9)) == revocation(5, 9))
        #expect(revocation(4, 9).merged(with: revocation(5, 7)) == revocation(5, 9))
    }

    @Test("Old revocations make room for those of a new subject only")
    func makesRoomForNewSubject() {
        let full = MemoryStore.maximumRevocations
        #expect(!RevocationSubject.mustMakeRoom(full - 1, isKnown: false))
        #expect(RevocationSubject.mustMakeRoom(full, isKnown: false))
        #expect(!RevocationSubject.mustMakeRoom(full, isKnown: true))
        let few: [RevocationSubject: Revocation] = [
            .everything: revocation(0, 1), .tenant(tenant): revocation(0, 2), .session(guid(1)): revocation(0, 4),
            .session(guid(2)): revocation(0, 3),
        ]
        #expect(
            RevocationSubject.evicted(from: few)
                == [.session(guid(2)), .session(guid(1)), .everything, .tenant(tenant)])
    }

    @Test("A reset of a tenant removes the revocations of its users, guests and applications")
    func resetRemovesRevocationsOfTenant() {
        let (own, foreign) = (home(1, tenant: tenant.description), home(1, tenant: other.description))
        let removed: [RevocationSubject] = [
            .user(own), .password(own), .guest(foreign, of: tenant), .application(client, tenant),
        ]
        let kept: [RevocationSubject] = [
            .user(foreign), .password(foreign), .guest(own, of: other), .application(client, other), .session(guid(1)),
            .tenant(tenant), .everything,
        ]
        #expect(removed.allSatisfy { $0.isRemoved(byResetOf: tenant) })
        #expect(!kept.contains { $0.isRemoved(byResetOf: tenant) })
        #expect((removed + kept).allSatisfy { $0.isRemoved(byResetOf: nil) })
    }

    @Test("Consents are merged with those of the same parties, and only changes are stored, within the room")
    func mergesConsents() {
        let known = [consent("A"), consent("A", of: "known")]
        func merged(_ new: [PermissionGrant], room: Int = 10) -> [PermissionGrant] {
            new.merged(into: { grant in known.first(where: grant.hasSameParties) }, room: room)
        }
        #expect(merged([]).isEmpty)
        #expect(merged([consent("a")]).isEmpty)
        #expect(merged([consent("B"), consent("b", "C")]) == [consent("A", "B", "C")])
        #expect(merged([consent("a"), consent("B")]) == [consent("A", "B")])
        #expect(merged([consent("X", of: "new"), consent("Y", of: "new")]) == [consent("X", "Y", of: "new")])
        #expect(
            merged([consent("X", of: "1"), consent("X", of: "2"), consent("Y", of: "1"), consent("B")], room: 1)
                == [consent("X", "Y", of: "1"), consent("A", "B")])
        #expect(
            merged([consent("X", of: "new"), consent("B", of: "known")], room: 0) == [consent("A", "B", of: "known")])
    }

    @Test("A revoked consent is remembered by its parties, or for all consents of an application")
    func remembersRevokedParties() throws {
        let exact = try #require(RevokedParties(.grant(consent("A")), in: tenant))
        let all = try #require(RevokedParties(.application(client), in: tenant))
        #expect(RevokedParties(.user(ObjectID("user")), in: tenant) == nil)
        for (grant, expected) in [
            (consent("B"), [true, true]), (consent("B", of: "another"), [false, true]),
            (consent("B", to: ClientID("another"), of: "client"), [false, true]),
            (consent("B", to: ClientID("another")), [false, false]),
        ] {
            let revoking = RevokedParties.revoking(grant, in: tenant)
            #expect([exact, all].map(revoking.contains) == expected)
            #expect(!RevokedParties.revoking(grant, in: other).contains { $0 == exact || $0 == all })
        }
        #expect(!RevokedParties.mustForgetAll(MemoryStore.maximumConsents - 1))
        #expect(RevokedParties.mustForgetAll(MemoryStore.maximumConsents))
    }
}
