import Directory
import Entra
import TestTags
import Testing

private let tenantID = TenantID("11111111-1111-4111-8111-111111111111")

/// The configuration of a directory with the given number of applications and users in one tenant.
private func text(_ count: Int) -> String {
    var text = "tenants:\n- id: \(tenantID)\n  domains: [contoso.com]\n  users:\n"
    for index in 0..<count { text += "  - {userPrincipalName: user\(index)@contoso.com, displayName: User \(index)}\n" }
    text += "  applications:\n"
    for index in 0..<count {
        text += "  - {appId: app-\(index), displayName: App \(index), identifierUris: [\"api://app-\(index)\"],"
        text += " web: {redirectUris: [\"https://app-\(index).example/cb\"]}}\n"
    }
    return text
}

/// The same directory, made without a configuration.
private func directory(_ count: Int) -> Directory {
    let users = (0..<count).map {
        User(
            id: ObjectID("user-\($0)"), userPrincipalName: "user\($0)@contoso.com", displayName: "", tenantID: tenantID)
    }
    let applications = (0..<count).map { index in
        var application = Application(appId: "app-\(index)", servicePrincipalID: ObjectID("sp"), displayName: "")
        application.identifierUris = ["api://app-\(index)"]
        return application
    }
    let tenant = Tenant(
        id: tenantID, displayName: "", kind: .workforce, domains: [], users: users, applications: applications)
    return Directory(tenants: [tenant])
}

/// Returns the shortest of several runs, because other work of the machine only adds time.
private func shortest(of runs: Int, _ body: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<runs).map { _ in clock.measure(body) }.min() ?? .zero
}

@Suite(.serialized) struct ScaleTests {
    /// Debug builds are about ten times slower, so they read less.
    private static let size: Int = {
        #if DEBUG
            5_000
        #else
            100_000
        #endif
    }()

    @Test(.tags(.slow)) func loadsLargeConfiguration() throws {
        let text = text(ScaleTests.size)
        var loaded: Directory?
        let time = try ContinuousClock().measure { loaded = try Configuration.load(.inline(text)).directory }
        print("\(ScaleTests.size) applications and users, \(text.utf8.count) bytes: loaded in \(time)")
        let tenant = try #require(loaded?.tenants.first)
        #expect(tenant.users.count == ScaleTests.size)
        #expect(tenant.user(named: "user\(ScaleTests.size - 1)@contoso.com") != nil)
        #expect(loaded?.registration(of: ClientID("app-\(ScaleTests.size - 1)")) != nil)
    }

    /// Users of lists of this length are resolved next to applications. The result is the same as without.
    @Test(.tags(.slow)) func readsLongListsLikeShortOnes() throws {
        let text = text(3_000)
        let tenant = try #require(try Configuration.load(.inline(text)).directory.tenants.first)
        #expect(tenant.users.map(\.userPrincipalName) == (0..<3_000).map { "user\($0)@contoso.com" })
        #expect(tenant.applications.prefix(3_000).map(\.appId) == (0..<3_000).map { "app-\($0)" })
        let lines = [8, 1_600, 2_900, 3_100, 4_700, 5_900]
        let broken = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            lines.contains(index + 1) ? line.replacing("displayName", with: "accountEnabled: 5, displayName") : line
        }
        let problems = load(broken.joined(separator: "\n")).problems
        #expect(problems.map(\.line) == lines)
        #expect(
            problems.map(\.keyPath).prefix(2) == [
                "tenants[0].users[3].accountEnabled", "tenants[0].users[1595].accountEnabled",
            ])
        let twice = text.replacing("user2999@", with: "user7@").replacing("app-2998,", with: "app-1,")
        #expect(
            load(twice).problems.map(\.message).sorted() == [
                "the appId app-1 is used twice", "the user principal name user7@contoso.com is used twice",
            ])
    }

    @Test(.tags(.slow)) func lookupTimeIsIndependentOfSize() {
        let small = directory(100)
        let large = directory(100_000)
        // The test looks up the same hundred names in both directories, so that only the size of the tables differs.
        let names = (0..<100).map { (ClientID("APP-\($0)"), "User\($0)@contoso.com", "api://app-\($0)") }
        func lookUp(_ directory: Directory) {
            for _ in 0..<20 {
                for (client, user, uri) in names {
                    guard let home = directory.registration(of: client), home.tenant.user(named: user) != nil,
                        home.tenant.application(identifierUri: uri)?.clientID == client
                    else {
                        Issue.record("\(user) is not found")
                        return
                    }
                }
            }
        }
        let inSmall = shortest(of: 9) { lookUp(small) }
        let inLarge = shortest(of: 9) { lookUp(large) }
        print("6,000 lookups: \(inSmall) of 100, \(inLarge) of 100,000")
        #expect(inLarge < inSmall * 5)
    }

    /// Each version shares everything that the change did not touch with the previous one.
    @Test(.tags(.slow)) func changeTimeIsIndependentOfSize() throws {
        let small = directory(100)
        let large = directory(100_000)
        let user = User(id: ObjectID("new"), userPrincipalName: "new@x", displayName: "", tenantID: tenantID)
        let application = Application(appId: "new", servicePrincipalID: ObjectID("new"), displayName: "")
        let grant = PermissionGrant(
            client: application.clientID, resource: ClientID("app-7"), consentType: .principal(user.id), scopes: ["a"])
        let assignment = AppRoleAssignment(
            principal: .user(user.id), resource: ClientID("app-7"), appRole: .defaultAccess)
        let changes: [(String, (inout TenantEdit) -> TenantEdit.Outcome)] = [
            ("a user added", { $0.add(user) }),
            ("a user changed", { $0.update(ObjectID("user-42")) { $0.password = "new" } }),
            ("a user renamed", { $0.update(ObjectID("user-42")) { $0.userPrincipalName = "renamed@x" } }),
            ("a user deleted", { $0.remove(ObjectID("user-42")) }),
            ("an application added", { $0.add(application) }),
            ("an application deleted", { $0.remove(application: ClientID("app-42")) }),
            ("a service principal added", { $0.addServicePrincipal(of: ClientID("app-42"), id: ObjectID("sp")) }),
            ("a group added", { $0.add(Group(id: ObjectID("new"), displayName: "")) }),
            ("a consent set", { $0.set(grant) }), ("a role assigned", { $0.add(assignment) }),
        ]
        for (name, change) in changes {
            func edit(_ directory: Directory) {
                for _ in 0..<20 where directory.editing(tenantID, change)?.outcome != .done {
                    Issue.record("\(name): refused")
                }
            }
            let inSmall = shortest(of: 9) { edit(small) }
            let inLarge = shortest(of: 9) { edit(large) }
            print("\(name), 20 times: \(inSmall) of 100, \(inLarge) of 100,000")
            // The directory is a thousand times larger, but the edit reads none of the other objects.
            #expect(inLarge < inSmall * 60, "\(name)")
        }
    }
}
