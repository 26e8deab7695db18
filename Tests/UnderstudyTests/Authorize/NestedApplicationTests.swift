import Entra
import Formats
import Testing

/// These tests cover nested app authentication and the account that a client expects
/// (docs/reference/protocol.md#authorize-parameters, docs/reference/protocol.md#client-specific-redirect-uris;
/// docs/reference/wire.md#authorization).
@Suite struct NestedApplicationTests {
    private static let nested = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000201", redirectURI: "brk-multihub://nested.test",
        browserOrigin: "https://nested.test")
    private static let broker = "aaaaaaaa-0000-4000-8000-000000000202"

    private static func site() throws -> Site {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications:
                      - {appId: \(nested.id), spa: {redirectUris: [
                          "brk-multihub://nested.test", "https://nested.test/"]}}
                      - {appId: \(broker), publicClient: {redirectUris: ["msauth.com.hub://auth"]}}
                """
        ).site
    }

    /// The nested application as a page of its own.
    private static let page = Client(
        id: nested.id, redirectURI: "https://nested.test/", browserOrigin: "https://nested.test")

    /// The response to a request of the nested application that names no broker.
    static func withoutBroker() throws -> TestResponse {
        try site().signIn(nested, ["scope": "openid"], tenant: "contoso.com")
    }

    struct Case: Row {
        let name: String
        let parameters: Parameters
        /// The expected error code. `nil` means that the application receives its code.
        let code: Int?
    }

    private static let named: Parameters = [
        "brk_client_id": broker, "brk_redirect_uri": "msauth.com.hub://auth",
    ]

    static let cases: [Case] = [
        Case(name: "no broker, office-js#5196", parameters: [:], code: 7_000_471),
        Case(
            name: "a URI that is not registered, office-js#5020",
            parameters: named.with(["redirect_uri": "brk-multihub://nested.test/path"]), code: 700046),
        Case(name: "the URI of a page", parameters: named.with(["redirect_uri": page.redirectURI]), code: 700046),
        Case(name: "its broker", parameters: named, code: nil),
        Case(name: "no redirect URI", parameters: named.with(["brk_redirect_uri": nil]), code: 900144),
        Case(name: "no id", parameters: named.with(["brk_client_id": nil]), code: 900144),
        Case(
            name: "an unknown broker",
            parameters: named.with(["brk_client_id": "aaaaaaaa-0000-4000-8000-000000000299"]), code: 700016),
        Case(name: "no id at all", parameters: named.with(["brk_client_id": "x"]), code: 700016),
        Case(
            name: "a redirect URI that the broker has not",
            parameters: named.with(["brk_redirect_uri": "msauth.x://auth"]),
            code: 50011),
        Case(name: "twice", parameters: named.adding(["brk_client_id": broker]), code: 9_000_411),
    ]

    @Test("Unknown or incomplete broker parameters show an error page", arguments: cases)
    func validatesBrokerParameters(_ row: Case) throws {
        let response = try NestedApplicationTests.site().signIn(
            NestedApplicationTests.nested, row.parameters.adding(["scope": "openid"]),
            tenant: "contoso.com")
        if let code = row.code {
            #expect(response.outcome == .errorPage(code))
        } else {
            #expect(response.redirect?.base == "brk-multihub://nested.test")
            #expect(response.fields["code"] != nil)
        }
    }

    @Test("A nested application redeems its code like any other page")
    func nestedApplicationRedeemsCode() throws {
        let site = try NestedApplicationTests.site()
        let tokens = try site.tokens(
            NestedApplicationTests.nested, NestedApplicationTests.named.with(["scope": "openid"]),
            tenant: "contoso.com")
        #expect(try Token(tokens["id_token"])["aud"] == NestedApplicationTests.nested.id)
    }

    private static let hub = Client(id: broker, redirectURI: "msauth.com.hub://auth")

    /// Libraries store the refresh token of a nested request under the hub's ID and look for it there (native-and-apple D12).
    @Test("A hub and its nested application use each other's refresh tokens")
    func sharesRefreshTokensWithHub() throws {
        let site = try NestedApplicationTests.site()
        let scope: Parameters = ["scope": "openid offline_access"]
        // The user consents to each application at its own sign-in.
        let ofHub = try #require(
            try site.tokens(NestedApplicationTests.hub, scope, tenant: "contoso.com")["refresh_token"])
        let nested = try site.tokens(
            NestedApplicationTests.nested, NestedApplicationTests.named.adding(scope), tenant: "contoso.com")
        let byHub = NestedApplicationTests.hub.refresh(try #require(nested["refresh_token"])).with(scope)
        let own = try site.token(byHub, tenant: "contoso.com")
        #expect(try Token(own["id_token"])["aud"] == NestedApplicationTests.broker)
        let request = NestedApplicationTests.nested.refresh(ofHub).with(scope)
        let inner = try site.token(request.with(NestedApplicationTests.named), tenant: "contoso.com")
        #expect(try Token(inner["id_token"])["aud"] == NestedApplicationTests.nested.id)
        // The new token belongs to the nested request, so the hub can use it again.
        let next = NestedApplicationTests.hub.refresh(try #require(inner["refresh_token"])).with(scope)
        #expect(try site.token(next, tenant: "contoso.com").status == 200)
    }

    /// msal-common 15 and later send the broker in the query of the token request, and the rest in the body.
    @Test("The token endpoint reads the broker from the query, and checks the redirect URI of the nested application")
    func readsBrokerFromQuery() throws {
        let site = try NestedApplicationTests.site()
        let scope: Parameters = ["scope": "openid offline_access"]
        let ofHub = try #require(
            try site.tokens(NestedApplicationTests.hub, scope, tenant: "contoso.com")["refresh_token"])
        _ = try site.tokens(
            NestedApplicationTests.nested, NestedApplicationTests.named.adding(scope), tenant: "contoso.com")
        let path = "\(Site.path("token", "contoso.com"))?\(NestedApplicationTests.named.encoded)"
        let request = NestedApplicationTests.nested.refresh(ofHub).with(scope)
        for (uri, outcome) in [
            ("brk-multihub://nested.test", Outcome.json),
            ("brk-multihub://other.test", .jsonError(400, "invalid_client", 700046)),
            ("https://nested.test/", .jsonError(400, "invalid_client", 700046)),
        ] {
            #expect(try site.post(path, request.with(["redirect_uri": uri])).outcome == outcome, "office-js#5020")
        }
    }

    @Test("Applications that are not nested keep their refresh tokens")
    func rejectsForeignRefreshTokens() throws {
        let site = try NestedApplicationTests.site()
        let scope: Parameters = ["scope": "openid offline_access"]
        // A page of its own is in no hub.
        let page = try #require(
            try site.tokens(NestedApplicationTests.page, scope, tenant: "contoso.com")["refresh_token"])
        #expect(try site.token(NestedApplicationTests.hub.refresh(page), tenant: "contoso.com").code == 700007)
        let ofHub = try #require(
            try site.tokens(NestedApplicationTests.hub, scope, tenant: "contoso.com")["refresh_token"])
        let request = NestedApplicationTests.nested.refresh(ofHub).with(scope)
        let cases: [(Parameters, Int)] = [
            ([:], 700007), (["brk_client_id": NestedApplicationTests.broker], 900144),
            (NestedApplicationTests.named.with(["brk_redirect_uri": "msauth.x://auth"]), 50011),
            (NestedApplicationTests.named.with(["brk_client_id": NestedApplicationTests.nested.id]), 50011),
        ]
        for (parameters, code) in cases {
            #expect(try site.token(request.with(parameters), tenant: "contoso.com").code == code)
        }
    }

    @Test("The parameter login_req selects one of several accounts, and an unknown one shows the account picker")
    func selectsExpectedAccount() throws {
        let site = try MockEntra().site
        let browser = try LogoutTests.signedIn(site, as: ["alex@contoso.com", "adele@contoso.com"])
        let request: Parameters = [
            "scope": "openid profile", "login_req": Seed.alex, "domain_req": Seed.contoso,
        ]
        let code = try #require(try browser.open(.mobile, request).fields["code"])
        #expect(try Token(try site.token(Client.mobile.redemption(code))["id_token"])["oid"] == Seed.alex)
        #expect(try browser.open(.mobile, request.with(["prompt": "none"])).outcome == .redirected)
        let unknown = request.with(["login_req": Seed.ada])
        #expect(try browser.open(.mobile, unknown).outcome == .page(.accountPicker))
        #expect(try browser.open(.mobile, unknown.with(["prompt": "none"])).code == 16000)
    }
}
