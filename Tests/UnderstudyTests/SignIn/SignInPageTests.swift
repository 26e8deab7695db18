import Entra
import Formats
import Testing

/// Tests the sequence of the sign-in pages in a browser without scripts
/// (docs/reference/interface.md#sign-in-and-consent-pages).
@Suite struct SignInPageTests {
    @Test("The pages ask for the user name, password, staying signed in and consent, and return to the application")
    func signsInThroughAllPages() throws {
        let site = try MockEntra().site
        let browser = Browser(site)
        try browser.open(.mobile, ["scope": usualScope, "nonce": "n1"])
        #expect(browser.page.kind == .username)
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        #expect(browser.page.kind == .password)
        #expect(browser.page.element(id: "displayName")?.text == "alex@contoso.com")
        try browser.press(filling: ["passwd": "Understudy!1"])
        #expect(browser.page.kind == .staySignedIn)
        try browser.press("idBtn_Back")
        #expect(browser.page.kind == .consent)
        #expect(browser.page.listedScopes == ["openid", "profile", "offline_access", "api://orders/Orders.Read"])
        let response = try browser.press()
        #expect(response.outcome == .redirected)
        #expect(response.redirect?.base == "http://localhost/")
        #expect(response.fields["state"] == "s1")
        let tokens = try site.token(Client.mobile.redemption(try #require(response.fields["code"])))
        #expect(tokens["scope"] == "api://orders/Orders.Read")
        #expect(try Token(tokens["id_token"])["nonce"] == "n1")
    }

    @Test("Version 1 shows the same pages")
    func showsSamePagesInVersion1() throws {
        let site = try Lab.entra().site
        let browser = Browser(site)
        let request = Lab.listing.request(["resource": "https://legacy.contoso.com/"])
        try browser.open("\(Site.path("authorize", "contoso.com", .v1))?\(request.encoded)")
        try browser.enter("alex@contoso.com")
        try browser.press("idBtn_Back")
        #expect(browser.page.kind == .consent)
        #expect(try browser.press().outcome == .redirected)
    }

    @Test("A posted request is kept through the pages without a longer address")
    func keepsPostedRequestThroughPages() throws {
        let site = try MockEntra().site
        let browser = Browser(site)
        let state = String(repeating: "x", count: 4000)
        let request = Client.mobile.request(["scope": usualScope, "state": state])
        try browser.post(Site.path("authorize", "common"), request.form.fields.map { ($0.name, $0.value) })
        #expect(browser.page.forms.first?.action == "/common/oauth2/v2.0/authorize")
        try browser.enter("alex@contoso.com")
        try browser.press("idBtn_Back")
        #expect(try browser.press().fields["state"] == state)
    }

    struct Identity: Row {
        let name: String
        let client: Client
        let tenant: String
        let user: String
        /// The outcome of submitting the user name.
        let outcome: Outcome
        /// The code of the service's error below the message next to the field.
        var message: Int?

        /// The message next to the field.
        var sentence: String? {
            switch (message, tenant) {
            case (50034, _): "We couldn't find an account with that username."
            case (500208, _):
                user == "ada@outlook.com" ? "Enter a work or school account: " : "Enter a personal account: "
            default: user.isEmpty ? "Enter a valid email address, phone number, or Skype name." : nil
            }
        }
    }

    private static let id = "organizations"

    static let identities: [Identity] = [
        Identity(name: "known", client: .mobile, tenant: "common", user: "alex@contoso.com", outcome: .page(.password)),
        Identity(
            name: "spaces around, other case", client: .mobile, tenant: "common", user: "  ALEX@contoso.com ",
            outcome: .page(.password)),
        Identity(
            name: "unknown name", client: .mobile, tenant: "common", user: "nobody@contoso.com",
            outcome: .page(.username), message: 50034),
        Identity(
            name: "unknown domain", client: .mobile, tenant: "common", user: "alex@nowhere.example",
            outcome: .page(.username), message: 50034),
        Identity(
            name: "no address at all", client: .mobile, tenant: "common", user: "alex", outcome: .page(.username),
            message: 50034),
        Identity(name: "empty", client: .mobile, tenant: "common", user: "", outcome: .page(.username)),
        Identity(
            name: "personal on common", client: .mobile, tenant: "common", user: "ada@outlook.com",
            outcome: .page(.password)),
        Identity(
            name: "personal on consumers", client: .mobile, tenant: "consumers", user: "ada@outlook.com",
            outcome: .page(.password)),
        Identity(
            name: "personal on organizations", client: .mobile, tenant: id, user: "ada@outlook.com",
            outcome: .page(.username), message: 500208),
        Identity(
            name: "personal to a work-only application", client: Lab.organizations, tenant: "common",
            user: "ada@outlook.com", outcome: .page(.username), message: 500208),
        Identity(
            name: "work on consumers", client: .mobile, tenant: "consumers", user: "alex@contoso.com",
            outcome: .page(.username), message: 500208),
        Identity(
            name: "work to a personal-only application", client: Lab.personal, tenant: "common",
            user: "alex@contoso.com", outcome: .page(.username), message: 500208),
        Identity(
            name: "another tenant's", client: .mobile, tenant: "contoso.com", user: "only@fabrikam.com",
            outcome: .errorPage(50020)),
        Identity(
            name: "personal at a tenant", client: .mobile, tenant: "contoso.com", user: "ada@outlook.com",
            outcome: .errorPage(50020)),
        Identity(
            name: "a guest at the host tenant", client: .mobile, tenant: "contoso.com", user: "megan@fabrikam.com",
            outcome: .page(.password)),
        Identity(
            name: "a personal guest", client: .mobile, tenant: "contoso.com", user: "bob@live.com",
            outcome: .page(.password)),
        Identity(
            name: "a guest at home", client: .mobile, tenant: "fabrikam.com", user: "megan@fabrikam.com",
            outcome: .page(.password)),
        Identity(
            name: "a customer at the external tenant", client: Lab.woodgrove, tenant: Seed.woodgrove,
            user: "casey@woodgrove.example", outcome: .page(.password)),
        Identity(
            name: "a customer through common", client: .mobile, tenant: "common", user: "casey@woodgrove.example",
            outcome: .page(.username), message: 50034),
    ]

    @Test("The user name leads to the password page or to an error", arguments: identities)
    func leadsToPasswordOrReportsUserName(_ row: Identity) throws {
        let browser = Browser(try Lab.entra().site)
        try browser.open(row.client, ["scope": "openid"], tenant: row.tenant)
        let response = try browser.press(filling: ["loginfmt": row.user])
        #expect(response.outcome == row.outcome)
        let error = response.page.element(id: "serviceError")?.text
        #expect(error.flatMap { $0.contains("AADSTS\(row.message ?? 0):") } == row.message.map { _ in true })
        #expect(response.page.element(id: "usernameError")?.text == row.sentence)
    }

    @Test(
        "The error page of a foreign account names the identity provider",
        arguments: [
            ("ada@outlook.com", "live.com"), ("only@fabrikam.com", "\(MockEntra.origin)/\(Seed.fabrikam)/"),
        ])
    func namesIdentityProviderOfForeignAccount(_ user: String, _ provider: String) throws {
        let browser = Browser(try Lab.entra().site)
        try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")
        let text = try browser.press(filling: ["loginfmt": user]).page.element(id: "exceptionMessageContainer")?.text
        #expect(
            text?.contains("'\(user)' from identity provider '\(provider)' does not exist in tenant 'Contoso'") == true)
    }

    @Test("A wrong password can be corrected")
    func allowsRetryAfterWrongPassword() throws {
        let browser = Browser(try MockEntra().site)
        try browser.open(.mobile)
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        for password in ["wrong", "understudy!1", "Understudy!1 "] {
            try browser.press(filling: ["passwd": password])
            #expect(browser.page.kind == .password)
            #expect(browser.page.element(id: "serviceError")?.text.hasPrefix("AADSTS50126:") == true)
            #expect(browser.page.element(id: "passwordError")?.text.hasPrefix("Your account or password") == true)
            #expect(browser.page.element(id: "displayName")?.text == "alex@contoso.com")
        }
        #expect(try browser.press(filling: ["passwd": "Understudy!1"]).page.kind == .staySignedIn)
    }

    @Test("An empty password is reported without an error of the service, and does not count as an attempt")
    func reportsEmptyPasswordWithoutCountingIt() throws {
        let browser = Browser(try MockEntra().site)
        try browser.open(.mobile)
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        for _ in 1...12 {
            try browser.press(filling: ["passwd": ""])
            #expect(browser.page.element(id: "passwordError")?.text == "Please enter your password.")
            #expect(browser.page.element(id: "serviceError") == nil)
        }
        #expect(try browser.press(filling: ["passwd": "Understudy!1"]).page.kind == .staySignedIn)
    }

    @Test("With passwords set to any, a user without a password signs in with any one")
    func acceptsAnyPasswordBySetting() throws {
        let browser = Browser(try Lab.entra().site)
        try browser.open(.mobile)
        #expect(try browser.enter("any@contoso.com", "whatever").page.kind == .staySignedIn)
    }

    @Test("A disabled account is reported only after the correct password")
    func reportsDisabledAccountAfterCorrectPassword() throws {
        let browser = Browser(try Lab.entra().site)
        try browser.open(.mobile)
        try browser.enter("dora@contoso.com", "wrong")
        #expect(browser.page.kind == .password)
        #expect(try browser.press(filling: ["passwd": "Understudy!1"]).outcome == .errorPage(50057))
    }

    @Test(
        "An application that requires assignment shows an error page to other users",
        arguments: [
            ("alex@contoso.com", true), ("clerk@contoso.com", true), ("adele@contoso.com", false),
            ("admin@contoso.com", false),
        ])
    func rejectsUnassignedUser(_ user: String, _ isAdmitted: Bool) throws {
        let site = try Lab.entra().site
        let response = try site.signIn(Lab.guarded, ["scope": "openid"], as: user, tenant: "contoso.com")
        #expect(response.outcome == (isAdmitted ? .redirected : .errorPage(50105)))
    }

    @Test("Under prompt=none the application receives the error that the user is not assigned")
    func reportsUnassignedUserUnderPromptNone() throws {
        let site = try Lab.entra().site
        let browser = Browser(site)
        try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")
        try browser.enter("adele@contoso.com")
        let response = try browser.open(Lab.guarded, ["scope": "openid", "prompt": "none"], tenant: "contoso.com")
        #expect(response.outcome == .redirectedError("interaction_required", 50105))
    }

    @Test("Cancel returns an error to the application")
    func returnsErrorToApplicationOnCancel() throws {
        let browser = Browser(try MockEntra().site)
        try browser.open(.mobile)
        let response = try browser.press("idBtn_Back")
        #expect(response.outcome == .redirectedError("access_denied", 65004))
        #expect(response.fields["error_subcode"] == "cancel")
        #expect(response.fields["suberror"] == "cancel")
        #expect(response.fields["state"] == "s1")
    }

    @Test("Back leads from the password page to the user name page and keeps the user name")
    func returnsToUserNamePageOnBack() throws {
        let browser = Browser(try MockEntra().site)
        try browser.open(.mobile)
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        try browser.press("idBtn_Back")
        #expect(browser.page.kind == .username)
        #expect(browser.page.control(id: "i0116")?.value == "alex@contoso.com")
        #expect(try browser.enter("adele@contoso.com").page.kind == .staySignedIn)
        #expect(browser.page.element(id: "displayName")?.text == "adele@contoso.com")
    }

    @Test(
        "A login_hint leads to the password page, and an unknown one fills in the field",
        arguments: [
            ("alex@contoso.com", Page.Kind.password), ("nobody@contoso.com", .username), ("ada@outlook.com", .username),
        ])
    func skipsUserNamePageByLoginHint(_ hint: String, _ kind: Page.Kind) throws {
        let browser = Browser(try MockEntra().site)
        try browser.open(.mobile, ["scope": "openid", "login_hint": hint], tenant: "organizations")
        #expect(browser.page.kind == kind)
        if kind == .username { #expect(browser.page.control(id: "i0116")?.value == hint) }
    }

    /// Tests docs/reference/security-checklist.md#rule-21.
    @Test(
        "Hostile text is escaped",
        arguments: ["\"><img src=x onerror=alert(1)>", "'</input><script>alert(1)</script>", "{{7*7}}&lt;b&gt;"])
    func escapesHostileText(_ text: String) throws {
        let browser = Browser(try Lab.entra().site)
        let html = try browser.open(
            .web, ["scope": "openid", "login_hint": text, "state": text], tenant: "contoso.com"
        ).text
        #expect(browser.page.control(id: "i0116")?.value == text)
        #expect(!html.contains("<img") && !html.contains("<script>alert") && !html.contains("<b>&"))
        try browser.press(filling: ["loginfmt": text])
        #expect(browser.page.kind == .username)
        #expect(!(browser.response?.text.contains("<img") ?? true))
        let page = try browser.open(.mobile, ["scope": "openid", "redirect_uri": "https://evil.test/\(text)"])
        #expect(!page.text.contains("<img") && !page.text.contains("<script>alert"))
    }

    /// Tests docs/reference/security-checklist.md#rule-31 and docs/reference/security-checklist.md#rule-34.
    @Test("Pages cannot be framed, load nothing and send no referrer")
    func setsSecurityHeadersOnPages() throws {
        let site = try MockEntra().site
        let request = Client.mobile.request(["scope": usualScope])
        let pages = [
            try site.get("\(Site.path("authorize", "common"))?\(request.encoded)"),
            try site.get("\(Site.path("authorize", "common"))?\(request.with(["client_id": "x"]).encoded)"),
            try site.signIn(consent: nil), try site.get("/common/oauth2/nativeclient"),
            try site.signIn(.mobile, ["scope": usualScope, "response_mode": "form_post"]),
        ]
        for page in pages {
            #expect(page.header("X-Frame-Options") == "DENY")
            #expect(page.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
            #expect(page.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
            #expect(page.header("Referrer-Policy") == "no-referrer")
            #expect(page.header("Cache-Control") == "no-store")
            #expect(!page.text.contains("src=") && !page.text.contains("<link"))
        }
    }

    @Test("The error page shows the code, the ids and the time")
    func showsCodeIDsAndTimeOnErrorPage() throws {
        let id = "0b6f3f5e-8f0a-4a39-9c55-2d2a3a6e0c00"
        let response = try MockEntra().site.get(
            "/common/oauth2/v2.0/authorize?client_id=x", headers: ["client-request-id": id])
        #expect(response.status == 400)
        let page = response.page
        #expect(
            page.element(id: "exceptionMessageContainer")?.text
                == "AADSTS700016: Application with identifier 'x' was not found in the directory 'common'. This can "
                + "happen if the application has not been installed by the administrator of the tenant or consented "
                + "to by any user in the tenant. You may have sent your authentication request to the wrong tenant.")
        let facts = page.elements.filter { $0.name == "dd" }.map(\.text)
        #expect(facts.first == response.header("x-ms-request-id"))
        #expect(Array(facts.dropFirst().prefix(2)) == [id, "2026-09-21 14:13:20Z"])
    }
}
