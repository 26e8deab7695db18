import Formats
import Testing

/// These tests cover `prompt`, the hints and `max_age` with zero, one or two accounts in the session
/// (docs/reference/protocol.md#prompt).
@Suite struct PromptTests {
    struct Case: Row {
        let name: String
        let accounts: [String]
        let more: Parameters
        let outcome: Outcome

        init(_ name: String, _ accounts: [String], _ more: Parameters, _ outcome: Outcome) {
            self.name = "\(name), \(accounts.count) signed in"
            self.accounts = accounts
            self.more = more
            self.outcome = outcome
        }
    }

    private static let unknownSession = "99999999-0000-4000-8000-000000000001"
    private static let one = ["alex@contoso.com"]
    private static let two = ["alex@contoso.com", "adele@contoso.com"]
    private static let withPersonal = ["alex@contoso.com", "ada@outlook.com"]

    static let prompts: [Case] = [
        Case("no prompt", [], [:], .page(.username)),
        Case("no prompt", one, [:], .redirected),
        Case("no prompt", two, [:], .page(.accountPicker)),
        Case("none", [], ["prompt": "none"], .redirectedError("login_required", 50058)),
        Case("none", one, ["prompt": "none"], .redirected),
        Case("none", two, ["prompt": "none"], .redirectedError("interaction_required", 16000)),
        Case("login", [], ["prompt": "login"], .page(.username)),
        Case("login", one, ["prompt": "login"], .page(.username)),
        Case("login", two, ["prompt": "login"], .page(.username)),
        Case("login with a hint", one, ["prompt": "login", "login_hint": "alex@contoso.com"], .page(.password)),
        Case("select_account", [], ["prompt": "select_account"], .page(.username)),
        Case("select_account", one, ["prompt": "select_account"], .page(.accountPicker)),
        Case("select_account", two, ["prompt": "select_account"], .page(.accountPicker)),
        Case("consent", [], ["prompt": "consent"], .page(.username)),
        Case("consent", one, ["prompt": "consent"], .page(.consent)),
        Case("consent", two, ["prompt": "consent"], .page(.accountPicker)),
        Case("create", [], ["prompt": "create"], .page(.username)),
        Case("no_session", one, ["prompt": "no_session"], .redirected),
    ]

