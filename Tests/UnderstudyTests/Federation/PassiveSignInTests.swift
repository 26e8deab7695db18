import Crypto
import Entra
import Formats
import Testing

/// A federated user signs in in the browser, at the stand-in or at a provider of its own.
@Suite struct PassiveSignInTests {
    private static let request: Parameters = ["scope": "openid profile api://orders/Orders.Read"]

    /// To the form that is sent to the provider.
    private func start(
        _ username: String, _ entra: MockEntra, _ more: Parameters = [:], tenant: String = "contoso.com"
    ) throws -> Browser {
        let browser = Browser(entra.site)
        try browser.open(.mobile, PassiveSignInTests.request.with(more), tenant: tenant)
        try browser.press(filling: ["loginfmt": username])
        return browser
    }

    /// Sends a form that submits itself.
    @discardableResult
    private func go(_ browser: Browser) throws -> Answer {
        let form = try #require(browser.page.forms.first)
        let fields = form.controls.filter { !$0.name.isEmpty }.map { ($0.name, $0.value) }
        return try browser.post(
            form.action.replacing(MockEntra.origin, with: ""), fields,
            headers: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")])
    }

    @Test(
        "the stand-in asks for the password, and the application gets its code", arguments: ["contoso.com", "common"])
    func standIn(_ tenant: String) throws {
        let entra = try Federated.entra()
        let browser = try start("Fred@federated.contoso.com", entra, tenant: tenant)
        #expect(browser.page.forms.first?.action == "\(MockEntra.origin)/adfs/ls/")
        try go(browser)
        #expect(browser.page.kind == .password)
        try browser.press(filling: ["passwd": "wrong"])
        #expect(browser.page.kind == .password)
        #expect(browser.page.element(id: "passwordError")?.text.hasPrefix("Incorrect user ID or password") == true)
        try browser.press(filling: ["passwd": "Under & <study>!"])
        #expect(browser.page.forms.first?.action == "/login.srf")
        try go(browser)
        try go(browser)
        #expect(browser.page.kind == .staySignedIn)
        try browser.press()
        let code = try #require(browser.answer?.response["code"])
        let tokens = try entra.site.token(Client.mobile.redemption(code), tenant: tenant)
        #expect(try Token(tokens["id_token"])["preferred_username"] == "fred@federated.contoso.com")
        let silent = PassiveSignInTests.request.with(["prompt": "none"])
        #expect(try browser.open(.mobile, silent, tenant: tenant).outcome == .redirected)
    }

    @Test("the journal has the way over the provider as pages, and what goes to the application alone as an answer")
    func journal() throws {
        let entra = try Federated.entra()
        let browser = try start("fred@federated.contoso.com", entra)
        try go(browser)
        try browser.press(filling: ["passwd": "Under & <study>!"])
        try go(browser)
        try go(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        #expect(browser.answer?.response["code"] != nil)
        let entries = try entra.site.get("/_understudy/requests").json?["requests"]?.array ?? []
        let hops = entries.filter { $0["page"]?.string == "formPost" }
        #expect(hops.map { $0["endpoint"]?.string } == ["authorize", "signinpage", "federation"])
        #expect(hops.allSatisfy { $0["response"]?["parameters"] == nil && $0["outcome"]?.string == "page" })
        let answers = entries.filter { $0["outcome"]?.string == "success" }
        #expect(answers.map { $0["endpoint"]?.string } == ["authorize"])
    }

    @Test("version 1 says that the user was federated")
    func methods() throws {
        let entra = try Federated.entra()
        let browser = Browser(entra.site)
        let hint: Parameters = ["resource": "api://orders", "login_hint": "pat@partner.contoso.com"]
        try browser.open("\(Site.path("authorize", "contoso.com", .v1))?\(Client.mobile.request(hint).encoded)")
        let form = try #require(browser.page.forms.first)
        #expect(form.action == "https://sts.partner.example/ls/?x=1")
        #expect(browser.page.control(name: "wtrealm")?.value == "urn:federation:MicrosoftOnline")
        #expect(browser.page.control(name: "username")?.value == "pat@partner.contoso.com")
        try answer(PartnerAssertion().signed(), browser)
        try go(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        let code = try #require(browser.answer?.response["code"])
        let tokens = try entra.site.token(Client.mobile.redemption(code), tenant: "contoso.com", .v1)
        #expect(try Token(tokens["id_token"]).list("amr") == ["fed"])
    }

    /// The partner's provider posts its answer, from its own site.
    @discardableResult
    private func answer(
        _ assertion: String, _ browser: Browser, context: String? = nil, trust: WSTrustVersion = .v2005
    ) throws -> Answer {
        let context = try context ?? #require(browser.page.control(name: "wctx")?.value)
        let result = """
            <t:RequestSecurityTokenResponse xmlns:t="\(trust.namespace)"><t:RequestedSecurityToken>\(assertion)\
            </t:RequestedSecurityToken></t:RequestSecurityTokenResponse>
            """
        return try browser.post(
            "/login.srf", [("wa", "wsignin1.0"), ("wresult", result), ("wctx", context)],
            headers: [("Origin", "https://sts.partner.example"), ("Sec-Fetch-Site", "cross-site")])
    }

    @Test("who was with the provider during a reset comes back too late")
    func reset() throws {
        let entra = try Federated.entra()
        let browser = try start("pat@partner.contoso.com", entra)
        #expect(try entra.site.control("POST", "reset").status == 204)
        #expect(try answer(PartnerAssertion().signed(), browser).code == 50089)
    }

    @Test("a sign-in that another window finished meanwhile is in nobody's way")
    func sideBySide() throws {
        let browser = try start("pat@partner.contoso.com", Federated.entra())
        let context = try #require(browser.page.control(name: "wctx")?.value)
        try browser.open(.mobile, PassiveSignInTests.request, tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        let back = try answer(PartnerAssertion().signed(), browser, context: context)
        #expect(back.page.control(name: "flowToken") != nil)
    }

    @Test("an answer of either version is taken", arguments: WSTrustVersion.allCases, SAMLAssertion.Version.allCases)
    func versions(_ trust: WSTrustVersion, _ version: SAMLAssertion.Version) throws {
        let browser = try start("pat@partner.contoso.com", Federated.entra())
        let answer = try answer(PartnerAssertion(version).signed(), browser, trust: trust)
        #expect(answer.page.control(name: "flowToken") != nil)
    }

    @Test("what fails, fails on a page, each with its code")
    func refused() throws {
        let entra = try Federated.entra()
        let pat = "pat@partner.contoso.com"
        #expect(try answer("<a/>", start(pat, entra)).outcome == .errorPage(50008))
        let other = try PartnerAssertion().signed(by: Assertion.otherKey.get())
        #expect(try answer(other, start(pat, entra)).outcome == .errorPage(50006))
        let disabled = try PartnerAssertion(user: "paul@partner.contoso.com", immutableID: "cGF1bA==").signed()
        #expect(try answer(disabled, start(pat, entra)).outcome == .errorPage(50057))
        let good = try PartnerAssertion().signed()
        #expect(try answer(good, start(pat, entra), context: "x").outcome == .errorPage(165000))
        #expect(try answer(good, start(pat, entra), context: "").outcome == .errorPage(165000))
        let elsewhere = try #require(start(pat, entra).page.control(name: "wctx")?.value)
        #expect(try answer(good, start(pat, entra), context: elsewhere).outcome == .errorPage(165000))
        let late = try start(pat, entra)
        entra.clock.advance(seconds: 3601)
        #expect(try answer(good, late).outcome == .errorPage(50089))
    }

    @Test("back at the stand-in asks for the name again, and cancel there tells the application")
    func givingUp() throws {
        let browser = try start("fred@federated.contoso.com", Federated.entra())
        try go(browser)
        #expect(try browser.press("idBtn_Back").page.kind == .username)
        #expect(browser.page.control(name: "loginfmt")?.value == "fred@federated.contoso.com")
        #expect(try browser.press().page.kind == .password)
        try browser.press("idBtn_Back")
        try browser.press("idBtn_Back")
        #expect(browser.page.forms.first?.action.hasPrefix("/contoso.com/oauth2/v2.0/authorize") == true)
        let answer = try go(browser)
        #expect(answer.outcome == .redirectedError("access_denied", 65004))
        #expect(answer.response["error_subcode"] == "cancel")
        try browser.open("/adfs/ls/?wa=wsignin1.0&wtrealm=urn%3Afederation%3AMicrosoftOnline&wctx=c")
        #expect(try browser.press("idBtn_Back").outcome == .errorPage(165000))
    }

    @Test("an expired password that is the provider's is not changed here")
    func expiredPassword() throws {
        let browser = try start("eva@federated.contoso.com", Federated.entra())
        try go(browser)
        try browser.press(filling: ["passwd": "Understudy!1"])
        try go(browser)
        #expect(try go(browser).outcome == .errorPage(50144))
    }

    @Test(
        "the provider is told how fresh the sign-in has to be",
        arguments: [
            ([:], nil), (["prompt": "login"], "0"), (["max_age": "0"], "0"), (["max_age": "7230"], "120"),
            (["prompt": "login", "max_age": "7200"], "0"), (["prompt": "consent"], nil),
        ] as [(Parameters, String?)])
    func freshness(_ more: Parameters, _ minutes: String?) throws {
        let browser = try start("pat@partner.contoso.com", Federated.entra(), more)
        #expect(browser.page.control(name: "wfresh")?.value == minutes)
    }

    @Test(
        "the time of the sign-in is the provider's, and one that remembered the user against the request is refused",
        arguments: [
            (["max_age": "7200"], 3_600, nil), (["max_age": "3600"], 3_901, 50008), (["max_age": "0"], 301, 50008),
            (["max_age": "0"], 299, nil), (["prompt": "login"], 3_600, 50008), ([:], 86_400, nil),
        ] as [(Parameters, Int64, Int?)])
    func authenticationTime(_ more: Parameters, _ age: Int64, _ code: Int?) throws {
        let entra = try Federated.entra()
        let browser = try start("pat@partner.contoso.com", entra, more)
        let instant = MockEntra.start.adding(seconds: -age)
        let answer = try answer(PartnerAssertion().with { $0.authenticationInstant = instant }.signed(), browser)
        if let code {
            #expect(answer.outcome == .errorPage(code))
            return
        }
        try go(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        guard !more.encoded.isEmpty else { return }
        let tokens = try entra.site.token(
            Client.mobile.redemption(try #require(browser.answer?.response["code"])), tenant: "contoso.com")
        #expect(try Token(tokens["id_token"]).number("auth_time") == instant.seconds)
        let silent: Parameters = ["prompt": "none", "max_age": String(age - 1)]
        let again = try browser.open(.mobile, PassiveSignInTests.request.with(silent), tenant: "contoso.com")
        #expect(again.code == 50058)
    }

    @Test("an assertion of the future is of now")
    func future() throws {
        let entra = try Federated.entra()
        let browser = try start("pat@partner.contoso.com", entra, ["max_age": "60"])
        let instant = MockEntra.start.adding(seconds: 3_600)
        try answer(PartnerAssertion().with { $0.authenticationInstant = instant }.signed(), browser)
        try go(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        let tokens = try entra.site.token(
            Client.mobile.redemption(try #require(browser.answer?.response["code"])), tenant: "contoso.com")
        #expect(try Token(tokens["id_token"]).number("auth_time") == MockEntra.start.seconds)
    }

    @Test(
        "the domain decides where to sign in: who is not in the directory is sent to the provider too",
        arguments: ["contoso.com", "common"])
    func unknownUser(_ tenant: String) throws {
        let entra = try Federated.entra()
        let browser = try start("new@partner.contoso.com", entra, tenant: tenant)
        #expect(browser.page.forms.first?.action == "https://sts.partner.example/ls/?x=1")
        #expect(browser.page.control(name: "username")?.value == "new@partner.contoso.com")
        let unknown = try PartnerAssertion(user: "new@partner.contoso.com", immutableID: "bmV3").signed()
        #expect(try answer(unknown, browser).outcome == .errorPage(51004))
        let hinted = Browser(entra.site)
        let hint: Parameters = ["login_hint": "new@federated.contoso.com"]
        try hinted.open(.mobile, PassiveSignInTests.request.with(hint), tenant: tenant)
        #expect(hinted.page.forms.first?.action == "\(MockEntra.origin)/adfs/ls/")
        let nobody = try start("new@contoso.com", entra, tenant: tenant)
        #expect(nobody.page.kind == .username && nobody.answer?.code == 50034)
    }

    @Test("a sign-in of any age will do, even at the beginning of time")
    func oldest() throws {
        let entra = try Federated.entra()
        try entra.site.steer(#"{"frozen":"1970-01-01T00:00:00Z"}"#)
        let browser = Browser(entra.site)
        let request: Parameters = ["login_hint": "fred@federated.contoso.com", "max_age": "\(Int64.max)"]
        try browser.open(.mobile, PassiveSignInTests.request.with(request), tenant: "contoso.com")
        #expect(browser.page.forms.first?.action == "\(MockEntra.origin)/adfs/ls/")
    }

    @Test("a domain hint leads to the domain's provider, where nobody is named")
    func domainHint() throws {
        let entra = try Federated.entra()
        let browser = Browser(entra.site)
        let hint: Parameters = ["domain_hint": "Partner.contoso.com"]
        try browser.open(.mobile, PassiveSignInTests.request.with(hint), tenant: "organizations")
        #expect(browser.page.forms.first?.action == "https://sts.partner.example/ls/?x=1")
        #expect(browser.page.control(name: "username") == nil)
        try answer(PartnerAssertion().signed(), browser)
        try go(browser)
        if browser.page.kind == .staySignedIn { try browser.press() }
        #expect(browser.answer?.response["code"] != nil)
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

    @Test("a password sent along with the request is not looked at: it is not here")
    func oneShot() throws {
        let answer = try Federated.entra().site.signIn(
            .mobile, PassiveSignInTests.request, as: "fred@federated.contoso.com", password: "Under & <study>!",
            tenant: "contoso.com")
        #expect(answer.page.forms.first?.action == "\(MockEntra.origin)/adfs/ls/")
    }

    @Test("the stand-in's page wants a sign-in of Entra's, and asks for a name where none came")
    func standInRequests() throws {
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
