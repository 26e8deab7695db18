import Directory
import Entra
import Formats
import TestTags
import Testing

@Suite struct ConfigurationTests {
    @Test func readsSettingsAtEveryLevel() throws {
        let text = """
            settings: {signIn: automatic, accessTokenLifetime: 3600..5400}
            tenants:
            - id: 11111111-1111-4111-8111-111111111111
              settings: {consent: automatic, accessTokenLifetime: 60}
              applications:
              - appId: app
                settings: {accessTokenLifetime: "5..10", refreshWithSeveralResources: error}
            """
        let directory = try #require(load(text).configuration).directory
        let tenant = directory.tenants[0]
        let application = try #require(tenant.application(ClientID("app")))
        let settings = SettingsProperties(directory.settings, tenant.settings, application.settings)
        #expect(settings.signIn == .automatic)
        #expect(settings.consent == .automatic)
        #expect(settings.accessTokenLifetime == 5...10)
        #expect(settings.refreshWithSeveralResources == .error)
        #expect(SettingsProperties(directory.settings).accessTokenLifetime == 3600...5400)
        #expect(SettingsProperties(directory.settings, tenant.settings).accessTokenLifetime == 60...60)
    }

    @Test func readsServerOptions() throws {
        let text = """
            server:
              host: "::1"
              httpPort: off
              httpsPort: [443, 8443]
              trustProxy: true
              tls: {certificate: a.pem, key: /keys/b.pem}
            """
        let configuration = try #require(load(text).configuration)
        #expect(configuration.server.host == "::1")
        #expect(configuration.server.httpPorts == .off)
        #expect(configuration.server.httpsPorts == .ports([443, 8443]))
        #expect(configuration.server.trustProxy == true)
        #expect(configuration.server.workers == nil)
        #expect(configuration.server.tls == TLSFiles(certificate: "a.pem", key: "/keys/b.pem"))
        #expect(configuration.serverLocations["httpsPort"]?.mark.line == 4)
    }

    @Test func resolvesFilesRelativeToConfiguration() throws {
        let reader = ConfigurationFiles(
            read: { path, _ in
                path == "/etc/u/c.yaml"
                    ? .success(Array("server: {dataDir: data, tls: {certificate: c, key: k}}".utf8))
                    : .failure(FileFailure(reason: "no"))
            }, list: { _ in nil })
        let server = try Configuration.load(.file("/etc/u/c.yaml"), files: reader).server
        #expect(server.dataDir == "/etc/u/data")
        #expect(server.tls == TLSFiles(certificate: "/etc/u/c", key: "/etc/u/k"))
    }

    @Test func alwaysIncludesPersonalAccountsTenant() throws {
        let directory = try Configuration.load(.inline("tenants: []")).directory
        #expect(directory.consumers?.domains == ["outlook.com", "hotmail.com", "live.com"])
        #expect(directory.consumers?.kind == .consumers)
    }

    @Test func derivesStableIDs() throws {
        let text = """
            tenants:
            - id: 11111111-1111-4111-8111-111111111111
              domains: [contoso.com]
              groups: [{displayName: Staff}]
              users: [{userPrincipalName: Alex@contoso.com, groups: [staff]}]
              applications: [{appId: ABCDE-12345, api: {oauth2PermissionScopes: [{value: read}]}, appRoles: [{value: run}]}]
            - id: consumers
              users: [{userPrincipalName: a@live.com}]
            """
        let one = try #require(load(text).configuration).directory
        let two = try #require(load(text.replacing("Alex", with: "alex")).configuration).directory
        let user = try #require(one.tenants[0].user(named: "alex@contoso.com"))
        #expect(GUID(user.id.description) != nil)
        #expect(user.id == two.tenants[0].users[0].id)
        #expect(user.displayName == "Alex@contoso.com")
        #expect(user.groups == one.tenants[0].groups.map(\.id))
        let application = try #require(one.registration(of: ClientID("abcde-12345"))?.application)
        #expect(application.appId == "ABCDE-12345")
        #expect(GUID(application.oauth2PermissionScopes[0].id.description) != nil)
        #expect(GUID(application.appRoles[0].id.description) != nil)
        #expect(application.servicePrincipalID == .servicePrincipal(of: ClientID("ABCDE-12345"), in: one.tenants[0].id))
        let personal = try #require(one.consumers?.users.first).id.description
        #expect(GUID(personal) != nil)
        #expect(personal.hasPrefix("00000000-0000-0000-"))
    }

