import ControlPlane
import Entra
import Formats
import HTTP
import Protocol
import Testing
@testable import Understudy

/// These tests cover the flows of the web console: the grouping of requests, the sequence diagram and the details of each request.
struct FlowPageTests {
    private static let root = "/_understudy/"
    private static let id = "11111111-2222-4333-8444-555555555555"

    /// Returns the list of flows, by default with discovery, which most readers hide.
    private func list(_ mock: MockEntra, _ query: String = "?noise=show") throws -> String {
        try mock.site.get(Self.root + query).text
    }

    /// Returns the page of the flow that contains the request with the number.
    private func flow(_ mock: MockEntra, _ number: Int) throws -> String {
        let response = try mock.site.get("/_understudy/console/flow?id=\(number)")
        try #require(response.status == 200)
        return response.text
    }

    private func flowCount(_ mock: MockEntra) throws -> Int { try list(mock).ranges(of: "class=\"flow\"").count }

    // MARK: - Grouping

    @Test
    func startsWithoutFlows() throws {
        let mock = try MockEntra()
        #expect(try list(mock).contains("No requests yet."))
        _ = try mock.site.get("/_understudy/health")
        #expect(try flowCount(mock) == 0, "the control plane adds no flow")
    }

    @Test
    func joinsCodeAndTokenWithoutRequestID() throws {
        let mock = try MockEntra()
        _ = try mock.site.tokens()
        #expect(try flowCount(mock) == 1)
        let text = try list(mock)
        #expect(text.contains("Contoso Mobile · alex@contoso.com"))
        #expect(text.contains("authorize → token (authorization_code)"))
        _ = try mock.site.tokens()
        #expect(try flowCount(mock) == 2, "the same request again is another flow")
    }

    @Test
    func groupsByClientRequestID() throws {
        let mock = try MockEntra()
        for tenant in ["contoso.com", "fabrikam.com"] {
            _ = try mock.site.get(
                "/\(tenant)/v2.0/.well-known/openid-configuration", headers: ["client-request-id": Self.id])
        }
        _ = try mock.site.get("/contoso.com/v2.0/.well-known/openid-configuration")
        #expect(try flowCount(mock) == 2)
        #expect(try list(mock).contains("discovery ×2"))
    }

    @Test
    func joinsPagesOfOneAuthorizationRequest() throws {
        let mock = try MockEntra()
        let browser = Browser(mock.site)
        _ = try browser.open(.mobile)
        _ = try browser.enter("alex@contoso.com")
        #expect(try flowCount(mock) == 1)
        _ = try Browser(mock.site).open(.mobile)
        #expect(try flowCount(mock) == 2)
    }

    /// The requests of the device, and the pages on which its user signs in, are one flow, although a browser sends no ID.
    @Test
    func joinsDeviceAndItsPages() throws {
        let mock = try MockEntra()
        let started = try mock.site.startDevice()
        _ = try mock.site.pollDevice(started)
        let browser = Browser(mock.site)
        try browser.open(Site.deviceLogin)
        try browser.press(filling: ["otc": "ACDEFGHJK"])
        #expect(try list(mock).contains("<span class=\"badge bad\">AADSTS70018</span>"))
        try browser.press(filling: ["otc": started["user_code"] ?? ""])
        #expect(try flowCount(mock) == 1)
        #expect(try list(mock).contains("<span class=\"badge calm\">page shown</span>"))
        _ = try mock.site.approveDevice(started)
        #expect(try list(mock).contains("<span class=\"badge good\">completed</span>"))
        #expect(try list(mock).contains("devicecode → token (device_code) → devicelogin"))
        try browser.open(Site.deviceLogin)
        #expect(try flowCount(mock) == 2, "the page for another code is another flow")
    }

    @Test
    func pollIsNoErrorWhileUserDecides() throws {
        let mock = try MockEntra()
        _ = try mock.site.pollDevice(try mock.site.startDevice())
        #expect(try list(mock).contains("<span class=\"badge calm\">waiting for approval</span>"))
        #expect(try flow(mock, 2).contains("token to App: waiting for approval"))
    }

