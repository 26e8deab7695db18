import Formats
import Testing

/// Tests the account picker (docs/reference/protocol.md#prompt).
@Suite struct AccountPickerTests {
    private func signedIn(_ users: [String], _ site: Site) throws -> Browser {
        let browser = Browser(site)
        for user in users {
            try browser.open(.mobile, ["scope": usualScope, "prompt": "login", "login_hint": user])
            try browser.press(filling: ["passwd": "Understudy!1"])
            try browser.press("idBtn_Back")
            if browser.page.kind == .consent { try browser.press() }
        }
        return browser
    }

    @Test("A tile signs in without a password")
    func signsInByTileWithoutPassword() throws {
        let site = try MockEntra().site
        let browser = try signedIn(["alex@contoso.com", "adele@contoso.com"], site)
        try browser.open(.mobile)
        #expect(browser.page.tiles == ["alex@contoso.com", "adele@contoso.com"])
        let response = try browser.press("adele@contoso.com")
        let tokens = try site.token(Client.mobile.redemption(try #require(response.fields["code"])))
        #expect(try Token(tokens["id_token"])["preferred_username"] == "adele@contoso.com")
    }

    @Test("A tile asks for the password when the sign-in is too old")
    func requiresPasswordForOldSignIn() throws {
        let entra = try MockEntra()
        let browser = try signedIn(["alex@contoso.com", "adele@contoso.com"], entra.site)
        entra.clock.advance(seconds: 10)
        try browser.open(.mobile, ["scope": usualScope, "max_age": "5"])
        #expect(try browser.press("alex@contoso.com").page.kind == .password)
    }

    @Test("Another account can sign in and joins the session")
    func addsOtherAccountToSession() throws {
        let browser = try signedIn(["alex@contoso.com"], try MockEntra().site)
        try browser.open(.mobile, ["scope": usualScope, "prompt": "select_account"])
        try browser.press("otherTile")
        #expect(browser.page.kind == .username)
        try browser.enter("adele@contoso.com")
        try browser.press("idBtn_Back")
        #expect(try browser.press().outcome == .redirected)
        try browser.open(.mobile)
        #expect(browser.page.tiles == ["alex@contoso.com", "adele@contoso.com"])
    }

    @Test("An account that cannot sign in at this authority has no tile")
    func hidesUnsuitableAccount() throws {
        let browser = try signedIn(["alex@contoso.com", "ada@outlook.com"], try MockEntra().site)
        try browser.open(.mobile, ["scope": "openid", "prompt": "select_account"], tenant: "organizations")
        #expect(browser.page.tiles == ["alex@contoso.com"])
        try browser.open(.mobile, ["scope": "openid", "prompt": "select_account"], tenant: "fabrikam.com")
        #expect(browser.page.kind == .username)
    }

    @Test("A forged tile of another account leads to the user name page")
    func showsUserNamePageForForgedTile() throws {
        let browser = try signedIn(["alex@contoso.com", "adele@contoso.com"], try MockEntra().site)
        try browser.open(.mobile)
        let form = try #require(browser.page.forms.first)
        let token = try #require(browser.page.control(name: "flowToken")?.value)
        let response = try browser.post(form.action, [("flowToken", token), ("account", "admin@contoso.com")])
        #expect(response.page.kind == .username)
    }

    @Test("A session has at most eight accounts")
    func limitsSessionToEightAccounts() throws {
        let site = try MockEntra.init(
            yaml: """
                tenants:
                  - id: 11111111-1111-4111-8111-111111111111
                    domains: [contoso.com]
                    users: [\((0..<10).map { "{userPrincipalName: u\($0)@contoso.com, password: x}" }.joined(separator: ", "))]
                    applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}]
                """
        ).site
        let browser = Browser(site)
        for number in 0..<10 {
            let request = Client.mobile.request(["scope": "openid"])
            try browser.post(
                "\(Site.path("authorize", "contoso.com"))?\(request.encoded)",
                [("loginfmt", "u\(number)@contoso.com"), ("passwd", "x"), ("consent", "accept")])
        }
        try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")
        #expect(browser.page.tiles == (2..<10).map { "u\($0)@contoso.com" })
        #expect(browser.cookies.values.allSatisfy { $0.utf8.count < 4096 })
    }
}
