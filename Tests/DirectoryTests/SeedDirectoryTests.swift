import Directory
import Entra
import Formats
import FoundationEssentials
import Testing

/// The project's folder.
let projectFolder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

private let contoso = TenantID("11111111-1111-4111-8111-111111111111")
private let fabrikam = TenantID("22222222-2222-4222-8222-222222222222")
private let woodgrove = TenantID("33333333-3333-4333-8333-333333333333")
private let adventureWorks = TenantID("44444444-4444-4444-8444-444444444444")

private let mobile = ClientID("aaaaaaaa-0000-4000-8000-000000000001")
private let daemon = ClientID("aaaaaaaa-0000-4000-8000-000000000004")
private let virtualMachine = ClientID("99999999-0000-4000-8000-000000000001")
private let orders = ClientID("aaaaaaaa-0000-4000-8000-000000000005")

@Suite struct SeedDirectoryTests {
    private let directory: Directory

    init() throws {
        let configuration = try Configuration.load(.seed)
        #expect(configuration.warnings == [])
        directory = configuration.directory
    }

    @Test func builtInSeedMatchesFile() throws {
        let file = try #require(FileManager.default.contents(atPath: projectFolder + "/Config/understudy.yaml"))
        #expect(Array(file) == SeedDirectory.bytes)
    }

    @Test("Neither the seed directory nor the starter configuration sets values that differ by kind of tenant")
    func leavesDefaultsToKindOfTenant() throws {
        let starter = try #require(load(StarterConfiguration.text).configuration).directory
        for settings in [directory.settings, starter.settings] {
            #expect(settings.accessTokenLifetime == nil && settings.refreshTokenLifetime == nil)
        }
        let settings = directory.settings(tenant: directory.tenant(adventureWorks), application: nil)
        #expect(settings.accessTokenLifetime == 3_600...3_600 && settings.refreshTokenLifetime == 14 * 86_400)
    }

    @Test(arguments: [
        (contoso, "Contoso", Tenant.Kind.workforce, ["contoso.onmicrosoft.com", "contoso.com"]),
        (fabrikam, "Fabrikam", .workforce, ["fabrikam.onmicrosoft.com", "fabrikam.com"]),
        (woodgrove, "Woodgrove", .external, ["woodgrove.onmicrosoft.com"]),
        (adventureWorks, "Adventure Works", .b2c, ["adventureworks.onmicrosoft.com"]),
        (.consumers, "Personal accounts", .consumers, ["outlook.com", "hotmail.com", "live.com"]),
    ])
    func seedHasTenantsWithDomains(id: TenantID, name: String, kind: Tenant.Kind, domains: [String]) throws {
        let tenant = try #require(directory.tenant(id))
        #expect(tenant.displayName == name)
        #expect(tenant.kind == kind)
        #expect(tenant.domains == domains)
        for domain in domains { #expect(directory.tenant(named: domain.uppercased())?.id == id) }
        for resource in [ClientID.microsoftGraph, .azureADGraph, .azureServiceManagement] {
            #expect(tenant.application(resource) != nil)
        }
    }

    @Test func findsTenantsBySubdomain() {
        #expect(directory.tenant(subdomain: "Woodgrove")?.id == woodgrove)
        #expect(directory.tenant(subdomain: "adventureworks")?.id == adventureWorks)
        #expect(directory.tenant(subdomain: "contoso") == nil)
        #expect(
            directory.tenant(adventureWorks)?.policies.map(\.id) == [
                "B2C_1_signupsignin", "B2C_1_edit_profile", "B2C_1_password_reset",
            ])
    }