    @Test
    func joinsRequestsOfSignInDriver() throws {
        let mock = try MockEntra()
        let address =
            "\(MockEntra.origin)\(Site.path("authorize", "common"))?"
            + Client.mobile.request(["scope": usualScope]).encoded
        let drive = JSONValue.object([
            .init("authorizeUrl", .string(address)), .init("user", .string("alex@contoso.com")),
        ])
        let response = try mock.site.send(
            "POST", "/_understudy/signin", headerList: [("Content-Type", "application/json")],
            body: String(decoding: JSONWriter.value(drive), as: UTF8.self))
        #expect(response.status == 200)
        #expect(try flowCount(mock) == 1)
        #expect(try flow(mock, 2).contains("App to authorize: GET"), "the flow begins with the application's request")
    }

    @Test
    func joinsPagesOfSignOut() throws {
        let mock = try MockEntra()
        let browser = Browser(mock.site)
        try browser.open(.mobile, ["scope": "openid"])
        try browser.enter("alex@contoso.com")
        try browser.press("idBtn_Back")
        let before = try flowCount(mock)
        try browser.open(Site.path("logout", "common"))
        #expect(try list(mock).contains("<bdi class=\"what\">logout ·"))
        try browser.press("alex@contoso.com")
        #expect(try flowCount(mock) == before + 1)
        #expect(try list(mock).contains("<bdi class=\"what\">logout ×2 ·"))
    }

    // MARK: - List

    @Test
    func hidesDiscoveryUntilRequested() throws {
        let mock = try MockEntra()
        _ = try mock.site.get("/contoso.com/v2.0/.well-known/openid-configuration")
        _ = try mock.site.get("/contoso.com/discovery/v2.0/keys")
        _ = try mock.site.get("/nowhere/v2.0/.well-known/openid-configuration")
        let text = try list(mock, "")
        #expect(text.ranges(of: "class=\"flow\"").count == 1, "an error stays")
        #expect(text.contains("Hidden flows of discovery documents and browser files: 2."))
        #expect(text.contains("<a href=\"/_understudy/?noise=show\">Show them</a>"))
        #expect(try flowCount(mock) == 3)
    }

