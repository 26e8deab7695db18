import Entra
import Formats
import Testing

/// These tests show that the authorize endpoint and the token endpoint handle `.default` alike: if one issues a code, the other
/// issues a token (docs/reference/protocol.md#default-scope, docs/reference/protocol.md#error-catalog).
@Suite struct DefaultScopeTests {
    @Test(
        "A sign-in is a grant on Microsoft Graph, so a client that lists nothing receives a token for .default",
        arguments: [EndpointVersion.v1, .v2])
    func issuesGraphDefaultAfterSignIn(_ version: EndpointVersion) throws {
        let site = try Lab.entra().site
        _ = try site.tokens(.web, ["scope": "openid profile"], tenant: "contoso.com")
        let graph = "https://graph.microsoft.com"
        let request: Parameters = version == .v1 ? ["resource": graph] : ["scope": "\(graph)/.default"]
        let response = try site.signIn(.web, request, consent: nil, tenant: "contoso.com", version)
        let code = try #require(response.fields["code"])
        let tokens = try site.token(Client.web.redemption(code), tenant: "contoso.com", version)
        #expect(tokens.status == 200)
        let scp = try Token(tokens["access_token"])["scp"]
        #expect(scp == (version == .v1 ? "openid profile email" : "openid profile"))
    }

    @Test("If the user declines the requested API, both endpoints reject the request")
    func rejectsDefaultOfDeclinedAPI() throws {
        let yaml = """
            tenants: [{id: \(Seed.contoso), domains: [contoso.com],
              users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}],
              applications: [
                {appId: \(Seed.orders), identifierUris: ["api://orders"], api: {oauth2PermissionScopes: [{value: read}]}},
                {appId: \(Seed.legacy), identifierUris: ["api://legacy"], api: {oauth2PermissionScopes: [{value: read}]}},
                {appId: \(Lab.implicit.id), passwordCredentials: [{secretText: implicit-secret}],
                  web: {redirectUris: ["https://app.test/cb"], implicitGrantSettings: {enableAccessTokenIssuance: true}},
                  requiredResourceAccess: [
                    {resourceAppId: \(Seed.orders), resourceAccess: [{id: read, type: Scope}]},
                    {resourceAppId: \(Seed.legacy), resourceAccess: [{id: read, type: Scope}]}]}]}]
            """
        let request: Parameters = ["scope": "api://orders/.default"]
        let token = try MockEntra(yaml: yaml).site.signIn(
            Lab.implicit, request.with(["response_type": "token"]), consent: "api://legacy/read", tenant: "contoso.com")
        #expect(token.outcome == .redirectedError("interaction_required", 65001))
        let site = try MockEntra(yaml: yaml).site
        let code = try site.code(Lab.implicit, request, consent: "api://legacy/read", tenant: "contoso.com")
        #expect(
            try site.token(Lab.implicit.redemption(code), tenant: "contoso.com").outcome
                == .jsonError(400, "invalid_grant", 65001))
    }

    @Test("The scope .default of an API with only application permissions listed is rejected")
    func rejectsDefaultOfAPIWithOnlyApplicationPermissions() throws {
        let yaml = """
            tenants: [{id: \(Seed.contoso), domains: [contoso.com], settings: {staySignedInPage: false},
              users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}],
              applications: [
                {appId: \(Seed.orders), identifierUris: ["api://orders"], api: {oauth2PermissionScopes: [{value: Orders.Read}]},
                  appRoles: [{value: Orders.Read.All, displayName: Read, allowedMemberTypes: [Application]}]},
                {appId: \(Client.mobile.id.dropLast())9, publicClient: {redirectUris: ["http://localhost"]}},
                {appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}, requiredResourceAccess: [
                  {resourceAppId: \(Seed.graph), resourceAccess: [{id: User.Read, type: Scope}]},
                  {resourceAppId: \(Seed.orders), resourceAccess: [{id: Orders.Read.All, type: Role}]}]}]}]
            """
        let site = try MockEntra(yaml: yaml).site
        let request: Parameters = ["scope": "api://orders/.default"]
        let withoutPermissions = Client(id: "\(Client.mobile.id.dropLast())9", redirectURI: "http://localhost")
        #expect(try site.signIn(withoutPermissions, request, tenant: "contoso.com").outcome == .errorPage(650056))
        let other = "api://orders/Orders.Read"
        #expect(try site.signIn(.mobile, request, tenant: "contoso.com").outcome == .errorPage(650056))
        let browser = Browser(site)
        try browser.open(.mobile, ["scope": "openid offline_access User.Read"], tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        let code = try #require(try browser.press().fields["code"])
        let tokens = try site.token(Client.mobile.redemption(code), tenant: "contoso.com")
        try browser.open(.mobile, request, tenant: "contoso.com")
        #expect(browser.response?.outcome == .errorPage(650056))
        try browser.open(.mobile, request.with(["prompt": "none"]), tenant: "contoso.com")
        #expect(browser.response?.outcome == .redirectedError("invalid_client", 650056))
        let refresh = try #require(tokens["refresh_token"])
        #expect(
            try site.token(Client.mobile.refresh(refresh, request), tenant: "contoso.com").outcome
                == .jsonError(400, "invalid_grant", 65001))
        // After a grant of a permission by name, `.default` of the API is valid.
        _ = try site.signIn(.mobile, ["scope": other], tenant: "contoso.com")
        #expect(try site.signIn(.mobile, request, consent: nil, tenant: "contoso.com").outcome == .redirected)
    }
}
