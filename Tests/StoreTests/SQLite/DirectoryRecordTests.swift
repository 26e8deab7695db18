import Directory
import Entra
import Formats
@testable import Store
import Synchronization
import Testing

private let contoso = TenantID("11111111-1111-4111-8111-111111111111")
private let fabrikam = TenantID("22222222-2222-4222-8222-222222222222")

/// These tests cover edits of the directory that outlive the process, and their merge with a changed configuration.
@Suite struct DirectoryRecordTests {
    private static func directory(_ yaml: String) throws -> Directory {
        try Configuration.load(.inline(yaml)).directory
    }

    private static func configured(alex: String = "Alex", more: String = "") throws -> Directory {
        try directory(
            """
            tenants:
              - id: \(contoso)
                domains: [contoso.com]
                users:
                  - { id: "a0000000-0000-4000-8000-000000000001", userPrincipalName: alex@contoso.com, displayName: \(alex),
                      groups: [Staff], guestOf: [{ tenant: fabrikam.com }] }
                  - { id: "a0000000-0000-4000-8000-000000000002", userPrincipalName: lee@contoso.com }
            \(more)
                groups:
                  - { id: "b0000000-0000-4000-8000-000000000001", displayName: Staff }
                applications:
                  - { appId: "c0000000-0000-4000-8000-000000000001", displayName: Shop, identifierUris: ["api://shop"],
                      signInAudience: AzureADMultipleOrgs,
                      api: { oauth2PermissionScopes: [{ id: "d0000000-0000-4000-8000-000000000001", value: read }] } }
                  - { appId: "c0000000-0000-4000-8000-000000000002", displayName: Client,
                      requiredResourceAccess: [{ resourceAppId: "c0000000-0000-4000-8000-000000000001",
                        resourceAccess: [{ id: "d0000000-0000-4000-8000-000000000001", type: Scope }] }] }
                oauth2PermissionGrants:
                  - { clientId: "c0000000-0000-4000-8000-000000000002", resourceId: "c0000000-0000-4000-8000-000000000001",
                      consentType: AllPrincipals, scope: read }
              - id: \(fabrikam)
                domains: [fabrikam.com]
            """)
    }

    private static let alex = ObjectID("a0000000-0000-4000-8000-000000000001")
    private static let lee = ObjectID("a0000000-0000-4000-8000-000000000002")
    private static let shop = ClientID("c0000000-0000-4000-8000-000000000001")
    private static let staff = ObjectID("b0000000-0000-4000-8000-000000000001")

    /// A recorded directory that one process after another uses.
    private final class Site {
        let folder: TemporaryFolder
        private var file: StateFile
        private var replica: Replica
        private(set) var directory: DirectoryStore
        private(set) var reports: Reports

        init(_ configured: Directory) throws {
            folder = try TemporaryFolder()
            file = try StateFile(in: folder.path)
            let reports = Reports()
            self.reports = reports
            (replica, directory) = try Site.begin(configured, file, reports)
        }

        private static func begin(
            _ configured: Directory, _ file: StateFile, _ reports: Reports
        ) throws -> (Replica, DirectoryStore) {
            let replica = Replica(file) { reports.add($0) }
            let directory = DirectoryStore(configured, replica: replica) { reports.add($0) }
            try replica.catchUp()
            directory.finalize()
            return (replica, directory)
        }

        func restart(_ configured: Directory) throws {
            file.close()
            file = try StateFile(in: folder.path)
            (replica, directory) = try Site.begin(configured, file, reports)
        }

