import Formats
import Testing

/// These tests cover `resource` at version 2, the resource indicator of RFC 8707 (docs/reference/protocol.md#resource-at-v2).
@Suite struct ResourceIndicatorTests {
    struct Case: Row {
        let name: String
        let scope: String
        let resource: String
        let isAccepted: Bool

        init(_ name: String, _ scope: String, _ resource: String, isAccepted: Bool) {
            self.name = name
            self.scope = scope
            self.resource = resource
            self.isAccepted = isAccepted
        }
    }

    private static let mcp = "https://mcp.contoso.com/mcp"
    private static let client = Client(id: "aaaaaaaa-0000-4000-8000-000000000401", redirectURI: "http://127.0.0.1")
    private static let server = "aaaaaaaa-0000-4000-8000-000000000402"

    private static func entra() throws -> MockEntra {
        try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications:
                      - {appId: \(client.id), signInAudience: AzureADMultipleOrgs,
                         publicClient: {redirectUris: ["\(client.redirectURI)"]}, requiredResourceAccess: [
                           {resourceAppId: \(server), resourceAccess: [{id: mcp.read, type: Scope}]}]}
                      - {appId: \(server), identifierUris: ["\(mcp)", "api://mcp"],
                         api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: mcp.read}]}}
                      - {appId: \(Seed.orders), identifierUris: ["api://orders"],
                         api: {requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{value: Orders.Read}]}}
                """)
    }

    static let cases: [Case] = [
        Case("the App ID URI, azure-devops-mcp#1601", "\(mcp)/mcp.read", mcp, isAccepted: true),
        Case(
            "the App ID URI with OpenID Connect scopes", "openid offline_access \(mcp)/mcp.read", mcp, isAccepted: true),
        Case("the App ID URI with .default", "\(mcp)/.default", mcp, isAccepted: true),
        Case("another App ID URI of the API", "\(mcp)/mcp.read", "api://mcp", isAccepted: true),
        Case("the App ID URI, scope by application ID", "\(server)/mcp.read", mcp, isAccepted: true),
        Case("Microsoft Graph", "User.Read", "https://graph.microsoft.com", isAccepted: true),
        Case("Microsoft Graph for the sign-in alone", "openid", "https://graph.microsoft.com", isAccepted: true),
        Case("an empty value", "\(mcp)/mcp.read", "", isAccepted: true),
        Case("the first of two APIs", "\(mcp)/mcp.read api://orders/Orders.Read", mcp, isAccepted: true),
        Case("the second of two APIs", "\(mcp)/mcp.read api://orders/Orders.Read", "api://orders", isAccepted: false),
        Case("another URL, mcp-remote#217", "\(mcp)/mcp.read", "https://other.contoso.com/mcp", isAccepted: false),
        Case("a slash more, typescript-sdk#1972", "\(mcp)/mcp.read", mcp + "/", isAccepted: false),
        Case("another letter case", "\(mcp)/mcp.read", "https://MCP.contoso.com/mcp", isAccepted: false),
        Case("only the origin", "\(mcp)/mcp.read", "https://mcp.contoso.com", isAccepted: false),
        Case("the application ID", "\(mcp)/mcp.read", server, isAccepted: false),
        Case("the scope itself", "\(mcp)/mcp.read", "\(mcp)/mcp.read", isAccepted: false),
        Case("another API", "\(mcp)/mcp.read", "api://orders", isAccepted: false),
        Case("an API for the sign-in alone", "openid profile", mcp, isAccepted: false),
    ]

    @Test("The authorization endpoint accepts exactly an App ID URI of the API", arguments: cases)
    func authorizationEndpointComparesExactly(_ row: Case) throws {
        let site = try ResourceIndicatorTests.entra().site
        let client = ResourceIndicatorTests.client
        let request: Parameters = ["scope": row.scope, "resource": row.resource]
        let rejected = Outcome.redirectedError("invalid_target", 9_010_010)
        for tenant in ["contoso.com", "organizations"] {
            // The service rejects the parameter before the user signs in (claude-code#73460, claude-ai-mcp#977).
            let first = try site.get("\(Site.path("authorize", tenant))?\(client.request(request).encoded)")
            #expect(first.outcome == (row.isAccepted ? .page(.username) : rejected), "\(tenant)")
        }
        for tenant in ["contoso.com", "organizations"] where row.isAccepted {
            #expect(try site.signIn(client, request, tenant: tenant).outcome == .redirected, "\(tenant)")
        }
    }

    static let unknown: [(String, String, Outcome)] = [
        // claude-ai-mcp#514: a scope without an API belongs to Microsoft Graph.
        ("mcp.read", "api://mcp", .redirectedError("invalid_target", 9_010_010)),
        ("\(mcp)/nope", "\(mcp)/", .redirectedError("invalid_target", 9_010_010)),
        ("\(mcp)/nope", mcp, .redirectedError("invalid_client", 650053)),
        ("https://graph.microsoft.com/openid \(mcp)/mcp.read", mcp, .page(.username)),
        ("api://nowhere/read", "api://nowhere", .redirectedError("invalid_resource", 500011)),
    ]

    @Test("The resource is compared before the permissions are looked up", arguments: unknown)
    func comparesResourceFirst(_ scope: String, _ resource: String, _ expected: Outcome) throws {
        let site = try ResourceIndicatorTests.entra().site
        let request = ResourceIndicatorTests.client.request(["scope": scope, "resource": resource])
        let response = try site.get("\(Site.path("authorize", "contoso.com"))?\(request.encoded)")
        #expect(response.outcome == expected)
        let device = try site.startDevice(
            ResourceIndicatorTests.client, ["scope": scope, "resource": resource], tenant: "contoso.com")
        guard case .redirectedError(_, let code) = expected else { return }
        #expect(device.code == code)
    }

    @Test("The token endpoint accepts exactly an App ID URI of the API", arguments: cases)
    func tokenEndpointComparesExactly(_ row: Case) throws {
        let site = try ResourceIndicatorTests.entra().site
        let client = ResourceIndicatorTests.client
        let rejected = Outcome.jsonError(400, "invalid_target", 9_010_010)
        let scope = row.scope + " offline_access"
        let code = try site.code(client, ["scope": scope], tenant: "contoso.com")
        let redeemed = try site.token(client.redemption(code, ["resource": row.resource]), tenant: "contoso.com")
        #expect(row.isAccepted ? redeemed.status == 200 : redeemed.outcome == rejected)
        // A rejected request leaves the code for another try.
        let tokens = row.isAccepted ? redeemed : try site.token(client.redemption(code), tenant: "contoso.com")
        let first = row.scope.split(separator: " ").first { $0.contains("/") || $0 == "User.Read" } ?? "openid"
        let refresh = client.refresh(
            try #require(tokens["refresh_token"]), ["resource": row.resource, "scope": String(first)])
        let refreshed = try site.token(refresh, tenant: "contoso.com")
        #expect(row.isAccepted ? refreshed.status == 200 : refreshed.outcome == rejected)
    }

    @Test("The device code endpoint and client credentials follow the same rule", arguments: [mcp, mcp + "/"])
    func otherGrantsFollowSameRule(_ resource: String) throws {
        let site = try ResourceIndicatorTests.entra().site
        let scope = "\(ResourceIndicatorTests.mcp)/mcp.read"
        for tenant in ["contoso.com", "organizations"] {
            let response = try site.startDevice(
                ResourceIndicatorTests.client, ["scope": scope, "resource": resource], tenant: tenant)
            #expect(response.code == (resource == ResourceIndicatorTests.mcp ? nil : 9_010_010))
        }
    }
}
