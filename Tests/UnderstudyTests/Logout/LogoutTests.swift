import Entra
import Formats
import Testing

/// These tests cover the logout endpoint (docs/reference/protocol.md#sign-out; OpenID Connect RP-Initiated Logout 1.0).
@Suite struct LogoutTests {
    /// Signs in the users one after another in one browser, each by one request.
    static func signedIn(
        _ site: Site, as users: [String] = ["alex@contoso.com"], to client: Client = .mobile, browser: Browser? = nil,
        _ more: Parameters = ["scope": "openid profile"], tenant: String = "common",
        _ version: EndpointVersion = .v2
    ) throws -> Browser {
        let browser = browser ?? Browser(site)
        for user in users {
            let target = "\(Site.path("authorize", tenant, version))?\(client.request(more).encoded)"
            let response = try browser.post(
                target, [("loginfmt", user), ("passwd", "Understudy!1"), ("consent", "accept")])
            guard response.outcome == .redirected else { throw Unexpected(response) }
        }
        return browser
    }

    /// Returns the address of a sign-out. At version 2 the address has the claim `login_hint` of a user, because the endpoint asks
    /// for the account otherwise.
    static func logout(
        _ parameters: Parameters = [:], _ version: EndpointVersion = .v2, of user: String? = "alex@contoso.com"
    ) -> String {
        let isComplete = version == .v1 || user == nil || parameters.names.contains("logout_hint")
        let all = isComplete ? parameters : parameters.with(["logout_hint": user.map(claim)])
        return "\(Site.path("logout", "common", version))?\(all.encoded)"
    }

    /// Returns the claim `login_hint` of a user.
    static func claim(_ user: String) -> String { "O." + Base64.url(Array(user.utf8)) }

    /// Returns the accounts that are still signed in, from the account picker.
    static func remaining(_ browser: Browser) throws -> [String] {
        try browser.open(.mobile, ["scope": "openid", "prompt": "select_account"]).page.tiles
    }

    static let registered: Parameters = ["post_logout_redirect_uri": "http://localhost:4711", "state": "s&1"]