    static let hints: [Case] = [
        Case("a hint", two, ["login_hint": "adele@contoso.com"], .redirected),
        Case("a hint in another case", two, ["login_hint": "ADELE@Contoso.com"], .redirected),
        Case("a hint of someone else", one, ["login_hint": "adele@contoso.com"], .page(.password)),
        Case("a hint of an unknown user", one, ["login_hint": "nobody@contoso.com"], .page(.username)),
        Case("a hint without session", [], ["login_hint": "alex@contoso.com"], .page(.password)),
        Case("none and a hint", two, ["prompt": "none", "login_hint": "adele@contoso.com"], .redirected),
        Case(
            "none and a hint of someone else", one, ["prompt": "none", "login_hint": "adele@contoso.com"],
            .redirectedError("login_required", 50058)),
        Case(
            "select_account and a hint, msal.js#3315", two,
            ["prompt": "select_account", "login_hint": "alex@contoso.com"], .errorPage(90005)),
        Case(
            "select_account and a sid, msal.js#3315", one, ["prompt": "select_account", "sid": unknownSession],
            .errorPage(90005)),
        Case(
            "select_account and an empty hint", one, ["prompt": "select_account", "login_hint": ""],
            .page(.accountPicker)),
        Case(
            "a sid and a hint, UseMyCurrentAccount#2", one, ["sid": unknownSession, "login_hint": "alex@contoso.com"],
            .errorPage(90005)),
        Case(
            "none, a sid and a hint, msal.js#669", one,
            ["prompt": "none", "sid": unknownSession, "login_hint": "alex@contoso.com"],
            .redirectedError("invalid_request", 90005)),
        Case(
            "a sid and a domain_hint, msal.js#669", one, ["sid": unknownSession, "domain_hint": "contoso.com"],
            .errorPage(900051)),
        Case(
            "none, a sid and a domain_hint, msal.js#669", one,
            ["prompt": "none", "sid": unknownSession, "domain_hint": "organizations"],
            .redirectedError("invalid_request", 900051)),
        Case(
            "a hint and a domain_hint", two, ["login_hint": "adele@contoso.com", "domain_hint": "contoso.com"],
            .redirected),
        Case(
            "an opaque hint and a domain_hint, EntraID-ErrorCodes", two,
            ["login_hint": "O.YWRlbGVAY29udG9zby5jb20", "domain_hint": "contoso.com"], .errorPage(1_002_014)),
        Case(
            "none, an opaque hint and a domain_hint, EntraID-ErrorCodes", two,
            ["prompt": "none", "login_hint": "O.YWRlbGVAY29udG9zby5jb20", "domain_hint": "contoso.com"],
            .redirectedError("invalid_request", 1_002_014)),
        Case(
            "none and the domain_hint of another tenant", one, ["prompt": "none", "domain_hint": "fabrikam.com"],
            .redirectedError("interaction_required", 50143)),
        Case(
            "none and the domain_hint of the user's tenant", one, ["prompt": "none", "domain_hint": "contoso.com"],
            .redirected),
        Case(
            "none and an unknown domain_hint", one, ["prompt": "none", "domain_hint": "nowhere.example"], .redirected),
        Case("the domain_hint of another tenant", one, ["domain_hint": "fabrikam.com"], .redirected),
        Case("domain_hint organizations", withPersonal, ["domain_hint": "organizations"], .redirected),
        Case("domain_hint consumers", withPersonal, ["domain_hint": "consumers"], .redirected),
        Case("domain_hint consumers with a work account", one, ["domain_hint": "Consumers"], .page(.username)),
        Case(
            "none and domain_hint consumers with a work account", one, ["domain_hint": "consumers", "prompt": "none"],
            .redirectedError("login_required", 50058)),
        Case("domain_hint of a domain", withPersonal, ["domain_hint": "contoso.com"], .redirected),
        Case("a wrong domain_hint is ignored", withPersonal, ["domain_hint": "nowhere.example"], .page(.accountPicker)),
        Case("a wrong domain_hint with one account", one, ["domain_hint": "nowhere.example"], .redirected),
        Case(
            "none and an unknown sid, sp-dev-docs#10126", one, ["prompt": "none", "sid": unknownSession],
            .redirectedError("interaction_required", 160_021)),
        Case(
            "none and a sid, without session", [], ["prompt": "none", "sid": unknownSession],
            .redirectedError("interaction_required", 160_021)),
        Case(
            "none and a sid that is none", one, ["prompt": "none", "sid": "x"],
            .redirectedError("invalid_request", 90007)),
        Case("a sid that is none", two, ["sid": "x"], .errorPage(90007)),
        Case("an unknown sid", one, ["sid": unknownSession], .redirected),
        Case("an unknown sid", two, ["sid": unknownSession], .page(.accountPicker)),
    ]

    static let ages: [Case] = [
        Case("max_age not reached", one, ["max_age": "60"], .redirected),
        Case("max_age 0", one, ["max_age": "0"], .page(.password)),
        Case("max_age 0 and none", one, ["max_age": "0", "prompt": "none"], .redirectedError("login_required", 50058)),
        Case("max_age that is no number", one, ["max_age": "x"], .redirected),
    ]

    /// Returns a browser in which the accounts have signed in and consented.
    private func browser(_ site: Site, _ accounts: [String]) throws -> Browser {
        let browser = Browser(site)
        for account in accounts {
            let target = "\(Site.path("authorize", "common"))?\(Client.mobile.request(["scope": usualScope]).encoded)"
            try browser.post(target, [("loginfmt", account), ("passwd", "Understudy!1"), ("consent", "accept")])
        }
        return browser
    }

    @Test(
        "The prompt, the hints, max_age and the signed-in accounts decide the response",
        arguments: prompts + hints + ages)
    func decidesNextPageByPromptAndSessions(_ row: Case) throws {
        let browser = try browser(MockEntra().site, row.accounts)
        let response = try browser.open(.mobile, row.more.with(["scope": usualScope]))
        #expect(response.outcome == row.outcome, "\(response.redirect?.location ?? "")")
    }

    @Test("A work account is not found after domain_hint=consumers")
    func consumersHintRejectsWorkAccount() throws {
        let site = try MockEntra().site
        let request: Parameters = ["scope": usualScope, "domain_hint": "consumers"]
        #expect(try site.signIn(.mobile, request).outcome == .page(.username))
        #expect(try site.signIn(.mobile, request, as: "ada@outlook.com").fields["code"] != nil)
    }

