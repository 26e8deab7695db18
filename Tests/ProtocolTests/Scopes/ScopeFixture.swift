import Directory
import Entra
import Protocol

/// A small directory that uses IDs of the seed directory.
enum ScopeFixture {
    static let mobileID = "aaaaaaaa-0000-4000-8000-000000000001"
    static let ordersID = "aaaaaaaa-0000-4000-8000-000000000005"
    static let legacyID = "aaaaaaaa-0000-4000-8000-000000000006"
    static let graphID = "00000003-0000-0000-c000-000000000000"
    static let aadGraphID = "00000002-0000-0000-c000-000000000000"
    static let vaultID = "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"
    static let shippingID = "bbbbbbbb-0000-4000-8000-000000000001"

    static let contoso = TenantID("11111111-1111-4111-8111-111111111111")
    static let fabrikam = TenantID("22222222-2222-4222-8222-222222222222")
    static let woodgrove = TenantID("33333333-3333-4333-8333-333333333333")
    static let adventureWorks = TenantID("44444444-4444-4444-8444-444444444444")

    static let alex = user("alex@contoso.com", "a1")
    static let adele = user("adele@contoso.com", "a2")
    static let admin = user("admin@contoso.com", "a3", roles: [User.globalAdministrator])

    static func user(role: String) -> User {
        user("holder@contoso.com", "a4", roles: [DirectoryRoles.id(named: role)].compactMap(\.self))
    }

    /// Returns a directory in which Contoso has every API and Fabrikam's APIs are foreign.
    static func directory(
        client: Application? = nil, grants: [PermissionGrant] = [], assignments: [AppRoleAssignment] = []
    ) -> Directory {
        var contosoApplications = builtIn + [orders, legacy, vault, daemon, gateway, locked]
        contosoApplications.append(client ?? mobile())
        let fabrikamApplications = builtIn + [shipping, tracking, ledger]
        return Directory(tenants: [
            Tenant(
                id: contoso, displayName: "Contoso", kind: .workforce, domains: ["contoso.com"],
                applications: contosoApplications, grants: grants, appRoleAssignments: assignments),
            Tenant(
                id: fabrikam, displayName: "Fabrikam", kind: .workforce, domains: ["fabrikam.com"],
                applications: fabrikamApplications),
            Tenant(
                id: woodgrove, displayName: "Woodgrove", kind: .external, domains: ["woodgrove.onmicrosoft.com"],
                applications: builtIn),
            Tenant(
                id: adventureWorks, displayName: "Adventure Works", kind: .b2c,
                domains: ["adventureworks.onmicrosoft.com"], applications: builtIn),
            Tenant(
                id: .consumers, displayName: "Personal accounts", kind: .consumers, domains: ["outlook.com"],
                applications: builtIn),
        ])
    }

    // MARK: - Applications

    /// Contoso Mobile, whose static permissions are User.Read and Orders.Read by default.
    static func mobile(_ required: [RequiredResource]? = nil) -> Application {
        var application = application(mobileID, "Contoso Mobile")
        application.signInAudience = .orgsAndPersonal
        application.requiredResourceAccess =
            required ?? [requires(graph, "User.Read"), requires(orders, "Orders.Read")]
        return application
    }

    static let daemon = application("aaaaaaaa-0000-4000-8000-000000000004", "Contoso Daemon")
    static let b2cClient = application("dddddddd-0000-4000-8000-000000000001", "Adventure Works App")

    /// The application with a verified publisher.
    static func verified(_ application: Application) -> Application {
        var application = application
        application.verifiedPublisherId = "1234567"
        return application
    }

    static let graph: Application = {
        var application = api(
            graphID, "Microsoft Graph", ["https://graph.microsoft.com", "https://graph.microsoft.com/"],
            ["User.Read", "Mail.Read", "Contacts.Read", "openid", "profile", "email", "offline_access"])
        application.oauth2PermissionScopes.append(scope("User.Read.All", of: graphID, kind: .admin))
        application.appRoles = [role("Mail.Read.All")]
        return application
    }()

    static let aadGraph = api(aadGraphID, "Azure AD Graph", ["https://graph.windows.net"], ["User.Read"])

    static let management = api(
        "797f4846-ba00-4fd7-ba43-dac1f8f63013", "Azure Service Management",
        ["https://management.core.windows.net/", "https://management.azure.com/"], ["user_impersonation"])

    static let builtIn = [graph, aadGraph, management]

    static let orders: Application = {
        var application = api(
            ordersID, "Orders API", ["api://orders", "api://contoso/orders/v2"], ["Orders.Read", "Orders.Write"])
        application.requestedAccessTokenVersion = 2
        var retired = scope("Orders.Retired", of: ordersID)
        retired.isEnabled = false
        application.oauth2PermissionScopes += [scope("Orders.Manage", of: ordersID, kind: .admin), retired]
        application.appRoles = [role("Orders.Read.All"), role("Orders.Write.All"), role("Retired", isEnabled: false)]
        return application
    }()

    static let legacy = api(
        legacyID, "Legacy API", ["https://legacy.contoso.com/"], ["user_impersonation", "Reports.Read"])