    @Test(
        "Sign-out ends the only account's session and redirects with the state", arguments: [EndpointVersion.v1, .v2])
    func endsSessionAndRedirectsWithState(_ version: EndpointVersion) throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        #expect(browser.sessionCookies.keys.sorted() == ["ESTSAUTH"])
        let before = browser.cookies
        let response = try browser.open(LogoutTests.logout(LogoutTests.registered, version))
        #expect(response.status == 302 && response.header("Location") == "http://localhost:4711/?state=s%261")
        #expect(browser.sessionCookies.isEmpty)
        #expect(try browser.open(.mobile).page.kind == .username)
        // A copy of the cookie is invalid too.
        let copy = Browser(browser.site, cookies: before)
        #expect(
            try copy.open(.mobile, ["scope": "openid", "prompt": "none"]).outcome
                == .redirectedError("login_required", 50058))
    }

    @Test("Refresh tokens and codes remain valid after sign-out")
    func keepsRefreshTokensAndCodesValid() throws {
        let site = try MockEntra().site
        let browser = try LogoutTests.signedIn(site, ["scope": usualScope])
        let code = try #require(try browser.open(.mobile).fields["code"])
        let other = try #require(try browser.open(.mobile).fields["code"])
        let token = try #require(try site.token(Client.mobile.redemption(code))["refresh_token"])
        try browser.open(LogoutTests.logout())
        #expect(try site.token(Client.mobile.refresh(token)).status == 200)
        #expect(try site.token(Client.mobile.redemption(other)).status == 200)
    }

    @Test("Sign-out accepts a form post from any site")
    func acceptsFormPostFromAnySite() throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        let response = try browser.post(
            Site.path("logout", "common"),
            [("post_logout_redirect_uri", "http://localhost"), ("logout_hint", LogoutTests.claim("alex@contoso.com"))],
            headers: [("Origin", "https://app.test"), ("Sec-Fetch-Site", "cross-site")])
        #expect(response.header("Location") == "http://localhost")
        #expect(try LogoutTests.remaining(browser) == [])
    }

    // MARK: - Redirect

    struct Destination: Row {
        let name: String
        let parameters: Parameters
        /// The expected address. `nil` means that the page is shown.
        let location: String?
    }

    private static let daemonHint: Parameters = ["client_id": Client.daemon.id]

    static let destinations: [Destination] = [
        Destination(name: "none", parameters: [:], location: nil),
        Destination(
            name: "of an app of the session", parameters: ["post_logout_redirect_uri": "http://localhost:99"],
            location: "http://localhost:99"),
        Destination(
            name: "of another scheme",
            parameters: ["post_logout_redirect_uri": "msauth.com.contoso.app1://auth", "state": "x"],
            location: "msauth.com.contoso.app1://auth?state=x"),
        Destination(
            name: "of an app without a sign-in",
            parameters: ["post_logout_redirect_uri": "http://localhost:5000/signin-oidc"], location: nil),
        Destination(
            name: "of the app that client_id names",
            parameters: [
                "post_logout_redirect_uri": "http://localhost:5000/signin-oidc", "client_id": Client.web.id,
            ], location: "http://localhost:5000/signin-oidc"),
        Destination(
            name: "not of the app that client_id names",
            parameters: ["post_logout_redirect_uri": "http://localhost", "client_id": Client.web.id], location: nil),
        Destination(
            name: "of an unknown app", parameters: ["post_logout_redirect_uri": "http://localhost", "client_id": "x"],
            location: nil),
        Destination(
            name: "registered nowhere", parameters: ["post_logout_redirect_uri": "https://evil.test/"], location: nil),
        Destination(
            name: "a longer path", parameters: ["post_logout_redirect_uri": "http://localhost/x"], location: nil),
        Destination(
            name: "user information", parameters: ["post_logout_redirect_uri": "http://localhost@evil.test"],
            location: nil),
        Destination(name: "relative", parameters: ["post_logout_redirect_uri": "//evil.test"], location: nil),
        Destination(name: "script", parameters: ["post_logout_redirect_uri": "javascript:alert(1)"], location: nil),
        Destination(
            name: "a header", parameters: ["post_logout_redirect_uri": "http://localhost/\r\nSet-Cookie: a=b"],
            location: nil),
    ]

    @Test("Sign-out redirects to registered addresses only", arguments: destinations)
    func redirectsToRegisteredAddressesOnly(_ row: Destination) throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        let response = try browser.open(LogoutTests.logout(row.parameters))
        #expect(response.header("Location") == row.location)
        if row.location == nil {
            #expect(response.status == 200 && response.page.element(id: "SignOutStatusMessage") != nil)
            #expect(!response.text.contains("evil.test"))
        }
        #expect(try LogoutTests.remaining(browser) == [])
    }

    @Test("A valid id_token_hint selects the application, with or without a session")
    func idTokenHintSelectsApplication() throws {
        let site = try MockEntra().site
        let idToken = try #require(try site.tokens(.mobile, ["scope": "openid"])["id_token"])
        let parameters: Parameters = ["post_logout_redirect_uri": "http://localhost", "id_token_hint": idToken]
        let browser = Browser(site)
        #expect(try browser.open(LogoutTests.logout(parameters)).header("Location") == "http://localhost")
        let conflicting = parameters.with(["client_id": Client.web.id])
        #expect(try browser.open(LogoutTests.logout(conflicting)).header("Location") == nil)
        let access = try #require(try site.tokens(.mobile, ["scope": "openid"])["access_token"])
        for hint in [idToken.dropLast(8) + "AAAAAAAA", access] {
            let otherBrowser = try LogoutTests.signedIn(site, to: .web, tenant: "contoso.com")
            let response = try otherBrowser.open(LogoutTests.logout(parameters.with(["id_token_hint": hint])))
            #expect(response.header("Location") == nil)
        }
    }

    @Test("An id_token_hint selects the tenant of an application that several tenants have")
    func idTokenHintSelectsTenantOfApplication() throws {
        let site = try MockEntra().site
        let created = try site.control("POST", "tenants", #"{"cloneOf":"contoso.com","keepAppIds":true}"#).value
        let tenant = try #require(created["id"]?.string)
        let graph = GraphCalls(site: site, headers: [("X-Understudy-Tenant", tenant)])
        let body = #"{"publicClient":{"redirectUris":["http://localhost","https://clone.test/out"]}}"#
        #expect(try graph.patch("/applications(appId='\(Client.mobile.id)')", body).status == 204)
        let expected: [(String, String?)] = [(tenant, "https://clone.test/out"), ("contoso.com", nil)]
        for (home, location) in expected {
            let idToken = try site.tokens(.mobile, ["scope": "openid"], tenant: home)["id_token"]
            let parameters: Parameters = [
                "post_logout_redirect_uri": "https://clone.test/out", "id_token_hint": idToken,
            ]
            #expect(try Browser(site).open(LogoutTests.logout(parameters)).header("Location") == location)
        }
    }

    @Test("Without a session, sign-out redirects to any registered address of the tenant")
    func redirectsToAnyRegisteredAddressWithoutSession() throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        #expect(try browser.open(LogoutTests.logout(LogoutTests.registered)).status == 302)
        let second: Parameters = ["post_logout_redirect_uri": "http://localhost:5000/signin-oidc", "state": "2"]
        let expected = "http://localhost:5000/signin-oidc?state=2"
        func location(_ parameters: Parameters, _ authority: String = "contoso.com") throws -> String? {
            let path = Site.path("logout", authority)
            return try Browser(browser.site).open("\(path)?\(parameters.encoded)").header("Location")
        }
        let path = Site.path("logout", "contoso.com")
        #expect(try browser.open("\(path)?\(second.encoded)").header("Location") == expected)
        #expect(try location(second) == expected)
        for other in ["https://evil.test/", "http://localhost:5000/other", "urn:ietf:wg:oauth:2.0:oob"] {
            #expect(try location(second.with(["post_logout_redirect_uri": other])) == nil)
        }
        #expect(try location(second.with(["client_id": Client.mobile.id])) == nil)
        // The application is registered for one organization only.
        for authority in ["common", "consumers", "fabrikam.com"] { #expect(try location(second, authority) == nil) }
    }

    @Test("An expired ID token is valid as id_token_hint")
    func acceptsExpiredIDTokenHint() throws {
        let entra = try MockEntra()
        let idToken = try #require(try entra.site.tokens(.mobile, ["scope": "openid"])["id_token"])
        entra.clock.advance(seconds: 7_200)
        let parameters: Parameters = ["post_logout_redirect_uri": "http://localhost", "id_token_hint": idToken]
        #expect(try Browser(entra.site).open(LogoutTests.logout(parameters)).status == 302)
    }

    // MARK: - Account

    private static let both = ["alex@contoso.com", "adele@contoso.com"]

    @Test("With several accounts, the page asks for one and signs out that account only")
    func asksForAccountAndSignsOutOnlyThat() throws {
        let browser = try LogoutTests.signedIn(MockEntra().site, as: LogoutTests.both)
        let response = try browser.open(LogoutTests.logout(LogoutTests.registered, of: nil))
        #expect(response.status == 200 && response.page.tiles == LogoutTests.both)
        #expect(response.page.element(id: "otherTile") == nil)
        #expect(try browser.press("alex@contoso.com").header("Location") == "http://localhost:4711/?state=s%261")
        #expect(try LogoutTests.remaining(browser) == ["adele@contoso.com"])
    }

    @Test(
        "At version 2, the endpoint asks for the account even if one user is signed in",
        arguments: [
            ("nothing, msal.js#3559", [:]), ("nothing else, django-azure-auth#22", LogoutTests.registered),
            ("a user name, msal.js#6082", ["logout_hint": "alex@contoso.com"]),
            ("a telephone number", ["logout_hint": "+15550123"]),
            ("the claim of another user", ["logout_hint": LogoutTests.claim("adele@contoso.com")]),
            ("half a claim", ["logout_hint": "O."]), ("MSAL for Apple's", ["login_req": "x", "domain_req": "y"]),
        ] as [(String, Parameters)])
    func asksForOnlyAccount(_ name: String, _ parameters: Parameters) throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        let response = try browser.open(LogoutTests.logout(parameters, of: nil))
        #expect(response.status == 200 && response.page.tiles == ["alex@contoso.com"], "\(name)")
        #expect(try LogoutTests.remaining(browser) == ["alex@contoso.com"])
    }

    @Test("The button of the only account signs the user out and redirects")
    func onlyAccountIsSignedOutByItsButton() throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        try browser.open(LogoutTests.logout(LogoutTests.registered, of: nil))
        #expect(try browser.press("alex@contoso.com").header("Location") == "http://localhost:4711/?state=s%261")
        #expect(try LogoutTests.remaining(browser) == [])
    }

    @Test("The setting signOutPicker: severalAccounts signs out the only account without a page")
    func severalAccountsSettingSkipsPicker() throws {
        let site = try MockEntra(
            yaml: """
                settings: {signOutPicker: severalAccounts, consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications: [{appId: \(Client.mobile.id), signInAudience: AzureADMultipleOrgs,
                      publicClient: {redirectUris: ["http://localhost"]}}]
                """
        ).site
        let response = try LogoutTests.signedIn(site).open(LogoutTests.logout(LogoutTests.registered, of: nil))
        #expect(response.header("Location") == "http://localhost:4711/?state=s%261")
    }

    struct Hint: Row {
        let name: String
        let hint: @Sendable (_ alex: Token) -> Parameters
        /// The accounts that are still signed in. `nil` means that the page asks for the account.
        let remaining: [String]?
    }

    static let hints: [Hint] = [
        Hint(name: "a user name", hint: { _ in ["logout_hint": "ALEX@contoso.com"] }, remaining: ["adele@contoso.com"]),
        Hint(
            name: "the login_hint claim", hint: { ["logout_hint": $0["login_hint"]] },
            remaining: ["adele@contoso.com"]),
        Hint(name: "a session id", hint: { ["sid": $0["sid"]] }, remaining: ["adele@contoso.com"]),
        Hint(name: "an id_token", hint: { ["id_token_hint": $0.text] }, remaining: ["adele@contoso.com"]),
        Hint(
            name: "MSAL for Apple's",
            hint: { ["login_req": $0["oid"], "domain_req": $0["tid"]] }, remaining: ["adele@contoso.com"]),
        Hint(name: "half of MSAL for Apple's", hint: { ["login_req": $0["oid"]] }, remaining: nil),
        Hint(name: "somebody else", hint: { _ in ["logout_hint": "ada@outlook.com"] }, remaining: nil),
        Hint(
            name: "no session's id", hint: { _ in ["sid": "5c1d9a54-11d5-4c62-8f35-0f4d5a2c7e11"] }, remaining: nil),
        Hint(
            name: "no id at all, before an id_token", hint: { ["sid": "x", "id_token_hint": $0.text] }, remaining: nil),
        Hint(
            name: "two hints, of which the first counts",
            hint: { ["logout_hint": "adele@contoso.com", "sid": $0["sid"]] }, remaining: ["alex@contoso.com"]),
    ]

    @Test("At version 1, a hint selects the account to sign out", arguments: hints)
    func hintSelectsAccount(_ row: Hint) throws {
        let site = try Lab.entra().site
        let browser = try LogoutTests.signedIn(site, to: Lab.claims, tenant: "contoso.com")
        let code = try #require(
            try browser.open(Lab.claims, ["scope": "openid profile"], tenant: "contoso.com").fields["code"])
        let tokens = try site.token(Lab.claims.redemption(code), tenant: "contoso.com")
        _ = try LogoutTests.signedIn(site, as: ["adele@contoso.com"], browser: browser)
        let response = try browser.open(LogoutTests.logout(row.hint(try Token(tokens["id_token"])), .v1))
        if let remaining = row.remaining {
            #expect(response.page.element(id: "SignOutStatusMessage") != nil)
            #expect(try LogoutTests.remaining(browser) == remaining)
        } else {
            #expect(response.page.tiles == LogoutTests.both)
        }
    }

    @Test("A logout_hint of another user does not sign out the only account", arguments: [EndpointVersion.v1, .v2])
    func unmatchedHintKeepsOnlyAccountSignedIn(_ version: EndpointVersion) throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        let response = try browser.open(LogoutTests.logout(["logout_hint": "adele@contoso.com"], version))
        #expect(response.page.tiles == ["alex@contoso.com"])
    }

    @Test("Without a session, the page states that the user is signed out")
    func showsSignedOutPageWithoutSession() throws {
        let browser = Browser(try MockEntra().site)
        let response = try browser.open(LogoutTests.logout())
        #expect(response.status == 200 && response.page.element(id: "SignOutStatusMessage") != nil)
        #expect(browser.received == [])
    }

    // MARK: - Form

    @Test("The choice of an account is accepted only from the server's own page")
    func acceptsChoiceFromOwnPageOnly() throws {
        let site = try MockEntra().site
        let browser = try LogoutTests.signedIn(site, as: LogoutTests.both)
        try browser.open(LogoutTests.logout(LogoutTests.registered, of: nil))
        let form = try #require(browser.page.forms.first)
        let token = try #require(browser.page.control(name: "flowToken")?.value)
        let fields = [("flowToken", token), ("account", "alex@contoso.com")]
        #expect(try browser.post(form.action, [fields[1]]).outcome == .errorPage(165000))
        #expect(try browser.post(form.action, [fields[0]]).outcome == .errorPage(165000))
        #expect(try browser.post(LogoutTests.logout(), fields).outcome == .errorPage(165000))
        #expect(try Browser(site).post(form.action, fields).outcome == .errorPage(165000))
        let foreign = try browser.post(form.action, fields, headers: [("Sec-Fetch-Site", "cross-site")])
        #expect(foreign.status == 403 && foreign.outcome == .errorPage(165000))
        #expect(try browser.post(form.action, [fields[0], ("account", "x")]).outcome == .errorPage(16001))
        #expect(try LogoutTests.remaining(browser) == LogoutTests.both)
    }

    @Test("A posted request is kept while the user chooses an account")
    func keepsPostedRequestAcrossPage() throws {
        let browser = try LogoutTests.signedIn(MockEntra().site, as: LogoutTests.both)
        try browser.post(
            Site.path("logout", "common"), [("post_logout_redirect_uri", "http://localhost"), ("state", "<&\">")])
        let response = try browser.press("adele@contoso.com")
        #expect(response.header("Location") == "http://localhost/?state=")
        #expect(try LogoutTests.remaining(browser) == ["alex@contoso.com"])
    }

    @Test(
        "An invalid request shows an error page and signs no user out",
        arguments: [
            ("/common/oauth2/v2.0/logout?state=1&state=2", 9_000_411), ("/nowhere.test/oauth2/v2.0/logout", 90002),
            ("/word/oauth2/logout", 900023), ("/common/oauth2/logout?state=%zz", 9_002_313),
        ])
    func rejectsInvalidRequest(_ target: String, _ code: Int) throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        #expect(try browser.open(target).outcome == .errorPage(code))
        #expect(try LogoutTests.remaining(browser) == ["alex@contoso.com"])
    }
}