    @Test
    func selectsFlowsByQuery() throws {
        let mock = try MockEntra()
        _ = try mock.site.tokens()
        _ = try mock.site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]),
            tenant: "contoso.com")
        #expect(try list(mock, "").contains(">2 flows, 3 requests in the journal."))
        for (query, application) in [
            ("?user=alex", "Contoso Mobile"), ("?application=daemon", "Contoso Daemon"),
            ("?endpoint=authorize", "Contoso Mobile"), ("?q=client_credentials", "Contoso Daemon"),
        ] {
            let text = try list(mock, query)
            #expect(text.contains(">1 flow, "), "\(query)")
            #expect(text.contains("<bdi class=\"who\">\(application)"), "\(query)")
        }
        #expect(try list(mock, "?code=AADSTS50011").contains("No flow matches."))
        #expect(try list(mock, "?since=never").contains("The time never is ignored"))
    }

    @Test
    func showsFlowsInPages() throws {
        let mock = try MockEntra()
        for _ in 0..<60 { _ = try mock.site.get("/nothing") }
        let text = try list(mock, "")
        #expect(text.contains("1–50 of 60 flows"))
        #expect(text.contains("<a href=\"/_understudy/?page=2\" rel=\"next\">Older flows</a>"))
        #expect(try list(mock, "?page=2").contains("51–60 of 60 flows"))
        #expect(try list(mock, "?page=9223372036854775807").contains("No flow matches."))
    }

    @Test
    func clearsJournal() throws {
        let mock = try MockEntra()
        _ = try mock.site.tokens()
        let response = try mock.site.post("/_understudy/console/clear", [:])
        #expect(response.status == 303 && response.header("Location") == "/_understudy/")
        #expect(try list(mock).contains("No requests yet."))
        #expect(try mock.site.get("/_understudy/console/clear").status == 405)
    }

    @Test
    func teachesWhileJournalIsEmpty() throws {
        let text = try list(try MockEntra())
        #expect(
            text.contains(
                "curl -s -k &#39;https://localhost:8443/contoso.com/oauth2/v2.0/devicecode&#39; \\\n  -d &#39;client_id="
            ))
        #expect(text.contains("/oauth2/v2.0/authorize?client_id="))
    }

    // MARK: - Details

    @Test
    func drawsSequenceOfRequests() throws {
        let mock = try MockEntra()
        _ = try mock.site.tokens()
        let text = try flow(mock, 1)
        #expect(text.contains("<ol class=\"sequence lanes-"))
        for line in [
            "aria-label=\"User to authorize: user name, password, consent ",
            "aria-label=\"authorize to App: code ", "aria-label=\"App to token: authorization_code ",
            "aria-label=\"token to App: access_token, id_token, refresh_token ",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test
    func decodesTokensSideBySide() throws {
        let mock = try MockEntra()
        _ = try mock.site.tokens()
        let text = try flow(mock, 2)
        #expect(text.contains("<h3>access token, version 2.0</h3>"))
        #expect(text.contains("<h3>id token, version 2.0</h3>"))
        #expect(text.contains("<code>Orders.Read</code>"))
        #expect(text.contains("(2026-09-21T"), "times are shown as dates")
        #expect(text.contains("consent at run time"))
    }

    /// The page shows the reason and the remedy of a rejected request and expands its details.
    @Test
    func explainsRejectedRequest() throws {
        let mock = try MockEntra()
        _ = try mock.site.get(
            "/common/oauth2/v2.0/authorize?\(Client.mobile.request(["scope": "openid", "redirect_uri": "http://localhostt"]).encoded)"
        )
        let text = try flow(mock, 1)
        #expect(text.contains("<strong>AADSTS50011</strong>"))
        #expect(text.contains("How to fix:"))
        #expect(text.contains("Register the redirect URI exactly as it is sent"))
        #expect(text.contains("<details class=\"exchange\" id=\"request-1\" open=\"\">"))
        #expect(text.contains("authorize to User: AADSTS50011"))
    }

    @Test
    func showsVersion1RequestNextToVersion2() throws {
        let mock = try MockEntra()
        _ = try mock.site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "resource": "api://orders"]),
            tenant: "contoso.com", .v1)
        let text = try flow(mock, 1)
        #expect(text.contains("<h3>v1</h3>"))
        #expect(text.contains("<h3>v2</h3>"))
        #expect(text.contains("/contoso.com/oauth2/v2.0/token</code>"))
        #expect(text.contains("<code>api://orders/.default</code>"))
    }

    /// The page of a flow masks every secret, also in the command, and offers the whole command by a form.
    @Test
    func masksSecretsInCommand() throws {
        let mock = try MockEntra()
        _ = try mock.site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]),
            tenant: "contoso.com")
        let text = try flow(mock, 1)
        #expect(!text.contains("understudy-daemon-secret"))
        #expect(text.contains("--data-raw &#39;client_secret=***&#39;"))
        #expect(text.contains("Repeats request 1 without its secrets: *** replaces each"))
        #expect(text.contains("<form method=\"post\" action=\"/_understudy/console/curl\""))
    }

    /// A command without secrets is shown as it is.
    @Test
    func offersOneCommandWithoutSecrets() throws {
        let mock = try MockEntra()
        _ = try mock.site.get("/contoso.com/v2.0/.well-known/openid-configuration")
        let text = try flow(mock, 1)
        #expect(text.contains("<span>Repeats request 1</span>"))
        #expect(!text.contains("/_understudy/console/curl"))
    }

    // MARK: - Truth

    /// A request of an application for its own token needs no listed permission, so that no rule on permissions explains it.
    @Test
    func explainsSuccessWithoutError() throws {
        let mock = try MockEntra()
        let response = try mock.site.token(
            Client.daemon.credentials.with([
                "grant_type": "client_credentials", "resource": "https://legacy.contoso.com/",
            ]), tenant: "contoso.com", .v1)
        #expect(response.status == 200)
        let text = try flow(mock, 1)
        #expect(!text.contains("AADSTS650057") && !text.contains("not listed"))
        #expect(text.contains(".default of Legacy API"))
    }

    @Test
    func namesRuleOfRedirectURI() throws {
        let mock = try MockEntra()
        _ = try mock.site.get(
            "/common/oauth2/v2.0/authorize?\(Client.mobile.request(["scope": "openid", "redirect_uri": "http://localhost:4711"]).encoded)"
        )
        let text = try flow(mock, 1)
        #expect(text.contains("the port of a loopback address does not count"))
        #expect(!text.contains("wildcard label"))
    }

    // MARK: - Hostile input

    private static let hostile = "\"><script>alert(1)</script><img src=x onerror='alert(1)'>\u{202E}"

    /// Hostile text from clients does not change the page's markup.
    @Test(arguments: [
        "client_id", "scope", "redirect_uri", "grant_type", "resource", "claims", "client_assertion", "username",
        "login_hint", "state", "<script>alert(1)</script>",
    ])
    func escapesParameters(parameter: String) throws {
        let mock = try MockEntra()
        let form = Parameters(dictionaryLiteral: (parameter, Self.hostile))
        _ = try mock.site.post("/contoso.com/oauth2/v2.0/token", form)
        _ = try mock.site.post("/contoso.com/oauth2/token", form)
        _ = try mock.site.get("/common/oauth2/v2.0/authorize?\(form.encoded)")
        _ = try mock.site.get("/common/oauth2/authorize?\(form.encoded)")
        for text in try [list(mock), flow(mock, 1), flow(mock, 2), flow(mock, 3), flow(mock, 4)] {
            #expect(!text.contains("<script>alert"))
            #expect(!text.contains("<img"))
            #expect(!text.unicodeScalars.contains("\u{202E}"))
        }
    }

    @Test
    func escapesPathsHeadersAndBodies() throws {
        let mock = try MockEntra()
        let path = Percent.encode(Self.hostile)
        let headers = [("X-Test", Self.hostile), ("client-request-id", Self.hostile), ("Authorization", Self.hostile)]
        _ = try mock.site.send("GET", "/\(path)/v2.0/.well-known/openid-configuration", headerList: headers)
        _ = try mock.site.send("POST", "/\(path)?\(path)", headerList: headers, body: Self.hostile)
        _ = try mock.site.send("<b>", "/contoso.com/oauth2/v2.0/token", headerList: headers, body: "\u{0}\u{1}")
        let claims = Base64.url(Array("{\"<img>\":\"\(Self.hostile.replacing("\"", with: ""))\"}".utf8))
        _ = try mock.site.post(
            "/contoso.com/oauth2/v2.0/token",
            ["grant_type": "client_credentials", "client_assertion": "\(claims).\(claims).x"])
        for text in try [list(mock)] + (1...4).map({ try flow(mock, $0) }) {
            #expect(!text.contains("<script>alert"))
            #expect(!text.contains("<img"))
            #expect(!text.contains("<b><"))
            #expect(!text.contains("\0"))
        }
    }

    /// A flow with more endpoints than lanes merges them in one lane, and a flow with many requests is truncated.
    @Test
    func mergesSurplusEndpointsInOneLane() throws {
        let mock = try MockEntra()
        for path in [
            "/contoso.com/v2.0/.well-known/openid-configuration", "/contoso.com/discovery/v2.0/keys",
            "/common/discovery/instance", "/contoso.com/userrealm/a", "/contoso.com/oauth2/logout",
            "/contoso.com/kerberos", "/oidc/userinfo", "/nothing", "/common/oauth2/nativeclient",
        ] {
            _ = try mock.site.get(path, headers: ["client-request-id": Self.id])
        }
        let text = try flow(mock, 1)
        #expect(text.contains("lanes-6"))
        #expect(text.contains("other endpoints"))
        for _ in 0..<200 { _ = try mock.site.get("/nothing", headers: ["client-request-id": Self.id]) }
        #expect(try flow(mock, 1).contains("the first 100 of 209 requests"))
    }
}
