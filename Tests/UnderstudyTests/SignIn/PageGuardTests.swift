import Crypto
import Formats
import Store
import Testing
@testable import Understudy

/// Tests the protection of a sign-in against other sites and other sessions (RFC 9700 §4.7;
/// docs/reference/security-checklist.md#rule-30, docs/reference/security-checklist.md#rule-32).
@Suite struct PageGuardTests {
    /// Returns a browser at the password page, with the action and the flow token of the page.
    private func atPassword(_ site: Site) throws -> (browser: Browser, action: String, token: String) {
        let browser = Browser(site)
        try browser.open(.mobile)
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        let form = try #require(browser.page.forms.first)
        return (browser, form.action, try #require(browser.page.control(name: "flowToken")?.value))
    }

    @Test("A step without a flow token is rejected")
    func rejectsStepWithoutFlowToken() throws {
        let (browser, action, _) = try atPassword(MockEntra().site)
        for field in [
            ("passwd", "Understudy!1"), ("consent", "accept"), ("LoginOptions", "1"), ("account", "alex@contoso.com"),
            ("pageAction", "back"),
        ] {
            #expect(try browser.post(action, [field]).outcome == .errorPage(165000))
        }
    }

    @Test("A forged, truncated or altered flow token is rejected")
    func rejectsAlteredFlowToken() throws {
        let (browser, action, token) = try atPassword(MockEntra().site)
        for invalid in ["", "x", String(token.dropLast()), token + "A", String(token.reversed()), changed(token)] {
            let response = try browser.post(action, [("flowToken", invalid), ("passwd", "Understudy!1")])
            #expect(response.outcome == .errorPage(165000))
        }
    }

    private func changed(_ token: String) -> String {
        let middle = token.index(token.startIndex, offsetBy: token.count / 2)
        return token.prefix(upTo: middle) + (token[middle] == "A" ? "B" : "A")
            + token.suffix(from: token.index(after: middle))
    }

    @Test("A flow token of another browser is rejected")
    func rejectsFlowTokenOfOtherBrowser() throws {
        let site = try MockEntra().site
        let (_, action, token) = try atPassword(site)
        let (victim, _, _) = try atPassword(site)
        let fields = [("flowToken", token), ("passwd", "Understudy!1")]
        #expect(try victim.post(action, fields).outcome == .errorPage(165000))
        #expect(try Browser(site).post(action, fields).outcome == .errorPage(165000))
    }

    @Test(
        "A flow token of another request is rejected",
        arguments: [
            ["scope": "openid"], ["redirect_uri": "msauth.com.contoso.app1://auth"], ["state": "other"],
        ] as [Parameters])
    func rejectsFlowTokenOfOtherRequest(_ change: Parameters) throws {
        let (browser, _, token) = try atPassword(MockEntra().site)
        let request = Client.mobile.request(["scope": usualScope]).with(change)
        let response = try browser.post(
            "\(Site.path("authorize", "common"))?\(request.encoded)",
            [("flowToken", token), ("passwd", "Understudy!1")])
        #expect(response.outcome == .errorPage(165000))
    }

    @Test("An unknown field is ignored and does not unbind a page from its request")
    func ignoresUnknownField() throws {
        let browser = Browser(try MockEntra().site)
        let request = Client.mobile.request(["scope": usualScope, "x-extra": "1"])
        try browser.post(Site.path("authorize", "common"), request.form.fields.map { ($0.name, $0.value) })
        #expect(browser.page.control(name: "x-extra")?.value == nil)
        #expect(browser.page.control(name: "scope")?.value == usualScope)
        let form = try #require(browser.page.forms.first)
        let fields = form.submission(
            pressing: browser.page.control(id: "idSIButton9"), filling: ["loginfmt": "alex@contoso.com"], ticking: [],
            unticking: [])
        try browser.post(
            form.action, fields + [("type", "11"), ("i19", "4711")],
            headers: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")])
        #expect(browser.page.kind == .password)
    }

    @Test("Another sealed value is not a valid flow token")
    func rejectsOtherSealedValueAsFlowToken() throws {
        let site = try MockEntra().site
        let (browser, action, _) = try atPassword(site)
        let tokens = try site.tokens()
        let session = try #require(LogoutTests.signedIn(site).cookies["ESTSAUTH"])
        let own = try #require(browser.ownCookies.values.first)
        for value in [try #require(tokens["refresh_token"]), session, own] {
            let response = try browser.post(action, [("flowToken", value), ("passwd", "Understudy!1")])
            #expect(response.outcome == .errorPage(165000))
        }
    }

    @Test("A page that was open for more than an hour is rejected")
    func rejectsPageAfterAnHour() throws {
        let entra = try MockEntra()
        let (browser, _, _) = try atPassword(entra.site)
        entra.clock.advance(seconds: FlowToken.lifetime)
        try browser.press(filling: ["passwd": "wrong"])
        #expect(browser.page.kind == .password)
        entra.clock.advance(seconds: 1)
        #expect(try browser.press(filling: ["passwd": "Understudy!1"]).outcome == .errorPage(50089))
    }

    struct Ending: Row {
        let name: String
        /// Ends the sign-in, in another tab or by an operator.
        let end: @Sendable (Site, Browser) throws -> TestResponse
    }

    private static func revocation(_ json: String) -> @Sendable (Site, Browser) throws -> TestResponse {
        { site, _ in try site.control("POST", "revocations", json) }
    }

    static let endings: [Ending] = [
        Ending(name: "sign-out", end: { try $1.open(LogoutTests.logout()) }),
        Ending(
            name: "revocation of the user", end: revocation(#"{"user": "alex@contoso.com", "tenant": "contoso.com"}"#)),
        Ending(
            name: "revocation of the application",
            end: revocation(#"{"application": "\#(Client.mobile.id)", "tenant": "contoso.com"}"#)),
        Ending(name: "revocation of the tenant", end: revocation(#"{"tenant": "contoso.com"}"#)),
    ]

    @Test("A page that was open when the sign-in ended is rejected", arguments: endings)
    func rejectsPageAfterSignInEnded(_ row: Ending) throws {
        let site = try MockEntra().site
        let browser = try LogoutTests.signedIn(site)
        try browser.open(.mobile, ["scope": "openid offline_access User.Read", "prompt": "consent"])
        #expect(browser.page.kind == .consent)
        let form = try #require(browser.page.forms.first)
        let fields = form.controls.filter { !$0.name.isEmpty && $0.type != "submit" }.map { ($0.name, $0.value) }
        #expect(try row.end(site, browser).status < 400)
        #expect(try browser.post(form.action, fields).outcome == .errorPage(50089))
    }

    struct Sender: Row {
        let name: String
        let headers: [(String, String)]
        let isForeign: Bool
        /// Whether the sender may be the server's own page. The server accepts such a sender only with the state of a page.
        var isAnonymous = false
    }

    static let senders: [Sender] = [
        Sender(name: "our page", headers: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")], isForeign: false),
        Sender(name: "our page with its origin", headers: [("Origin", MockEntra.origin)], isForeign: false),
        Sender(name: "a script", headers: [], isForeign: false),
        Sender(name: "typed by the user", headers: [("Sec-Fetch-Site", "none")], isForeign: false),
        Sender(
            name: "our page, or a sandboxed frame, in a browser that sends no other header",
            headers: [("Origin", "null")],
            isForeign: false, isAnonymous: true),
        Sender(
            name: "our page, or a sandboxed frame, opened by the user",
            headers: [("Origin", "null"), ("Sec-Fetch-Site", "none")], isForeign: false, isAnonymous: true),
        Sender(
            name: "another site, opened by the user",
            headers: [("Origin", "https://evil.test"), ("Sec-Fetch-Site", "none")], isForeign: true),
        Sender(name: "another site", headers: [("Origin", "https://evil.test")], isForeign: true),
        Sender(
            name: "another site in a new browser",
            headers: [("Origin", "https://evil.test"), ("Sec-Fetch-Site", "cross-site")], isForeign: true),
        Sender(
            name: "another site without its name", headers: [("Origin", "null"), ("Sec-Fetch-Site", "cross-site")],
            isForeign: true),
        Sender(name: "another host of the site", headers: [("Sec-Fetch-Site", "same-site")], isForeign: true),
        Sender(name: "another port", headers: [("Origin", "https://localhost:1")], isForeign: true),
        Sender(name: "the origin as a prefix", headers: [("Origin", MockEntra.origin + ".evil.test")], isForeign: true),
        Sender(name: "another scheme", headers: [("Origin", "http://localhost:8443")], isForeign: true),
    ]

    @Test("Only the server's own page or a script can post its forms", arguments: senders)
    func acceptsFormsFromOwnPageOrScriptOnly(_ row: Sender) throws {
        let site = try MockEntra().site
        let (browser, _, _) = try atPassword(site)
        let response = try browser.press(filling: ["passwd": "Understudy!1"], headers: row.headers)
        #expect(response.outcome == (row.isForeign ? .errorPage(165000) : .page(.staySignedIn)))
        #expect(response.status == (row.isForeign ? 403 : 200))
        let oneShot = try site.signIn(headers: row.headers)
        let isRejected = row.isForeign || row.isAnonymous
        #expect(oneShot.outcome == (isRejected ? .errorPage(165000) : .redirected))
        #expect(isRejected != (oneShot.header("Set-Cookie") != nil))
    }

    @Test("A sender with an opaque origin can post a device code but no credentials")
    func acceptsDeviceCodeWithoutCredentialsFromOpaqueOrigin() throws {
        let site = try MockEntra().site
        let code = try #require(try site.startDevice()["user_code"])
        let entered = try site.post(Site.deviceLogin, ["otc": code], headers: [("Origin", "null")])
        #expect(entered.outcome == .page(.username))
        let oneShot: Parameters = ["otc": code, "loginfmt": "alex@contoso.com", "passwd": "Understudy!1"]
        let rejected = try site.post(Site.deviceLogin, oneShot, headers: [("Origin", "null")])
        #expect(rejected.outcome == .errorPage(165000) && rejected.status == 403)
    }

    @Test("An application can post an authorization request from any site", arguments: senders)
    func acceptsPostedAuthorizationRequestFromAnySite(_ row: Sender) throws {
        let site = try MockEntra().site
        let response = try site.post(
            Site.path("authorize", "common"), Client.mobile.request(["scope": usualScope]), headers: row.headers)
        #expect(response.outcome == .page(.username))
    }

    @Test("The session id changes at every sign-in, which prevents session fixation")
    func changesSessionIDAtEverySignIn() throws {
        let entra = try MockEntra()
        let attacker = try LogoutTests.signedIn(entra.site, as: ["adele@contoso.com"])
        let planted = try #require(attacker.cookies["ESTSAUTH"])
        let victim = Browser(entra.site, cookies: attacker.cookies)
        try victim.open(.mobile, ["scope": "openid profile", "prompt": "login"])
        try victim.enter("alex@contoso.com")
        let after = try #require(victim.cookies["ESTSAUTH"])
        #expect(planted != after)
        let ids = try [planted, after].map {
            try #require(SessionCookie(sealed: $0, keys: entra.server.keys.sealing)).id
        }
        #expect(ids[0] != ids[1])
        #expect(
            try attacker.open(
                .mobile, ["scope": "openid profile", "prompt": "none", "login_hint": "alex@contoso.com"]
            ).outcome == .redirectedError("login_required", 50058))
    }

    @Test("The browser id does not sign anyone in, whether planted before or stolen after the sign-in")
    func browserIDDoesNotSignIn() throws {
        let site = try MockEntra().site
        let attacker = Browser(site)
        try attacker.open(.mobile)
        let victim = Browser(site, cookies: attacker.cookies)
        _ = try LogoutTests.signedIn(site, browser: victim)
        #expect(victim.ownCookies == attacker.cookies)
        #expect(
            try attacker.open(.mobile, ["scope": usualScope, "prompt": "none"]).outcome
                == .redirectedError("login_required", 50058))
    }

    @Test("A post with only the user name cannot give consent")
    func requiresPasswordBeforeConsent() throws {
        let site = try MockEntra().site
        let browser = Browser(site)
        try browser.open(.mobile)
        try browser.enter("alex@contoso.com")
        let target = "\(Site.path("authorize", "common"))?\(Client.mobile.request(["scope": usualScope]).encoded)"
        let response = try browser.post(target, [("loginfmt", "alex@contoso.com"), ("consent", "accept")])
        #expect(response.page.kind == .password)
    }
}
