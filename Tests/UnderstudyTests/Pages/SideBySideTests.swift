import Formats
import Testing

/// Two sign-ins in one browser do not get in each other's way.
@Suite struct SideBySideTests {
    /// A page that stands open in a window of its own, whatever the browser does in others.
    struct Window {
        let browser: Browser
        let form: Page.Form

        init(_ browser: Browser) throws {
            self.browser = browser
            form = try #require(browser.page.forms.first)
        }

        /// Presses the main button.
        @discardableResult
        func press(filling fields: [String: String] = [:]) throws -> Answer {
            let button = form.controls.first { $0.id == "idSIButton9" }
            return try browser.post(
                form.action, form.submission(pressing: button, filling: fields, ticking: [], unticking: []),
                headers: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")])
        }
    }

    private static let request: Parameters = ["scope": "openid profile"]

    @Test("a sign-in in another window, to another application, leaves the page good that was open before")
    func anotherWindow() throws {
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

    @Test("windows that a new browser opens at once all go on, whichever answer comes last")
    func atOnce() throws {
        let site = try MockEntra().site
        let openings = try (0..<3).map { _ in
            let opened = Browser(site)
            try opened.open(.mobile, SideBySideTests.request)
            return opened
        }
        // One browser: it had nothing to send yet when it asked for each, and has kept what each was answered.
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

    @Test("a page that was gone back to after the sign-in takes the password again")
    func back() throws {
        let browser = Browser(try MockEntra().site)
        try browser.open(.mobile, SideBySideTests.request)
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        let page = try Window(browser)
        #expect(try page.press(filling: ["passwd": "Understudy!1"]).page.kind == .staySignedIn)
        #expect(try page.press(filling: ["passwd": "wrong"]).page.kind == .password)
        #expect(try page.press(filling: ["passwd": "Understudy!1"]).page.kind == .staySignedIn)
    }
}