    @Test func grantsAndAssignmentsAcceptObjectAndAppIDs() throws {
        let graph = ObjectID.servicePrincipal(of: .microsoftGraph, in: TenantID("11111111-1111-4111-8111-111111111111"))
        let text = """
            tenants:
            - id: 11111111-1111-4111-8111-111111111111
              domains: [contoso.com]
              groups: [{displayName: Staff, id: 99999999-0000-4000-8000-000000000009}]
              users: [{userPrincipalName: alex@contoso.com}]
              applications:
              - {appId: app, servicePrincipalId: 99999999-0000-4000-8000-000000000001}
              - {appId: api, appRoles: [{value: run, allowedMemberTypes: [User, Application]}]}
              oauth2PermissionGrants:
              - {clientId: 99999999-0000-4000-8000-000000000001, resourceId: \(graph), consentType: Principal, principalId: alex@contoso.com, scope: "user.read  Mail.Read"}
              - {clientId: app, resourceId: 00000003-0000-0000-c000-000000000000, consentType: AllPrincipals, scope: openid}
              appRoleAssignments:
              - {principalId: 99999999-0000-4000-8000-000000000001, resourceId: api, appRole: run}
              - {principalId: 99999999-0000-4000-8000-000000000009, resourceId: api, appRole: RUN}
              - {principalId: ALEX@contoso.com, resourceId: api, appRoleId: 00000000-0000-0000-0000-000000000000}
            """
        let outcome = load(text)
        #expect(outcome.problems == [])
        let tenant = try #require(outcome.configuration?.directory.tenants[0])
        let alex = tenant.users[0].id
        #expect(
            tenant.grants == [
                PermissionGrant(
                    client: ClientID("app"), resource: .microsoftGraph, consentType: .principal(alex),
                    scopes: ["User.Read", "Mail.Read"]),
                PermissionGrant(
                    client: ClientID("app"), resource: .microsoftGraph, consentType: .allPrincipals, scopes: ["openid"]),
            ])
        let role = try #require(tenant.application(ClientID("api"))?.appRoles[0].id)
        #expect(
            tenant.appRoleAssignments(for: ClientID("api")).map(\.principal) == [
                .application(ClientID("app")), .group(tenant.groups[0].id), .user(alex),
            ])
        #expect(tenant.appRoleAssignments.map(\.appRole) == [role, role, .defaultAccess])
    }

    @Test func guestHasOwnIDGroupsAndRoles() throws {
        let text = """
            tenants:
            - id: 11111111-1111-4111-8111-111111111111
              domains: [contoso.com]
              groups: [{displayName: Partners}]
            - id: 22222222-2222-4222-8222-222222222222
              domains: [fabrikam.com]
              users:
              - userPrincipalName: megan@fabrikam.com
                guestOf: [{tenant: contoso.com, id: 99999999-0000-4000-8000-000000000001, groups: [Partners], roles: [Directory Readers]}]
            """
        let directory = try #require(load(text).configuration).directory
        let guest = try #require(directory.tenants[0].user(ObjectID("99999999-0000-4000-8000-000000000001")))
        #expect(guest.groups == directory.tenants[0].groups.map(\.id))
        #expect(guest.directoryRoles == [PermissionID("88d8e3e3-8f55-4a1e-953a-9b9898b8876b")])
        #expect(guest.home.tenantID == directory.tenants[1].id)
        #expect(directory.tenants[1].users[0].groups == [])
    }

    @Test(
        "Graph properties that Understudy does not know load without a warning",
        arguments: [
            application("tags: [a]\napi: {acceptMappedClaims: true}"), application("web: {homePageUrl: x}"),
            tenant("users: [{userPrincipalName: a@contoso.com, department: x, extension_abc_shoeSize: 43}]"),
            application("logoutUrl:\nweb:\nidentifierUris: null\nkeyCredentials: null\ngroupMembershipClaims:"),
            application("groupMembershipClaims: 'SecurityGroup,DirectoryRole'"), "server:\nsettings:\ntenants: []",
            application(
                "passwordCredentials: [{secretText: a}]\nweb: {redirectUris: ['https://*.contoso.com/signin', 'https://a.example/?x=1', 'http://127.0.0.1/x']}"
            ),
            application("spa: {redirectUris: ['brk-multihub://contoso.com']}"),
            application(
                "publicClient: {redirectUris: ['msauth://com.a.b/abc%3D', 'urn:ietf:wg:oauth:2.0:oob', 'ms-appx-web://x/y']}"
            ),
            application("isFallbackPublicClient: null\nnativeAuthenticationApisEnabled: all"),
        ])
    func acceptsUnknownGraphProperties(text: String) throws {
        let outcome = load(text)
        #expect(outcome.problems.map(\.description) == [])
        #expect(outcome.configuration?.warnings.filter { $0.keyPath != "" } == [])
    }

    @Test func keepsOtherGraphProperties() throws {
        let text = tenant("users: [{userPrincipalName: a@contoso.com, department: {x: [1, '1']}}]")
        let user = try #require(load(text).configuration?.directory.tenants[0].users.first)
        #expect(
            user.otherProperties == [
                JSONValue.Member("department", .object([JSONValue.Member("x", .array([.integer(1), .string("1")]))]))
            ])
    }

    @Test("A flexible credential that the service would not create any more gives a warning")
    func warnsAboutOldFlexibleCredential() throws {
        let text =
            "federatedIdentityCredentials: [{name: one, issuer: 'https://gitlab.com', "
            + "claimsMatchingExpression: {value: \"claims['sub'] eq 'a'\", languageVersion: 1}}]"
        let configuration = try #require(load(application(text)).configuration)
        #expect(
            configuration.warnings.map(\.description) == [
                "c.yaml:6:36: tenants[0].applications[0].federatedIdentityCredentials[0]: claimsMatchingExpression must also compare "
                    + "claims['project_id'] (the service keeps such a credential from before July 2026 and creates no new one)"
            ])
    }

    @Test func warnsAboutMisspelledGraphProperty() throws {
        let configuration = try #require(load(application("signInAudiense: AzureADMyOrg")).configuration)
        #expect(
            configuration.warnings.map(\.description) == [
                "c.yaml:6:5: tenants[0].applications[0].signInAudiense: unknown property, ignored (did you mean signInAudience?)"
            ])
    }

    /// Debug builds are about ten times slower, so they try only every seventh.
    private static let step: Int = {
        #if DEBUG
            7
        #else
            1
        #endif
    }()

    @Test(.tags(.slow)) func truncatedSeedLoadsOrFails() {
        let bytes = SeedDirectory.bytes
        for count in stride(from: 0, through: bytes.count, by: ConfigurationTests.step) {
            let outcome = load(String(decoding: bytes.prefix(count), as: UTF8.self))
            if case .rejected(let problems) = outcome { #expect(!problems.isEmpty) }
        }
    }

    @Test("A configuration with random changes loads, or every problem has its line", .tags(.slow))
    func loadsMutatedSeedOrReportsLines() {
        let seed = SeedDirectory.bytes
        let replacements = Array("{}[]:-,&*!|>'\"%@`#?\n\t 0x\u{0}".utf8)
        var state: UInt64 = 88_172_645_463_325_252
        for _ in 0..<1500 {
            var bytes = seed
            for _ in 0..<3 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                bytes[Int(state % UInt64(bytes.count))] = replacements[Int((state >> 32) % UInt64(replacements.count))]
            }
            let loaded = load(String(decoding: bytes, as: UTF8.self))
            #expect((loaded.configuration == nil) != loaded.problems.isEmpty)
            let lines = 1...(bytes.count(where: { $0 == UInt8(ascii: "\n") }) + 1)
            #expect(loaded.problems.allSatisfy { lines.contains($0.line) }, "\(loaded.problems)")
        }
    }
}
