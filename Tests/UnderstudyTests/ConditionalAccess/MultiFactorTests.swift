import Directory
import Entra
import Formats
@testable import Protocol
import Store
import Testing
@testable import Understudy

/// Tests the second factor with configured, time-based and sent codes, and its registration.
@Suite struct MultiFactorTests {
    private func site() throws -> Site { try PolicyLab.entra().site }

    @Test("A configured code is accepted, and the token lists the methods")
    func acceptsConfiguredCodeAndRecordsMethod() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .oneTimeCode)
        try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "000000"])
        #expect(browser.page.kind == .oneTimeCode)
        #expect(browser.page.element(id: "idSpan_SAOTCC_Error_OTC") != nil)
        let response = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": " 123 456"])
        let code = try #require(response.fields["code"])
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let token = try Token(tokens["access_token"] ?? "")
        #expect(token.list("amr") == ["pwd", "otp", "mfa"])
        // The session has the second factor, so the next application does not ask for one.
        let next = try browser.open(
            PolicyLab.web, PolicyLab.scope("mfa").with(["prompt": "none"]), tenant: PolicyLab.tenantName)
        #expect(next.fields["code"] != nil)
        // A new sign-in requires the second factor again.
        try browser.open(
            PolicyLab.app, PolicyLab.scope("mfa").with(["prompt": "login"]), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .oneTimeCode)
    }

    @Test("A sign-in in one post accepts the code along with the password")
    func acceptsCodeInOnePost() throws {
        let site = try site()
        #expect(try PolicyLab.post(site, "mfa", as: "alex", ["otc": "123456"]).fields["code"] != nil)
        #expect(try PolicyLab.post(site, "mfa", as: "alex", ["otc": "123457"]).page.kind == .oneTimeCode)
    }

    /// A null code stands for an issued code.
    @Test(
        "An authentication strength is met by the methods that it lists, and blocks a user who can use none of them",
        arguments: [
            ("strength2", "alex", nil), ("strength3", "alex", 53003), ("strength4", "alex", 53003),
            ("custom", "alex", 53003), ("unknown", "alex", 53003), ("strength2", "mail", 53003),
        ] as [(String, String, Int?)])
    func decidesByMethods(_ api: String, _ user: String, _ code: Int?) throws {
        let response = try PolicyLab.post(try site(), api, as: user, ["otc": "123456"])
        if let code {
            #expect(response.code == code)
        } else {
            #expect(response.fields["code"] != nil)
        }
    }

    @Test("A user with a method of the strength, or without any, is asked for the second factor")
    func asksForMethodOfStrength() throws {
        let site = try site()
        #expect(try PolicyLab.post(site, "custom", as: "phone", [:]).page.kind == .proofChoice)
        #expect(try PolicyLab.post(site, "strength2", as: "none", [:]).page.kind == .proofRegistration)
        #expect(try PolicyLab.post(site, "strength4", as: "none", [:]).code == 53003)
    }

    @Test("A code of an authenticator app is valid once and for about a minute")
    func acceptsAuthenticatorCodeOnceForAMinute() throws {
        let entra = try PolicyLab.entra()
        let secret = Array("12345678901234567890".utf8)
        let now = TimedCode.at(entra.clock.now(), secret: secret)
        #expect(try PolicyLab.post(entra.site, "mfa", as: "totp", ["otc": now]).fields["code"] != nil)
        #expect(try PolicyLab.post(entra.site, "mfa", as: "totp", ["otc": now]).page.kind == .oneTimeCode)
        let next = TimedCode.at(Timestamp(seconds: entra.clock.now().seconds + 30), secret: secret)
        #expect(try PolicyLab.post(entra.site, "mfa", as: "totp", ["otc": next]).fields["code"] != nil)
        let expired = TimedCode.at(Timestamp(seconds: entra.clock.now().seconds - 60), secret: secret)
        #expect(try PolicyLab.post(entra.site, "mfa", as: "totp", ["otc": expired]).page.kind == .oneTimeCode)
    }

    @Test(
        "The codes are those of RFC 6238, Appendix B",
        arguments: zip([59, 1_111_111_109, 20_000_000_000], ["287082", "081804", "353130"]))
    func computesCodesOfRFC6238(time: Int64, code: String) {
        #expect(TimedCode.at(Timestamp(seconds: time), secret: Array("12345678901234567890".utf8)) == code)
    }

    @Test("A code is sent on request and can be sent again")
    func sendsCodeOnRequestAndResends() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("mail@contoso.com")
        #expect(browser.page.kind == .proofChoice)
        #expect(entra.server.outbox.messages(now: entra.clock.now()).isEmpty)
        let tile = try #require(browser.page.control(name: "proof"))
        let form = try #require(browser.page.forms.first)
        try browser.post(form.action, form.submission(pressing: tile, filling: [:], ticking: [], unticking: []))
        #expect(browser.page.kind == .oneTimeCode)
        let first = try #require(entra.server.outbox.messages(to: "mail@contoso.com", now: entra.clock.now()).first)
        try browser.press("idA_SAOTCC_Resend")
        let second = try #require(entra.server.outbox.messages(to: "mail@contoso.com", now: entra.clock.now()).first)
        #expect(entra.server.outbox.messages(now: entra.clock.now()).count == 2)
        if first.code != second.code {
            try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": first.code])
            #expect(browser.page.kind == .oneTimeCode)
        }
        entra.clock.advance(seconds: 1_300)
        try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": second.code])
        #expect(browser.page.element(id: "idSpan_SAOTCC_Error_OTC")?.text.contains("expired") == true)
        try browser.press("idA_SAOTCC_Resend")
        let third = try #require(entra.server.outbox.messages(to: "mail@contoso.com", now: entra.clock.now()).first)
        let response = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": third.code])
        #expect(response.fields["code"] != nil)
    }

    @Test("A user without a method registers one, and the method stays")
    func registersMethodWhenUserHasNone() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("none@contoso.com")
        #expect(browser.page.kind == .proofRegistration)
        try browser.press(filling: ["newProof": "nonsense"])
        #expect(browser.page.element(id: "proofUpMethodError") != nil)
        try browser.press(filling: ["newProof": "+41 44 555 01 99"])
        #expect(browser.page.kind == .oneTimeCode)
        let sent = try #require(entra.server.outbox.messages(now: entra.clock.now()).first)
        #expect(sent.channel == .sms)
        #expect(try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": sent.code]).fields["code"] != nil)
        let other = Browser(entra.site)
        try other.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try other.enter("none@contoso.com")
        #expect(other.page.kind == .proofChoice)
    }

    @Test("A request for too many codes is rejected")
    func rejectsTooManySentCodes() throws {
        let site = try site()
        var response = try PolicyLab.post(site, "mfa", as: "phone", ["proof": "1"])
        #expect(response.page.kind == .oneTimeCode)
        for _ in 0..<10 { response = try PolicyLab.post(site, "mfa", as: "phone", ["proof": "1"]) }
        #expect(response.code == 50088)
    }

    @Test("A code that was sent to one user is invalid for another")
    func rejectsCodeSentToAnotherUser() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("mail@contoso.com")
        let form = try #require(browser.page.forms.first)
        let tile = try #require(browser.page.control(name: "proof"))
        try browser.post(form.action, form.submission(pressing: tile, filling: [:], ticking: [], unticking: []))
        let sent = try #require(entra.server.outbox.messages(now: entra.clock.now()).first)
        let token = browser.page.control(name: "flowToken")?.value ?? ""
        let fields = [("flowToken", token), ("loginfmt", "phone@contoso.com"), ("passwd", "Understudy!1")]
        try browser.post(form.action, fields + [("otc", sent.code)])
        #expect(browser.page.kind == .proofChoice)
    }

    @Test("Cancel returns an error to the application")
    func returnsErrorToApplicationOnCancel() throws {
        for api in ["mfa", "terms"] {
            let browser = Browser(try site())
            try browser.open(PolicyLab.app, PolicyLab.scope(api), tenant: PolicyLab.tenantName)
            try browser.enter("alex@contoso.com")
            let response = try browser.press(api == "mfa" ? "idBtn_Back" : "btnDecline")
            #expect(response.fields["error"] == "access_denied")
            #expect(response.fields["error_subcode"] == "cancel")
        }
    }
}
