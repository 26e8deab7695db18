import Formats
import Testing

/// Tests the single-sign-on cookie (docs/reference/protocol.md#sign-out; docs/reference/security-checklist.md#rule-32).
@Suite struct SessionCookieTests {
    /// Signs in through the pages, answers "Stay signed in?" and returns the browser.
    private func signedIn(_ site: Site, staying: Bool, never: Bool = false) throws -> Browser {
        let browser = Browser(site)
        try browser.open(.mobile)
        try browser.enter("alex@contoso.com")
        try browser.press(
            staying ? "idSIButton9" : "idBtn_Back", ticking: never ? ["DontShowAgain"] : [])
        if browser.page.kind == .consent { try browser.press() }
        return browser
    }

    @Test(
        "The cookie attributes depend on the scheme",
        arguments: [
            ("https://localhost:8443", "; Path=/; HttpOnly; Secure; SameSite=None"),
            ("http://localhost:8080", "; Path=/; HttpOnly; SameSite=Lax"),
        ])
    func setsCookieAttributesByScheme(_ origin: String, _ attributes: String) throws {
        let browser = try signedIn(MockEntra().at(origin), staying: true)
        #expect(!browser.received.isEmpty)
        for header in browser.received {
            #expect(header.hasSuffix(attributes))
            #expect(header.utf8.count < 4096)
        }
    }

    @Test("The cookie is persistent only if the user chooses to stay signed in")
    func persistsCookieWhenStayingSignedIn() throws {
        let site = try MockEntra().site
        let staying = try signedIn(site, staying: true)
        #expect(staying.sessionCookies.keys.sorted() == ["ESTSAUTHPERSISTENT"])
        #expect(staying.received.last { $0.hasPrefix("ESTSAUTHPERSISTENT=") }?.contains("; Max-Age=7776000;") == true)
        let leaving = try signedIn(site, staying: false)
        #expect(leaving.sessionCookies.keys.sorted() == ["ESTSAUTH"])
        #expect(leaving.received.filter { $0.hasPrefix("ESTSAUTH=") }.allSatisfy { !$0.contains("Max-Age") })
    }

    @Test("Cookies under other names are removed once each")
    func removesStaleCookieNamesOnce() throws {
        let browser = try signedIn(MockEntra().site, staying: false)
        let removals = {
            browser.received.filter { $0.contains("; Max-Age=0;") }.map { String($0.prefix { $0 != "=" }) }
        }
        let before = removals()
        try browser.open(.mobile)
        #expect(removals() == before)
        // An empty cookie is not a session and is removed like any other.
        browser.cookies["ESTSAUTHPERSISTENT"] = ""
        browser.cookies["esctx"] = "old"
        #expect(try browser.open(.mobile).outcome == .redirected)
        #expect(removals() == before + ["ESTSAUTHPERSISTENT", "esctx"])
        #expect(browser.sessionCookies.keys.sorted() == ["ESTSAUTH"])
    }

    @Test("Before a sign-in a browser has no session and one browser id")
    func keepsOneBrowserIDBeforeSignIn() throws {
        let browser = Browser(try MockEntra().site)
        try browser.open(.mobile)
        let own = browser.ownCookies
        #expect(own.count == 1 && own == browser.cookies)
        try browser.open(.web, tenant: "contoso.com")
        try browser.open(.mobile)
        try browser.enter("alex@contoso.com")
        #expect(browser.ownCookies == own && browser.sessionCookies.count == 1)
        #expect(browser.received.filter { $0.hasPrefix("esctx-") }.allSatisfy { !$0.contains("Max-Age") })
    }

    @Test(
        "The next sign-in asks again whether to stay signed in, unless the user opted out", arguments: [false, true],
        [false, true])
    func asksToStaySignedInAgainUnlessDeclined(_ staying: Bool, _ never: Bool) throws {
        let browser = try signedIn(MockEntra().site, staying: staying, never: never)
        try browser.open(.mobile, ["scope": usualScope, "prompt": "login", "login_hint": "alex@contoso.com"])
        let response = try browser.press(filling: ["passwd": "Understudy!1"])
        #expect(response.outcome == (never ? .redirected : .page(.staySignedIn)))
    }

    @Test("The setting suppresses the question whether to stay signed in")
    func skipsStaySignedInBySetting() throws {
        let browser = Browser(try Lab.entra().site)
        try browser.open(Lab.noConsent, ["scope": "openid"], tenant: "contoso.com")
        #expect(try browser.enter("admin@contoso.com").page.kind == .consent)
    }

