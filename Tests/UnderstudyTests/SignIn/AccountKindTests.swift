import Entra
import Formats
import Testing

/// Tests the choice between a work account and a personal account with the same name (docs/reference/protocol.md#account-kind).
@Suite struct AccountKindTests {
    private static func browser() throws -> Browser {
        let entra = try MockEntra(
            yaml: """
                settings: {staySignedInPage: false, consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    displayName: Contoso
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, displayName: Work, password: Work!1}]
                    applications:
                      - {appId: \(Client.mobile.id), displayName: Contoso Mobile,
                         signInAudience: AzureADandPersonalMicrosoftAccount, isFallbackPublicClient: true,
                         publicClient: {redirectUris: ["http://localhost"]}}
                  - id: consumers
                    users: [{userPrincipalName: alex@contoso.com, displayName: Private, password: Private!1}]
                """)
        return Browser(entra.site)
    }

    private static func open(_ browser: Browser, _ more: Parameters = [:], tenant: String = "common") throws {
        let request: Parameters = ["scope": "openid", "login_hint": "alex@contoso.com"]
        try browser.open(.mobile, request.with(more), tenant: tenant)
    }

    @Test(
        "The tile decides which account's password signs in",
        arguments: [("aadTile", "Work!1"), ("msaTile", "Private!1")])
    func tileChoosesAccount(_ tile: String, _ password: String) throws {
        let browser = try AccountKindTests.browser()
        try AccountKindTests.open(browser)
        #expect(browser.page.kind == .accountKind)
        try browser.press(tile)
        #expect(browser.page.kind == .password)
        try browser.press(filling: ["passwd": "wrong"])
        #expect(browser.page.element(id: "passwordError") != nil)
        #expect(try browser.press(filling: ["passwd": password]).fields["code"] != nil)
    }

    @Test("The page follows the username, and its button leads back")
    func followsUsername() throws {
        let browser = try AccountKindTests.browser()
        try browser.open(.mobile, ["scope": "openid"])
        try browser.press(filling: ["loginfmt": "Alex@contoso.com"])
        #expect(browser.page.kind == .accountKind)
        try browser.press("idBtn_Back")
        #expect(browser.page.kind == .username)
    }

    @Test(
        "A hint or a tenant decides without the page",
        arguments: [
            ("common", "consumers", "Private!1"), ("common", "organizations", "Work!1"),
            ("contoso.com", "", "Work!1"), ("organizations", "", "Work!1"), ("consumers", "", "Private!1"),
        ])
    func hintDecides(_ tenant: String, _ hint: String, _ password: String) throws {
        let browser = try AccountKindTests.browser()
        try AccountKindTests.open(browser, hint.isEmpty ? [:] : ["domain_hint": hint], tenant: tenant)
        #expect(browser.page.kind == .password)
        #expect(try browser.press(filling: ["passwd": password]).fields["code"] != nil)
    }

    @Test("The account picker tells the two accounts apart")
    func pickerHasBothAccounts() throws {
        let browser = try AccountKindTests.browser()
        for (tile, password) in [("aadTile", "Work!1"), ("msaTile", "Private!1")] {
            try AccountKindTests.open(browser, ["prompt": "login"])
            try browser.press(tile)
            #expect(try browser.press(filling: ["passwd": password]).fields["code"] != nil)
        }
        for position in 0..<2 {
            try browser.open(.mobile, ["scope": "openid", "prompt": "select_account"])
            let tiles = browser.page.forms.flatMap(\.controls).filter { $0.name == "account" }.map(\.value)
            try #require(Set(tiles).count == 2)
            #expect(try browser.press(tiles[position]).fields["code"] != nil)
        }
    }

    @Test("A request with username and password signs the work account in")
    func scriptGetsWorkAccount() throws {
        let browser = try AccountKindTests.browser()
        try AccountKindTests.open(browser)
        let target = browser.page.forms.first?.action ?? ""
        let response = try browser.post(target, [("loginfmt", "alex@contoso.com"), ("passwd", "Work!1")])
        #expect(response.fields["code"] != nil)
    }
}