        func tenant() throws -> Tenant { try #require(directory.snapshot.tenant(contoso)) }

        /// Writes a document about an object to the state file without the directory.
        func record(_ key: String, _ content: JSONValue) throws {
            _ = try file.write([SharedDocument(.change, key, content)], after: #require(replica.offset))
        }
    }

    private final class Reports: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private static func newUser(_ name: String, in tenant: TenantID = contoso) -> User {
        var user = User(
            id: ObjectID(guid(name.utf8.count).description), userPrincipalName: name, displayName: "New",
            tenantID: tenant)
        user.password = "secret: \"é\" \\"
        user.lastPasswordChange = Timestamp(seconds: 1_769_862_896)
        user.groups = tenant == contoso ? [staff] : []
        return user
    }

    private static func application(_ id: String) -> Application {
        var application = Application(
            appId: id, servicePrincipalID: ObjectID(guid(77).description), displayName: "Made")
        application.id = ObjectID(guid(78).description)
        application.createdDateTime = Timestamp(seconds: 1_769_862_896)
        application.hasServicePrincipal = false
        return application
    }

    enum Edit: String, CaseIterable, Sendable {
        case addUser, changeUser, removeUser, removeGuest, changeGuest, addGroup, removeGroup, addApplication
        case removeApplication, servicePrincipal, grant, tenant, tenantWithEdits, deletedTenant, put
    }

    private static func make(_ edit: Edit, _ directory: DirectoryStore) throws {
        func change(_ change: (inout TenantEdit) -> TenantEdit.Outcome) throws {
            #expect(try directory.edit(contoso, change) == .done)
        }
        let guest = try #require(
            directory.snapshot.tenant(fabrikam)?.user(home: User.Home(objectID: alex, tenantID: contoso)))
        switch edit {
        case .addUser: try change { $0.add(newUser("new@contoso.com")) }
        case .changeUser: try change { $0.update(alex) { $0.displayName = "Other" } }
        case .removeUser: try change { $0.remove(alex) }
        case .removeGuest: #expect(try directory.edit(fabrikam) { $0.remove(guest.id) } == .done)
        case .changeGuest:
            #expect(try directory.edit(fabrikam) { $0.update(guest.id) { $0.jobTitle = "Guest" } } == .done)
        case .addGroup: try change { $0.add(Group(id: ObjectID(guid(50).description), displayName: "More")) }
        case .removeGroup: try change { $0.remove(group: staff) }
        case .addApplication:
            try change { $0.add(application("c0000000-0000-4000-8000-00000000000f")) }
            try change { edit in
                edit.addServicePrincipal(
                    of: ClientID("c0000000-0000-4000-8000-00000000000f"), id: ObjectID(guid(79).description))
            }
        case .removeApplication: try change { $0.remove(application: shop) }
        case .servicePrincipal:
            #expect(
                try directory.edit(fabrikam) { $0.addServicePrincipal(of: shop, id: ObjectID(guid(80).description)) }
                    == .done)
        case .grant:
            try change { edit in
                edit.set(
                    PermissionGrant(
                        client: ClientID("c0000000-0000-4000-8000-000000000002"), resource: shop,
                        consentType: .principal(alex), scopes: ["read"]))
            }
        case .tenant, .tenantWithEdits:
            let id = TenantID(guid(90).description)
            let tenant = Tenant(
                id: id, displayName: "Made", kind: .workforce, domains: ["made.example"],
                users: [newUser("a@made.example", in: id)])
            #expect(try directory.add(tenant) == .done)
            guard edit == .tenantWithEdits else { return }
            #expect(try directory.edit(id) { $0.add(newUser("bb@made.example", in: id)) } == .done)
            #expect(try directory.edit(id) { $0.remove(tenant.users[0].id) } == .done)
        case .deletedTenant: #expect(try directory.remove(contoso) == .done)
        case .put:
            try directory.put(configured(alex: "Put"))
            try make(.addUser, directory)
        }
    }

    /// Returns every object of an export, regardless of the order.
    private static func content(_ directory: Directory) -> Set<String> {
        var found: Set<String> = []
        for tenant in DirectoryExport.json(directory)["tenants"]?.array ?? [] {
            let id = tenant["id"]?.string ?? ""
            for member in tenant.object ?? [] {
                for entry in member.value.array ?? [member.value] {
                    found.insert("\(id) \(member.name) \(String(decoding: JSONWriter.value(entry), as: UTF8.self))")
                }
            }
        }
        return found
    }

    @Test("Every edit is restored after a restart and removed by a reset", arguments: Edit.allCases)
    func restoresEditAfterRestartUntilReset(_ edit: Edit) throws {
        let configured = try DirectoryRecordTests.configured()
        let site = try Site(configured)
        try DirectoryRecordTests.make(edit, site.directory)
        let before = DirectoryRecordTests.content(site.directory.snapshot)
        #expect(before != DirectoryRecordTests.content(configured))
        for _ in 0..<2 {
            try site.restart(configured)
            #expect(DirectoryRecordTests.content(site.directory.snapshot) == before)
        }
        try site.directory.reset()
        #expect(DirectoryRecordTests.content(site.directory.snapshot) == DirectoryRecordTests.content(configured))
        try site.restart(configured)
        #expect(DirectoryRecordTests.content(site.directory.snapshot) == DirectoryRecordTests.content(configured))
    }

    @Test("Edits that build on each other are restored together")
    func restoresCombinedEdits() throws {
        let configured = try DirectoryRecordTests.configured()
        let site = try Site(configured)
        for edit in [Edit.changeUser, .changeGuest, .addGroup, .grant, .addApplication, .tenantWithEdits, .removeGroup]
        {
            try DirectoryRecordTests.make(edit, site.directory)
            let before = DirectoryRecordTests.content(site.directory.snapshot)
            try site.restart(configured)
            #expect(DirectoryRecordTests.content(site.directory.snapshot) == before, "\(edit)")
        }
        #expect(site.reports.all.isEmpty)
    }

