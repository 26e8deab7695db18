import Entra
import Formats
import Testing
@testable import Understudy

/// Tests the pages on which a user signs in for a device (RFC 8628 §3.3, §5; docs/reference/protocol.md#device-code).
@Suite struct DeviceLoginTests {
    /// Enters the code and returns the browser.
    private func enterCode(_ started: TestResponse, _ browser: Browser) throws -> Browser {
        try browser.open(Site.deviceLogin)
        #expect(browser.page.kind == .deviceCode)
        try browser.press(filling: ["otc": started["user_code"] ?? ""])
        return browser
    }

    @Test("The pages ask for the code, user name, password, confirmation and consent")
    func signsInConfirmsAndConsents() throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        let browser = try enterCode(started, Browser(site))
        #expect(browser.page.kind == .username)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .deviceConfirmation)
        #expect(browser.response?.text.contains("Contoso Mobile</bdi>?") == true)
        #expect(try site.pollDevice(started).outcome == DevicePollTests.pending)
        try browser.press()
        #expect(browser.page.kind == .consent)
        #expect(browser.page.listedScopes.contains("api://orders/Orders.Read"))
        try browser.press()
        #expect(browser.page.kind == .deviceApproved)
        #expect(try site.pollDevice(started).status == 200)
        #expect(browser.cookies["ESTSAUTH"] != nil)
    }

    @Test("A user with a session chooses the account and confirms")
    func confirmsWithExistingSession() throws {
        let site = try MockEntra().site
        let browser = Browser(site)
        try browser.open(.mobile)
        try browser.enter("alex@contoso.com")
        try browser.press("idBtn_Back")
        try browser.press()
        let started = try site.startDevice()
        _ = try enterCode(started, browser)
        #expect(browser.page.kind == .accountPicker)
        #expect(browser.page.tiles == ["alex@contoso.com"])
        try browser.press("alex@contoso.com")
        #expect(browser.page.kind == .deviceConfirmation)
        try browser.press()
        #expect(browser.page.kind == .deviceApproved)
        #expect(try site.pollDevice(started).status == 200)
    }

    @Test("Cancel on the confirmation or consent page declines the request", arguments: [0, 1])
    func declinesOnCancelAfterSignIn(pagesBefore: Int) throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        let browser = try enterCode(started, Browser(site))
        try browser.enter("alex@contoso.com")
        for _ in 0..<pagesBefore { try browser.press() }
        #expect(browser.page.kind == (pagesBefore == 0 ? .deviceConfirmation : .consent))
        try browser.press("idBtn_Back")
        #expect(browser.page.kind == .deviceDeclined)
        for _ in 0..<2 {
            #expect(try site.pollDevice(started).outcome == .jsonError(400, "authorization_declined", 65004))
        }
    }

    @Test("Declining the terms of use declines the device's request")
    func declinesWhenTermsOfUseAreDeclined() throws {
        let site = try PolicyLab.entra().site
        let (client, tenant) = (PolicyLab.app, PolicyLab.tenantName)
        let started = try site.startDevice(client, PolicyLab.scope("terms"), tenant: tenant)
        let browser = try enterCode(started, Browser(site))
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .termsOfUse)
        try browser.press("btnDecline")
        #expect(browser.page.kind == .deviceDeclined)
        #expect(
            try site.pollDevice(started, client, tenant: tenant).outcome
                == .jsonError(400, "authorization_declined", 65004))
    }

    @Test("Cancel before the sign-in returns to the code page and declines nothing")
    func returnsToCodePageOnCancelBeforeSignIn() throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        let browser = try enterCode(started, Browser(site))
        try browser.press("idBtn_Back")
        #expect(browser.page.kind == .deviceCode)
        #expect(try site.pollDevice(started).outcome == DevicePollTests.pending)
    }

    @Test("The page reports that an administrator must approve, and returning declines")
    func declinesWhenAdministratorApprovalIsNeeded() throws {
        let site = try MockEntra().site
        let started = try site.startDevice(.mobile, ["scope": "api://orders/Orders.Manage"])
        let browser = try enterCode(started, Browser(site))
        try browser.enter("alex@contoso.com")
        try browser.press()
        #expect(browser.page.kind == .adminApproval)
        try browser.press("idBtn_Back")
        #expect(browser.page.kind == .deviceDeclined)
        #expect(try site.pollDevice(started).error == "authorization_declined")
    }

    @Test("One post with code, credentials and consent approves or declines")
    func approvesInOnePost() throws {
        let site = try MockEntra().site
        for path in [Site.deviceLogin, "/devicelogin"] {
            let started = try site.startDevice()
            let response = try site.post(
                path,
                [
                    "otc": started["user_code"], "loginfmt": "alex@contoso.com", "passwd": "Understudy!1",
                    "consent": "accept",
                ])
            #expect(response.page.kind == .deviceApproved)
            #expect(try site.pollDevice(started).status == 200)
        }
        let declined = try site.startDevice()
        #expect(try site.approveDevice(declined, consent: "decline").page.kind == .deviceDeclined)
        #expect(try site.pollDevice(declined).error == "authorization_declined")
    }

    @Test("A code is accepted in lower case, with spaces or with hyphens", arguments: ["lower", "spaces", "hyphens"])
    func acceptsCodeInAnySpelling(_ spelling: String) throws {
        let site = try MockEntra().site
        let code = try #require(try site.startDevice()["user_code"])
        let typed =
            switch spelling {
            case "lower": code.lowercased()
            case "spaces": " \(code.prefix(3)) \(code.dropFirst(3)) "
            default: "\(code.prefix(4))-\(code.dropFirst(4))"
            }
        #expect(try Browser(site).post(Site.deviceLogin, [("otc", typed)]).page.kind == .username)
    }

    // MARK: - Invalid codes

    private func errorCode(_ site: Site, _ code: String?) throws -> Int? {
        let response = try site.post(Site.deviceLogin, ["otc": code])
        #expect(response.page.kind == .deviceCode)
        #expect(response.status == 200)
        #expect(response.page.element(id: "otcError") != nil)
        return response.code
    }

    @Test("The page rejects an unknown code", arguments: ["x", "ACDEF3467", "ACDEF3460", "<b>\"'&"])
    func rejectsUnknownCode(code: String) throws {
        #expect(try errorCode(MockEntra().site, code) == 70018)
    }

    @Test("The page rejects a submission without a code", arguments: ["", " "])
    func rejectsEmptyCode(code: String) throws {
        #expect(try errorCode(MockEntra().site, code) == 90119)
    }

    @Test("An expired code is reported as expired and later as unknown")
    func reportsExpiredCodeThenForgetsIt() throws {
        let entra = try MockEntra()
        let started = try entra.site.startDevice()
        entra.clock.advance(seconds: 900)
        #expect(try errorCode(entra.site, started["user_code"]) == 70019)
        entra.clock.advance(seconds: 900)
        _ = try entra.site.startDevice()
        #expect(try errorCode(entra.site, started["user_code"]) == 70018)
    }

    @Test("A code that expires during the sign-in is rejected at the next step")
    func rejectsCodeThatExpiresDuringSignIn() throws {
        let entra = try MockEntra()
        let browser = try enterCode(entra.site.startDevice(), Browser(entra.site))
        entra.clock.advance(seconds: 900)
        #expect(try browser.press(filling: ["loginfmt": "alex@contoso.com"]).code == 70019)
    }

    @Test("A code that was approved or declined is invalid for anyone else", arguments: ["accept", "decline"])
    func rejectsDecidedCode(consent: String) throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        _ = try site.approveDevice(started, consent: consent)
        #expect(try errorCode(site, started["user_code"]) == 90120)
        #expect(try site.approveDevice(started, as: "adele@contoso.com").code == 90120)
    }

    @Test("After ten wrong codes every code is rejected, and each minute allows another attempt")
    func limitsCodeGuesses() throws {
        let entra = try MockEntra()
        let started = try entra.site.startDevice()
        for _ in 0..<10 { #expect(try errorCode(entra.site, "ACDEF3467") == 70018) }
        #expect(try errorCode(entra.site, "ACDEF3467") == 90120)
        #expect(try errorCode(entra.site, started["user_code"]) == 90120)
        entra.clock.advance(seconds: 60)
        #expect(try entra.site.approveDevice(started).page.kind == .deviceApproved)
    }

    @Test("Wrong codes on a tenant's page block that tenant's codes until a reset or a later time")
    func limitsCodeGuessesPerTenant() throws {
        let entra = try MockEntra()
        let page = "/contoso.com/oauth2/deviceauth"
        func enter(_ code: String?, _ path: String) throws -> Int? { try entra.site.post(path, ["otc": code]).code }
        let contoso = try entra.site.startDevice(tenant: "contoso.com")
        let fabrikam = try entra.site.startDevice(tenant: Seed.fabrikam)
        for _ in 0..<10 { #expect(try enter("ACDEF3467", page) == 70018) }
        #expect(try enter("ACDEF3467", page) == 90120)
        for path in [page, Site.deviceLogin] { #expect(try enter(contoso["user_code"], path) == 90120) }
        for path in ["/fabrikam.com/oauth2/deviceauth", Site.deviceLogin] {
            #expect(try enter(fabrikam["user_code"], path) == nil)
        }
        #expect(try enter("ACDEF3467", Site.deviceLogin) == 70018)
        try entra.site.adjust(#"{"advance":"PT10M"}"#, tenant: "contoso.com")
        #expect(try enter(contoso["user_code"], page) == nil)
        try entra.site.adjust(#"{"offset":"PT0S"}"#, tenant: "contoso.com")
        for _ in 0..<11 { _ = try enter("ACDEF3467", page) }
        #expect(try enter(contoso["user_code"], page) == 90120)
        #expect(try entra.site.control("POST", "reset?tenant=fabrikam.com").status == 204)
        #expect(try enter(contoso["user_code"], page) == 90120)
        #expect(try entra.site.control("POST", "reset?tenant=contoso.com").status == 204)
        #expect(try enter("ACDEF3467", page) == 70018)
        let next = try entra.site.startDevice(tenant: "contoso.com")
        #expect(try enter(next["user_code"], page) == nil)
    }

    @Test("Wrong codes on the common page block no code of a tenant, even of a clone")
    func keepsTenantCodesValidAfterGuessesAtCommon() throws {
        let site = try MockEntra().site
        func clone() throws -> String {
            let body = #"{"cloneOf":"contoso.com","keepAppIds":true}"#
            return try #require(try site.control("POST", "tenants", body)["id"])
        }
        let firstClone = try clone()
        let started = try site.startDevice(tenant: firstClone)
        for _ in 0..<20 { _ = try errorCode(site, "ACDEF3467") }
        #expect(try errorCode(site, "ACDEF3467") == 90120)
        for code in [started["user_code"], try site.startDevice(tenant: clone())["user_code"]] {
            #expect(try site.post(Site.deviceLogin, ["otc": code]).page.kind == .username)
        }
        #expect(try errorCode(site, site.startDevice()["user_code"]) == 90120)
    }

    @Test("A tenant's page posts to itself and accepts only the tenant's codes")
    func servesOnlyCodesOfTenantPage() throws {
        let site = try MockEntra().site
        let path = "/contoso.com/oauth2/deviceauth"
        let started = try site.startDevice(tenant: "contoso.com")
        let browser = Browser(site)
        try browser.open(path)
        #expect(browser.page.forms.first?.action == path)
        try browser.press(filling: ["otc": started["user_code"] ?? ""])
        #expect(browser.page.forms.first?.action == path)
        try browser.enter("alex@contoso.com")
        while browser.page.kind != .deviceApproved {
            let kind = browser.page.kind
            try browser.press()
            guard browser.page.kind != kind else { break }
        }
        #expect(browser.page.kind == .deviceApproved)
        #expect(try site.pollDevice(started, tenant: "contoso.com").status == 200)
        #expect(try site.post(path, ["otc": site.startDevice()["user_code"]]).code == 70018)
        #expect(try site.get("/nowhere.example/oauth2/deviceauth").code == 90002)
    }

    @Test("On a customer tenant's host the page belongs to that tenant")
    func servesTenantOfCustomerHost() throws {
        let entra = try MockEntra()
        let site = entra.at("https://woodgrove.ciamlogin.com")
        for _ in 0..<11 { _ = try site.post(Site.deviceLogin, ["otc": "ACDEF3467"]) }
        #expect(try site.post(Site.deviceLogin, ["otc": "ACDEF3467"]).code == 90120)
        #expect(try errorCode(entra.site, "ACDEF3467") == 70018)
    }

    @Test(
        "Guesses count by the client address behind a trusted proxy and by the peer's address otherwise",
        arguments: [true, false])
    func usesForwardedAddressOfTrustedProxy(isTrusted: Bool) throws {
        let entra = try MockEntra(settings: ServerSettings(trustsProxy: isTrusted))
        func enterWrongCode(_ forwarded: String) throws -> Int? {
            try entra.site.post(Site.deviceLogin, ["otc": "ACDEF3467"], headers: [("X-Forwarded-For", forwarded)]).code
        }
        for number in 0..<10 { #expect(try enterWrongCode("192.0.2.\(number), 198.51.100.1") == 70018) }
        #expect(
            try enterWrongCode("192.0.2.99, 198.51.100.1") == 90120, "An address that the client sends is not used.")
        #expect(try enterWrongCode("198.51.100.2") == (isTrusted ? 70018 : 90120))
        let entries = try entra.site.control("GET", "requests").json?["requests"]?.array
        #expect(entries?.last?["peer"]?.string == (isTrusted ? "198.51.100.2" : "203.0.113.7"))
    }

    // MARK: - Phishing

    @Test("A link does not enter a code, fill it in or continue the sign-in")
    func ignoresCodeAndCredentialsInLink() throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        let code = try #require(started["user_code"])
        let query =
            "?otc=\(code)&user_code=\(code)&loginfmt=alex%40contoso.com&passwd=Understudy%211&consent=accept"
        let page = try site.get(Site.deviceLogin + query)
        #expect(page.page.kind == .deviceCode)
        #expect(!page.text.contains(code))
        #expect(try site.get("/devicelogin" + query).header("Location") == "\(MockEntra.origin)\(Site.deviceLogin)")
        #expect(try site.pollDevice(started).outcome == DevicePollTests.pending)
    }

    @Test("The forms are rejected when another site posts them", arguments: PageGuardTests.senders)
    func rejectsFormsFromOtherSites(_ row: PageGuardTests.Sender) throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        let entered = try site.post(Site.deviceLogin, ["otc": started["user_code"]], headers: row.headers)
        #expect(entered.outcome == (row.isForeign ? .errorPage(165000) : .page(.username)))
        #expect(entered.status == (row.isForeign ? 403 : 200))
        let response = try site.approveDevice(started, headers: row.headers)
        let isRejected = row.isForeign || row.isAnonymous
        #expect(response.outcome == (isRejected ? .errorPage(165000) : .page(.deviceApproved)))
    }

    @Test("The confirmation is rejected before its page was shown")
    func rejectsConfirmationBeforeItsPage() throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        let code = try #require(started["user_code"])
        let browser = Browser(site)
        try browser.post(
            Site.deviceLogin, [("otc", code), ("deviceConfirmation", "1"), ("loginfmt", "alex@contoso.com")])
        #expect(browser.page.control(name: "deviceConfirmation") == nil)
        try browser.press(filling: ["passwd": "Understudy!1"])
        #expect(browser.page.kind == .deviceConfirmation)
        #expect(
            try browser.post(Site.deviceLogin, [("otc", code), ("deviceConfirmation", "1")]).page.kind
                == .accountPicker)
        #expect(
            try browser.post(Site.deviceLogin, [("otc", code), ("account", "alex@contoso.com")]).outcome
                == .errorPage(165000))
    }

    @Test("A flow token is valid for its device and browser only")
    func bindsFlowTokenToDeviceAndBrowser() throws {
        let site = try MockEntra().site
        let browser = try enterCode(site.startDevice(), Browser(site))
        try browser.enter("alex@contoso.com")
        let token = try #require(browser.page.control(name: "flowToken")?.value)
        let other = try #require(try site.startDevice()["user_code"])
        let fields = [("otc", other), ("deviceConfirmation", "1"), ("flowToken", token)]
        #expect(try browser.post(Site.deviceLogin, fields).outcome == .errorPage(165000))
        #expect(try Browser(site).post(Site.deviceLogin, fields).outcome == .errorPage(165000))
    }

    // MARK: - Rejected accounts

    struct Rejection: Row {
        var name: String { "\(code) \(user)" }
        var client = Client.mobile
        var form: Parameters = ["scope": "openid"]
        var tenant = "contoso.com"
        var version = EndpointVersion.v2
        var user = "alex@contoso.com"
        let code: Int
    }

    @Test(
        "The page reports an account that may not sign in",
        arguments: [
            Rejection(user: "ada@outlook.com", code: 50020),
            Rejection(user: "nobody@contoso.com", code: 50034),
            Rejection(user: "dora@contoso.com", code: 50057),
            Rejection(tenant: "organizations", user: "ada@outlook.com", code: 500208),
            Rejection(client: Lab.guarded, user: "adele@contoso.com", code: 50105),
            Rejection(form: ["scope": "api://foreign/read"], tenant: "common", code: 650052),
            Rejection(form: ["scope": "api://nowhere/read"], tenant: "common", code: 500011),
            Rejection(
                form: ["resource": "https://graph.microsoft.com"], tenant: "common", version: .v1,
                user: "ada@outlook.com", code: 500201),
        ])
    func reportsAccountErrorToUser(_ row: Rejection) throws {
        let site = try Lab.entra().site
        let started = try site.startDevice(row.client, row.form, tenant: row.tenant, row.version)
        #expect(started.status == 200)
        #expect(try site.approveDevice(started, as: row.user).code == row.code)
        #expect(
            try site.pollDevice(started, row.client, tenant: row.tenant, row.version).outcome
                == DevicePollTests.pending)
    }
}
