import Directory
import Entra
import Protocol
import Testing

/// Checks how a request's scopes resolve to resources and permissions.
@Suite struct RequestedAccessTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let scope: String
        var endpoint = ScopeEndpoint.codeRedemption
        var tenant = ScopeFixture.contoso
        var client = ScopeFixture.mobile()
        var runtime: [PermissionGrant] = []
        /// `Resource<identifier>: permissions`, with `*` for `.default`; or the error.
        let expected: String

        var testDescription: String { name }
    }

    static let graph = ScopeFixture.graphID
    static let orders = ScopeFixture.ordersID
    static let mobile = ScopeFixture.mobileID
    static let twoAPIs = "openid api://orders/Orders.Read https://graph.microsoft.com/User.Read"
    static let twoDefaults = "api://orders/.default https://vault.azure.net/.default"
    static let ownAPI: Application = {
        var application = ScopeFixture.api(mobile, "Contoso Mobile", ["api://mobile"], ["Self.Use"])
        application.requiredResourceAccess = []
        return application
    }()

    static let lookups: [Row] = [
        Row(
            name: "bare names are Microsoft Graph's", scope: "User.Read Mail.Read",
            expected: "Microsoft Graph<\(graph)>: User.Read Mail.Read"),
        Row(
            name: "by App ID URI", scope: "api://orders/Orders.Read", expected: "Orders API<api://orders>: Orders.Read"),
        Row(
            name: "by a further App ID URI with a path", scope: "api://contoso/orders/v2/Orders.Read",
            expected: "Orders API<api://contoso/orders/v2>: Orders.Read"),
        Row(name: "by GUID", scope: "\(orders)/Orders.Read", expected: "Orders API<\(orders)>: Orders.Read"),
        Row(
            name: "by service principal name", scope: "spn:\(orders)/.default", expected: "Orders API<spn:\(orders)>: *"
        ),
        Row(
            name: "the lookup folds case, the spelling stays", scope: "API://ORDERS/orders.read",
            expected: "Orders API<API://ORDERS>: Orders.Read"),
        Row(
            name: "a double slash keeps the slash", scope: "https://legacy.contoso.com//.default",
            expected: "Legacy API<https://legacy.contoso.com/>: *"),
        Row(
            name: "a registered slash may be left out, and is then not in the name",
            scope: "https://legacy.contoso.com/.default", expected: "Legacy API<https://legacy.contoso.com>: *"),
        Row(
            name: "a slash that is not registered counts", scope: "api://orders//.default",
            expected: "AADSTS500011 invalid_resource"),
        Row(
            name: "a path that is not registered counts", scope: "api://orders/v2/Orders.Read",
            expected: "AADSTS500011 invalid_resource"),
        Row(
            name: "two forms of one resource are one resource",
            scope: "User.Read https://graph.microsoft.com/Mail.Read",
            expected: "Microsoft Graph<\(graph)>: User.Read Mail.Read"),
        Row(
            name: "reserved scopes alone request Microsoft Graph", scope: "openid profile offline_access",
            expected: "openid profile offline_access Microsoft Graph<\(graph)>: sign-in"),
        Row(
            name: "reserved scopes by Graph's URI are reserved scopes", scope: "https://graph.microsoft.com/openid",
            expected: "openid Microsoft Graph<\(graph)>: sign-in"),
        Row(
            name: "reserved scopes do not make a second resource", scope: "openid email api://orders/Orders.Read",
            expected: "openid email Orders API<api://orders>: Orders.Read"),
        Row(name: "unknown URI", scope: "api://nobody/Read", expected: "AADSTS500011 invalid_resource"),
        Row(
            name: "unknown GUID", scope: "99999999-0000-4000-8000-000000000009/Read",
            expected: "AADSTS500011 invalid_resource"),
        Row(name: "neither URI nor GUID", scope: "foo/bar", expected: "AADSTS70011 invalid_scope"),
        Row(name: "unknown scheme", scope: "gopher://orders/Orders.Read", expected: "AADSTS70011 invalid_scope"),
        Row(
            name: "unknown permission", scope: "api://orders/nope", endpoint: .authorizeForCode,
            expected: "AADSTS650053 invalid_client"),
        Row(
            name: "unknown bare permission", scope: "Nope.Read", endpoint: .authorizeForCode,
            expected: "AADSTS650053 invalid_client"),
        Row(
            name: "a disabled permission is absent", scope: "api://orders/Orders.Retired", endpoint: .authorizeForCode,
            expected: "AADSTS650053 invalid_client"),
        Row(
            name: "a client id alone is a Graph permission", scope: mobile, endpoint: .authorizeForCode,
            expected: "AADSTS650053 invalid_client"),
        Row(
            name: "itself by GUID", scope: "\(mobile)/.default", client: ownAPI,
            expected: "Contoso Mobile<\(mobile)>: *"),
        Row(
            name: "itself by URI", scope: "api://mobile/.default", client: ownAPI,
            expected: "AADSTS90009 invalid_request"),
        Row(
            name: "itself by name", scope: "api://mobile/Self.Use", client: ownAPI,
            expected: "Contoso Mobile<api://mobile>: Self.Use"),
        Row(
            name: "itself by GUID and name", scope: "\(mobile)/Self.Use", client: ownAPI,
            expected: "Contoso Mobile<\(mobile)>: Self.Use"),
    ]

    static let foreignAPIs: [Row] = [
        Row(
            name: "an API of another tenant before consent", scope: "api://shipping/Ship.Read",
            endpoint: .authorizeForCode, expected: "AADSTS650052 invalid_client"),
        Row(
            name: "the same by GUID", scope: "\(ScopeFixture.shippingID)/Ship.Read", endpoint: .authorizeForCode,
            expected: "AADSTS650052 invalid_client"),
        Row(
            name: "the same at the device endpoint", scope: "api://shipping/Ship.Read", endpoint: .deviceAuthorization,
            expected: "AADSTS650052 invalid_client"),
        Row(
            name: "the same at the token endpoint", scope: "api://shipping/Ship.Read",
            expected: "AADSTS500011 invalid_resource"),
        Row(
            name: "the same once granted", scope: "api://shipping/Ship.Read",
            runtime: [ScopeFixture.granted(ScopeFixture.shipping, "Ship.Read")],
            expected: "Shipping<api://shipping>: Ship.Read"),
        Row(
            name: "a single-tenant API of another tenant", scope: "api://ledger/Book", endpoint: .authorizeForCode,
            expected: "AADSTS500011 invalid_resource"),
        Row(
            name: "personal accounts reach an API that admits them", scope: "api://tracking/Track", tenant: .consumers,
            expected: "Tracking<api://tracking>: Track"),
        Row(
            name: "personal accounts do not reach another", scope: "api://shipping/Ship.Read", tenant: .consumers,
            expected: "AADSTS500011 invalid_resource"),
        Row(
            name: "a single-tenant API that knows the client stays at home", scope: "api://gateway/.default",
            endpoint: .authorizeForCode, tenant: ScopeFixture.fabrikam, expected: "AADSTS500011 invalid_resource"),
    ]

    static let several: [Row] = [
        Row(
            name: "authorize with a code", scope: twoAPIs, endpoint: .authorizeForCode,
            expected:
                "openid Orders API<api://orders>: Orders.Read; Microsoft Graph<https://graph.microsoft.com>: User.Read"),
        Row(
            name: "authorize with a token", scope: twoAPIs, endpoint: .authorizeForToken,
            expected: "AADSTS700022 invalid_request"),
        Row(
            name: "device authorization", scope: twoAPIs, endpoint: .deviceAuthorization,
            expected:
                "openid Orders API<api://orders>: Orders.Read; Microsoft Graph<https://graph.microsoft.com>: User.Read"),
        Row(name: "code redemption", scope: twoAPIs, expected: "AADSTS28000 invalid_request"),
        Row(
            name: "refresh, first resource", scope: twoAPIs, endpoint: .refresh(.first),
            expected: "openid Orders API<api://orders>: Orders.Read"),
        Row(
            name: "refresh, strict", scope: twoAPIs, endpoint: .refresh(.error), expected: "AADSTS28000 invalid_request"
        ),
        Row(
            name: "password and on-behalf-of", scope: twoAPIs, endpoint: .directGrant,
            expected: "AADSTS28000 invalid_request"),
        Row(
            name: "two .default at authorize", scope: twoDefaults, endpoint: .authorizeForCode,
            expected: "Orders API<api://orders>: *; Key Vault<https://vault.azure.net>: *"),
        Row(name: "two .default at code redemption", scope: twoDefaults, expected: "AADSTS28000 invalid_request"),
        Row(
            name: "two .default of one resource", scope: ".default https://graph.microsoft.com/.default",
            expected: "Microsoft Graph<\(graph)>: *"),
        Row(
            name: "an unknown second resource is not passed over", scope: "User.Read api://nobody/x",
            endpoint: .refresh(.first), expected: "AADSTS500011 invalid_resource"),
    ]

    @Test(arguments: lookups) func scopeResolvesToResourceAndPermission(row: Row) throws {
        try check(row)
    }

    @Test(arguments: foreignAPIs) func foreignAPINeedsServicePrincipal(row: Row) throws {
        try check(row)
    }

    @Test(arguments: several) func allowsSeveralResourcesWhereEndpointDoes(row: Row) throws {
        try check(row)
    }

    @Test func errorQuotesAllRequestedResources() throws {
        let resolver = try resolver()
        let request = try ScopeRequest.parse(RequestedAccessTests.twoAPIs)
        let error = #expect(throws: EntraError.self) {
            try RequestedAccess.resolve(request, at: .codeRedemption, by: resolver)
        }
        #expect(error?.message.contains(RequestedAccessTests.twoAPIs) == true)
    }

    @Test func codeWithoutScopeGivesFirstResource() throws {
        let request = try ScopeRequest.parse(RequestedAccessTests.twoAPIs)
        let access = try RequestedAccess.resolve(request, at: .authorizeForCode, by: resolver())
        #expect(
            try access.forFirstResource(of: request.text).resources.map(\.application.displayName) == ["Orders API"])
        #expect(try access.forFirstResource(of: request.text).oidc == [.openid])
    }

    @Test func codeForTwoDefaultScopesNeedsScope() throws {
        let request = try ScopeRequest.parse("api://orders/.default https://graph.microsoft.com/.default")
        let access = try RequestedAccess.resolve(request, at: .authorizeForCode, by: resolver())
        let error = #expect(throws: EntraError.self) { try access.forFirstResource(of: request.text) }
        #expect(error?.code == .severalResources && error?.message.contains(request.text) == true)
    }

    @Test func knownClientBringsAPIIntoTenant() throws {
        var (client, gateway) = (ScopeFixture.mobile(), ScopeFixture.gateway)
        client.signInAudience = .multipleOrgs
        gateway.signInAudience = .multipleOrgs
        let home = Tenant(
            id: ScopeFixture.contoso, displayName: "Contoso", kind: .workforce, domains: [],
            applications: [client, gateway])
        let other = Tenant(id: ScopeFixture.fabrikam, displayName: "Fabrikam", kind: .workforce, domains: [])
        let resolver = ResourceResolver(
            directory: Directory(tenants: [home, other]), client: client, grants: ConsentGrants(tenant: other),
            cloud: .global)
        let outcomes = ["api://gateway/.default", "api://gateway/Use"].map { scope in
            outcome { () throws(EntraError) in
                let request = try ScopeRequest.parse(scope)
                return describe(try RequestedAccess.resolve(request, at: .authorizeForCode, by: resolver))
            }
        }
        #expect(outcomes == ["Gateway<api://gateway>: *", "AADSTS650052 invalid_client"])
    }

    @Test func b2cClientIDRequestsTokenForClient() throws {
        let client = ScopeFixture.b2cClient
        let tenant = Tenant(
            id: ScopeFixture.adventureWorks, displayName: "Adventure Works", kind: .b2c, domains: [],
            applications: [client])
        let resolver = ResourceResolver(
            directory: Directory(tenants: [tenant]), client: client, grants: ConsentGrants(tenant: tenant),
            cloud: .global)
        let request = try ScopeRequest.parse("openid \(client.appId)")
        let access = try RequestedAccess.resolve(request, at: .codeRedemption, by: resolver)
        #expect(describe(access) == "openid Adventure Works App<\(client.appId)>: *")
        let issued = try GrantedAccess.issue(
            access, to: client, for: ScopeFixture.alex.id, on: resolver.grants, missing: .consentRequired,
            at: .v2)
        #expect(issued.responseScope == client.appId)
    }

    private func check(_ row: Row) throws {
        let resolver = try resolver(for: row.client, in: row.tenant, runtime: row.runtime)
        let result = outcome { () throws(EntraError) in
            let request = try ScopeRequest.parse(row.scope)
            return describe(try RequestedAccess.resolve(request, at: row.endpoint, by: resolver))
        }
        #expect(result == row.expected)
    }
}

/// Describes the reserved scopes and each resource with its requested permissions.
func describe(_ access: RequestedAccess) -> String {
    let resources = access.resources.map { resource in
        let permissions =
            switch resource.extent {
            case .signIn: "sign-in"
            case .everything: "*"
            case .named(let scopes): scopes.map(\.permission.value).joined(separator: " ")
            }
        return "\(resource.application.displayName)<\(resource.name.identifier)>: \(permissions)"
    }
    return (access.oidc.names + [resources.joined(separator: "; ")]).joined(separator: " ")
}