    @Test("The parameter login_hint selects the account that it names", arguments: two)
    func loginHintSelectsAccount(_ user: String) throws {
        let site = try MockEntra().site
        let browser = try browser(site, PromptTests.two)
        let response = try browser.open(.mobile, ["scope": usualScope, "login_hint": user])
        let tokens = try site.token(Client.mobile.redemption(try #require(response.fields["code"])))
        #expect(try Token(tokens["id_token"])["preferred_username"] == user)
    }

    @Test("The parameter sid selects a session, and login_hint may not accompany sid")
    func sidSelectsSession() throws {
        let site = try MockEntra().site
        let browser = Browser(site)
        var sessions: [String] = []
        for user in PromptTests.two {
            let target = "\(Site.path("authorize", "common"))?\(Client.mobile.request(["scope": usualScope]).encoded)"
            let response = try browser.post(
                target, [("loginfmt", user), ("passwd", "Understudy!1"), ("consent", "accept")])
            sessions.append(try #require(response.fields["session_state"]))
        }
        #expect(Set(sessions).count == 2)
        let bySession: Parameters = ["scope": usualScope, "prompt": "none", "sid": sessions[1]]
        #expect(try browser.open(.mobile, bySession).fields["session_state"] == sessions[1])
        let both = bySession.with(["login_hint": PromptTests.two[1]])
        #expect(try browser.open(.mobile, both).outcome == .redirectedError("invalid_request", 90005))
    }

    @Test("A sid of a session that cannot be used at the tenant is reported as such")
    func reportsUnusableSession() throws {
        let browser = try browser(MockEntra().site, ["alex@contoso.com"])
        let session = try #require(try browser.open(.mobile, ["scope": usualScope]).fields["session_state"])
        let request: Parameters = ["scope": "openid", "prompt": "none", "sid": session]
        let response = try browser.open(.mobile, request, tenant: "fabrikam.com")
        #expect(response.outcome == .redirectedError("interaction_required", 16002))
    }

    @Test("With users signed in, the error of a foreign login_hint says that none of them matches, msal.js#623")
    func namesForeignLoginHint() throws {
        let site = try MockEntra().site
        let request: Parameters = ["scope": usualScope, "prompt": "none", "login_hint": "adele@contoso.com"]
        let text = "none of the currently signed in user(s) match the requested login hint"
        let signedIn = try browser(site, PromptTests.one).open(.mobile, request).fields["error_description"]
        #expect(signedIn?.contains(text) == true)
        let signedOut = try Browser(site).open(.mobile, request).fields["error_description"]
        #expect(signedOut?.contains("no user is signed in") == true)
    }

    @Test("The limit max_age is measured by the clock, and auth_time is the time of the sign-in")
    func maxAgeFollowsClock() throws {
        let entra = try MockEntra()
        let browser = try browser(entra.site, PromptTests.one)
        entra.clock.advance(seconds: 61)
        let request: Parameters = ["scope": usualScope, "max_age": "60"]
        #expect(try browser.open(.mobile, request).outcome == .page(.password))
        let silent = try browser.open(.mobile, request.with(["prompt": "none"]))
        #expect(silent.outcome == .redirectedError("login_required", 50058))
        let response = try browser.open(.mobile, request.with(["max_age": "61"]))
        let tokens = try entra.site.token(Client.mobile.redemption(try #require(response.fields["code"])))
        #expect(try Token(tokens["id_token"]).number("auth_time") == MockEntra.start.seconds)
    }

    @Test("A new sign-in renews auth_time")
    func newSignInRenewsAuthTime() throws {
        let entra = try MockEntra()
        let browser = try browser(entra.site, PromptTests.one)
        entra.clock.advance(seconds: 100)
        try browser.open(
            .mobile, ["scope": usualScope, "prompt": "login", "login_hint": "alex@contoso.com", "max_age": "9"])
        try browser.press(filling: ["passwd": "Understudy!1"])
        let response = try browser.press("idBtn_Back")
        let tokens = try entra.site.token(Client.mobile.redemption(try #require(response.fields["code"])))
        #expect(try Token(tokens["id_token"]).number("auth_time") == MockEntra.start.seconds + 100)
    }

    @Test("The opaque login_hint claim is valid as login_hint")
    func acceptsOpaqueLoginHintClaim() throws {
        let site = try Lab.entra().site
        let tokens = try site.tokens(Lab.claims, ["scope": "openid profile api://claims/read"], tenant: "contoso.com")
        let hint = try #require(try Token(tokens["id_token"])["login_hint"])
        #expect(!hint.contains("alex"))
        let response = try Browser(site).open(
            Lab.claims, ["scope": "openid", "login_hint": hint], tenant: "contoso.com")
        #expect(response.page.kind == .password)
        #expect(response.page.element(id: "displayName")?.text == "alex@contoso.com")
    }

    @Test(
        "With prompt=none, the server redirects with interaction_required if consent is missing",
        arguments: [
            ("consent missing", "openid Mail.Read", "interaction_required", 65001),
            ("an administrator's permission", "api://orders/Orders.Manage", "interaction_required", 65001),
        ])
    func silentRequestReportsMissingConsent(_ name: String, _ scope: String, _ error: String, _ code: Int) throws {
        let browser = try browser(MockEntra().site, PromptTests.one)
        let response = try browser.open(.mobile, ["scope": scope, "prompt": "none"])
        #expect(response.outcome == .redirectedError(error, code))
        #expect(response.fields["suberror"] == "consent_required")
    }

    @Test("With prompt=none, the server accepts no credentials")
    func silentRequestIgnoresCredentials() throws {
        let response = try MockEntra().site.signIn(.mobile, ["scope": usualScope, "prompt": "none"])
        #expect(response.outcome == .redirectedError("login_required", 50058))
    }

    @Test("With prompt=login, the server asks for the password even if the form names a signed-in account")
    func promptLoginIgnoresSessions() throws {
        let browser = try browser(MockEntra().site, PromptTests.one)
        try browser.open(.mobile, ["scope": usualScope, "prompt": "login"])
        let form = try #require(browser.page.forms.first)
        let flow = try #require(browser.page.control(name: "flowToken")?.value)
        let response = try browser.post(form.action, [("flowToken", flow), ("account", "alex@contoso.com")])
        #expect(response.outcome == .page(.password))
    }

    @Test(
        "With prompt=none, the server shows no page, whatever the form contains",
        arguments: [
            ["loginfmt": "alex@contoso.com"], ["loginfmt": "alex@contoso.com", "passwd": "wrong"],
            ["loginfmt": "nobody@contoso.com", "passwd": "x"],
            ["loginfmt": "alex@contoso.com", "passwd": "Understudy!1"],
            ["pageAction": "other"], ["flowToken": "x", "passwd": "y"],
        ] as [Parameters])
    func silentRequestNeverShowsPage(_ fields: Parameters) throws {
        let request = Client.mobile.request(["scope": usualScope, "prompt": "none"])
        let response = try MockEntra().site.post("\(Site.path("authorize", "common"))?\(request.encoded)", fields)
        #expect(response.outcome == .redirectedError("login_required", 50058))
    }

    @Test(
        "An account that is disabled or removed after the sign-in has no session",
        arguments: [", accountEnabled: false", nil])
    func endsSessionOfDisabledOrRemovedAccount(_ change: String?) throws {
        func yaml(_ user: String) -> String {
            """
            tenants:
              - id: \(Seed.contoso)
                domains: [contoso.com]
                users: [{userPrincipalName: adele@contoso.com, password: Understudy!1}\(user)]
                applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}]
            """
        }
        let entra = try MockEntra(yaml: yaml(", {userPrincipalName: alex@contoso.com, password: Understudy!1}"))
        let browser = Browser(entra.site)
        try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        entra.replaceDirectory(
            try MockEntra.directory(
                yaml(change.map { ", {userPrincipalName: alex@contoso.com, password: Understudy!1\($0)}" } ?? "")))
        #expect(try browser.press("idBtn_Back").page.kind == .username)
        #expect(try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com").page.kind == .username)
    }

    @Test(
        "Automatic sign-in signs in the hinted user without a page, except with prompt=none",
        arguments: [("alex@contoso.com", true), ("nobody@contoso.com", false), ("dora@contoso.com", false)])
    func signsInAutomatically(_ user: String, _ isSignedIn: Bool) throws {
        let site = try Lab.entra().site
        let response = try Browser(site).open(
            Lab.automatic, ["scope": "openid User.Read api://orders/Orders.Read", "login_hint": user],
            tenant: "contoso.com")
        #expect((response.outcome == .redirected) == isSignedIn)
        let silent = try Browser(site).open(
            Lab.automatic, ["scope": "openid", "login_hint": user, "prompt": "none"], tenant: "contoso.com")
        #expect(silent.outcome == .redirectedError("login_required", 50058))
    }

    @Test("Automatic consent does not cover permissions that need an administrator")
    func automaticConsentExcludesAdminPermissions() throws {
        let site = try Lab.entra().site
        let response = try Browser(site).open(
            Lab.automatic, ["scope": "api://orders/Orders.Manage", "login_hint": "alex@contoso.com"],
            tenant: "contoso.com")
        #expect(response.outcome == .page(.adminApproval))
    }
}
