import Directory
import Entra
import Formats
import Store
import TestTags
import Testing

private let contoso = TenantID("11111111-1111-4111-8111-111111111111")
private let fabrikam = TenantID("22222222-2222-4222-8222-222222222222")

private func application(_ name: String, uri: String? = nil) -> Application {
    var application = Application(appId: name, servicePrincipalID: ObjectID("sp-\(name)"), displayName: name)
    application.id = ObjectID("app-\(name)")
    application.identifierUris = [uri].compactMap(\.self)
    return application
}

private func user(_ name: String) -> User {
    User(id: ObjectID(name), userPrincipalName: name, displayName: "", tenantID: contoso)
}

/// These tests cover edits of registrations, groups and grants in the current directory.
@Suite struct TenantEditTests {
    private let directory = DirectoryStore(
        Directory(tenants: [
            Tenant(
                id: contoso, displayName: "", kind: .workforce, domains: [],
                groups: [Group(id: ObjectID("g"), displayName: "")],
                applications: [application("one", uri: "api://one"), application("two")]),
            Tenant(
                id: fabrikam, displayName: "", kind: .workforce, domains: [],
                applications: [application("one"), application("three")]),
        ]))

    private var tenant: Tenant? { directory.snapshot.tenant(contoso) }

    @Test("An added registration is found by every key, and only in its own tenant")
    func addedApplicationIsFoundByEveryKey() throws {
        #expect(try directory.edit(contoso) { $0.add(application("new", uri: "api://new")) } == .done)
        #expect(tenant?.application(ClientID("NEW"))?.displayName == "new")
        #expect(tenant?.application(object: ObjectID("app-new")) != nil)
        #expect(tenant?.application(identifierUri: "API://new") != nil)
        #expect(directory.snapshot.registration(of: ClientID("new"))?.tenant.id == contoso)
        #expect(try directory.edit(contoso) { $0.remove(application: ClientID("new")) } == .done)
        #expect(try directory.edit(contoso) { $0.remove(application: ClientID("new")) } == .notFound)
        #expect(directory.snapshot.registration(of: ClientID("new")) == nil)
        #expect(directory.snapshot.registration(of: ClientID("three"))?.tenant.id == fabrikam)
    }

    @Test("An application id or an identifier URI in use is rejected")
    func rejectsIDsAndURIsInUse() throws {
        #expect(try directory.edit(contoso) { $0.add(application("ONE")) } == .taken)
        #expect(try directory.edit(contoso) { $0.add(application("new", uri: "API://ONE")) } == .taken)
        #expect(try directory.edit(contoso) { $0.update(application("two", uri: "api://one")) } == .taken)
        #expect(try directory.edit(contoso) { $0.update(application("two", uri: "api://two")) } == .done)
        #expect(try directory.edit(contoso) { $0.update(application("none")) } == .notFound)
    }

    @Test("Users that share a mail address can be edited, but no other user can take the address")
    func usersWithSharedMailCanBeEdited() throws {
        var (first, second) = (user("a@contoso.com"), user("b@contoso.com"))
        second.mail = "A@contoso.com"
        let directory = DirectoryStore(
            Directory(tenants: [
                Tenant(
                    id: contoso, displayName: "", kind: .workforce, domains: [], users: [first, second],
                    groups: [Group(id: ObjectID("g"), displayName: "")])
            ]))
        #expect(try directory.edit(contoso) { $0.update(second.id) { $0.groups = [ObjectID("g")] } } == .done)
        #expect(try directory.edit(contoso) { $0.update(second.id) { $0.mail = "a@CONTOSO.com" } } == .done)
        first.mail = "b@contoso.com"
        let (taken, mail) = (first.mail, first.userPrincipalName)
        #expect(try directory.edit(contoso) { $0.update(first.id) { $0.mail = taken } } == .taken)
        #expect(try directory.edit(contoso) { $0.update(second.id) { $0.userPrincipalName = mail } } == .taken)
        #expect(try directory.edit(contoso) { $0.remove(group: ObjectID("g")) } == .done)
        #expect(directory.snapshot.tenant(contoso)?.user(second.id)?.groups == [])
    }

    @Test("A full recycle bin loses the oldest object") func boundsRecycleBin() throws {
        let start = Timestamp(seconds: 1_700_000_000)
        let users = (0...RecycleBin.maximumObjects).map { user("u\($0)@contoso.com") }
        _ = try directory.edit(contoso) { edit in
            for (index, user) in users.enumerated() {
                _ = edit.add(user)
                _ = edit.delete(user: user.id, at: start.adding(seconds: Int64(index)))
            }
        }
        let kept = tenant?.bin.users(at: start) ?? []
        #expect(kept.count == RecycleBin.maximumObjects)
        #expect(kept.first?.id == users[1].id)
        #expect(try directory.edit(contoso) { $0.restore(user: users[0].id, as: nil) } == .notFound)
        #expect(try directory.edit(contoso) { $0.restore(user: users[1].id, as: nil) } == .done)
        #expect(tenant?.user(users[1].id)?.deletedDateTime == nil)
    }

    @Test("A tenant has a limited number of custom roles") func limitsCustomRoles() throws {
        let role = { (number: Int) in
            RoleDefinition(id: PermissionID("r\(number)"), displayName: "Role \(number)")
        }
        _ = try directory.edit(contoso) { edit in
            for number in 0..<TenantEdit.maximumCustomRoles { _ = edit.add(role(number)) }
        }
        #expect(try directory.edit(contoso) { $0.add(role(TenantEdit.maximumCustomRoles)) } == .full)
    }

