import Entra
import Formats
import Testing

/// These tests cover the applications that are notified of a sign-out (OpenID Connect Front-Channel Logout 1.0;
/// docs/reference/protocol.md#sign-out).
@Suite struct FrontChannelLogoutTests {
    private static func client(_ number: Int) -> Client {
        Client(
            id: "aaaaaaaa-0000-4000-8000-0000000001\(number < 10 ? "0" : "")\(number)",
            redirectURI: "https://app\(number).test/cb", secret: "secret")
    }

    private static func application(_ number: Int, _ logoutUrl: String?) -> String {
        let address = logoutUrl.map { ", logoutUrl: \"\($0)\"" } ?? ""
        return """
                  - {appId: \(client(number).id), displayName: App \(number), signInAudience: AzureADMultipleOrgs,
                     web: {redirectUris: ["https://app\(number).test/cb"]\(address)},
                     passwordCredentials: [{secretText: secret}]}
            """
    }

    /// Returns a server whose apps 1 and 2 have a logout address. App 3 has none, app 4 has one with a query and a port, and the
    /// others share a host.
    private static func entra() throws -> MockEntra {
        let special: [Int: String?] = [
            1: "https://app1.test/signout", 2: "https://app2.test/signout", 3: nil,
            4: "http://localhost:5000/signout?a=b",
        ]
        let applications = (1...24).map { number in
            application(number, special[number] ?? "https://many.test/\(number)")
        }
        return try MockEntra(
            yaml: """
                settings: {consent: automatic, logoutUrlScheme: httpOnLoopback}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{id: \(Seed.alex), userPrincipalName: alex@contoso.com, password: Understudy!1},
                      {userPrincipalName: adele@contoso.com, password: Understudy!1},
                      {userPrincipalName: admin@contoso.com, password: Understudy!1, roles: [Global Administrator]}]
                    applications:
                \(applications.joined(separator: "\n"))
                """)
    }

    private static func signedIn(
        _ numbers: [Int], _ site: Site, as users: [String] = ["alex@contoso.com"], browser: Browser? = nil,
        _ version: EndpointVersion = .v2
    ) throws -> Browser {
        var browser = browser
        for number in numbers {
            browser = try LogoutTests.signedIn(
                site, as: users, to: client(number), browser: browser, ["scope": "openid"], tenant: "contoso.com",
                version)
        }
        return try #require(browser)
    }

    /// Returns the addresses of the page's frames, with their queries separate.
    private static func frames(_ response: TestResponse) -> [Redirect] {
        response.page.elements.filter { $0.name == "iframe" }.compactMap { $0.attributes["src"] }.map { Redirect($0) }
    }

