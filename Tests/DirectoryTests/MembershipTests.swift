import Entra
import Formats
import Synchronization
import TestTags
import Testing
@testable import Directory

private let tenantID = TenantID("11111111-1111-4111-8111-111111111111")

/// A source of different numbers.
private struct CountingSource: RandomSource {
    private static let count = Mutex(UInt64(1))

    func bytes(_ count: Int) -> [UInt8] {
        let number = CountingSource.count.withLock { value -> UInt64 in
            value += 1
            return value
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0 % 8))) }
    }
}

@Suite struct MembershipTests {
    private static func nested() throws -> Tenant {
        let text = tenant(
            """
            groups:
            - {displayName: Inner, members: [alex@contoso.com, Outer, Inner]}
            - {displayName: Outer, members: [Inner, app, dddddddd-0000-4000-8000-000000000001],
               owners: [alex@contoso.com, app]}
            users:
            - {userPrincipalName: alex@contoso.com}
            - {userPrincipalName: adele@contoso.com, groups: [Outer]}
            devices:
            - {displayName: Laptop, deviceId: dddddddd-0000-4000-8000-000000000001}
            applications:
            - {appId: app}
            """)
        return try #require(load(text).configuration?.directory.tenants.first)
    }

    private static func names(_ ids: [ObjectID], _ tenant: Tenant) -> [String] {
        ids.map { id in
            tenant.user(id)?.displayName ?? tenant.group(id)?.displayName ?? tenant.deviceObject(id)?.displayName
                ?? tenant.applications.first { $0.servicePrincipalID == id }?.displayName ?? id.description
        }
    }

    @Test("Members of every kind are read, and groups may contain each other")
    func readsMembers() throws {
        let tenant = try MembershipTests.nested()
        let groups = tenant.groups
        let alex = try #require(tenant.user(named: "alex@contoso.com"))
        #expect(MembershipTests.names(tenant.members(of: groups[0]), tenant) == ["alex@contoso.com", "Outer", "Inner"])
        #expect(
            MembershipTests.names(tenant.members(of: groups[1]), tenant)
                == ["adele@contoso.com", "Inner", "app", "Laptop"])
        #expect(MembershipTests.names(groups[1].owners, tenant) == ["alex@contoso.com", "app"])
        #expect(MembershipTests.names(tenant.transitiveGroups(of: alex), tenant) == ["Inner", "Outer"])
        #expect(
            Set(MembershipTests.names(tenant.transitiveMembers(of: groups[0]), tenant))
                == ["alex@contoso.com", "Outer", "Inner", "adele@contoso.com", "app", "Laptop"])
    }

    @Test("A clone has the members and owners under their new ids")
    func clonesMembers() throws {
        let source = try MembershipTests.nested()
        let clone = TenantClone(
            of: source, as: TenantID("22222222-2222-4222-8222-222222222222"), domain: "clone.example",
            TenantClone.Request(displayName: nil, keepsAppIds: false), random: CountingSource()
        ).tenant
        for (original, copy) in zip(source.groups, clone.groups) {
            #expect(original.id != copy.id)
            #expect(Set(original.members).isDisjoint(with: copy.members))
            #expect(
                MembershipTests.names(clone.members(of: copy), clone).count
                    == source.members(of: original).count)
            #expect(
                MembershipTests.names(clone.members(of: copy), clone).map { $0.hasPrefix("a") ? "a" : $0 }
                    == MembershipTests.names(source.members(of: original), source).map { $0.hasPrefix("a") ? "a" : $0 })
        }
    }

    @Test("Changes at run time update both directions")
    func followsChanges() throws {
        let tenant = try MembershipTests.nested()
        let directory = Directory(tenants: [tenant])
        let (inner, outer) = (tenant.groups[0], tenant.groups[1])
        let adele = try #require(tenant.user(named: "adele@contoso.com")).id
        let after = try #require(
            directory.editing(tenant.id) { edit in
                #expect(edit.add(member: adele, to: inner.id) == .done)
                #expect(edit.add(member: adele, to: inner.id) == .taken)
                #expect(edit.remove(member: adele, of: outer.id) == .done)
                #expect(edit.remove(member: adele, of: outer.id) == .notFound)
                #expect(edit.remove(member: inner.id, of: outer.id) == .done)
                #expect(edit.add(member: adele, to: adele) == .notFound)
            }?.directory.tenants.first)
        #expect(MembershipTests.names(after.members(of: inner), after).contains("adele@contoso.com"))
        #expect(after.groups(of: inner.id) == [inner.id])
        let removed = try #require(
            Directory(tenants: [after]).editing(after.id) { edit in _ = edit.remove(group: inner.id) })
        let last = try #require(removed.directory.tenants.first)
        #expect(last.user(adele)?.groups == [])
        #expect(last.group(outer.id).map(last.memberCount) == 2)
        #expect(removed.touched.count == 3)
    }

    /// Every group of the first level contains ten users, and every other group contains ten groups of the level below.
    private static func large(_ users: Int, _ groups: Int) -> Tenant {
        let ids = (0..<groups).map { ObjectID(GUID(derivedFrom: "group", "\($0)").description) }
        let leaves = groups * 9 / 10
        let people = (0..<users).map { number in
            var user = User(
                id: ObjectID(GUID(derivedFrom: "user", "\(number)").description),
                userPrincipalName: "user\(number)@contoso.com", displayName: "", tenantID: tenantID)
            user.groups = [ids[number % leaves]]
            return user
        }
        var next = 0
        let all = (0..<groups).map { number in
            var group = Group(id: ids[number], displayName: "Group \(number)")
            guard number >= leaves else { return group }
            group.members = Array(ids[next..<min(next + 10, number)])
            next += group.members.count
            return group
        }
        return Tenant(
            id: tenantID, displayName: "", kind: .workforce, domains: [], users: people, groups: all)
    }

    @Test("100,000 users in 10,000 nested groups are found and changed without a search", .tags(.slow))
    func handlesManyNestedGroups() throws {
        let clock = ContinuousClock()
        let (small, large) = (MembershipTests.large(1_000, 100), MembershipTests.large(100_000, 10_000))
        var tenant = large
        let built = clock.measure { tenant = MembershipTests.large(100_000, 10_000) }
        let root = try #require(tenant.groups.last)
        let user = try #require(tenant.user(named: "user42@contoso.com"))
        var members: [ObjectID] = []
        let down = clock.measure { members = tenant.transitiveMembers(of: root) }
        #expect(members.count == 109_999)
        func times(_ tenant: Tenant) -> (up: Duration, removal: Duration) {
            let up = (0..<5).map { _ in
                clock.measure { for _ in 0..<1_000 { _ = tenant.transitiveGroups(of: user) } }
            }.min()
            let id = tenant.groups[0].id
            let directory = Directory(tenants: [tenant])
            let removal = (0..<5).map { _ in
                clock.measure { _ = directory.editing(tenant.id) { $0.remove(group: id) } }
            }.min()
            return (up ?? .zero, removal ?? .zero)
        }
        let (few, many) = (times(small), times(tenant))
        #expect(tenant.transitiveGroups(of: user).count >= 4)
        print(
            "100,000 users in 10,000 groups: made in \(built), all members in \(down), groups of a user in "
                + "\(many.up / 1_000) (\(few.up / 1_000) of 100), a group removed in \(many.removal) (\(few.removal) of 100)"
        )
        #expect(many.up < few.up * 10)
        #expect(down < .seconds(5))
    }
}