    @Test(
        "A changed or new object of the configuration replaces its edits, and the other edits are kept",
        arguments: [false, true])
    func changedConfigurationReplacesItsEdits(atStart: Bool) throws {
        let site = try Site(try DirectoryRecordTests.configured())
        try DirectoryRecordTests.make(.addUser, site.directory)
        #expect(
            try site.directory.edit(contoso) { $0.update(DirectoryRecordTests.alex) { $0.jobTitle = "x" } } == .done)
        #expect(try site.directory.edit(contoso) { $0.update(DirectoryRecordTests.lee) { $0.jobTitle = "x" } } == .done)
        let taken = """
                  - { id: "\(guid(15))", userPrincipalName: taken@contoso.com, displayName: File }
            """
        let next = try DirectoryRecordTests.configured(alex: "Alexandra", more: taken)
        if atStart { try site.restart(next) } else { site.directory.replace(with: next) }
        for _ in 0..<2 {
            let tenant = try site.tenant()
            #expect(tenant.user(DirectoryRecordTests.alex)?.displayName == "Alexandra")
            #expect(tenant.user(DirectoryRecordTests.alex)?.jobTitle == nil)
            #expect(tenant.user(DirectoryRecordTests.lee)?.jobTitle == "x")
            #expect(tenant.user(ObjectID(guid(15).description))?.displayName == "File")
            #expect(tenant.userCount == 3)
            try site.restart(next)
        }
    }

    @Test(
        "A directory put at run time remains current when the configuration is reloaded, and a report says so",
        arguments: [false, true])
    func keepsPutDirectoryAtReloadAndReports(atStart: Bool) throws {
        let site = try Site(try DirectoryRecordTests.configured())
        try DirectoryRecordTests.make(.put, site.directory)
        #expect(site.reports.all.isEmpty)
        let next = try DirectoryRecordTests.configured(alex: "File")
        if atStart { try site.restart(next) } else { site.directory.replace(with: next) }
        #expect(
            site.reports.all.map { $0.hasPrefix("the directory was replaced at run time") } == [true])
        #expect(try site.tenant().user(DirectoryRecordTests.alex)?.displayName == "Put")
        try site.directory.reset()
        #expect(try site.tenant().user(DirectoryRecordTests.alex)?.displayName == "File")
    }

    @Test(
        "A reset of one tenant restores its configuration, or its state at creation",
        arguments: [Edit.put, .addUser, .tenantWithEdits])
    func resetOfOneTenantRestoresItsOrigin(_ edit: Edit) throws {
        let configured = try DirectoryRecordTests.configured()
        let site = try Site(configured)
        try DirectoryRecordTests.make(edit, site.directory)
        let tenant = edit == .tenantWithEdits ? TenantID(guid(90).description) : contoso
        try site.directory.reset(tenant: tenant)
        let before = DirectoryRecordTests.content(site.directory.snapshot)
        if edit == .tenantWithEdits {
            #expect(site.directory.snapshot.tenant(tenant)?.user(named: "a@made.example") != nil)
        } else {
            #expect(try site.tenant().user(DirectoryRecordTests.alex)?.displayName == "Alex")
            #expect(try site.tenant().userCount == 2)
        }
        try site.restart(configured)
        #expect(DirectoryRecordTests.content(site.directory.snapshot) == before)
    }

    @Test("A reset of one tenant restores a deleted tenant and removes a tenant that the configuration lacks")
    func resetMatchesTenantsToConfiguration() throws {
        let configured = try DirectoryRecordTests.configured()
        let site = try Site(configured)
        try DirectoryRecordTests.make(.deletedTenant, site.directory)
        try site.directory.reset(tenant: contoso)
        for _ in 0..<2 {
            #expect(
                DirectoryRecordTests.content(site.directory.snapshot) == DirectoryRecordTests.content(configured))
            #expect(site.directory.snapshot.tenants.map(\.id) == configured.tenants.map(\.id))
            try site.restart(configured)
        }
        let other = TenantID(guid(91).description)
        try site.directory.put(
            DirectoryRecordTests.directory(
                """
                tenants:
                  - { id: \(fabrikam), domains: [fabrikam.com] }
                  - { id: \(other), domains: [contoso.com] }
                """))
        #expect(
            try site.directory.edit(other) { $0.add(DirectoryRecordTests.newUser("new@contoso.com", in: other)) }
                == .done)
        try site.directory.reset(tenant: other)
        #expect(site.directory.snapshot.tenant(other) == nil)
        try site.directory.reset(tenant: contoso)
        let before = DirectoryRecordTests.content(site.directory.snapshot)
        for _ in 0..<2 {
            #expect(site.directory.snapshot.tenant(other) == nil)
            #expect(site.directory.snapshot.tenant(named: "contoso.com")?.id == contoso)
            #expect(try site.tenant().userCount == 2)
            #expect(DirectoryRecordTests.content(site.directory.snapshot) == before)
            try site.restart(configured)
        }
    }

    @Test(
        "A recorded change that cannot be read is reported and ignored, but stays in the file",
        arguments: ["no object", DirectoryObject.user(DirectoryRecordTests.alex, in: contoso).text],
        ["[]", #""x""#, #"{"place":1,"base":7}"#])
    func ignoresUnreadableChangeAndKeepsFile(_ key: String, _ text: String) throws {
        let configured = try DirectoryRecordTests.configured()
        let site = try Site(configured)
        try DirectoryRecordTests.make(.addUser, site.directory)
        let before = DirectoryRecordTests.content(site.directory.snapshot)
        try site.record(key, #require(JSONValue(parsing: Array(text.utf8))))
        let report = "\(site.folder.file): the change '\(key)' cannot be read, and is ignored"
        for starts in 1...2 {
            try site.restart(configured)
            #expect(DirectoryRecordTests.content(site.directory.snapshot) == before)
            #expect(site.reports.all == Array(repeating: report, count: starts))
        }
    }

    @Test("A deletion that an earlier version recorded without a place among the changes is applied")
    func appliesDeletionOfEarlierVersion() throws {
        let configured = try DirectoryRecordTests.configured()
        let site = try Site(configured)
        try DirectoryRecordTests.make(.tenantWithEdits, site.directory)
        let before = DirectoryRecordTests.content(site.directory.snapshot)
        let tenant = TenantID(guid(90).description)
        let deleted = DirectoryRecordTests.newUser("a@made.example", in: tenant)
        try site.record(DirectoryObject.user(deleted.id, in: tenant).text, .object([]))
        try site.restart(configured)
        #expect(DirectoryRecordTests.content(site.directory.snapshot) == before)
        #expect(site.directory.snapshot.tenant(tenant)?.user(deleted.id) == nil)
        #expect(site.reports.all.isEmpty)
    }

    @Test("An edit and its revocations are recorded together or not at all")
    func recordsEditAndRevocationTogether() throws {
        let folder = try TemporaryFolder()
        let file = try StateFile(in: folder.path)
        let store = try DurableStore(file, firstOrder: 0)
        let replica = Replica(file)
        let directory = DirectoryStore(try DirectoryRecordTests.configured(), replica: replica)
        try replica.catchUp()
        let person = RevocationSubject.user(home(1))
        let issued = store.nextOrder()
        func isEnabled() -> Bool? {
            directory.snapshot.tenant(contoso)?.user(DirectoryRecordTests.alex)?.accountEnabled
        }
        func disable() throws -> TenantEdit.Outcome? {
            try directory.edit(contoso) { edit in
                edit.update(DirectoryRecordTests.alex) { $0.accountEnabled = false }
            } also: { _ in
                [store.revoking(person, before: Timestamp(seconds: 5))]
            }
        }
        func execute(_ statement: String) throws {
            try file.use { database throws(DatabaseFailure) in try database.execute(statement) }
        }
        try execute("ALTER TABLE revocation RENAME TO away")
        #expect(throws: EntraError(.serviceUnavailable)) { try disable() }
        #expect(isEnabled() == true)
        #expect(store.revocation(of: person) == nil)
        try execute("ALTER TABLE away RENAME TO revocation")
        #expect(try disable() == .done)
        #expect(isEnabled() == false)
        #expect(store.revocation(of: [person], after: issued) == Timestamp(seconds: 5))
        #expect(store.revocation(of: [person], after: store.nextOrder()) == nil)
        file.close()
        let next = try DurableStore(StateFile(in: folder.path), firstOrder: 0)
        #expect(next.revocation(of: [person], after: issued) == Timestamp(seconds: 5))
    }

    @Test("An edit that cannot be recorded is rejected")
    func rejectsEditThatCannotBeRecorded() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = try StateFile(in: folder.path)
        let replica = Replica(file)
        let directory = DirectoryStore(try DirectoryRecordTests.configured(), replica: replica)
        try replica.catchUp()
        file.close()
        let before = DirectoryRecordTests.content(directory.snapshot)
        for attempt in Edit.allCases {
            #expect(throws: EntraError(.serviceUnavailable)) { try DirectoryRecordTests.make(attempt, directory) }
        }
        #expect(DirectoryRecordTests.content(directory.snapshot) == before)
    }
}
