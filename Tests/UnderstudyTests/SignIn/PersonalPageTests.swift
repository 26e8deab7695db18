import Entra
import Formats
import Testing

/// Tests which pages personal accounts get (docs/reference/interface.md#personal-account-pages).
@Suite struct PersonalPageTests {
    private static func entra(_ pages: String) throws -> MockEntra {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    displayName: Contoso
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, displayName: Alex Wilber, password: Understudy!1}]
                    applications:
                      - {appId: \(Client.mobile.id), displayName: Contoso Mobile, settings: {personalAccountPages: \(pages)},
                         signInAudience: AzureADandPersonalMicrosoftAccount, isFallbackPublicClient: true,
                         publicClient: {redirectUris: ["http://localhost"]}}
                  - id: consumers
                    users: [{userPrincipalName: ada@outlook.com, displayName: Ada, password: Understudy!1, guestOf: [contoso.com]}]
                """)
    }

    private static let openID: Parameters = ["scope": "openid"]
    private static let personal = "Sign in to your Microsoft account"

    struct Start: Row {
        let name: String
        var origin = MockEntra.origin
        var tenant = "common"
        var more: Parameters = [:]
        let isPersonal: Bool
    }

    private static let starts: [Start] = [
        Start(name: "common", isPersonal: false), Start(name: "a tenant", tenant: "contoso.com", isPersonal: false),
        Start(name: "organizations", tenant: "organizations", isPersonal: false),
        Start(name: "consumers", tenant: "consumers", isPersonal: true),
        Start(name: "domain_hint", more: ["domain_hint": "consumers"], isPersonal: true),
        Start(name: "the host of personal accounts", origin: "https://login.live.com", isPersonal: true),
    ]

    @Test("The request decides about the username page", arguments: starts)
    func requestDecidesAboutUsernamePage(_ start: Start) throws {
        let browser = Browser(try PersonalPageTests.entra("redesigned").at(start.origin))
        try browser.open(.mobile, PersonalPageTests.openID.with(start.more), tenant: start.tenant)
        #expect((browser.page.element(id: "usernameEntry") != nil) == start.isPersonal)
        #expect((browser.page.element(id: "i0116") == nil) == start.isPersonal)
        let title = browser.page.elements.first { $0.name == "title" }?.text
        #expect((title == PersonalPageTests.personal) == start.isPersonal)
    }

    @Test(
        "From the password page on, the account decides",
        arguments: [("alex@contoso.com", false), ("ada@outlook.com", true)])
    func accountDecidesAboutLaterPages(_ user: String, _ isPersonal: Bool) throws {
        let browser = Browser(try PersonalPageTests.entra("redesigned").site)
        try browser.open(.mobile, PersonalPageTests.openID)
        try browser.press(filling: ["loginfmt": user])
        #expect((browser.page.control(id: "passwordEntry") != nil) == isPersonal)
        try browser.press(filling: ["passwd": "wrong"])
        let problem = browser.page.element(id: "passwordError")?.text
        #expect((problem == "That password is incorrect for your Microsoft account.") == isPersonal)
        #expect(browser.page.element(id: "serviceError")?.text.hasPrefix("AADSTS50126: ") == true)
        try browser.press(filling: ["passwd": "Understudy!1"])
        #expect(browser.page.kind == .staySignedIn)
        #expect((browser.page.control(id: "KmsiCheckboxField") == nil) == isPersonal)
        try browser.press()
        #expect(browser.page.kind == .consent)
        #expect((browser.page.control(id: "idBtn_Accept") != nil) == isPersonal)
        #expect(try browser.press().outcome == .redirected)
    }

    @Test(
        "A guest with a personal account signs in on the pages for personal accounts, and consents on those of the tenant"
    )
    func guestConsentsOnPagesOfTenant() throws {
        let browser = Browser(try PersonalPageTests.entra("transitional").site)
        try browser.open(.mobile, PersonalPageTests.openID, tenant: "contoso.com")
        try browser.press(filling: ["loginfmt": "ada@outlook.com"])
        #expect(browser.page.elements.first { $0.name == "title" }?.text == PersonalPageTests.personal)
        try browser.press(filling: ["passwd": "Understudy!1"])
        #expect(browser.page.control(id: "acceptButton") != nil)
        try browser.press()
        #expect(browser.page.control(id: "idSIButton9")?.name == "ucaccept")
    }

    @Test(
        "A user name without an account gets the sentence of the pages for personal accounts",
        arguments: ["classic", "redesigned"])
    func unknownAccountHasOwnSentence(_ pages: String) throws {
        let browser = Browser(try PersonalPageTests.entra(pages).site)
        try browser.open(.mobile, PersonalPageTests.openID, tenant: "consumers")
        try browser.press(filling: ["loginfmt": "nobody@outlook.com"])
        #expect(
            browser.page.element(id: "usernameError")?.text
                == "That Microsoft account doesn't exist. Enter a different account or get a new one.")
        #expect(browser.page.element(id: "serviceError")?.text.hasPrefix("AADSTS50034: ") == true)
    }

    @Test("The sign-in driver fills in each form of the pages", arguments: ["classic", "transitional", "redesigned"])
    func driverSignsIn(_ pages: String) throws {
        let site = try PersonalPageTests.entra(pages).site
        let url = "\(Site.path("authorize", "consumers"))?\(Client.mobile.request(PersonalPageTests.openID).encoded)"
        for stays in [true, false] {
            let order = #"{"authorizeUrl": "\#(url)", "user": "ada@outlook.com", "staySignedIn": \#(stays)}"#
            let response = try site.control("POST", "signin", order)
            #expect(response.json?["parameters"]?["code"]?.string != nil, "\(response.text)")
        }
    }

    @Test("The answer No on each form of the page is kept", arguments: ["classic", "transitional", "redesigned"])
    func answersNo(_ pages: String) throws {
        let browser = Browser(try PersonalPageTests.entra(pages).site)
        try browser.open(.mobile, PersonalPageTests.openID, tenant: "consumers")
        try browser.enter("ada@outlook.com")
        try browser.press("pageAction.notStaySignedIn")
        #expect(browser.page.kind == .consent)
    }
}