    @Test(arguments: [
        (contoso, "alex@contoso.com"), (contoso, "adele@contoso.com"), (contoso, "admin@contoso.com"),
        (fabrikam, "megan@fabrikam.com"), (woodgrove, "casey@woodgrove.example"),
        (adventureWorks, "sam@adventureworks.example"), (.consumers, "ada@outlook.com"),
    ])
    func seedHasUsersWithPassword(tenant: TenantID, name: String) throws {
        let user = try #require(directory.tenant(tenant)?.user(named: name))
        #expect(user.password == "Understudy!1")
        #expect(user.userPrincipalName == name)
        #expect(user.isGlobalAdministrator == (name == "admin@contoso.com"))
        #expect(user.home == User.Home(objectID: user.id, tenantID: tenant))
        #expect(directory.tenant(tenant)?.user(user.id)?.userPrincipalName == name)
    }

    @Test func personalAccountHasItsOwnIDForm() throws {
        let ada = try #require(directory.consumers?.user(named: "ada@outlook.com"))
        #expect(ada.id.description.hasPrefix("00000000-0000-0000-"))
    }

    @Test func meganIsGuestOfContoso() throws {
        let home = try #require(directory.tenant(fabrikam)?.user(named: "megan@fabrikam.com"))
        let guest = try #require(directory.tenant(contoso)?.user(named: "megan@fabrikam.com"))
        #expect(guest.userPrincipalName == "megan_fabrikam.com#EXT#@contoso.onmicrosoft.com")
        #expect(guest.isGuest(in: contoso))
        #expect(guest.home == home.home)
        #expect(guest.id != home.id)
        #expect(guest.password == "Understudy!1")
    }

    @Test(arguments: [
        (
            contoso, "aaaaaaaa-0000-4000-8000-000000000001", "Contoso Mobile",
            [
                "publicClient http://localhost", "publicClient msauth.com.contoso.app1://auth",
                "publicClient msauth.com.contoso.app2://auth", "publicClient msauth.com.contoso.app3://auth",
                "publicClient https://login.microsoftonline.com/common/oauth2/nativeclient",
            ]
        ),
        (
            contoso, "aaaaaaaa-0000-4000-8000-000000000002", "Contoso SPA",
            ["spa http://localhost:3000/", "spa https://localhost:3000/"]
        ),
        (contoso, "aaaaaaaa-0000-4000-8000-000000000003", "Contoso Web", ["web http://localhost:5000/signin-oidc"]),
        (contoso, "aaaaaaaa-0000-4000-8000-000000000004", "Contoso Daemon", []),
        (contoso, "aaaaaaaa-0000-4000-8000-000000000005", "Orders API", []),
        (contoso, "aaaaaaaa-0000-4000-8000-000000000006", "Legacy API", []),
        (
            woodgrove, "cccccccc-0000-4000-8000-000000000001", "Woodgrove App",
            ["publicClient msauth.com.woodgrove.app://auth"]
        ),
        (
            adventureWorks, "dddddddd-0000-4000-8000-000000000001", "Adventure Works App",
            [
                "publicClient http://localhost", "publicClient msauth.com.adventureworks.app://auth",
            ]
        ),
    ])
    func seedHasApplicationsWithRedirectURIs(tenant: TenantID, appId: String, name: String, redirectURIs: [String])
        throws
    {
        let registration = try #require(directory.registration(of: ClientID(appId)))
        #expect(registration.tenant.id == tenant)
        #expect(registration.application.displayName == name)
        #expect(registration.application.redirectURIs.map { "\($0.platform.rawValue) \($0.uri)" } == redirectURIs)
    }

    @Test func mobileRequiresUserReadAndOrdersRead() throws {
        let application = try #require(directory.registration(of: mobile)?.application)
        #expect(application.signInAudience == .orgsAndPersonal)
        #expect(application.isFallbackPublicClient == true)
        let ordersRead = try #require(scope("Orders.Read"))
        #expect(
            application.requiredResourceAccess == [
                RequiredResource(
                    resourceAppId: .microsoftGraph, scopes: [PermissionID("e1fe6dd8-ba31-4d61-89e7-88639da4683d")]),
                RequiredResource(resourceAppId: orders, scopes: [ordersRead.id]),
            ])
        for tenant in directory.tenants where tenant.kind != .external { #expect(tenant.grants == []) }
    }

