import Crypto
import Entra
import Formats
import Testing

/// Tests the browser sign-in of a federated user at the stand-in or at another identity provider.
@Suite struct PassiveSignInTests {
    private static let request: Parameters = ["scope": "openid profile api://orders/Orders.Read"]

    /// Starts a sign-in up to the form for the provider.
    private func start(
        _ username: String, _ entra: MockEntra, _ more: Parameters = [:], tenant: String = "contoso.com"
    ) throws -> Browser {
        let browser = Browser(entra.site)
        try browser.open(.mobile, PassiveSignInTests.request.with(more), tenant: tenant)
        try browser.press(filling: ["loginfmt": username])
        return browser
    }

    /// Submits a self-submitting form.
    @discardableResult
    private func submitForm(_ browser: Browser) throws -> TestResponse {
        let form = try #require(browser.page.forms.first)
        let fields = form.controls.filter { !$0.name.isEmpty }.map { ($0.name, $0.value) }
        return try browser.post(
            form.action.replacing(MockEntra.origin, with: ""), fields,
            headers: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")])
    }

    @Test(
        "The stand-in asks for the password, and the application receives its code",
        arguments: ["contoso.com", "common"])
    func signsInAtStandIn(_ tenant: String) throws {
        let entra = try Federated.entra()
        let browser = try start("Fred@federated.contoso.com", entra, tenant: tenant)
        #expect(browser.page.forms.first?.action == "\(MockEntra.origin)/adfs/ls/")
        try submitForm(browser)
        #expect(browser.page.kind == .password)
        try browser.press(filling: ["passwd": "wrong"])
        #expect(browser.page.kind == .password)
        #expect(browser.page.element(id: "passwordError")?.text.hasPrefix("Incorrect user ID or password") == true)
        try browser.press(filling: ["passwd": "Under & <study>!"])
        #expect(browser.page.forms.first?.action == "/login.srf")
        try submitForm(browser)
        try submitForm(browser)
        #expect(browser.page.kind == .staySignedIn)
        try browser.press()
        let code = try #require(browser.response?.fields["code"])
        let tokens = try entra.site.token(Client.mobile.redemption(code), tenant: tenant)
        #expect(try Token(tokens["id_token"])["preferred_username"] == "fred@federated.contoso.com")
        let silent = PassiveSignInTests.request.with(["prompt": "none"])
        #expect(try browser.open(.mobile, silent, tenant: tenant).outcome == .redirected)
    }

    @Test("The journal records the redirects through the provider as pages and only the final response as a success")
    func recordsProviderHopsAsPages() throws {
        let entra = try Federated.entra()
        let browser = try start("fred@federated.contoso.com", entra)
        try submitForm(browser)
        try browser.press(filling: ["passwd": "Under & <study>!"])
        try submitForm(browser)
        try submitForm(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        #expect(browser.response?.fields["code"] != nil)
        let entries = try entra.site.get("/_understudy/requests").json?["requests"]?.array ?? []
        let hops = entries.filter { $0["page"]?.string == "formPost" }
        #expect(hops.map { $0["endpoint"]?.string } == ["authorize", "signinpage", "federation"])
        #expect(hops.allSatisfy { $0["response"]?["parameters"] == nil && $0["outcome"]?.string == "page" })
        let successes = entries.filter { $0["outcome"]?.string == "success" }
        #expect(successes.map { $0["endpoint"]?.string } == ["authorize"])
    }

    @Test("A version 1 token of a federated user has the authentication method fed")
    func reportsFederatedMethodInVersion1() throws {
        let entra = try Federated.entra()
        let browser = Browser(entra.site)
        let hint: Parameters = ["resource": "api://orders", "login_hint": "pat@partner.contoso.com"]
        try browser.open("\(Site.path("authorize", "contoso.com", .v1))?\(Client.mobile.request(hint).encoded)")
        let form = try #require(browser.page.forms.first)
        #expect(form.action == "https://sts.partner.example/ls/?x=1")
        #expect(browser.page.control(name: "wtrealm")?.value == "urn:federation:MicrosoftOnline")
        #expect(browser.page.control(name: "username")?.value == "pat@partner.contoso.com")
        try postAssertion(PartnerAssertion().signed(), browser)
        try submitForm(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        let code = try #require(browser.response?.fields["code"])
        let tokens = try entra.site.token(Client.mobile.redemption(code), tenant: "contoso.com", .v1)
        #expect(try Token(tokens["id_token"]).list("amr") == ["fed"])
    }

    /// Posts the response of the partner's provider from the provider's own site.
    @discardableResult
    private func postAssertion(
        _ assertion: String, _ browser: Browser, context: String? = nil, trust: WSTrustVersion = .v2005
    ) throws -> TestResponse {
        let context = try context ?? #require(browser.page.control(name: "wctx")?.value)
        let result = """
            <t:RequestSecurityTokenResponse xmlns:t="\(trust.namespace)"><t:RequestedSecurityToken>\(assertion)\
            </t:RequestedSecurityToken></t:RequestSecurityTokenResponse>
            """
        return try browser.post(
            "/login.srf", [("wa", "wsignin1.0"), ("wresult", result), ("wctx", context)],
            headers: [("Origin", "https://sts.partner.example"), ("Sec-Fetch-Site", "cross-site")])
    }

    @Test("A provider response that arrives after a reset is rejected")
    func rejectsProviderResponseAfterReset() throws {
        let entra = try Federated.entra()
        let browser = try start("pat@partner.contoso.com", entra)
        #expect(try entra.site.control("POST", "reset").status == 204)
        #expect(try postAssertion(PartnerAssertion().signed(), browser).code == 50089)
    }

    @Test("A provider response is accepted after a sign-in in another window")
    func acceptsProviderResponseAfterOtherSignIn() throws {
        let browser = try start("pat@partner.contoso.com", Federated.entra())
        let context = try #require(browser.page.control(name: "wctx")?.value)
        try browser.open(.mobile, PassiveSignInTests.request, tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        let response = try postAssertion(PartnerAssertion().signed(), browser, context: context)
        #expect(response.page.control(name: "flowToken") != nil)
    }

    @Test(
        "A provider response is accepted in each WS-Trust and SAML version", arguments: WSTrustVersion.allCases,
        SAMLAssertion.Version.allCases)
    func acceptsResponsesOfEveryVersion(_ trust: WSTrustVersion, _ version: SAMLAssertion.Version) throws {
        let browser = try start("pat@partner.contoso.com", Federated.entra())
        let response = try postAssertion(PartnerAssertion(version).signed(), browser, trust: trust)
        #expect(response.page.control(name: "flowToken") != nil)
    }

    @Test("An invalid provider response leads to an error page with its own code")
    func showsErrorPageForInvalidResponse() throws {
        let entra = try Federated.entra()
        let pat = "pat@partner.contoso.com"
        #expect(try postAssertion("<a/>", start(pat, entra)).outcome == .errorPage(50008))
        let other = try PartnerAssertion().signed(by: Assertion.otherKey.get())
        #expect(try postAssertion(other, start(pat, entra)).outcome == .errorPage(50006))
        let disabled = try PartnerAssertion(user: "paul@partner.contoso.com", immutableID: "cGF1bA==").signed()
        #expect(try postAssertion(disabled, start(pat, entra)).outcome == .errorPage(50057))
        let valid = try PartnerAssertion().signed()
        #expect(try postAssertion(valid, start(pat, entra), context: "x").outcome == .errorPage(165000))
        #expect(try postAssertion(valid, start(pat, entra), context: "").outcome == .errorPage(165000))
        let otherContext = try #require(start(pat, entra).page.control(name: "wctx")?.value)
        #expect(try postAssertion(valid, start(pat, entra), context: otherContext).outcome == .errorPage(165000))
        let expired = try start(pat, entra)
        entra.clock.advance(seconds: 3601)
        #expect(try postAssertion(valid, expired).outcome == .errorPage(50089))
    }

    @Test("The page of the stand-in has the user name, and Cancel returns an error to the application")
    func cancelsAtStandIn() throws {
        let browser = try start("fred@federated.contoso.com", Federated.entra())
        try submitForm(browser)
        #expect(browser.page.control(id: "userNameInput")?.value == "fred@federated.contoso.com")
        #expect(try browser.press().page.element(id: "passwordError")?.text == "Please enter your password.")
        try browser.press("idBtn_Back")
        #expect(browser.page.forms.first?.action.hasPrefix("/contoso.com/oauth2/v2.0/authorize") == true)
        let response = try submitForm(browser)
        #expect(response.outcome == .redirectedError("access_denied", 65004))
        #expect(response.fields["error_subcode"] == "cancel")
        try browser.open("/adfs/ls/?wa=wsignin1.0&wtrealm=urn%3Afederation%3AMicrosoftOnline&wctx=c")
        #expect(try browser.press("idBtn_Back").outcome == .errorPage(165000))
    }

    @Test("An expired password of a federated user cannot be changed here")
    func rejectsExpiredFederatedPassword() throws {
        let browser = try start("eva@federated.contoso.com", Federated.entra())
        try submitForm(browser)
        try browser.press(filling: ["passwd": "Understudy!1"])
        try submitForm(browser)
        #expect(try submitForm(browser).outcome == .errorPage(50144))
    }

    @Test(
        "The request to the provider states how recent the sign-in must be",
        arguments: [
            ([:], nil), (["prompt": "login"], "0"), (["max_age": "0"], "0"), (["max_age": "7230"], "120"),
            (["prompt": "login", "max_age": "7200"], "0"), (["prompt": "consent"], nil),
        ] as [(Parameters, String?)])
    func sendsRequiredFreshnessToProvider(_ more: Parameters, _ minutes: String?) throws {
        let browser = try start("pat@partner.contoso.com", Federated.entra(), more)
        #expect(browser.page.control(name: "wfresh")?.value == minutes)
    }

    @Test(
        "The authentication time is the provider's, and a sign-in that is too old is rejected",
        arguments: [
            (["max_age": "7200"], 3_600, nil), (["max_age": "3600"], 3_901, 50008), (["max_age": "0"], 301, 50008),
            (["max_age": "0"], 299, nil), (["prompt": "login"], 3_600, 50008), ([:], 86_400, nil),
        ] as [(Parameters, Int64, Int?)])
    func usesAuthenticationTimeOfProvider(_ more: Parameters, _ age: Int64, _ code: Int?) throws {
        let entra = try Federated.entra()
        let browser = try start("pat@partner.contoso.com", entra, more)
        let instant = MockEntra.start.adding(seconds: -age)
        let response = try postAssertion(
            PartnerAssertion().with { $0.authenticationInstant = instant }.signed(), browser)
        if let code {
            #expect(response.outcome == .errorPage(code))
            return
        }
        try submitForm(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        guard !more.encoded.isEmpty else { return }
        let tokens = try entra.site.token(
            Client.mobile.redemption(try #require(browser.response?.fields["code"])), tenant: "contoso.com")
        #expect(try Token(tokens["id_token"]).number("auth_time") == instant.seconds)
        let silent: Parameters = ["prompt": "none", "max_age": String(age - 1)]
        let again = try browser.open(.mobile, PassiveSignInTests.request.with(silent), tenant: "contoso.com")
        #expect(again.code == 50058)
    }

    @Test("An authentication time in the future becomes the current time")
    func limitsFutureAuthenticationTimeToNow() throws {
        let entra = try Federated.entra()
        let browser = try start("pat@partner.contoso.com", entra, ["max_age": "60"])
        let instant = MockEntra.start.adding(seconds: 3_600)
        try postAssertion(PartnerAssertion().with { $0.authenticationInstant = instant }.signed(), browser)
        try submitForm(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        let tokens = try entra.site.token(
            Client.mobile.redemption(try #require(browser.response?.fields["code"])), tenant: "contoso.com")
        #expect(try Token(tokens["id_token"]).number("auth_time") == MockEntra.start.seconds)
    }

    @Test(
        "An unknown user of a federated domain is sent to the provider",
        arguments: ["contoso.com", "common"])
    func sendsUnknownUserToProviderOfDomain(_ tenant: String) throws {
        let entra = try Federated.entra()
        let browser = try start("new@partner.contoso.com", entra, tenant: tenant)
        #expect(browser.page.forms.first?.action == "https://sts.partner.example/ls/?x=1")
        #expect(browser.page.control(name: "username")?.value == "new@partner.contoso.com")
        let unknown = try PartnerAssertion(user: "new@partner.contoso.com", immutableID: "bmV3").signed()
        #expect(try postAssertion(unknown, browser).outcome == .errorPage(51004))
        let hinted = Browser(entra.site)
        let hint: Parameters = ["login_hint": "new@federated.contoso.com"]
        try hinted.open(.mobile, PassiveSignInTests.request.with(hint), tenant: tenant)
        #expect(hinted.page.forms.first?.action == "\(MockEntra.origin)/adfs/ls/")
        let newUser = try start("new@contoso.com", entra, tenant: tenant)
        #expect(newUser.page.kind == .username && newUser.response?.code == 50034)
    }

    @Test("A sign-in of any age is acceptable at the earliest date of the clock")
    func acceptsAnyAgeAtClockStart() throws {
        let entra = try Federated.entra()
        try entra.site.adjust(#"{"frozen":"1970-01-01T00:00:00Z"}"#)
        let browser = Browser(entra.site)
        let request: Parameters = ["login_hint": "fred@federated.contoso.com", "max_age": "\(Int64.max)"]
        try browser.open(.mobile, PassiveSignInTests.request.with(request), tenant: "contoso.com")
        #expect(browser.page.forms.first?.action == "\(MockEntra.origin)/adfs/ls/")
    }

    @Test("A domain hint leads to the provider if the request names no user")
    func domainHintLeadsToProvider() throws {
        let entra = try Federated.entra()
        let browser = Browser(entra.site)
        let hint: Parameters = ["domain_hint": "Partner.contoso.com"]
        try browser.open(.mobile, PassiveSignInTests.request.with(hint), tenant: "organizations")
        #expect(browser.page.forms.first?.action == "https://sts.partner.example/ls/?x=1")
        #expect(browser.page.control(name: "username") == nil)
        try postAssertion(PartnerAssertion().signed(), browser)
        try submitForm(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        #expect(browser.response?.fields["code"] != nil)
        for other: Parameters in [["domain_hint": "contoso.com"], ["domain_hint": "nowhere.example"]] {
            let managed = Browser(entra.site)
            try managed.open(.mobile, PassiveSignInTests.request.with(other), tenant: "organizations")
            #expect(managed.page.kind == .username)
        }
        let named = Browser(entra.site)
        let both = hint.with(["login_hint": "alex@contoso.com"])
        try named.open(.mobile, PassiveSignInTests.request.with(both), tenant: "organizations")
        #expect(named.page.kind == .password)
    }

    @Test("A password in the authorization request of a federated user is ignored")
    func ignoresPostedPasswordOfFederatedUser() throws {
        let response = try Federated.entra().site.signIn(
            .mobile, PassiveSignInTests.request, as: "fred@federated.contoso.com", password: "Under & <study>!",
            tenant: "contoso.com")
        #expect(response.page.forms.first?.action == "\(MockEntra.origin)/adfs/ls/")
    }

    @Test("The stand-in's page requires a sign-in request from Entra and asks for a missing user name")
    func standInRequiresValidSignInRequest() throws {
        let site = try Federated.entra().site
        let realm = "wtrealm=urn%3Afederation%3AMicrosoftOnline"
        #expect(try site.get("/adfs/ls/?wa=wsignin1.0").outcome == .errorPage(900144))
        #expect(try site.get("/adfs/ls/?wa=wsignout1.0&\(realm)").outcome == .errorPage(90100))
        #expect(try site.get("/adfs/ls/?wa=wsignin1.0&wtrealm=urn%3Aother").outcome == .errorPage(90100))
        let browser = Browser(site)
        try browser.open("/adfs/ls/?wa=wsignin1.0&\(realm)&wctx=c")
        #expect(browser.page.kind == .username)
        try browser.press(filling: ["loginfmt": "fred@federated.contoso.com"])
        #expect(browser.page.kind == .password)
        let form = try #require(browser.page.forms.first)
        let foreign = try browser.post(
            form.action, [("passwd", "x")],
            headers: [("Origin", "https://evil.test"), ("Sec-Fetch-Site", "cross-site")])
        #expect(foreign.status == 403)
    }
}