    static let vault = api(vaultID, "Key Vault", ["https://vault.azure.net"], ["user_impersonation"])

    /// A middle tier that lists Contoso Mobile as a known client and itself needs Key Vault.
    static let gateway: Application = {
        var application = api(
            "aaaaaaaa-0000-4000-8000-000000000007", "Gateway", ["api://gateway"], ["Use", "Admin.Use"])
        application.oauth2PermissionScopes[1].kind = .admin
        application.knownClientApplications = [ClientID(mobileID)]
        application.requiredResourceAccess = [requires(vault, "user_impersonation")]
        return application
    }()

    /// An API that requires an assignment and preauthorizes Contoso Mobile.
    static let locked: Application = {
        var application = api(
            "aaaaaaaa-0000-4000-8000-000000000008", "Locked", ["api://locked"], ["Open", "Repair", "Other"])
        application.oauth2PermissionScopes[1].kind = .admin
        application.appRoleAssignmentRequired = true
        application.appRoles = [role("Locked.All")]
        application.preAuthorizedApplications = [
            PreAuthorizedApplication(
                appId: ClientID(mobileID),
                delegatedPermissionIds: application.oauth2PermissionScopes.prefix(2).map(\.id))
        ]
        return application
    }()

    static let shipping: Application = {
        var application = api(shippingID, "Shipping", ["api://shipping"], ["Ship.Read"])
        application.signInAudience = .multipleOrgs
        return application
    }()

    static let tracking: Application = {
        var application = api("bbbbbbbb-0000-4000-8000-000000000002", "Tracking", ["api://tracking"], ["Track"])
        application.signInAudience = .orgsAndPersonal
        return application
    }()

    static let ledger = api("bbbbbbbb-0000-4000-8000-000000000003", "Ledger", ["api://ledger"], ["Book"])

    // MARK: - Parts

    static func api(_ id: String, _ name: String, _ uris: [String], _ scopes: [String]) -> Application {
        var application = application(id, name)
        application.identifierUris = uris
        application.oauth2PermissionScopes = scopes.map { scope($0, of: id) }
        return application
    }

    static func requires(_ api: Application, _ scopes: String..., roles: [String] = []) -> RequiredResource {
        RequiredResource(
            resourceAppId: api.clientID,
            scopes: api.oauth2PermissionScopes.filter { scopes.contains($0.value) }.map(\.id),
            roles: api.appRoles.filter { roles.contains($0.value) }.map(\.id))
    }

    /// Delegated consent of Contoso Mobile to an API, for everyone if `user` is nil.
    static func granted(_ api: Application, _ scopes: String..., by user: User? = alex, to client: String = mobileID)
        -> PermissionGrant
    {
        PermissionGrant(
            client: ClientID(client), resource: api.clientID,
            consentType: user.map { .principal($0.id) } ?? .allPrincipals, scopes: scopes)
    }

    static func assigned(_ api: Application, _ role: String, to client: Application = daemon) -> AppRoleAssignment {
        let id = api.appRoles.first { $0.value == role }?.id ?? PermissionID("00000000-0000-0000-0000-000000000000")
        return AppRoleAssignment(principal: .application(client.clientID), resource: api.clientID, appRole: id)
    }

    private static func application(_ id: String, _ name: String) -> Application {
        Application(appId: id, servicePrincipalID: ObjectID("sp-" + id), displayName: name)
    }

    private static func scope(_ value: String, of api: String, kind: PermissionScope.Kind = .user) -> PermissionScope {
        var scope = PermissionScope(id: PermissionID("\(api)/\(value)"), value: value)
        scope.kind = kind
        return scope
    }

    private static func role(_ value: String, isEnabled: Bool = true) -> AppRole {
        var role = AppRole(id: PermissionID("role-" + value), value: value, displayName: value)
        role.allowsApplications = true
        role.isEnabled = isEnabled
        return role
    }

    private static func user(_ name: String, _ id: String, roles: [PermissionID] = []) -> User {
        var user = User(id: ObjectID(id), userPrincipalName: name, displayName: name, tenantID: contoso)
        user.directoryRoles = roles
        return user
    }
}

/// Returns the resolver of a client in one tenant of the fixture.
/// `configured` grants come from the tenant, `runtime` ones from the store.
func resolver(
    for client: Application = ScopeFixture.mobile(), in tenant: TenantID = ScopeFixture.contoso,
    configured: [PermissionGrant] = [], runtime: [PermissionGrant] = [], assignments: [AppRoleAssignment] = []
) throws -> ResourceResolver {
    let directory = ScopeFixture.directory(
        client: client.clientID == ScopeFixture.daemon.clientID ? nil : client, grants: configured,
        assignments: assignments)
    guard let tenant = directory.tenant(tenant) else { throw MissingTenant() }
    return ResourceResolver(
        directory: directory, client: client, grants: ConsentGrants(tenant: tenant, runtime: runtime),
        cloud: .global)
}

struct MissingTenant: Error {}

/// Returns the result of `body`, or its error as `AADSTS70011 invalid_scope`.
func outcome(_ body: () throws(EntraError) -> String) -> String {
    do {
        return try body()
    } catch {
        return "AADSTS\(error.code.number) \(error.error.rawValue)"
    }
}