    @Test func seedHasOrdersAndLegacyAPI() throws {
        let tenant = try #require(directory.tenant(contoso))
        let api = try #require(tenant.application(identifierUri: "api://orders"))
        #expect(api.clientID == orders)
        #expect(api.requestedAccessTokenVersion == 2)
        #expect(api.oauth2PermissionScopes.map(\.value) == ["Orders.Read", "Orders.Write", "Orders.Manage"])
        #expect(api.oauth2PermissionScopes.map(\.kind) == [.user, .user, .admin])
        #expect(api.appRoles.map(\.value) == ["Orders.Read.All"])
        let legacy = try #require(tenant.application(identifierUri: "https://legacy.contoso.com/"))
        #expect(legacy.requestedAccessTokenVersion == 1)
        #expect(legacy.oauth2PermissionScopes.map(\.value) == ["user_impersonation"])
        #expect(tenant.application(identifierUri: "https://legacy.contoso.com") == nil)
    }

    @Test func seedHasSecretsAndDaemonRole() throws {
        let tenant = try #require(directory.tenant(contoso))
        let web = try #require(tenant.application(ClientID("aaaaaaaa-0000-4000-8000-000000000003")))
        #expect(web.passwordCredentials.map(\.secretText) == ["understudy-web-secret"])
        #expect(web.enableIdTokenIssuance)
        #expect(!web.enableAccessTokenIssuance)
        #expect(tenant.application(daemon)?.passwordCredentials.map(\.secretText) == ["understudy-daemon-secret"])
        let role = try #require(tenant.application(orders)?.appRoles.first)
        #expect(
            tenant.appRoleAssignments(for: orders) == [
                AppRoleAssignment(principal: .application(daemon), resource: orders, appRole: role.id),
                AppRoleAssignment(principal: .application(virtualMachine), resource: orders, appRole: role.id),
            ])
        #expect(tenant.managedIdentities.map(\.name) == ["contoso-vm", "contoso-jobs"])
        #expect(tenant.managedIdentities.map(\.kind) == [.systemAssigned, .userAssigned])
        #expect(
            directory.tenant(woodgrove)?.application(ClientID("cccccccc-0000-4000-8000-000000000001"))?
                .nativeAuthentication == true)
    }

    @Test(arguments: [
        ("User.Read", "e1fe6dd8-ba31-4d61-89e7-88639da4683d", PermissionScope.Kind.user),
        ("openid", "37f7f235-527c-4136-accd-4a02d197296e", .user),
        ("Directory.Read.All", "06da0dbc-49e2-44d2-8312-53f166ab848a", .admin),
        ("Group.Read.All", "5f8c59db-677d-491f-a6b8-5f174b11ec1d", .admin),
    ])
    func graphPermissionsHaveMicrosoftIDs(value: String, id: String, kind: PermissionScope.Kind) throws {
        let graph = try #require(directory.tenant(fabrikam)?.application(.microsoftGraph))
        let scope = try #require(graph.oauth2PermissionScopes.first { $0.value == value })
        #expect(scope.id == PermissionID(id))
        #expect(scope.kind == kind)
        #expect(graph.requestedAccessTokenVersion == 1)
    }

    @Test func loadingSeedAgainGivesSameIDs() throws {
        let reloaded = try Configuration.load(.seed).directory
        for tenant in directory.tenants {
            let other = try #require(reloaded.tenant(tenant.id))
            #expect(tenant.applications.map(\.servicePrincipalID) == other.applications.map(\.servicePrincipalID))
            #expect(tenant.users.map(\.id) == other.users.map(\.id))
        }
    }

    private func scope(_ value: String) -> PermissionScope? {
        directory.registration(of: orders)?.application.oauth2PermissionScopes.first { $0.value == value }
    }
}
