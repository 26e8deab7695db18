import Formats
import Testing
@testable import Understudy

/// `POST /_understudy/signin` completes the browser part of a sign-in in one call.
@Suite struct SignInDriveTests {
    private static func url(_ client: Client = .mobile, _ more: Parameters = [:], tenant: String = "contoso.com")
        -> String
    {
        let scope: Parameters = ["scope": usualScope]
        return "\(MockEntra.origin)\(Site.path("authorize", tenant))?\(client.request(scope.with(more)).encoded)"
    }

    private static func drive(
        _ site: Site, _ url: String, user: String = "alex@contoso.com", _ more: String = ""
    ) throws -> TestResponse {
        try site.control("POST", "signin", #"{"authorizeUrl": "\#(url)", "user": "\#(user)"\#(more)}"#)
    }

    @Test("A failed sign-in with the URL of another port says that the URL may be for another server")
    func remarksOnURLOfAnotherServer() throws {
        let site = try MockEntra().site
        let path =
            "/contoso.com/oauth2/v2.0/authorize?client_id=99999999-0000-4000-8000-000000000001&response_type=code"
        let drive = { (url: String) in
            try site.control("POST", "signin", #"{"authorizeUrl": "\#(url)", "user": "alex@contoso.com"}"#)
        }
        #expect(try drive("http://localhost:9\(path)")["detail"]?.contains("another server?") == true)
        for own in [path, "\(MockEntra.origin)\(path)", "https://login.microsoftonline.com\(path)"] {
            #expect(try drive(own)["detail"]?.contains("another server?") == false, "\(own)")
        }
    }

    @Test(
        "The authorization response is returned decoded in every response mode",
        arguments: [nil, "query", "fragment", "form_post"])
    func decodesResponseInEveryResponseMode(mode: String?) throws {
        let site = try MockEntra().site
        let response = try SignInDriveTests.drive(
            site, SignInDriveTests.url(.web, ["response_mode": mode, "state": "s & 1"]))
        #expect(response.status == 200)
        #expect(response.value["location"]?.string?.hasPrefix(Client.web.redirectURI) == true)
        #expect(response.value["parameters"]?["state"]?.string == "s & 1")
        let code = response.value["parameters"]?["code"]?.string ?? ""
        #expect(try site.token(Client.web.redemption(code), tenant: "contoso.com").status == 200)
    }

    @Test("The scheme and the host of the authorize URL are case-insensitive")
    func ignoresCaseOfSchemeAndHost() throws {
        let url = SignInDriveTests.url().replacing("https://localhost", with: "HTTPS://LocalHost", maxReplacements: 1)
        let response = try SignInDriveTests.drive(MockEntra().site, url)
        #expect(response.status == 200 && response.value["parameters"]?["code"] != nil)
    }

    @Test("Consent persists between calls, the session does not")
    func keepsConsentButNotSession() throws {
        let site = try MockEntra().site
        #expect(try SignInDriveTests.drive(site, SignInDriveTests.url()).status == 200)
        let response = try SignInDriveTests.drive(site, SignInDriveTests.url(.mobile, ["prompt": "none"]))
        #expect(response.status == 200)
        #expect(response.value["parameters"]?["error"]?.string == "login_required")
    }

    @Test(
        "The consent member accepts, declines or narrows the consent",
        arguments: [
            (#", "consent": "accept""#, "code"), (#", "consent": "decline""#, "error"),
            (#", "consent": ["api://orders/Orders.Read"]"#, "code"),
        ])
    func appliesRequestedConsent(more: String, field: String) throws {
        let site = try MockEntra().site
        let response = try SignInDriveTests.drive(site, SignInDriveTests.url(), more)
        #expect(response.value["parameters"]?[field] != nil)
    }

    struct Rejection: Row {
        let name: String
        let url: String
        var user = "alex@contoso.com"
        var more = ""
        let error: String
    }

    static let rejections: [Rejection] = [
        Rejection(name: "a wrong password", url: url(), more: #", "password": "wrong""#, error: "AADSTS50126"),
        Rejection(name: "an unknown user", url: url(), user: "nobody@contoso.com", error: "AADSTS50034"),
        Rejection(name: "a user of another tenant", url: url(), user: "casey@fabrikam.com", error: "AADSTS50034"),
        Rejection(
            name: "an unknown redirect URI", url: url(.mobile, ["redirect_uri": "https://evil.test/"]),
            error: "AADSTS50011"),
        Rejection(
            name: "an unknown client", url: url(Client(id: Seed.alex, redirectURI: "http://localhost")),
            error: "AADSTS700016"),
    ]

    @Test("A sign-in that cannot continue returns the error code of the page", arguments: rejections)
    func returnsErrorCodeOfFinalPage(_ row: Rejection) throws {
        let response = try SignInDriveTests.drive(try MockEntra().site, row.url, user: row.user, row.more)
        #expect(response.status == 422)
        #expect(response.header("Content-Type") == "application/problem+json")
        #expect(response.value["page"]?["error"]?.string == row.error)
        #expect(response.value["detail"]?.string?.contains(row.error) == true)
    }

    struct Administrator: Row {
        let name: String
        var settings = ""
        var url = SignInDriveTests.url(.mobile, ["scope": "openid"])
        let error: String
        /// The error that the application receives when the user declines.
        let declined: String
    }

    static let administrators: [Administrator] = [
        Administrator(
            name: "no user consent", settings: "userConsent: disabled", error: "AADSTS90094",
            declined: "AADSTS90094"),
        Administrator(
            name: "admin consent requests", settings: "userConsent: disabled, adminConsentRequests: true",
            error: "AADSTS90095", declined: "AADSTS90095"),
        Administrator(
            name: "consent for the organization",
            url: "/contoso.com/v2.0/adminconsent?client_id=\(Client.mobile.id)&scope=User.Read"
                + "&redirect_uri=http%3A%2F%2Flocalhost",
            error: "AADSTS90093", declined: "AADSTS65004"),
    ]

    @Test(
        "A permission that only an administrator may grant ends the sign-in with its error code",
        arguments: administrators)
    func endsSignInWhenAdministratorMustConsent(_ row: Administrator) throws {
        let site = try MockEntra(
            yaml: """
                tenants: [{id: \(Seed.contoso), domains: [contoso.com], settings: {\(row.settings)},
                  users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}],
                  applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}]}]
                """
        ).site
        let response = try SignInDriveTests.drive(site, row.url)
        #expect(response.status == 422 && response.value["page"]?["error"]?.string == row.error, "\(response.text)")
        let declined = try SignInDriveTests.drive(site, row.url, #", "consent": "decline""#)
        #expect(declined.status == 200 && declined.value["parameters"]?["error"] != nil, "\(declined.text)")
        #expect(declined.text.contains(row.declined))
    }

    @Test("Sign-up and password reset enter the mailed code and the requested values")
    func entersMailedCodeInSignUpAndReset() throws {
        let site = try B2C.entra().site
        for (policy, user) in [
            ("B2C_1_register", "new@customer.example"), ("B2C_1_password_reset", "sam@adventureworks.example"),
        ] {
            let request = B2C.native.request(["scope": "openid \(B2C.readScope)"])
            let url = "\(MockEntra.origin)\(Site.path("authorize", B2C.policy(policy)))?\(request.encoded)"
            let without = try SignInDriveTests.drive(site, url, user: user)
            #expect(without.status == 422 && without.text.contains("newPassword"), "\(without.text)")
            let wrong = try SignInDriveTests.drive(site, url, user: user, #", "mfa": "0""#)
            #expect(wrong.status == 422 && wrong.text.contains("That code is incorrect."), "\(wrong.text)")
            let response = try SignInDriveTests.drive(site, url, user: user, #", "newPassword": "Understudy!22""#)
            #expect(response.value["parameters"]?["code"] != nil, "\(response.text)")
        }
    }

    @Test("The code of an authenticator app follows the tenant's clock")
    func computesTOTPByTenantClock() throws {
        let site = try MockEntra.requiringSecondFactor("totp:JBSWY3DPEHPK3PXP").site
        try site.adjust(#"{"advance": "PT24H"}"#, tenant: Seed.contoso)
        let request = Client(id: "app", redirectURI: "http://localhost").request(["scope": "openid"])
        let url = "\(MockEntra.origin)\(Site.path("authorize", "contoso.com"))?\(request.encoded)"
        let response = try SignInDriveTests.drive(site, url, user: "m@contoso.com")
        #expect(response.status == 200, "\(response.text)")
    }

    @Test("The outbox, its console page and the sign-in agree on the code after a clock change")
    func outboxAndSignInAgreeOnCode() throws {
        let site = try MockEntra.requiringSecondFactor("m@contoso.com").site
        try site.adjust(#"{"offset": "-PT24H"}"#, tenant: Seed.contoso)
        let request = Client(id: "app", redirectURI: "http://localhost").request(["scope": "openid"])
        let url = "\(MockEntra.origin)\(Site.path("authorize", "contoso.com"))?\(request.encoded)"
        #expect(try SignInDriveTests.drive(site, url, user: "m@contoso.com").status == 200)
        let messages = try site.control("GET", "outbox").value["messages"]?.array ?? []
        let code = try #require(messages.first?["code"]?.string)
        #expect(try site.get("/_understudy/console/outbox").text.contains(code))
    }

    @Test("A response that a page shows instead of a redirect is returned like any other")
    func returnsOutOfBandResponse() throws {
        let redirectURI = "urn:ietf:wg:oauth:2.0:oob"
        let site = try MockEntra(
            yaml: """
                tenants: [{id: \(Seed.contoso), domains: [contoso.com],
                  users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}],
                  applications: [{appId: app, publicClient: {redirectUris: ["\(redirectURI)"]}}]}]
                """
        ).site
        let url = SignInDriveTests.url(
            Client(id: "app", redirectURI: redirectURI), ["scope": "openid", "state": "s & 1"])
        let response = try SignInDriveTests.drive(site, url)
        #expect(response.status == 200 && response.value["location"]?.string == redirectURI, "\(response.text)")
        #expect(response.value["parameters"]?["code"] != nil)
        #expect(response.value["parameters"]?["state"]?.string == "s & 1")
        let declined = try SignInDriveTests.drive(site, url + "&prompt=consent", #", "consent": "decline""#)
        #expect(declined.value["parameters"]?["error"]?.string == "access_denied", "\(declined.text)")
    }

    @Test(
        "Multi-factor authentication uses the user's method or the given code",
        arguments: [
            ("123456", "", 200), ("123456", #", "mfa": "000000""#, 422), ("totp:JBSWY3DPEHPK3PXP", "", 200),
            ("m@contoso.com", "", 200), ("+41 79 000 00 00", "", 200),
        ])
    func completesMultiFactorAuthentication(method: String, more: String, status: Int) throws {
        let site = try MockEntra.requiringSecondFactor(method).site
        let client = Client(id: "app", redirectURI: "http://localhost")
        let url =
            "\(MockEntra.origin)\(Site.path("authorize", "contoso.com"))?"
            + client.request(["scope": "openid"]).encoded
        let response = try SignInDriveTests.drive(site, url, user: "m@contoso.com", more)
        #expect(response.status == status, "\(response.text)")
        if status == 200 { #expect(response.value["parameters"]?["code"] != nil) }
    }

    struct StubCase: Row {
        let name: String
        let match: String
        let response: String
        let status: Int
        /// The expected text in the problem or in the response parameters.
        let words: String
    }

    static let stubs: [StubCase] = [
        StubCase(
            name: "an error on the way to the first page", match: #"{"endpoint":"authorize"}"#,
            response: #"{"error":"AADSTS50011"}"#, status: 422, words: "AADSTS50011"),
        StubCase(
            name: "an error once the user is known", match: #"{"user":"alex@contoso.com"}"#,
            response: #"{"error":"AADSTS50053"}"#, status: 422, words: "AADSTS50053"),
        StubCase(
            name: "an error for the application", match: #"{"clientId":"\#(Client.mobile.id)"}"#,
            response: #"{"error":"AADSTS65004"}"#, status: 200, words: "access_denied"),
        StubCase(
            name: "a raw response", match: #"{"tenant":"contoso.com"}"#, response: #"{"status":503,"body":"busy"}"#,
            status: 422, words: "busy"),
        StubCase(
            name: "a broken connection", match: #"{"endpoint":"authorize"}"#, response: #"{"fault":"reset"}"#,
            status: 422, words: "A stub broke a response"),
        StubCase(
            name: "half a response", match: #"{"endpoint":"authorize"}"#, response: #"{"fault":"truncate"}"#,
            status: 422, words: "A stub broke a response"),
        StubCase(
            name: "a delay, which is skipped", match: #"{"endpoint":"authorize"}"#,
            response: #"{"delay":"PT1M"},{"fault":"drip","duration":"PT1M"}"#, status: 200, words: "code"),
    ]

    @Test("Stubs apply to the sign-in as to any browser, and the journal names the stub", arguments: stubs)
    func stubsApplyToSignIn(_ row: StubCase) throws {
        let site = try MockEntra().site
        let id = try site.stub(row.match, row.response)
        let response = try SignInDriveTests.drive(site, SignInDriveTests.url())
        #expect(response.status == row.status && response.text.contains(row.words), "\(response.text)")
        #expect(try site.get("\(Site.responses)?id=\(id)").json?["responses"]?.array?.first?["left"]?.integer == 0)
        let entries = try site.control("GET", "requests").value["requests"]?.array ?? []
        #expect(entries.contains { $0["script"]?.string == id })
        #expect(try SignInDriveTests.drive(site, SignInDriveTests.url()).value["parameters"]?["code"] != nil)
    }

    @Test("A federated user signs in at the identity provider, even if the redirect URI begins with the origin")
    func signsInFederatedUser() throws {
        let entra = try Federated.entra()
        for origin in [MockEntra.origin, "http://localhost:8080", "http://localhost"] {
            let request = Client.mobile.request(["scope": usualScope, "state": "s"])
            let response = try SignInDriveTests.drive(
                entra.at(origin), "\(origin)\(Site.path("authorize", "contoso.com"))?\(request.encoded)",
                user: "fred@federated.contoso.com")
            #expect(response.status == 200, "\(response.text)")
            #expect(response.value["location"]?.string?.hasPrefix("http://localhost/?") == true)
            #expect(response.value["parameters"]?["code"] != nil && response.value["parameters"]?["wctx"] == nil)
        }
    }

    @Test("A federated user whose identity provider is on another server cannot sign in")
    func rejectsProviderOnAnotherServer() throws {
        let response = try SignInDriveTests.drive(
            Federated.entra().site, SignInDriveTests.url(), user: "pat@partner.contoso.com")
        #expect(response.status == 422)
        #expect(response.value["detail"]?.string?.contains("another server: https://sts.partner.example/ls/") == true)
    }

    @Test(
        "A malformed request is rejected",
        arguments: [
            "{}", #"{"authorizeUrl": "/x"}"#, #"{"authorizeUrl": "nonsense", "user": "a"}"#,
            #"{"authorizeUrl": "/_understudy/reset", "user": "a"}"#,
            "{\"authorizeUrl\": \"/_understudy/\u{301}\", \"user\": \"a\"}",
            #"{"authorizeUrl": "//evil.test/contoso.com/oauth2/v2.0/authorize", "user": "a"}"#,
            #"{"authorizeUrl": "/x", "user": "a", "pasword": "b"}"#,
        ])
    func rejectsMalformedRequest(_ body: String) throws {
        #expect(try MockEntra().site.control("POST", "signin", body).status == 400)
    }

    @Test("An authorize URL that exceeds the request line limit is rejected")
    func rejectsURLOverRequestLineLimit() throws {
        let site = try MockEntra().site
        let base = SignInDriveTests.url()
        for (more, status) in [(0, 200), (1, 400)] {
            let url = base + "&x=" + String(repeating: "a", count: 16 * 1024 - base.utf8.count - 3 + more)
            let response = try SignInDriveTests.drive(site, url)
            #expect(response.status == status && response.text.contains("--max-request-line") == (status == 400))
        }
    }

    @Test("A URL that is not an authorize URL returns the server's own error")
    func returnsServerErrorForOtherURL() throws {
        #expect(try SignInDriveTests.drive(try MockEntra().site, "/nowhere/at/all").status == 422)
    }
}