    @Test(
        "After a sign-in in one post the buttons of the consent page apply at once",
        arguments: [
            ("idSIButton9", Outcome.redirected), ("idBtn_Back", .redirectedError("access_denied", 65004)),
        ])
    func skipsStaySignedInAfterOneShotPost(_ button: String, _ outcome: Outcome) throws {
        let browser = Browser(try MockEntra().site)
        let target = "\(Site.path("authorize", "common"))?\(Client.mobile.request(["scope": usualScope]).encoded)"
        try browser.post(target, [("loginfmt", "alex@contoso.com"), ("passwd", "Understudy!1")])
        #expect(browser.page.kind == .consent)
        #expect(try browser.press(button).outcome == outcome)
    }

    struct Lifetime: Row {
        let name: String
        let isPersistent: Bool
        let seconds: Int64
        let isValid: Bool
    }

    private static let day: Int64 = 86_400

    static let lifetimes: [Lifetime] = [
        Lifetime(name: "session, 24 hours", isPersistent: false, seconds: day, isValid: true),
        Lifetime(name: "session, over 24 hours", isPersistent: false, seconds: day + 1, isValid: false),
        Lifetime(name: "persistent, 90 days", isPersistent: true, seconds: 90 * day, isValid: true),
        Lifetime(name: "persistent, over 90 days", isPersistent: true, seconds: 90 * day + 1, isValid: false),
    ]

    @Test("A session cookie expires after its lifetime without use", arguments: lifetimes)
    func expiresWithoutUse(_ row: Lifetime) throws {
        let entra = try MockEntra()
        let browser = try signedIn(entra.site, staying: row.isPersistent)
        entra.clock.advance(seconds: row.seconds)
        let response = try browser.open(.mobile)
        #expect(response.outcome == (row.isValid ? .redirected : .page(.username)))
    }

    @Test("Every use renews the lifetime")
    func renewsLifetimeOnUse() throws {
        let entra = try MockEntra()
        let browser = try signedIn(entra.site, staying: false)
        for _ in 0..<3 {
            entra.clock.advance(seconds: SessionCookieTests.day)
            #expect(try browser.open(.mobile).outcome == .redirected)
        }
    }

    @Test(
        "A forged cookie is not a session",
        arguments: [
            "", "x", "AAAA", "%%%", "ü", String(repeating: "A", count: 4000),
        ])
    func rejectsForgedCookie(_ value: String) throws {
        let site = try MockEntra().site
        for name in ["ESTSAUTH", "ESTSAUTHPERSISTENT"] {
            #expect(try Browser(site, cookies: [name: value]).open(.mobile).page.kind == .username)
        }
    }

    @Test("A truncated or altered cookie is not a session")
    func rejectsAlteredCookie() throws {
        let site = try MockEntra().site
        let value = try #require(try signedIn(site, staying: false).cookies["ESTSAUTH"])
        for invalid in [
            String(value.dropLast()), String(value.dropFirst()), value + "A", String(value.dropLast(4)) + "AAAA",
        ] {
            #expect(try Browser(site, cookies: ["ESTSAUTH": invalid]).open(.mobile).page.kind == .username)
        }
        #expect(try Browser(site, cookies: ["ESTSAUTH": value]).open(.mobile).outcome == .redirected)
    }

    @Test("A sealed value of another kind is not a session")
    func rejectsOtherSealedValueAsSession() throws {
        let site = try MockEntra().site
        let token = try #require(try site.tokens()["refresh_token"])
        for value in [token, String(token.dropFirst(3))] {
            #expect(try Browser(site, cookies: ["ESTSAUTH": value]).open(.mobile).page.kind == .username)
        }
    }

    /// Several apps with their own redirect URIs share one client id and one sign-in.
    @Test("The apps of one client id share the sign-in")
    func sharesSignInAmongAppsOfOneClient() throws {
        let site = try MockEntra().site
        let browser = try signedIn(site, staying: false)
        for number in 1...3 {
            var app = Client.mobile
            app.redirectURI = "msauth.com.contoso.app\(number)://auth"
            let response = try browser.open(app)
            #expect(response.redirect?.base == app.redirectURI)
            let code = try #require(response.fields["code"])
            #expect(try site.token(app.redemption(code)).status == 200)
        }
    }

    @Test("Another application shares the sign-in but not the consent")
    func sharesSignInButNotConsent() throws {
        let browser = try signedIn(MockEntra().site, staying: false)
        let response = try browser.open(.web, ["scope": "openid profile"], tenant: "contoso.com")
        #expect(response.outcome == .page(.consent))
    }
}
