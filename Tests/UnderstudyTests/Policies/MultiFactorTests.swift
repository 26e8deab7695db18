import Directory
import Entra
import Formats
@testable import Protocol
import Store
import Testing
@testable import Understudy

/// The second factor: codes known, timed and sent; and its registration.
@Suite struct MultiFactorTests {
    private func site() throws -> Site { try PolicyLab.entra().site }

    @Test("a fixed code, page by page; the token tells of it")
    func fixedCode() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .oneTimeCode)
        try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "000000"])
        #expect(browser.page.kind == .oneTimeCode)
        #expect(browser.page.element(id: "idSpan_SAOTCC_Error_OTC") != nil)
        let answer = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": " 123 456"])
        let code = try #require(answer.response["code"])
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let token = try Token(tokens["access_token"] ?? "")
        #expect(token.list("amr") == ["pwd", "otp", "mfa"])
        // The session has it, so the next application does not ask.
        let next = try browser.open(
            PolicyLab.web, PolicyLab.scope("mfa").with(["prompt": "none"]), tenant: PolicyLab.tenantName)
        #expect(next.response["code"] != nil)
        // A new sign-in is asked again.
        try browser.open(
            PolicyLab.app, PolicyLab.scope("mfa").with(["prompt": "login"]), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .oneTimeCode)
    }

    @Test("a script sends the code along")
    func script() throws {
        let site = try site()
        #expect(try PolicyLab.post(site, "mfa", as: "alex", ["otc": "123456"]).response["code"] != nil)
        #expect(try PolicyLab.post(site, "mfa", as: "alex", ["otc": "123457"]).page.kind == .oneTimeCode)
    }

    @Test("a code of an authenticator app is good once and for about a minute")
    func timedCode() throws {
        let entra = try PolicyLab.entra()
        let secret = Array("12345678901234567890".utf8)
        let now = TimedCode.at(entra.clock.now(), secret: secret)
        #expect(try PolicyLab.post(entra.site, "mfa", as: "totp", ["otc": now]).response["code"] != nil)
        #expect(try PolicyLab.post(entra.site, "mfa", as: "totp", ["otc": now]).page.kind == .oneTimeCode)
        let next = TimedCode.at(Timestamp(seconds: entra.clock.now().seconds + 30), secret: secret)
        #expect(try PolicyLab.post(entra.site, "mfa", as: "totp", ["otc": next]).response["code"] != nil)
        let late = TimedCode.at(Timestamp(seconds: entra.clock.now().seconds - 60), secret: secret)
        #expect(try PolicyLab.post(entra.site, "mfa", as: "totp", ["otc": late]).page.kind == .oneTimeCode)
    }

    @Test(
        "codes are those of RFC 6238, Appendix B",
        arguments: zip([59, 1_111_111_109, 20_000_000_000], ["287082", "081804", "353130"]))
    func timedCodes(time: Int64, code: String) {
        #expect(TimedCode.at(Timestamp(seconds: time), secret: Array("12345678901234567890".utf8)) == code)
    }

    @Test("a code is sent on request, and another one after that")
    func sentCode() throws {
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
        let answer = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": third.code])
        #expect(answer.response["code"] != nil)
    }

    @Test("who has no method registers one, which then stays")
    func registration() throws {
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
        #expect(try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": sent.code]).response["code"] != nil)
        let other = Browser(entra.site)
        try other.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try other.enter("none@contoso.com")
        #expect(other.page.kind == .proofChoice)
    }

    @Test("too many codes sent are refused")
    func tooManySent() throws {
        let site = try site()
        var answer = try PolicyLab.post(site, "mfa", as: "phone", ["proof": "1"])
        #expect(answer.page.kind == .oneTimeCode)
        for _ in 0..<10 { answer = try PolicyLab.post(site, "mfa", as: "phone", ["proof": "1"]) }
        #expect(answer.code == 50088)
    }

    @Test("a code sent to one person is no proof of another")
    func codeOfAnother() throws {
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

    @Test("Cancel tells the application")
    func cancel() throws {
        for api in ["mfa", "terms"] {
            let browser = Browser(try site())
            try browser.open(PolicyLab.app, PolicyLab.scope(api), tenant: PolicyLab.tenantName)
            try browser.enter("alex@contoso.com")
            let answer = try browser.press(api == "mfa" ? "idBtn_Back" : "btnDecline")
            #expect(answer.response["error"] == "access_denied")
            #expect(answer.response["error_subcode"] == "cancel")
        }
    }
}
