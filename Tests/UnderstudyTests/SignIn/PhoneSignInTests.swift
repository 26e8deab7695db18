import Entra
import Formats
import Testing

/// Tests the passwordless sign-in with Microsoft Authenticator (docs/reference/protocol.md#phone-sign-in).
@Suite struct PhoneSignInTests {
    private static func waiting(_ entra: MockEntra, api: String = "mfa") throws -> Browser {
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope(api), tenant: PolicyLab.tenantName)
        try browser.press(filling: ["loginfmt": "keyless@contoso.com"])
        #expect(browser.page.element(id: "idRemoteNGC_DisplaySign") != nil)
        return browser
    }

    private static func answer(_ site: Site, _ browser: Browser, _ answer: String = "approve") throws {
        let number = browser.page.element(id: "idRemoteNGC_DisplaySign")?.text ?? ""
        let body = #"{"to":"keyless@contoso.com","answer":"\#(answer)","number":"\#(number)"}"#
        #expect(try site.control("POST", "outbox/answer", body).status == 200)
    }

    @Test("An approval signs in with several factors and without a password")
    func signsInAfterApproval() throws {
        let entra = try PolicyLab.entra()
        let browser = try PhoneSignInTests.waiting(entra)
        try browser.press()
        #expect(browser.page.element(id: "idRemoteNGC_DisplaySign") != nil)
        try PhoneSignInTests.answer(entra.site, browser)
        let code = try #require(try browser.press().fields["code"])
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        #expect(try Token(tokens["access_token"] ?? "").list("amr") == ["rsa", "mfa"])
    }

    @Test("A denial and the end of the time show a button that sends another notification")
    func sendsAgain() throws {
        let entra = try PolicyLab.entra()
        let browser = try PhoneSignInTests.waiting(entra)
        try PhoneSignInTests.answer(entra.site, browser, "deny")
        try browser.press()
        #expect(browser.page.element(id: "idDiv_SAASDS_Title") != nil)
        try browser.press()
        entra.clock.advance(seconds: 60)
        try browser.press()
        #expect(browser.page.element(id: "idDiv_SAASTO_Title") != nil)
        try browser.press()
        try PhoneSignInTests.answer(entra.site, browser)
        #expect(try browser.press().fields["code"] != nil)
    }

    @Test("An approval signs in once: an old copy of the page gets nothing")
    func usesApprovalOnce() throws {
        let entra = try PolicyLab.entra()
        let browser = try PhoneSignInTests.waiting(entra)
        let form = try #require(browser.page.forms.first)
        let fields = form.submission(
            pressing: browser.page.control(id: "idSIButton9"), filling: [:], ticking: [], unticking: [])
        try PhoneSignInTests.answer(entra.site, browser)
        #expect(try browser.press().fields["code"] != nil)
        try browser.post(form.action, fields)
        #expect(browser.page.element(id: "idDiv_SAASTO_Title") != nil)
    }

    @Test("The link leads to the password, which is one factor")
    func usesPasswordInstead() throws {
        let entra = try PolicyLab.entra()
        let browser = try PhoneSignInTests.waiting(entra)
        try browser.press("idA_PWD_SwitchToPassword")
        #expect(browser.page.kind == .password)
        try browser.press(filling: ["passwd": "Understudy!1"])
        #expect(browser.page.element(id: "idRichContext_DisplaySign") != nil)
    }

    @Test(
        "The sign-in driver approves or denies, and a given password is used",
        arguments: [("", "mfa", 200), (#","mfa":"deny""#, "mfa", 422), (#","password":"Understudy!1""#, "free", 200)])
    func driverAnswers(_ more: String, _ api: String, _ status: Int) throws {
        let site = try PolicyLab.entra().site
        let path =
            "\(Site.path("authorize", PolicyLab.tenantName))?" + PolicyLab.app.request(PolicyLab.scope(api)).encoded
        let body = #"{"authorizeUrl":"\#(path)","user":"keyless@contoso.com"\#(more)}"#
        #expect(try site.control("POST", "signin", body).status == status)
    }
}