    @Test("Grants are removed with their application, user or group")
    func removesGrantsWithTheirParties() throws {
        let user = user("u")
        let principals: [AppRoleAssignment.Principal] = [
            .user(user.id), .group(ObjectID("g")), .application(ClientID("two")),
        ]
        let grant = PermissionGrant(
            client: ClientID("two"), resource: ClientID("one"), consentType: .principal(user.id), scopes: ["a"])
        _ = try directory.edit(contoso) { edit in
            var member = user
            member.groups = [ObjectID("g")]
            _ = edit.add(member)
            for principal in principals {
                _ = edit.add(
                    AppRoleAssignment(principal: principal, resource: ClientID("one"), appRole: .defaultAccess))
            }
            _ = edit.set(grant)
            return edit.set(grant)
        }
        #expect(tenant?.grants == [grant])
        #expect(try directory.edit(contoso) { $0.remove(group: ObjectID("g")) } == .done)
        #expect(tenant?.user(user.id)?.groups == [])
        #expect(tenant?.appRoleAssignments.map(\.principal) == [principals[0], principals[2]])
        #expect(try directory.edit(contoso) { $0.remove(user.id) } == .done)
        #expect(tenant?.grants == [])
        #expect(tenant?.appRoleAssignments.map(\.principal) == [principals[2]])
        #expect(try directory.edit(contoso) { $0.remove(application: ClientID("one")) } == .done)
        #expect(tenant?.appRoleAssignments == [])
        #expect(directory.snapshot.registration(of: ClientID("one"))?.tenant.id == nil)
    }

    @Test(
        "A tenant's number of objects created at run time is limited, and removed objects release their places",
        .tags(.slow))
    func limitsObjectsCreatedAtRunTime() throws {
        let grant = PermissionGrant(
            client: ClientID("c"), resource: ClientID("r"), consentType: .allPrincipals, scopes: [])
        let added = try directory.edit(contoso) { edit in
            edit.set(grant) == .done
                && (1..<TenantEdit.maximumRunTimeObjects).allSatisfy { edit.add(user("u\($0)")) == .done }
        }
        #expect(added == true)
        #expect(try directory.edit(contoso) { $0.add(application("new")) } == .full)
        #expect(try directory.edit(contoso) { $0.add(Group(id: ObjectID("new"), displayName: "")) } == .full)
        #expect(try directory.edit(contoso) { $0.remove(group: ObjectID("g")) } == .done)
        #expect(try directory.edit(contoso) { $0.add(application("new")) } == .done)
        try directory.reset(tenant: contoso)
        #expect(tenant?.grants == [])
        #expect(directory.snapshot.registration(of: ClientID("new")) == nil)
        #expect(try directory.edit(contoso) { $0.add(application("new")) } == .done)
    }
}

/// These tests cover the withdrawal of consents.
@Suite struct ConsentRevocationTests {
    private func grant(_ client: String, _ resource: String, user: String? = nil) -> PermissionGrant {
        PermissionGrant(
            client: ClientID(client), resource: ClientID(resource),
            consentType: user.map { .principal(ObjectID($0)) } ?? .allPrincipals, scopes: ["a"])
    }

    @Test("A withdrawal removes only the named consents and stays recorded after a new consent")
    func withdrawsOnlyNamedConsents() throws {
        let store = MemoryStore()
        let all = [grant("c", "r"), grant("c", "r", user: "u"), grant("c", "s"), grant("d", "c", user: "u")]
        store.record(all, in: contoso)
        store.record(all, in: fabrikam)
        store.revoke(.grant(grant("c", "r")), in: contoso)
        #expect(Set(store.grants(in: contoso).map(\.resource)) == [ClientID("r"), ClientID("s"), ClientID("c")])
        #expect(store.isRevoked(grant("c", "r"), in: contoso))
        #expect(!store.isRevoked(grant("c", "r", user: "u"), in: contoso))
        #expect(!store.isRevoked(grant("c", "r"), in: fabrikam))
        store.record([grant("c", "r")], in: contoso)
        #expect(store.isRevoked(grant("c", "r"), in: contoso))
        store.revoke(.user(ObjectID("u")), in: contoso)
        #expect(store.grants(in: contoso).count == 2)
        store.revoke(.application(ClientID("c")), in: contoso)
        #expect(store.grants(in: contoso).isEmpty)
        #expect(store.isRevoked(grant("x", "c"), in: contoso))
        #expect(store.grants(in: fabrikam).count == 4)
        store.reset(tenant: contoso, now: .distantPast)
        #expect(!store.isRevoked(grant("x", "c"), in: contoso))
    }

    @Test("Assignments are withdrawn one by one or with their application")
    func withdrawsAssignmentsByNameOrParty() throws {
        let store = MemoryStore()
        let all = ["r", "s"].map {
            AppRoleAssignment(
                principal: .application(ClientID("c")), resource: ClientID($0), appRole: .defaultAccess)
        }
        store.record(all, to: ClientID("c"), in: contoso)
        store.revoke(.assignment(all[0]), in: contoso)
        #expect(store.appRoleAssignments(in: contoso) == [all[1]])
        store.revoke(.application(ClientID("s")), in: contoso)
        #expect(store.appRoleAssignments(in: contoso).isEmpty)
    }
}
