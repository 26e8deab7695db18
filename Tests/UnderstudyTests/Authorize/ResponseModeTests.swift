import Entra
import Formats
import Testing

/// These tests cover the fields of an authorization response and how the response mode returns them
/// (docs/reference/protocol.md#response-types, docs/reference/protocol.md#authorize-response).
@Suite struct ResponseModeTests {
    enum Carrier: Sendable {
        case query
        case fragment
        case formPost
    }

    struct Case: Row {
        let name: String
        let type: String
        let mode: String?
        let carrier: Carrier
        let fields: [String]

        init(_ type: String, _ mode: String?, _ carrier: Carrier, _ fields: [String]) {
            name = "\(type), \(mode ?? "default")"
            self.type = type
            self.mode = mode
            self.carrier = carrier
            self.fields = fields
        }
    }

    private static let code = ["code", "state", "session_state"]
    private static let idToken = ["id_token", "state", "session_state"]
    private static let token = ["access_token", "token_type", "expires_in", "scope", "state", "session_state"]
    private static let both = [
        "access_token", "token_type", "expires_in", "scope", "id_token", "state", "session_state",
    ]
    private static let hybrid = ["code", "id_token", "state", "session_state"]

    static let cases: [Case] = [
        Case("code", nil, .query, code), Case("code", "query", .query, code),
        Case("code", "fragment", .fragment, code), Case("code", "form_post", .formPost, code),
        Case("id_token", nil, .fragment, idToken), Case("id_token", "fragment", .fragment, idToken),
        Case("id_token", "form_post", .formPost, idToken),
        Case("token", nil, .fragment, token), Case("token", "fragment", .fragment, token),
        Case("token", "form_post", .formPost, token),
        Case("id_token token", nil, .fragment, both), Case("token id_token", nil, .fragment, both),
        Case("id_token token", "form_post", .formPost, both),
        Case("code id_token", nil, .fragment, hybrid), Case("id_token code", "fragment", .fragment, hybrid),
        Case("code id_token", "form_post", .formPost, hybrid),
    ]

    private static func request(_ row: Case) -> Parameters {
        ["scope": "openid profile User.Read", "response_type": row.type, "response_mode": row.mode, "nonce": "n1"]
    }

    @Test("A response has the fields of its response type in order", arguments: cases)
    func returnsFieldsOfResponseTypeInOrder(_ row: Case) throws {
        let response = try Lab.entra().site.signIn(
            Lab.implicit, ResponseModeTests.request(row), tenant: "contoso.com")
        #expect(response.fields.fields.map(\.name) == row.fields)
        #expect(response.fields["state"] == "s1")
        #expect(response.fields["session_state"].flatMap { GUID($0) } != nil)
        switch row.carrier {
        case .query:
            #expect(response.status == 302)
            #expect(response.redirect?.part == .query)
            #expect(response.redirect?.tail == "#")
            #expect(response.redirect?.base == "https://app.test/cb")
        case .fragment:
            #expect(response.status == 302)
            #expect(response.redirect?.part == .fragment)
            #expect(response.redirect?.base == "https://app.test/cb")
        case .formPost:
            #expect(response.status == 200)
            #expect(response.page.forms.map(\.action) == ["https://app.test/cb"])
            #expect(response.page.forms.map(\.method) == ["post"])
            #expect(response.header("Content-Type") == "text/html; charset=utf-8")
            #expect(response.header("Cache-Control") == "no-store")
            #expect(response.page.elements.count { $0.name == "script" } == 1)
        }
    }

    @Test("An error is returned in the same response mode as a success", arguments: cases)
    func returnsErrorByResponseMode(_ row: Case) throws {
        let site = try Lab.entra().site
        let request = Lab.implicit.request(ResponseModeTests.request(row).with(["prompt": "none"]))
        let response = try site.get("\(Site.path("authorize", "contoso.com"))?\(request.encoded)")
        #expect(response.fields.fields.map(\.name) == ["error", "error_description", "error_uri", "state"])
        #expect(response.fields["error"] == "login_required")
        #expect(response.fields["error_uri"] == "\(MockEntra.origin)/error?code=50058")
        switch row.carrier {
        case .query: #expect(response.redirect?.part == .query && response.redirect?.tail == "#")
        case .fragment: #expect(response.redirect?.part == .fragment)
        case .formPost: #expect(response.page.kind == .formPost)
        }
    }

