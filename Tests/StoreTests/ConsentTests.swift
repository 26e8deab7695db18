import Directory
import Entra
import Formats
import Store
import TestTags
import Testing

private let tenant = TenantID("tenant")
private let other = TenantID("other")
private let client = ClientID("client")

private func grant(
    _ scopes: [String], to client: ClientID = client, of resource: String = "api",
    _ principal: PermissionGrant.ConsentType = .principal(ObjectID("user"))
) -> PermissionGrant {
    PermissionGrant(client: client, resource: ClientID(resource), consentType: principal, scopes: scopes)
}

private func role(_ number: Int) -> AppRoleAssignment {
    AppRoleAssignment(
        principal: .application(client), resource: ClientID("api"), appRole: PermissionID("role \(number)"))
}

@Suite struct ConsentTests {
    private let store = MemoryStore()

    @Test func mergesConsentsOfOneUserToOneResource() {
        store.record([grant(["A", "b"])], in: tenant)
        store.record([grant(["B", "C", "\u{212A}"]), grant(["c", "K"])], in: tenant)
        #expect(store.grants(to: client, in: tenant) == [grant(["A", "b", "C", "\u{212A}", "K"])])
    }

    @Test func keepsOtherConsentsSeparate() {
        let grants = [
            grant(["A"]), grant(["A"], .principal(ObjectID("someone"))), grant(["A"], .allPrincipals),
            grant(["A"], of: "another api"),
        ]
        store.record(grants, in: tenant)
        #expect(store.grants(to: client, in: tenant) == grants)
        #expect(store.grants(to: ClientID("stranger"), in: tenant).isEmpty)
        #expect(store.grants(to: client, in: other).isEmpty)
    }

    @Test func ignoresCaseOfIdentifiers() {
        store.record([grant(["A"], to: ClientID("CLIENT"))], in: TenantID("TENANT"))
        #expect(store.grants(to: client, in: tenant).map(\.scopes) == [["A"]])
    }

    @Test func recordsApplicationPermissionsOnce() {
        store.record([role(1), role(2)], to: client, in: tenant)
        store.record([role(2), role(3)], to: client, in: tenant)
        #expect(store.appRoleAssignments(to: client, in: tenant) == [role(1), role(2), role(3)])
        #expect(store.appRoleAssignments(to: client, in: other).isEmpty)
    }

    @Test(.tags(.slow)) func recordsNothingNewAtCapacityUntilReset() {
        func fill(_ numbers: Range<Int>, in tenant: TenantID) {
            store.record(numbers.map { grant(["A"], to: ClientID("client \($0)")) }, in: tenant)
        }
        fill(0..<10, in: other)
        fill(0..<MemoryStore.maximumConsents - 10, in: tenant)
        store.record([grant(["A"])], in: tenant)
        store.record([role(1)], to: client, in: tenant)
        #expect(store.grants(to: client, in: tenant).isEmpty)
        #expect(store.appRoleAssignments(to: client, in: tenant).isEmpty)

        store.record([grant(["B"], to: ClientID("client 7"))], in: tenant)
        #expect(store.grants(to: ClientID("client 7"), in: tenant).map(\.scopes) == [["A", "B"]])

        store.reset(tenant: other, now: .distantPast)
        #expect(store.grants(to: ClientID("client 7"), in: other).isEmpty)
        store.record((0..<11).map { role($0) }, to: client, in: tenant)
        #expect(store.appRoleAssignments(to: client, in: tenant).count == 10)
    }

    @Test func limitsWithdrawals() {
        func isRevoked(_ number: Int) -> Bool {
            store.isRevoked(grant(["a"], to: ClientID("client \(number)")), in: tenant)
        }
        for number in 0..<MemoryStore.maximumConsents {
            store.revoke(.application(ClientID("client \(number)")), in: tenant)
        }
        #expect(isRevoked(0) && isRevoked(MemoryStore.maximumConsents - 1))
        store.revoke(.application(client), in: tenant)
        #expect(!isRevoked(0) && store.isRevoked(grant(["a"]), in: tenant))
    }

    @Test func resetsOneTenantOrAll() {
        for tenant in [tenant, other] {
            store.record([grant(["A"])], in: tenant)
            store.record([role(1)], to: client, in: tenant)
        }
        store.reset(tenant: tenant, now: .distantPast)
        #expect(store.grants(to: client, in: tenant).isEmpty)
        #expect(store.appRoleAssignments(to: client, in: tenant).isEmpty)
        #expect(store.grants(to: client, in: other).count == 1)
        #expect(store.appRoleAssignments(to: client, in: other).count == 1)
        store.reset(tenant: nil, now: .distantPast)
        #expect(store.grants(to: client, in: other).isEmpty)
        #expect(store.appRoleAssignments(to: client, in: other).isEmpty)
    }

    @Test func recordsConcurrentConsentsWithoutLoss() {
        Threads.run(40) { [store] number in
            for round in 0..<25 { store.record([grant(["S\(number).\(round)"])], in: tenant) }
        }
        #expect(store.grants(to: client, in: tenant).map { $0.scopes.count } == [1_000])
    }
}