    @Test("The page loads the logout address of each app of the session, with session id and issuer")
    func loadsLogoutURLsOfSession() throws {
        let site = try FrontChannelLogoutTests.entra().site
        let browser = try FrontChannelLogoutTests.signedIn([1, 2, 3], site)
        let sid = try #require(
            try browser.open(FrontChannelLogoutTests.client(1), ["scope": "openid"], tenant: "contoso.com")
                .fields["session_state"])
        let other = try #require(
            try browser.open(FrontChannelLogoutTests.client(2), ["scope": "openid"], tenant: "contoso.com")
                .fields["session_state"])
        #expect(sid == other)
        let response = try browser.open(LogoutTests.logout())
        let frames = FrontChannelLogoutTests.frames(response)
        #expect(frames.map(\.base) == ["https://app1.test/signout", "https://app2.test/signout"])
        for frame in frames {
            #expect(frame.names == ["sid", "iss"] && frame.fields["sid"] == sid)
            #expect(frame.fields["iss"] == "\(MockEntra.origin)/\(Seed.contoso)/v2.0")
        }
        let policy = try #require(response.header("Content-Security-Policy"))
        #expect(policy.contains("; frame-src https://app1.test https://app2.test; form-action 'none'"))
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!response.text.contains("<script") && !response.text.contains("http-equiv"))
    }

    @Test("A new sign-in keeps the session with its apps and invalidates copies of its cookie")
    func reauthenticationKeepsSession() throws {
        let site = try FrontChannelLogoutTests.entra().site
        let browser = try FrontChannelLogoutTests.signedIn([1], site)
        let before = browser.cookies
        let again: Parameters = ["scope": "openid", "prompt": "login"]
        try browser.open(FrontChannelLogoutTests.client(2), again, tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        if browser.page.kind == .staySignedIn { try browser.press("idBtn_Back") }
        #expect(browser.response?.outcome == .redirected)
        let frames = FrontChannelLogoutTests.frames(try browser.open(LogoutTests.logout()))
        #expect(frames.map(\.base) == ["https://app1.test/signout", "https://app2.test/signout"])
        #expect(Set(frames.map { $0.fields["sid"] }).count == 1)
        let silent: Parameters = ["scope": "openid", "prompt": "none"]
        let copy = Browser(site, cookies: before)
        let response = try copy.open(FrontChannelLogoutTests.client(1), silent, tenant: "contoso.com")
        #expect(response.outcome == .redirectedError("login_required", 50058))
    }

    @Test("The page redirects without a script after the frames")
    func redirectsAfterLogoutWithoutScript() throws {
        let site = try FrontChannelLogoutTests.entra().site
        let browser = try FrontChannelLogoutTests.signedIn([1], site)
        let parameters: Parameters = ["post_logout_redirect_uri": "https://app1.test/cb", "state": "a&\"b"]
        let response = try browser.open(LogoutTests.logout(parameters))
        #expect(response.status == 200)
        let refresh = response.page.elements.first { $0.name == "meta" && $0.attributes["http-equiv"] == "refresh" }
        #expect(refresh?.attributes["content"] == "0; url=https://app1.test/cb?state=a%26%22b")
        #expect(
            response.page.elements.first { $0.name == "a" }?.attributes["href"] == "https://app1.test/cb?state=a%26%22b"
        )
        #expect(!response.text.contains("<script"))
    }

    @Test("An app of a device code sign-in belongs to the session")
    func deviceSignInBelongsToSession() throws {
        let site = try FrontChannelLogoutTests.entra().site
        let started = try site.startDevice(
            FrontChannelLogoutTests.client(1), ["scope": "openid"], tenant: "contoso.com")
        let browser = Browser(site)
        try browser.open(Site.deviceLogin)
        try browser.press(filling: ["otc": started["user_code"] ?? ""])
        try browser.enter("alex@contoso.com")
        try browser.press()
        #expect(browser.page.kind == .deviceApproved)
        let response = try browser.open(LogoutTests.logout())
        #expect(FrontChannelLogoutTests.frames(response).map(\.base) == ["https://app1.test/signout"])
    }

    @Test(
        "An app with admin consent belongs to the session, but not after failed consent",
        arguments: [("admin@contoso.com", true), ("adele@contoso.com", false)])
    func adminConsentBelongsToSession(_ user: String, _ isGranted: Bool) throws {
        let client = FrontChannelLogoutTests.client(1)
        let request: Parameters = [
            "client_id": client.id, "redirect_uri": client.redirectURI, "scope": "openid User.Read",
        ]
        let browser = Browser(try FrontChannelLogoutTests.entra().site)
        try browser.open("/contoso.com/v2.0/adminconsent?\(request.encoded)")
        try browser.enter(user)
        try browser.press("idBtn_Back")
        #expect(browser.response?.outcome == (isGranted ? .redirected : .page(.adminApproval)))
        let response = try browser.open(LogoutTests.logout(of: user))
        let expected = isGranted ? ["https://app1.test/signout"] : []
        #expect(FrontChannelLogoutTests.frames(response).map(\.base) == expected)
    }

    @Test("The browser is redirected at once if no app has a logout address")
    func redirectsAtOnceWithoutLogoutURLs() throws {
        let browser = try FrontChannelLogoutTests.signedIn([3], FrontChannelLogoutTests.entra().site)
        let response = try browser.open(LogoutTests.logout(["post_logout_redirect_uri": "https://app3.test/cb"]))
        #expect(response.header("Location") == "https://app3.test/cb")
    }

    @Test("A logout address keeps its query and port, and a version 1 sign-in has the version 1 issuer")
    func keepsQueryPortAndVersion1Issuer() throws {
        let site = try FrontChannelLogoutTests.entra().site
        let browser = try FrontChannelLogoutTests.signedIn([4], site, .v1)
        let response = try browser.open(LogoutTests.logout())
        let frame = try #require(FrontChannelLogoutTests.frames(response).first)
        #expect(frame.base == "http://localhost:5000/signout" && frame.names == ["a", "sid", "iss"])
        #expect(frame.fields["iss"] == "\(MockEntra.origin)/\(Seed.contoso)/")
        #expect(response.header("Content-Security-Policy")?.contains("frame-src http://localhost:5000;") == true)
    }

    @Test("Only the apps of the signed-out account are notified")
    func notifiesAppsOfSignedOutAccountOnly() throws {
        let site = try FrontChannelLogoutTests.entra().site
        let browser = try FrontChannelLogoutTests.signedIn([1], site)
        _ = try FrontChannelLogoutTests.signedIn([2], site, as: ["adele@contoso.com"], browser: browser)
        let first = try browser.open(LogoutTests.logout(of: "adele@contoso.com"))
        #expect(FrontChannelLogoutTests.frames(first).map(\.base) == ["https://app2.test/signout"])
        let second = try browser.open(LogoutTests.logout())
        #expect(FrontChannelLogoutTests.frames(second).map(\.base) == ["https://app1.test/signout"])
    }

    @Test("The cookie holds the sixteen newest apps and stays within the limit of browsers")
    func remembersNewestSixteenApps() throws {
        let site = try FrontChannelLogoutTests.entra().site
        let browser = try FrontChannelLogoutTests.signedIn([1], site)
        for number in 5...24 {
            try browser.open(FrontChannelLogoutTests.client(number), ["scope": "openid"], tenant: "contoso.com")
        }
        #expect(browser.received.allSatisfy { $0.utf8.count < 4_096 })
        let frames = FrontChannelLogoutTests.frames(try browser.open(LogoutTests.logout()))
        #expect(frames.map(\.base) == (9...24).map { "https://many.test/\($0)" })
    }

    @Test(
        "An invalid logout address is rejected in the configuration",
        arguments: [
            "http://app.test/signout", "http://localhost:5000/signout", "http://127.0.0.1/signout",
            "javascript:alert(1)", "/signout", "https://app.test/#x", "https://a b.test/",
            "https://app.test/" + String(repeating: "x", count: 240), "https://user@app.test/",
        ])
    func rejectsInvalidLogoutURL(_ address: String) throws {
        #expect(throws: MockEntra.Unusable.self) {
            try MockEntra(
                yaml: """
                    tenants:
                      - id: \(Seed.contoso)
                        domains: [contoso.com]
                        applications:
                    \(FrontChannelLogoutTests.application(1, address))
                    """)
        }
    }
}