    @Test("The response contains client_info and the cloud's host names on request")
    func returnsClientInfoAndCloudNamesOnRequest() throws {
        let site = try MockEntra().site
        let response = try site.signIn(
            .mobile, ["scope": usualScope, "client_info": "1", "instance_aware": "true"])
        #expect(
            response.redirect?.names == [
                "code", "client_info", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name",
                "msgraph_host", "state", "session_state",
            ])
        let info = try #require(response.fields["client_info"].flatMap { Base64.decodeURL($0.utf8) })
        #expect(String(decoding: info, as: UTF8.self) == "{\"uid\":\"\(Seed.alex)\",\"utid\":\"\(Seed.contoso)\"}")
        #expect(response.fields["cloud_instance_name"] == "microsoftonline.com")
        #expect(response.fields["cloud_instance_host_name"] == "localhost:8443")
    }

    @Test("The client_info of a personal account contains the profile")
    func personalClientInfoContainsProfile() throws {
        let site = try MockEntra().site
        let response = try site.signIn(.mobile, ["scope": "openid", "client_info": "1"], as: "ada@outlook.com")
        let info = try #require(
            response.fields["client_info"].flatMap { Base64.decodeURL($0.utf8) }.flatMap { JSONValue(parsing: $0) })
        #expect(
            info.object?.map(\.name)
                == ["ver", "sub", "name", "preferred_username", "oid", "tid", "home_oid", "uid", "utid"])
        #expect(info["uid"]?.string == Seed.ada)
        #expect(info["utid"]?.string == Seed.consumers)
    }

    struct Target: Row {
        let name: String
        let uri: String
        let base: String
        let mode: String
    }

    static let targets: [Target] = [
        Target(name: "no path, query", uri: "https://shapes.test", base: "https://shapes.test/", mode: "query"),
        Target(name: "no path, fragment", uri: "https://shapes.test", base: "https://shapes.test/", mode: "fragment"),
        Target(name: "no path, form_post", uri: "https://shapes.test", base: "https://shapes.test", mode: "form_post"),
        Target(name: "a query", uri: "https://shapes.test/q?a=b", base: "https://shapes.test/q", mode: "query"),
        Target(
            name: "a query, fragment", uri: "https://shapes.test/q?a=b", base: "https://shapes.test/q?a=b",
            mode: "fragment"),
        Target(
            name: "a query, form_post", uri: "https://shapes.test/q?a=b", base: "https://shapes.test/q?a=b",
            mode: "form_post"),
    ]

    @Test("The redirect keeps the path and the query of the redirect URI", arguments: targets)
    func preservesShapeOfRedirectURI(_ row: Target) throws {
        var client = Lab.shapes
        client.redirectURI = row.uri
        let response = try Lab.entra().site.signIn(
            client, ["scope": "openid", "response_mode": row.mode], tenant: "contoso.com")
        let base = response.redirect?.base ?? response.page.forms.first?.action
        #expect(base == row.base)
        #expect(response.fields["code"] != nil)
        if row.mode == "query", row.uri.contains("?") { #expect(response.redirect?.fields["a"] == "b") }
    }

    @Test("The out-of-band redirect URI shows the code on a page")
    func outOfBandRedirectShowsCode() throws {
        // msal.net#2561.
        var client = Lab.shapes
        client.redirectURI = "urn:ietf:wg:oauth:2.0:oob"
        let response = try Lab.entra().site.signIn(client, ["scope": "openid"], tenant: "contoso.com")
        #expect(response.status == 200)
        #expect(response.page.elements.first { $0.name == "title" }?.text.hasPrefix("Success code=1.A") == true)
    }

    @Test(
        "A custom-scheme redirect URI is returned as registered",
        arguments: [
            "msauth.com.contoso.app1://auth", "msauth.com.contoso.app2://auth", "msauth.com.contoso.app3://auth",
        ])
    func keepsCustomSchemeRedirectURI(_ uri: String) throws {
        var client = Client.mobile
        client.redirectURI = uri
        #expect(try MockEntra().site.signIn(client).redirect?.base == uri)
    }

    /// The redirect and the form encode every character of the state (docs/reference/security-checklist.md#rule-16,
    /// docs/reference/security-checklist.md#rule-17, docs/reference/security-checklist.md#rule-20).
    @Test(
        "The response returns the state without HTML and otherwise unchanged, whatever its characters",
        arguments: [
            "a b", "a+b", "a%20b", "a%2Bb", "\r\nSet-Cookie: a=b", "\"'><script>alert(1)</script>", "&=#?/", "ü→𝄞",
            "\u{7F}", "<b>x</b> <script>alert(1)</script>", "a<b", "1 < 2", "<<b>script>", "x<=y>z",
            "{\"a\":[1]}", " ", "%", String(repeating: "x", count: 8192),
        ], ["query", "fragment", "form_post"])
    func returnsStateWithoutHTML(_ sent: String, _ mode: String) throws {
        let stripped = [
            "\"'><script>alert(1)</script>": "\"'>alert(1)", "<b>x</b> <script>alert(1)</script>": "x alert(1)",
            "a<b": "a", "<<b>script>": "script>",
        ]
        let state = stripped[sent] ?? sent
        let site = try MockEntra().site
        let request: Parameters = ["scope": usualScope, "response_mode": mode, "state": sent]
        let success = try site.signIn(.mobile, request)
        #expect(success.fields["code"] != nil)
        #expect(success.fields["state"]?.utf8.elementsEqual(state.utf8) == true)
        #expect(success.header("Set-Cookie")?.contains("a=b") != true)
        #expect(!success.text.contains("<script>alert"))
        let silent = Client.mobile.request(request.with(["prompt": "none"]))
        let failure = try site.get("\(Site.path("authorize", "common"))?\(silent.encoded)")
        #expect(failure.fields["error"] == "login_required")
        #expect(failure.fields["state"]?.utf8.elementsEqual(state.utf8) == true)
    }

    @Test("The response has no state if the request has none", arguments: [nil, ""])
    func omitsAbsentState(_ state: String?) throws {
        let response = try MockEntra().site.signIn(.mobile, ["scope": usualScope, "state": state])
        #expect(response.redirect?.names == ["code", "session_state"])
    }

    @Test("A sign-in post redirects with status 302, which a browser follows with GET")
    func redirectsPostWithStatusFound() throws {
        #expect(try MockEntra().site.signIn().status == 302)
    }
}
