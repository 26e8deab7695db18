import Directory
import Entra
import Store
import Synchronization
import TestTags
import Testing

private let contoso = TenantID("11111111-1111-4111-8111-111111111111")
private let fabrikam = TenantID("22222222-2222-4222-8222-222222222222")

private func user(_ number: Int, in tenant: TenantID = contoso) -> User {
    User(
        id: ObjectID("user-\(number)"), userPrincipalName: "user\(number)@contoso.com", displayName: "User \(number)",
        tenantID: tenant)
}

private func tenant(_ id: TenantID, users: [User]) -> Tenant {
    Tenant(id: id, displayName: "", kind: .external, domains: ["\(id).example"], users: users)
}

/// These tests cover edits of the current directory.
@Suite struct DirectoryStoreTests {
    private static func store(users count: Int = 2) -> DirectoryStore {
        let users = (0..<count).map { user($0) }
        return DirectoryStore(Directory(tenants: [tenant(contoso, users: users), tenant(fabrikam, users: [])]))
    }

    @Test("An added user is found by id, name, mail and home, but not in an earlier snapshot")
    func addedUserIsFoundInNewSnapshotOnly() throws {
        let directory = DirectoryStoreTests.store()
        let before = directory.snapshot
        var added = user(7)
        added.mail = "Seven@elsewhere.example"
        #expect(try directory.edit(contoso) { $0.add(added) } == .done)
        let after = directory.snapshot.tenant(contoso)
        #expect(after?.user(added.id)?.displayName == "User 7")
        #expect(after?.user(named: "USER7@contoso.com") != nil)
        #expect(after?.user(named: "seven@ELSEWHERE.example") != nil)
        #expect(after?.user(home: added.home) != nil)
        #expect(after?.users.count == 3 && after?.userCount == 3)
        #expect(before.tenant(contoso)?.user(added.id) == nil)
        #expect(directory.snapshot.tenant(named: "\(fabrikam).example")?.userCount == 0)
    }

    @Test("The number of tenants created at run time is limited, and a deleted tenant releases its place", .tags(.slow))
    func limitsTenantsCreatedAtRunTime() throws {
        func made(_ number: Int) -> TenantID { TenantID("tenant-\(number)") }
        let directory = DirectoryStoreTests.store()
        let outcomes = try (0...DirectoryStore.maximumMadeTenants).map {
            try directory.add(tenant(made($0), users: []))
        }
        #expect(outcomes.dropLast().allSatisfy { $0 == .done } && outcomes.last == .full)
        #expect(try directory.remove(made(3)) == .done)
        #expect(try directory.add(tenant(made(-1), users: [])) == .done)
        #expect(try directory.add(tenant(made(-2), users: [])) == .full)
        try directory.reset()
        #expect(try directory.add(tenant(made(-2), users: [])) == .done)
    }

    @Test("An id, a user principal name or a mail address in use is rejected")
    func rejectsNamesAndIDsInUse() throws {
        let directory = DirectoryStoreTests.store()
        #expect(try directory.edit(contoso) { $0.add(user(1)) } == .taken)
        var same = user(8)
        same.userPrincipalName = "USER1@CONTOSO.COM"
        #expect(try directory.edit(contoso) { $0.add(same) } == .taken)
        var sameMail = user(9)
        sameMail.mail = "user1@contoso.com"
        #expect(try directory.edit(contoso) { $0.add(sameMail) } == .taken)
        #expect(try directory.edit(contoso) { $0.update(user(0).id) { $0.mail = "user1@contoso.com" } } == .taken)
        #expect(try directory.edit(contoso) { $0.update(ObjectID("nobody")) { $0.mail = "x" } } == .notFound)
        #expect(try directory.edit(contoso) { $0.remove(ObjectID("nobody")) } == .notFound)
        #expect(try directory.edit(TenantID("x")) { $0.remove(ObjectID("nobody")) } == nil)
    }

    @Test(
        "A configured or added user can be changed and removed after many other changes", arguments: [0, 200])
    func editsUsersAfterManyChanges(between: Int) throws {
        let directory = DirectoryStoreTests.store(users: 100)
        #expect(try directory.edit(contoso) { $0.add(user(500)) } == .done)
        for number in [3, 500] {
            let id = user(number).id
            #expect(try directory.edit(contoso) { $0.update(id) { $0.password = "new" } } == .done)
            for extra in 0..<between { _ = try directory.edit(contoso) { $0.add(user(1_000 * number + extra)) } }
            #expect(directory.snapshot.tenant(contoso)?.user(id)?.password == "new")
            let rename = try directory.edit(contoso) { $0.update(id) { $0.userPrincipalName = "renamed@contoso.com" } }
            #expect(rename == .done)
            let renamed = directory.snapshot.tenant(contoso)
            #expect(renamed?.user(named: "renamed@contoso.com")?.password == "new")
            #expect(renamed?.user(named: "user\(number)@contoso.com") == nil)
            #expect(try directory.edit(contoso) { $0.remove(id) } == .done)
            #expect(directory.snapshot.tenant(contoso)?.user(named: "renamed@contoso.com") == nil)
        }
        let left = directory.snapshot.tenant(contoso)
        #expect(left?.userCount == 99 + 2 * between && left?.users.count == 99 + 2 * between)
        #expect(left?.user(named: "user42@contoso.com") != nil)
    }

    @Test("A reset restores the configuration of one tenant or of all")
    func resetRestoresConfiguration() throws {
        let directory = DirectoryStoreTests.store()
        func add() throws {
            _ = try directory.edit(contoso) { $0.add(user(7)) }
            _ = try directory.edit(fabrikam) { $0.add(user(8, in: fabrikam)) }
        }
        func counts() -> [Int?] { [contoso, fabrikam].map { directory.snapshot.tenant($0)?.userCount } }
        try add()
        try directory.reset(tenant: contoso)
        #expect(counts() == [2, 1])
        try directory.reset()
        #expect(counts() == [2, 0])
    }

    @Test("One of 64 concurrent edits takes a name, and no edit is lost")
    func concurrentEditsAreSerialized() throws {
        let directory = DirectoryStoreTests.store()
        let winners = Mutex(0)
        Threads.run(64) { index in
            var racer = user(1_000 + index)
            racer.userPrincipalName = "same@contoso.com"
            if (try? directory.edit(contoso, { $0.add(racer) })) == .done { winners.withLock { $0 += 1 } }
            for number in 0..<10 { _ = try? directory.edit(contoso) { $0.add(user(10_000 + 10 * index + number)) } }
        }
        #expect(winners.withLock { $0 } == 1)
        #expect(directory.snapshot.tenant(contoso)?.userCount == 2 + 1 + 640)
    }

    @Test("The time of an edit does not depend on the number of users")
    func editTimeIsIndependentOfUserCount() throws {
        let directory = DirectoryStoreTests.store(users: 10_000)
        let clock = ContinuousClock()
        let time = try clock.measure {
            for number in 0..<640 { _ = try directory.edit(contoso) { $0.add(user(20_000 + number)) } }
        }
        print("640 users added to 10,000 in \(time)")
        // Indexing all users at each edit takes minutes in a debug build.
        #expect(time < .seconds(20))
    }
}
