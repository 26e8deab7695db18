import ControlPlane
import Entra
import Formats
import HTTP
import Protocol
import Testing
@testable import Understudy

/// These tests cover the tools of the flow pages: commands with secrets, the comparison of requests, stubs and tests.
struct FlowToolTests {
    // MARK: - Command with secrets

    private func curl(_ mock: MockEntra, _ id: String?, headers: [(String, String)] = []) throws -> TestResponse {
        try mock.site.post(
            "/_understudy/console/curl", id.map { ["id": $0] } ?? [:], headers: headers)
    }

    @Test
    func showsCommandWithSecretsOnRequest() throws {
        let mock = try MockEntra()
        _ = try mock.site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]),
            tenant: "contoso.com")
        let response = try curl(mock, "1")
        #expect(response.status == 200)
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(response.text.contains("<h1>Request 1 as a curl command with secrets</h1>"))
        #expect(response.text.contains("This page shows secrets"))
        #expect(response.text.contains("--data-raw &#39;client_secret=understudy-daemon-secret&#39;"))
        #expect(try mock.site.get("/_understudy/console/curl?id=1").status == 405, "no link leads to it")
        for id in [nil, "", "2", "x"] { #expect(try curl(mock, id).status == 404) }
    }

    /// A page of another site receives no command with secrets, neither by a form nor by a link.
    @Test(arguments: [
        [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://evil.test")],
        [("Sec-Fetch-Site", "same-site"), ("Origin", "http://localhost:3000")],
        [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")],
        [("Origin", "http://evil.test")], [("Origin", "null")],
    ])
    func rejectsPagesOfOtherSites(headers: [(String, String)]) throws {
        let mock = try MockEntra()
        _ = try mock.site.token(Client.daemon.credentials, tenant: "contoso.com")
        let response = try curl(mock, "1", headers: headers)
        #expect(response.status == 403)
        #expect(!response.text.contains("understudy-daemon-secret"))
    }

    /// The control token is a shell variable wherever the client sent it, with and without secrets.
    @Test
    func neverShowsControlToken() throws {
        let token = "canary-control-token!"
        let mock = try MockEntra(settings: ServerSettings(controlToken: token))
        let bearer = [("Authorization", "Bearer \(token)")]
        let basic = Base64.standard(Array("any:\(token)".utf8))
        _ = try mock.site.send(
            "GET", "/v1.0/users?x=\(Percent.encode(token))",
            headerList: [
                ("Authorization", "Basic \(basic)"), ("X-Understudy-Tenant", "contoso.com"),
                ("X-Other", "a \(token) b"),
                ("Cookie", "a=\(token)"), ("X-Variable", "$UNDERSTUDY"),
            ])
        let whole = try curl(mock, "1", headers: bearer).text
        let page = try mock.site.get(
            "/_understudy/console/flow?id=1", headers: ["Authorization": "Bearer \(token)"]
        ).text
        let journal = try mock.site.get(
            "/_understudy/requests?secrets=true", headers: ["Authorization": "Bearer \(token)"]
        ).text
        for text in [whole, page, journal] {
            #expect(!text.contains(token))
            #expect(!text.contains(basic))
        }
        for text in [whole, page] {
            #expect(
                text.contains("-H &#39;Authorization: Bearer &#39;&quot;$UNDERSTUDY_CONTROL_TOKEN&quot;")
                    || text.contains("-H &#39;Authorization: Bearer &#39;\"$UNDERSTUDY_CONTROL_TOKEN\""))
        }
        #expect(whole.contains("X-Other: a &#39;"))
        #expect(whole.contains("$UNDERSTUDY&#39;"))
    }

    /// If a client sends the variable's name, the shell expands no variable.
    @Test
    func expandsNoVariableSentByClient() throws {
        let token = "canary-control-token!"
        let mock = try MockEntra(settings: ServerSettings(controlToken: token))
        _ = try mock.site.send(
            "GET", "/v1.0/users",
            headerList: [("Authorization", "Bearer \(token)"), ("X-Evil", "$UNDERSTUDY_CONTROL_TOKEN")])
        let text = try curl(mock, "1", headers: [("Authorization", "Bearer \(token)")]).text
        #expect(text.contains("-H &#39;X-Evil: $UNDERSTUDY_CONTROL_TOKEN&#39;"))
        #expect(text.contains("Authorization: Bearer ***&#39;"))
    }

    @Test(arguments: ["", "?id=", "?id=0", "?id=2", "?id=-1", "?id=x", "?id=99999999999999999999"])
    func returnsNotFoundPage(query: String) throws {
        let mock = try MockEntra()
        _ = try mock.site.get("/contoso.com/v2.0/.well-known/openid-configuration")
        let response = try mock.site.get("/_understudy/console/flow\(query)")
        #expect(response.status == 404)
        #expect(response.text.contains("<h1>Flow not found</h1>"))
    }

    // MARK: - Comparison, stub and test

    @Test
    func comparesTwoRequests() throws {
        let mock = try MockEntra()
        let form = Client.daemon.credentials.with([
            "grant_type": "client_credentials", "scope": "api://orders/.default",
        ])
        _ = try mock.site.token(form, tenant: "contoso.com")
        _ = try mock.site.token(form.with(["client_secret": "other-canary"]), tenant: "contoso.com")
        let text = try mock.site.get("/_understudy/console/compare?a=1&b=2").text
        #expect(text.contains("The results differ. The error is about: parameter client_secret."))
        #expect(text.contains("*** (differs)"))
        #expect(text.contains("<code>AADSTS7000215</code>") && text.contains("<code>invalid_client</code>"))
        #expect(!text.contains("other-canary") && !text.contains("understudy-daemon-secret"))
        #expect(try mock.site.get("/_understudy/console/compare?a=1").text.contains("compare?a=1&amp;b=2"))
        #expect(try mock.site.get("/_understudy/console/compare?a=1&b=9").text.contains("no request 9"))
        #expect(try mock.site.get("/_understudy/console/compare?a=9").status == 404)
    }

    @Test
    func addsStubFromResponse() throws {
        let mock = try MockEntra()
        let form = Client.daemon.credentials.with([
            "grant_type": "client_credentials", "scope": "api://orders/.default",
        ])
        let rejected = try mock.site.token(form.with(["client_secret": "wrong"]), tenant: "contoso.com")
        #expect(
            try mock.site.get("/_understudy/console/stub?id=1").text.contains(
                "&quot;error&quot;: &quot;AADSTS7000215&quot;"))
        let added = try mock.site.post("/_understudy/console/stub", ["id": "1"])
        #expect(added.status == 303)
        #expect(try mock.site.token(form, tenant: "contoso.com").status == rejected.status)
        #expect(try mock.site.token(form, tenant: "contoso.com").status == 200, "a stub is used once")
    }

    /// Neither the archive nor the tests have a secret unless a form of the console requests them.
    @Test(arguments: ["har", "test"])
    func masksSecretsOfExports(name: String) throws {
        let mock = try MockEntra()
        _ = try mock.site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]),
            tenant: "contoso.com")
        let path = "/_understudy/console/\(name)"
        let masked = try mock.site.get("\(path)?id=1")
        #expect(masked.status == 200 && !masked.text.contains("understudy-daemon-secret"))
        #expect(try mock.site.post(path, ["id": "1"]).text.contains("understudy-daemon-secret"))
        let foreign = try mock.site.post(path, ["id": "1"], headers: [("Origin", "http://evil.test")])
        #expect(foreign.status == 403)
        #expect(try mock.site.get("\(path)?id=7").status == 404)
    }
}
