import Formats
import Testing

/// These tests cover guests, whose home account decides whether they can sign in (docs/reference/protocol.md#sign-in-audience).
@Suite struct GuestAccountTests {
    private static let megan = "megan@fabrikam.com"
    private static let scope: Parameters = ["scope": "openid offline_access"]

    struct Change: Row {
        let name: String
        /// The error codes of a sign-in and of a refresh.
        let codes: [Int]
        /// The error of a silent request afterward. A disabled user's sessions are revoked.
        let silent: String
        let make: @Sendable (GraphCalls) throws -> TestResponse
    }

    static let changes: [Change] = [
        Change(name: "disabled", codes: [50057, 50057], silent: "interaction_required") {
            try $0.patch("/users/\(megan)", #"{"accountEnabled":false}"#)
        },
        Change(name: "deleted", codes: [50034, 500341], silent: "login_required") { try $0.delete("/users/\(megan)") },
    ]

    @Test("A guest whose home account is disabled or deleted cannot sign in or refresh", arguments: changes)
    func rejectsGuestWithoutUsableHomeAccount(_ change: Change) throws {
        let lab = try GraphLab(settings: "{staySignedInPage: false, consent: automatic}")
        let (client, scope, tenant) = (GraphLab.console, GuestAccountTests.scope, Seed.contoso)
        let tokens = try lab.site.tokens(client, scope, as: GuestAccountTests.megan, tenant: tenant)
        let refresh = try #require(tokens["refresh_token"])
        let browser = Browser(lab.site)
        try browser.open(client, scope, tenant: tenant)
        #expect(try browser.enter(GuestAccountTests.megan).fields["code"] != nil)
        let home = GraphCalls(site: lab.site, headers: [("X-Understudy-Tenant", "fabrikam.com")])
        #expect(try change.make(home).status == 204)
        let signIn = try lab.site.signIn(client, scope, as: GuestAccountTests.megan, tenant: tenant)
        #expect(signIn.code == change.codes[0], "\(signIn.text)")
        #expect(try lab.site.token(client.refresh(refresh), tenant: tenant).code == change.codes[1])
        let silent = try browser.open(client, scope.with(["prompt": "none"]), tenant: tenant)
        #expect(silent.fields["error"] == change.silent)
    }

    @Test("A guest whose home account is deleted cannot sign in after an export and import of the directory")
    func importedDirectoryKeepsDeletedGuestOut() throws {
        let lab = try GraphLab()
        let home = GraphCalls(site: lab.site, headers: [("X-Understudy-Tenant", "fabrikam.com")])
        #expect(try home.delete("/users/\(GuestAccountTests.megan)").status == 204)
        let directory = try lab.site.control("GET", "directory").text
        #expect(try lab.site.control("PUT", "directory", directory).status == 204)
        #expect(try lab.site.control("GET", "directory").text == directory)
        let signIn = try lab.site.signIn(
            GraphLab.console, GuestAccountTests.scope, as: GuestAccountTests.megan, tenant: Seed.contoso)
        #expect(signIn.code == 50057, "\(signIn.text)")
    }

    @Test(
        "The parameter domain_hint selects the account by its home domain",
        arguments: [("Fabrikam.com", megan), ("contoso.com", "alex@contoso.com")])
    func domainHintSelectsHomeDomain(_ hint: String, _ user: String) throws {
        let site = try MockEntra().site
        let browser = Browser(site)
        let target = "\(Site.path("authorize", "contoso.com"))?\(Client.mobile.request(["scope": usualScope]).encoded)"
        for account in ["alex@contoso.com", GuestAccountTests.megan] {
            try browser.post(target, [("loginfmt", account), ("passwd", "Understudy!1"), ("consent", "accept")])
        }
        #expect(try browser.open(target).outcome == .page(.accountPicker))
        let request: Parameters = ["scope": usualScope, "domain_hint": hint]
        let response = try browser.open(.mobile, request, tenant: "contoso.com")
        let code = try #require(response.fields["code"], "\(response.outcome)")
        let tokens = try site.token(Client.mobile.redemption(code), tenant: "contoso.com")
        #expect(try Token(tokens["id_token"])["preferred_username"] == user)
    }

    @Test(
        "With domain_hint=consumers, the server finds a guest with a personal account only",
        arguments: [("bob@live.com", true), (megan, false), ("alex@contoso.com", false)])
    func consumersDomainHintFindsPersonalGuest(_ user: String, _ isFound: Bool) throws {
        let request: Parameters = ["scope": "openid", "domain_hint": "consumers"]
        let response = try Lab.entra().site.signIn(.mobile, request, as: user, tenant: "contoso.com")
        let expected: Outcome = isFound ? .redirected : .page(.username)
        #expect(response.outcome == expected, "\(response.text)")
    }
}
