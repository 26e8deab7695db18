import ControlPlane
import Entra
import Formats
import HTTP
import Synchronization
import Testing
@testable import Understudy

/// The request journal at `/_understudy/requests` records whole exchanges.
@Suite struct JournalTests {
    private func entries(_ site: Site, _ query: String = "") throws -> [JSONValue] {
        try #require(try site.get("/_understudy/requests\(query)").json?["requests"]?.array)
    }

    private func last(_ site: Site, _ query: String = "") throws -> JSONValue {
        try #require(try entries(site, query).last)
    }

    @Test("A sign-in is recorded with its requests, decisions and tokens")
    func recordsRequestsDecisionsAndTokensOfSignIn() throws {
        let site = try MockEntra().site
        _ = try site.tokens()
        let all = try entries(site)
        #expect(all.map { $0["endpoint"]?.string } == ["authorize", "token"])
        let authorize = all[0]
        #expect(authorize["outcome"]?.string == "success" && authorize["status"]?.integer == 302)
        #expect(authorize["user"]?.string == "alex@contoso.com" && authorize["version"]?.string == "v2")
        #expect(authorize["request"]?["query"]?["state"]?.string == "s1")
        #expect(authorize["request"]?["form"]?["passwd"]?.string == "***")
        #expect(authorize["response"]?["parameters"]?["code"]?.string == "***")
        let decision = try #require(authorize["decision"])
        #expect(decision["redirectUri"]?["matched"]?.string == "http://localhost")
        #expect(decision["redirectUri"]?["platform"]?.string == "publicClient")
        #expect(decision["client"]?["displayName"]?.string == "Contoso Mobile")
        #expect(decision["consent"]?["state"]?.string == "given")
        #expect(decision["code"]?["user"]?.string == "alex@contoso.com")
        let scopes = try #require(decision["scopes"]?.array)
        #expect(scopes.last?["resource"]?.string == "Orders API" && scopes.last?["permission"]?.string == "Orders.Read")

        let token = all[1]
        #expect(token["grantType"]?.string == "authorization_code")
        #expect(
            token["tenant"]?.string == "11111111-1111-4111-8111-111111111111",
            "the code determines the tenant at common")
        #expect(token["decision"]?["presented"]?["kind"]?.string == "code")
        #expect(token["decision"]?["tokens"]?["access_token"]?["claims"]?["scp"]?.string == "Orders.Read")
        #expect(
            token["decision"]?["tokens"]?["id_token"]?["claims"]?["preferred_username"]?.string == "alex@contoso.com")
        #expect(token["decision"]?["consent"]?["state"]?.string == "found")
        #expect(
            token["decision"]?["consent"]?["permissions"]?.array?.first?["by"]?.string == "consent at run time")
        #expect(token["response"]?["json"]?["access_token"]?.string == "***")
        #expect(token["traceId"] != nil && token["durationMicroseconds"]?.integer ?? 0 > 0)
    }

    struct Rejection: Row {
        let name: String
        let path: String
        var form: Parameters?
        let code: String
        /// The expected part of the suggested fix.
        let fix: String
    }

    static let rejections: [Rejection] = [
        Rejection(
            name: "a redirect URI with a slash too many",
            path: "/common/oauth2/v2.0/authorize?client_id=aaaaaaaa-0000-4000-8000-000000000001&response_type=code"
                + "&redirect_uri=msauth.com.contoso.app1%3A%2F%2Fauth%2F&scope=openid",
            code: "AADSTS50011",
            fix: "msauth.com.contoso.app1://auth is registered. The two URIs differ only in the trailing slash."),
        Rejection(
            name: "a tenant that is nearly one", path: "/contosso.com/oauth2/v2.0/token",
            form: ["grant_type": "client_credentials"], code: "AADSTS90002", fix: "Did you mean contoso.com?"),
        Rejection(
            name: "a wrong secret", path: "/contoso.com/oauth2/v2.0/token",
            form: [
                "grant_type": "client_credentials", "client_id": Client.daemon.id, "client_secret": "wrong",
                "scope": "api://orders/.default",
            ], code: "AADSTS7000215", fix: "Send the text of the secret"),
        Rejection(
            name: "a permission that is nearly one",
            path: "/common/oauth2/v2.0/authorize?client_id=aaaaaaaa-0000-4000-8000-000000000001&response_type=code"
                + "&redirect_uri=http%3A%2F%2Flocalhost&scope=api%3A%2F%2Forders%2FOrders.Raed",
            form: ["loginfmt": "alex@contoso.com", "passwd": "Understudy!1"], code: "AADSTS650053",
            fix: "Did you mean Orders.Read?"),
        Rejection(
            name: "a wrong password",
            path: "/common/oauth2/v2.0/authorize?client_id=aaaaaaaa-0000-4000-8000-000000000001&response_type=code"
                + "&redirect_uri=http%3A%2F%2Flocalhost&scope=openid",
            form: ["loginfmt": "alex@contoso.com", "passwd": "wrong"], code: "AADSTS50126",
            fix: "Use the password of the user in the directory"),
        Rejection(
            name: "an application of another tenant", path: "/fabrikam.com/oauth2/v2.0/token",
            form: [
                "grant_type": "client_credentials", "client_id": Client.daemon.id, "client_secret": "x",
                "scope": "a/.default",
            ],
            code: "AADSTS700016", fix: "The application is registered in Contoso"),
    ]

    @Test("An error is recorded with its code and a suggested fix", arguments: rejections)
    func recordsErrorCodeAndFix(_ row: Rejection) throws {
        let site = try MockEntra().site
        _ = try row.form.map { try site.post(row.path, $0) } ?? site.get(row.path)
        let entry = try last(site)
        #expect(entry["outcome"]?.string == "error")
        #expect(entry["error"]?.string == row.code)
        let error = try #require(entry["decision"]?["error"])
        #expect(error["fix"]?.string?.contains(row.fix) == true, "\(error)")
        #expect(error["message"]?.string?.hasPrefix("\(row.code): ") == true)
        #expect(try entries(site, "?outcome=\(row.code)").count == 1)
    }

    @Test("Missing consent is recorded for the consent page and for the error")
    func recordsMissingConsent() throws {
        let site = try MockEntra().site
        _ = try site.signIn(consent: nil)
        let page = try last(site)
        #expect(page["outcome"]?.string == "page" && page["page"]?.string == "consent")
        #expect(page["user"]?.string == "alex@contoso.com")
        #expect(page["decision"]?["consent"]?["state"]?.string == "asked")
        #expect(
            page["decision"]?["consent"]?["permissions"]?.array?.contains(.string("api://orders/Orders.Read")) == true)
        _ = try site.token(
            [
                "grant_type": "password", "client_id": Client.mobile.id, "username": "alex@contoso.com",
                "password": "Understudy!1", "scope": "api://orders/Orders.Read",
            ], tenant: "contoso.com")
        #expect(try last(site)["decision"]?["consent"]?["state"]?.string == "missing")
    }

    @Test("An application token is recorded with its roles")
    func recordsRolesOfApplicationToken() throws {
        let site = try MockEntra().site
        _ = try site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]),
            tenant: "contoso.com")
        let consent = try #require(try last(site)["decision"]?["consent"])
        #expect(consent["state"]?.string == "found" && consent["roles"]?.array == [.string("Orders.Read.All")])
    }

    @Test("A version 1 request is recorded with its version 2 equivalent")
    func recordsVersion2EquivalentOfVersion1Request() throws {
        let site = try MockEntra().site
        _ = try site.token(
            Client.daemon.credentials.with([
                "grant_type": "client_credentials", "resource": "https://legacy.contoso.com/",
            ]),
            tenant: "contoso.com", .v1)
        let entry = try last(site)
        #expect(entry["version"]?.string == "v1")
        #expect(entry["v2"]?["url"]?.string == "https://localhost:8443/contoso.com/oauth2/v2.0/token")
        #expect(entry["v2"]?["parameters"]?["scope"]?.string == "https://legacy.contoso.com//.default")
        #expect(entry["v2"]?["parameters"]?["client_secret"]?.string == "***")
        _ = try site.get("/contoso.com/discovery/v2.0/keys")
        #expect(try last(site)["v2"] == nil)
    }

    @Test("The client assertion and the claims parameter are recorded in decoded form")
    func decodesClientAssertionAndClaims() throws {
        let site = try MockEntra().site
        _ = try site.token([
            "grant_type": "client_credentials", "client_assertion": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhcHAifQ.c2ln",
            "claims": #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#,
        ])
        let request = try #require(try last(site)["request"])
        #expect(request["clientAssertion"]?["claims"]?["sub"]?.string == "app")
        #expect(request["clientAssertion"]?["header"]?["alg"]?.string == "RS256")
        #expect(request["form"]?["client_assertion"]?.string == "***")
        #expect(request["claims"]?["access_token"]?["xms_cc"]?["values"]?.array == [.string("cp1")])
    }

    @Test("The journal masks secrets unless the caller requests them")
    func masksSecretsUnlessRequested() throws {
        let site = try MockEntra().site
        let tokens = try site.tokens(.web, tenant: "contoso.com")
        let secrets = [
            "Understudy!1", "understudy-web-secret", try #require(tokens["access_token"]),
            try #require(tokens["refresh_token"]),
            try #require(tokens["id_token"]),
        ]
        _ = try site.token(Client.web.refresh(secrets[3]), tenant: "contoso.com")
        _ = try site.get("/oidc/userinfo", headers: ["Authorization": "Bearer \(secrets[2])"])
        let masked = try site.get("/_understudy/requests").text
        for secret in secrets { #expect(!masked.contains(secret)) }
        let cookie = try #require(
            try site.signIn(.web, tenant: "contoso.com").headers.values("Set-Cookie").first?.split(separator: ";")
                .first?.split(separator: "=")
                .last)
        #expect(try !site.get("/_understudy/requests").text.contains(cookie))
        let shown = try site.get("/_understudy/requests?secrets=true").text
        for secret in secrets { #expect(shown.contains(secret)) }
    }

    @Test(
        "A stubbed fault is recorded, with a remark if the fault had no effect",
        arguments: [
            ("truncate", true, false), ("reset", true, false), ("malformedChunk", true, false),
            ("expiredToken", true, false), ("expiredToken", false, true), ("truncate", false, false),
        ])
    func recordsStubbedFault(word: String, isValid: Bool, hasRemark: Bool) throws {
        let site = try MockEntra().site
        let id = try site.stub(#"{"endpoint":"token"}"#, #"{"fault":"\#(word)"}"#)
        _ = try site.daemonToken(nil, isValid ? [:] : ["client_secret": "wrong"])
        _ = try site.daemonToken()
        let entries = try site.control("GET", "requests?endpoint=token").value["requests"]?.array ?? []
        #expect(entries.count == 2)
        #expect(entries.first?["script"]?.string == id)
        #expect(entries.first?["response"]?["fault"]?.string == word)
        #expect((entries.first?["response"]?["faultRemark"] != nil) == hasRemark)
        #expect(entries.last?["response"]?["fault"] == nil && entries.last?["script"] == nil)
    }

    @Test("Unknown paths, wrong methods and invalid escapes are recorded, but control-plane calls are not")
    func recordsInvalidRequestsButNotControlPlane() throws {
        let site = try MockEntra().site
        _ = try site.get("/no/such/path")
        _ = try site.send("DELETE", "/contoso.com/oauth2/v2.0/token")
        _ = try site.get("/contoso.com/oauth2/v2.0/authorize?client_id=%zz")
        _ = try site.get("/_understudy/health")
        _ = try site.get("/_understudy/nothing")
        let all = try entries(site)
        #expect(all.map { $0["endpoint"]?.string } == ["unknown", "token", "authorize"])
        #expect(all.map { $0["status"]?.integer } == [404, 400, 400])
        #expect(all[1]["error"]?.string == "AADSTS900561")
        #expect(all[2]["request"]?["query"] == .null)
    }

    @Test("A native authentication request is recorded with MSAL's treatment of each header")
    func classifiesNativeAuthenticationHeaders() throws {
        let site = try MockEntra().site
        let form: Parameters = [
            "client_id": "cccccccc-0000-4000-8000-000000000001", "username": "casey@woodgrove.example",
            "challenge_type": "password oob redirect",
        ]
        let headers = [("X-Trace", "1"), ("x-ms-mine", "1"), ("x-client-SKU", "MSAL.iOS"), ("x-anchormailbox", "a")]
        let started = try site.post("/\(Seed.woodgrove)/oauth2/v2.0/initiate", form, headers: headers)
        let token = try #require(started["continuation_token"])
        _ = try site.post(
            "/\(Seed.woodgrove)/oauth2/v2.0/challenge",
            [
                "client_id": "cccccccc-0000-4000-8000-000000000001", "challenge_type": "oob redirect",
                "continuation_token": token,
            ])
        let entry = try last(site, "?endpoint=initiate")
        let verdicts = Dictionary(
            uniqueKeysWithValues: (entry["nativeHeaders"]?.object ?? []).map { ($0.name, $0.value.string) })
        #expect(
            verdicts == [
                "x-anchormailbox": "overridden", "x-client-sku": "sdk", "x-ms-mine": "reserved", "x-trace": "custom",
            ])
        #expect(entry["response"]?["json"]?["continuation_token"]?.string == "***")
        let verify = { (match: String, count: Int) in
            try site.send(
                "POST", "/_understudy/requests/verify",
                body: #"{"match":{"header":{"x-trace":"1"}\#(match)},"count":\#(count)}"#)
        }
        #expect(try verify(#","endpoint":"initiate""#, 1).status == 200)
        #expect(try verify(#","endpoint":"challenge""#, 0).status == 200)
        #expect(try verify("", 1).status == 200, "the header is present in one request and absent in the others")
    }

    @Test("The journal API lists, returns, deletes, counts and verifies entries")
    func listsDeletesCountsAndVerifiesEntries() throws {
        let site = try MockEntra().site
        _ = try site.get(
            "/contoso.com/discovery/v2.0/keys", headers: ["client-request-id": "11111111-0000-4000-8000-000000000001"])
        _ = try site.get("/fabrikam.com/v2.0/.well-known/openid-configuration")
        let id = try #require(try last(site, "?tenant=contoso.com")["id"]?.integer)
        #expect(try site.get("/_understudy/requests/\(id)").json?["endpoint"]?.string == "keys")
        #expect(try site.get("/_understudy/requests/999").status == 404)
        #expect(try last(site, "?view=summary")["request"] == nil)
        let match = #"{"match":{"clientRequestId":"11111111-0000-4000-8000-000000000001"},"count":1}"#
        #expect(try site.send("POST", "/_understudy/requests/verify", body: match).status == 200)
        let missed = try site.send("POST", "/_understudy/requests/verify", body: #"{"match":{"endpoint":"logout"}}"#)
        #expect(missed.status == 422 && missed.header("Content-Type") == "application/problem+json")
        #expect(missed.json?["verified"] == .bool(false))
        #expect(missed.json?["closest"]?.array?.first?["differs"]?.array?.first?["member"]?.string == "endpoint")
        #expect(try site.send("POST", "/_understudy/requests/count", body: "{}").json?["count"]?.integer == 2)
        #expect(try site.send("DELETE", "/_understudy/requests?tenant=contoso.com").json?["deleted"]?.integer == 1)
        #expect(try entries(site).count == 1)
        #expect(try site.get("/_understudy/requests?clientid=x").status == 400)
        for name in ["clientRequestId", "outcome", "user", "scope"] {
            #expect(try site.send("DELETE", "/_understudy/requests?\(name)=").status == 400)
        }
        #expect(try entries(site).count == 1)
        #expect(try site.send("POST", "/_understudy/requests/verify", body: "{").status == 400)
    }

    @Test("The journal does not record CORS preflights")
    func ignoresCORSPreflight() throws {
        let site = try MockEntra().site
        let token = "/contoso.com/oauth2/v2.0/token"
        let headers: Site.Headers = [
            "Origin": "https://app.test", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "x-client-sku",
        ]
        #expect(try site.send("OPTIONS", token, headers: headers).status == 204)
        _ = try site.daemonToken()
        for match in [#"{"endpoint":"token"}"#, #"{"tenant":"contoso.com"}"#] {
            let body = #"{"match":\#(match),"count":1}"#
            #expect(try site.send("POST", "/_understudy/requests/verify", body: body).status == 200)
        }
    }

    @Test("The journal can be disabled or limited in size")
    func limitsOrDisablesJournal() throws {
        var settings = ServerSettings()
        settings.journal = Journal.Limits(entries: 0)
        let off = try MockEntra(settings: settings).site
        _ = try off.get("/contoso.com/discovery/v2.0/keys")
        #expect(try entries(off).isEmpty)
        settings.journal = Journal.Limits(entries: 2)
        let small = try MockEntra(settings: settings).site
        for _ in 0..<5 { _ = try small.get("/contoso.com/discovery/v2.0/keys") }
        #expect(try entries(small).map { $0["id"]?.integer } == [4, 5])
    }

    @Test("Parallel clients find only their own requests")
    func parallelClientsFindOnlyTheirRequests() async throws {
        let site = try MockEntra().site
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 10..<42 {
                group.addTask {
                    let id = "22222222-0000-4000-8000-0000000000\(number)"
                    for _ in 0..<3 {
                        _ = try site.get("/contoso.com/discovery/v2.0/keys", headers: ["client-request-id": id])
                    }
                    let body = #"{"match":{"clientRequestId":"\#(id)"},"count":3}"#
                    #expect(try site.send("POST", "/_understudy/requests/verify", body: body).status == 200)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Collects the pieces of a live body as they arrive.
    private final class Listener: LiveSink {
        let pieces = Mutex<[String]>([])

        func send(_ make: @escaping @Sendable () -> [UInt8]) {
            let text = String(decoding: make(), as: UTF8.self)
            if !text.isEmpty { pieces.withLock { $0.append(text) } }
        }

        var texts: [String] { pieces.withLock { $0 } }
    }

    @Test("The stream sends new matching entries, and the missed ones after a reconnect")
    func streamsNewAndMissedEntries() throws {
        let entra = try MockEntra()
        let site = entra.site
        func open(_ query: String, _ headers: [HeaderList.Field] = []) throws -> LiveBody {
            let request = HTTPRequest(
                method: "GET", path: "/_understudy/requests/stream", query: query, headers: HeaderList(headers),
                authority: "localhost:8443")
            let response = entra.exchange(request, isSecure: true)
            #expect(response.status == 200 && response.headers["Content-Type"] == "text/event-stream; charset=utf-8")
            return try #require(response.live)
        }
        let live = try open("endpoint=keys&view=summary")
        let listener = Listener()
        live.begin(listener)
        _ = try site.get("/contoso.com/v2.0/.well-known/openid-configuration")
        _ = try site.get("/contoso.com/discovery/v2.0/keys")
        #expect(listener.texts.count == 2)
        #expect(listener.texts.last?.hasPrefix("id: 2\nevent: request\ndata: {\"id\":2,") == true)
        #expect(listener.texts.last?.hasSuffix("}\n\n") == true)
        live.end()
        _ = try site.get("/contoso.com/discovery/v2.0/keys")
        #expect(listener.texts.count == 2)

        let resumed = Listener()
        try open("view=summary", [.init("Last-Event-ID", "1")]).begin(resumed)
        #expect(resumed.texts.joined().contains("id: 2\n") && resumed.texts.joined().contains("id: 3\n"))
        #expect(!resumed.texts.joined().contains("id: 1\n"))
    }

    @Test("The number of stream listeners is limited, and a closed stream makes room for another")
    func limitsConcurrentStreamListeners() throws {
        let entra = try MockEntra()
        var open: [TestResponse] = []
        var bodies: [LiveBody] = []
        func listen() -> HTTPResponse {
            entra.exchange(
                HTTPRequest(method: "GET", path: "/_understudy/requests/stream", authority: "localhost:8443"),
                isSecure: true)
        }
        for _ in 0..<Journal.maximumListeners {
            let response = listen()
            open.append(TestResponse(response))
            bodies.append(try #require(response.live))
        }
        #expect(listen().status == 503)
        bodies.removeLast()
        #expect(listen().status == 200)
    }
}
