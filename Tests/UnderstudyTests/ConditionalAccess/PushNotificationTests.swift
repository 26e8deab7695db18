import Directory
import Entra
import Formats
@testable import Protocol
import Store
import Testing
@testable import Understudy

/// Tests the second factor by push notification with number matching, and the choice between several second factors.
@Suite struct PushNotificationTests {
    private static func number(_ browser: Browser) -> String {
        browser.page.element(id: "idRichContext_DisplaySign")?.text ?? ""
    }

    /// Returns a browser at the page that waits for the answer.
    private static func waiting(_ entra: MockEntra, as user: String = "push", api: String = "mfa") throws -> Browser {
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope(api), tenant: PolicyLab.tenantName)
        try browser.enter("\(user)@contoso.com")
        #expect(browser.page.kind == .pushNotification)
        return browser
    }

    private static func answer(_ site: Site, _ body: String) throws -> TestResponse {
        try site.control("POST", "outbox/answer", body)
    }

    private static func approve(
        _ site: Site, _ browser: Browser, as user: String = "push"
    ) throws -> TestResponse {
        try answer(site, #"{"to":"\#(user)@contoso.com","number":"\#(number(browser))"}"#)
    }

    private static func poll(_ browser: Browser, _ token: String) throws -> String? {
        try browser.post("/common/SAS/EndAuth", [("flowToken", token)]).json?["ResultValue"]?.string
    }

    @Test("The page shows a number of two digits, and continues after the number was typed into the app")
    func signsInAfterApproval() throws {
        let entra = try PolicyLab.entra()
        let browser = try PushNotificationTests.waiting(entra)
        let number = PushNotificationTests.number(browser)
        #expect(number.utf8.count == 2 && number.utf8.allSatisfy(ASCII.isDigit))
        let sent = try #require(try entra.site.get("/_understudy/outbox").value["messages"]?.array?.first)
        #expect(sent["to"] == .string("push@contoso.com") && sent["channel"] == .string("push"))
        #expect(sent["code"] == .string(number) && sent["state"] == .string("pending"))
        #expect(sent["application"] == .string("Client"))
        try browser.press()
        #expect(browser.page.kind == .pushNotification)
        #expect(PushNotificationTests.number(browser) == number)
        #expect(try PushNotificationTests.approve(entra.site, browser).value["state"] == .string("approved"))
        let response = try browser.press()
        let code = try #require(response.fields["code"])
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        #expect(try Token(tokens["access_token"] ?? "").list("amr") == ["pwd", "mfa"])
    }

    @Test("The script of the page learns the answer, and no other browser does")
    func reportsAnswerToBrowserOfPage() throws {
        let entra = try PolicyLab.entra()
        for (answer, result) in [("approve", "Success"), ("deny", "PhoneAppDenied")] {
            let browser = try PushNotificationTests.waiting(entra)
            let token = browser.page.control(name: "flowToken")?.value ?? ""
            let number = PushNotificationTests.number(browser)
            #expect(try PushNotificationTests.poll(browser, token) == "AuthenticationPending")
            let body = #"{"to":"push@contoso.com","answer":"\#(answer)","number":"\#(number)"}"#
            #expect(try PushNotificationTests.answer(entra.site, body).status == 200)
            #expect(try PushNotificationTests.poll(browser, token) == result)
            #expect(try PushNotificationTests.poll(Browser(entra.site), token) == nil)
        }
    }

    @Test("A wrong number and a denial deny the sign-in, and another request can be sent")
    func wrongNumberDenies() throws {
        let entra = try PolicyLab.entra()
        let browser = try PushNotificationTests.waiting(entra)
        let wrong = PushNotificationTests.number(browser) == "42" ? "43" : "42"
        for body in [#""number":"\#(wrong)""#, #""answer":"deny""#] {
            let answered = try PushNotificationTests.answer(entra.site, #"{"to":"push@contoso.com",\#(body)}"#)
            #expect(answered.value["state"] == .string("denied"))
            #expect(try PushNotificationTests.approve(entra.site, browser).status == 404, "The first answer is final.")
            try browser.press()
            #expect(browser.page.element(id: "idDiv_SAASDS_Title") != nil)
            try browser.press("idA_SAASDS_Resend")
            #expect(browser.page.kind == .pushNotification)
        }
        #expect(try PushNotificationTests.approve(entra.site, browser).status == 200)
        #expect(try browser.press().fields["code"] != nil)
    }

    @Test("A request expires after a minute on the tenant's clock")
    func expires() throws {
        let entra = try PolicyLab.entra()
        let browser = try PushNotificationTests.waiting(entra)
        entra.clock.advance(seconds: 59)
        try browser.press()
        #expect(browser.page.kind == .pushNotification)
        entra.clock.advance(seconds: 1)
        #expect(try PushNotificationTests.approve(entra.site, browser).status == 404)
        try browser.press()
        #expect(browser.page.element(id: "idDiv_SAASTO_Title") != nil)
        try browser.press("idA_SAASTO_Resend")
        #expect(try PushNotificationTests.approve(entra.site, browser).status == 200)
        #expect(try browser.press().fields["code"] != nil)
    }

    @Test("An approval signs in once: an old copy of the page gets nothing")
    func usesApprovalOnce() throws {
        let entra = try PolicyLab.entra()
        let browser = try PushNotificationTests.waiting(entra)
        let form = try #require(browser.page.forms.first)
        let fields = form.submission(
            pressing: browser.page.control(id: "idSIButton9"), filling: [:], ticking: [], unticking: [])
        #expect(try PushNotificationTests.approve(entra.site, browser).status == 200)
        #expect(try browser.press().fields["code"] != nil)
        try browser.post(form.action, fields)
        #expect(browser.page.element(id: "idDiv_SAASTO_Title") != nil)
    }

    @Test("The approval of another user's request, or in another tenant, does not count")
    func ignoresOtherUsersApproval() throws {
        let entra = try PolicyLab.entra()
        let first = try PushNotificationTests.waiting(entra)
        let second = try PushNotificationTests.waiting(entra, as: "plain")
        #expect(try PushNotificationTests.approve(entra.site, second, as: "plain").status == 200)
        try first.press()
        #expect(first.page.kind == .pushNotification)
        let body =
            #"{"to":"push@contoso.com","tenant":"fabrikam.com","number":"\#(PushNotificationTests.number(first))"}"#
        #expect(try PushNotificationTests.answer(entra.site, body).status == 404)
        #expect(try second.press().fields["code"] != nil)
    }

    @Test("A user with several methods can choose another one, and the default is the first")
    func offersOtherMethods() throws {
        let entra = try PolicyLab.entra()
        let browser = try PushNotificationTests.waiting(entra)
        try browser.press("signInAnotherWay")
        #expect(browser.page.kind == .proofChoice)
        let proofs = browser.page.elements.compactMap { $0.attributes["data-value"] }
        #expect(proofs == ["PhoneAppNotification", "PhoneAppOTP", "OneWaySMS"])
        #expect(browser.page.elements.contains { $0.text == "+XX XXXXXXX20" })
        try browser.choose(proof: "2")
        #expect(browser.page.kind == .oneTimeCode)
        let secret = Array("12345678901234567890".utf8)
        let code = TimedCode.at(entra.clock.now(), secret: secret)
        #expect(
            try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": code]).fields["code"] != nil)
    }

    @Test("A strength offers only its methods, and asks for one that the session does not have yet")
    func strengthSelectsMethods() throws {
        let entra = try PolicyLab.entra()
        let browser = try PushNotificationTests.waiting(entra)
        try browser.press("signInAnotherWay")
        try browser.choose(proof: "2")
        let code = TimedCode.at(entra.clock.now(), secret: Array("12345678901234567890".utf8))
        #expect(
            try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": code]).fields["code"] != nil)
        try browser.open(PolicyLab.app, PolicyLab.scope("pushed"), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .pushNotification)
        try browser.press("signInAnotherWay")
        #expect(browser.page.elements.compactMap { $0.attributes["data-value"] } == ["PhoneAppNotification"])
        try browser.choose(proof: "1")
        #expect(try PushNotificationTests.approve(entra.site, browser).status == 200)
        #expect(try browser.press().fields["code"] != nil)
        #expect(try PolicyLab.post(entra.site, "pushed", as: "phone", [:]).code == 53003)
    }

    @Test("With pushApproval: automatic, the sign-in is approved at once")
    func approvesAutomatically() throws {
        let browser = try PushNotificationTests.waiting(PolicyLab.entra(settings: "pushApproval: automatic"))
        #expect(try browser.press().fields["code"] != nil)
    }

    @Test(
        "The sign-in driver approves, denies or types a number",
        arguments: [("", 200), (#","mfa":"approve""#, 200), (#","mfa":"deny""#, 422), (#","mfa":"7""#, 422)])
    func driverAnswers(_ more: String, _ status: Int) throws {
        let site = try PolicyLab.entra().site
        let path =
            "\(Site.path("authorize", PolicyLab.tenantName))?"
            + PolicyLab.app.request(PolicyLab.scope("mfa")).encoded
        let body = #"{"authorizeUrl":"\#(path)","user":"push@contoso.com"\#(more)}"#
        let response = try site.control("POST", "signin", body)
        #expect(response.status == status)
        #expect(status == 200 || response["detail"]?.contains("denied") == true)
    }

    @Test(
        "An answer names its mistakes",
        arguments: ["{}", #"{"to":"a"}"#, #"{"number":"1"}"#, #"{"to":"","number":"1"}"#])
    func rejectsIncompleteAnswers(_ body: String) throws {
        #expect(try PushNotificationTests.answer(PolicyLab.entra().site, body).status == 400)
    }

    @Test("The console answers a push notification, and says why an answer is not accepted")
    func consoleAnswers() throws {
        let entra = try PolicyLab.entra()
        let page = "/_understudy/console/outbox"
        let browser = try PushNotificationTests.waiting(entra)
        let id = try #require(entra.server.outbox.messages(now: entra.clock.now()).first?.approval?.id.description)
        #expect(try entra.site.get(page).text.contains(id))
        #expect(try entra.site.post(page, ["id": id, "answer": "approve", "number": ""]).status == 400)
        let answer: Parameters = [
            "id": id, "answer": "approve", "number": PushNotificationTests.number(browser),
        ]
        #expect(try entra.site.post(page, answer).status == 303)
        #expect(try entra.site.post(page, answer).status == 404)
        #expect(try entra.site.get(page).text.contains("push notification (approved)"))
        #expect(try browser.press().fields["code"] != nil)
    }

    @Test("Microsoft Graph lists the app as a method, and the configuration keeps its name")
    func isListedByGraph() throws {
        let user = #"{userPrincipalName: push@contoso.com, mfa: "push:Pixel", otherMfa: [push]}"#
        let graph = try GraphLab(users: [user]).control
        let path = "/users/push@contoso.com/authentication"
        #expect(
            try graph.get("\(path)/methods").values("@odata.type").filter { $0.contains("microsoftAuthenticator") }
                == Array(repeating: "#microsoft.graph.microsoftAuthenticatorAuthenticationMethod", count: 2))
        let ids = try graph.get("\(path)/microsoftAuthenticatorMethods").values("id")
        #expect(try graph.get("\(path)/microsoftAuthenticatorMethods/\(ids[0])")["displayName"] == "Pixel")
        #expect(try graph.delete("\(path)/microsoftAuthenticatorMethods/\(ids[0])").status == 204)
        #expect(try graph.get("\(path)/microsoftAuthenticatorMethods").values("id").count == 1)
    }
}

extension Browser {
    /// Presses the tile of a second factor.
    fileprivate func choose(proof: String) throws {
        let form = try #require(page.forms.first)
        let tile = try #require(form.controls.first { $0.name == "proof" && $0.value == proof })
        try post(form.action, form.submission(pressing: tile, filling: [:], ticking: [], unticking: []))
    }
}
