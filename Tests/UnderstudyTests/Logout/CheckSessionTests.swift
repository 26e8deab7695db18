import Formats
import Testing

/// These tests cover `check_session_iframe` (OpenID Connect Session Management 1.0 §3.3) and the Kerberos endpoint.
@Suite struct CheckSessionTests {
    private static let path = "/contoso.com/oauth2/checksession"

    private static func sessions(_ browser: Browser) throws -> [String] {
        try browser.open(path).page.elements.compactMap { $0.attributes["data-session"] }
    }

    @Test("The frame lists the session_state of every signed-in user until the user signs out")
    func listsSessionStateUntilSignOut() throws {
        let browser = try LogoutTests.signedIn(MockEntra().site)
        let state = try #require(
            try browser.open(.mobile, ["scope": "openid", "prompt": "none"]).fields["session_state"])
        #expect(try CheckSessionTests.sessions(browser) == [state])
        _ = try LogoutTests.signedIn(browser.site, as: ["adele@contoso.com"], browser: browser)
        #expect(try CheckSessionTests.sessions(browser).count == 2)
        try browser.open(LogoutTests.logout())
        let left = try CheckSessionTests.sessions(browser)
        #expect(left.count == 1 && left != [state])
        #expect(try CheckSessionTests.sessions(Browser(browser.site)) == [])
    }

    @Test("The page can be framed and runs only its own script")
    func allowsFramingWithOwnScriptOnly() throws {
        let response = try MockEntra().site.get(CheckSessionTests.path)
        #expect(response.status == 200 && response.header("X-Frame-Options") == nil)
        let policy = try #require(response.header("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("frame-ancestors"))
        #expect(policy.contains("connect-src 'self'; script-src 'sha256-"))
        #expect(try MockEntra().site.get("/nowhere.test/oauth2/checksession").outcome == .errorPage(90002))
    }

    @Test("The Kerberos endpoint requests a ticket", arguments: ["GET", "POST"])
    func kerberosEndpointRequestsTicket(_ method: String) throws {
        let site = try MockEntra().site
        for headers: Site.Headers in [[:], ["Authorization": "Negotiate YIIB"]] {
            let response = try site.send(method, "/contoso.com/kerberos", headers: headers)
            #expect(response.status == 401 && response.header("WWW-Authenticate") == "Negotiate")
        }
        #expect(try site.send(method, "/nowhere.test/kerberos").code == 90002)
    }
}
