import Formats
import Testing

/// Tests that two sign-ins in one browser do not disturb each other.
@Suite struct SideBySideTests {
    /// A page in its own window, which stays open while the browser opens others.
    struct Window {
        let browser: Browser
        let form: Page.Form

        init(_ browser: Browser) throws {
            self.browser = browser
            form = try #require(browser.page.forms.first)
        }

        /// Presses the main button.
        @discardableResult
        func press(filling fields: [String: String] = [:]) throws -> TestResponse {
            let button = form.controls.first { $0.id == "idSIButton9" }
            return try browser.post(
                form.action, form.submission(pressing: button, filling: fields, ticking: [], unticking: []),
                headers: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")])
        }
    }

    private static let request: Parameters = ["scope": "openid profile"]

    @Test("A sign-in in another window to another application keeps an open page valid")
    func keepsPageValidAfterSignInInOtherWindow() throws {
        let site = try MockEntra().site
        let browser = Browser(site)
        try browser.open(.mobile, SideBySideTests.request)
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        let first = try Window(browser)
        try browser.open(.web, ["scope": "openid", "prompt": "login"], tenant: "contoso.com")
        #expect(try browser.enter("adele@contoso.com").page.kind == .staySignedIn)
        let second = try Window(browser)
        #expect(try first.press(filling: ["passwd": "Understudy!1"]).page.kind == .staySignedIn)
        #expect(try second.press().outcome != .errorPage(165000))
        #expect(try LogoutTests.remaining(browser).sorted() == ["adele@contoso.com", "alex@contoso.com"])
    }

    @Test("Windows that a new browser opens at once all continue, whichever response is last")
    func continuesWindowsThatOpenedAtOnce() throws {
        let site = try MockEntra().site
        let openings = try (0..<3).map { _ in
            let opened = Browser(site)
            try opened.open(.mobile, SideBySideTests.request)
            return opened
        }
        // All windows belong to one browser. The browser had no cookie for the requests and keeps the cookie of each response.
        let kept = openings.flatMap { $0.cookies }
        let browser = Browser(site, cookies: Dictionary(kept) { _, last in last })
        #expect(browser.ownCookies.count == 3)
        for opened in openings {
            let form = try Window(opened).form
            let fields = form.submission(
                pressing: form.controls.first { $0.id == "idSIButton9" }, filling: ["loginfmt": "alex@contoso.com"],
                ticking: [], unticking: [])
            #expect(try browser.post(form.action, fields).page.kind == .password)
        }
    }

    @Test("After the sign-in, going back to the password page accepts the password again")
    func acceptsPasswordAgainAfterGoingBack() throws {
        let browser = Browser(try MockEntra().site)
        try browser.open(.mobile, SideBySideTests.request)
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        let page = try Window(browser)
        #expect(try page.press(filling: ["passwd": "Understudy!1"]).page.kind == .staySignedIn)
        #expect(try page.press(filling: ["passwd": "wrong"]).page.kind == .password)
        #expect(try page.press(filling: ["passwd": "Understudy!1"]).page.kind == .staySignedIn)
    }
}
