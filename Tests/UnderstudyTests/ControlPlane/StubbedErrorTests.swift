import Entra
import Formats
import FoundationEssentials
import Testing

/// Each endpoint returns a stubbed error of the catalog in its own format (docs/reference/interface.md#control-plane).
@Suite struct StubbedErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let endpoint: String
        let error: String
        let expected: Outcome
        let send: @Sendable (Site) throws -> TestResponse

        init(
            _ endpoint: String, _ error: String, _ expected: Outcome,
            _ send: @escaping @Sendable (Site) throws -> TestResponse
        ) {
            self.endpoint = endpoint
            self.error = error
            self.expected = expected
            self.send = send
        }

        var testDescription: String { "\(error) at \(endpoint): \(expected)" }
    }

    @Sendable private static func authorize(_ more: Parameters) -> @Sendable (Site) throws -> TestResponse {
        { site in
            try site.get(
                "\(Site.path("authorize", "contoso.com"))?\(Client.mobile.request(["scope": "openid"]).with(more).encoded)"
            )
        }
    }

    @Sendable private static func get(_ path: String) -> @Sendable (Site) throws -> TestResponse {
        { try $0.get(path) }
    }

    private static let consent =
        "/contoso.com/v2.0/adminconsent?client_id=\(Client.mobile.id)&redirect_uri=http%3A%2F%2Flocalhost&scope=User.Read&state=s"

    private static let machine = "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=x"
    private static let instance = "/metadata/instance/compute?api-version=2021-02-01"

    static let cases: [Case] = [
        Case("token", "50076", .jsonError(400, "invalid_grant", 50076)) { try $0.daemonToken() },
        Case("token", "7000215", .jsonError(401, "invalid_client", 7_000_215)) { try $0.daemonToken() },
        Case("token", "65001", .jsonError(400, "invalid_grant", 65001)) {
            try $0.token(["grant_type": "nonsense"], tenant: "nowhere.example", .v1)
        },
        Case("devicecode", "50059", .jsonError(400, "invalid_request", 50059)) {
            try $0.post("/common/oauth2/v2.0/devicecode", ["client_id": "x"])
        },
        Case("authorize", "50076", .redirectedError("interaction_required", 50076), authorize(["prompt": "none"])),
        Case("authorize", "50076", .errorPage(50076), authorize([:])),
        Case("authorize", "65004", .redirectedError("access_denied", 65004), authorize([:])),
        Case("authorize", "65001", .redirectedError("interaction_required", 65001), authorize([:])),
        Case("authorize", "50058", .redirectedError("login_required", 50058), authorize(["prompt": "none"])),
        Case("authorize", "50011", .errorPage(50011), authorize(["prompt": "none"])),
        Case(
            "authorize", "50076", .errorPage(50076),
            authorize(["prompt": "none", "redirect_uri": "https://evil.test/"])),
        Case("authorize", "50076", .errorPage(50076), authorize(["prompt": "none", "client_id": nil])),
        Case("adminconsent", "65004", .redirectedError("access_denied", 65004), get(consent)),
        Case("adminconsent", "50076", .errorPage(50076), get(consent)),
        Case("adminconsent", "65004", .errorPage(65004), get(consent + "&redirect_uri=https%3A%2F%2Fevil.test")),
        Case("logout", "50000", .errorPage(50000), get("/common/oauth2/v2.0/logout")),
        Case("devicelogin", "50000", .errorPage(50000), get("/common/oauth2/deviceauth")),
        Case(
            "discovery", "90002", .jsonError(400, "invalid_tenant", 90002),
            get("/common/v2.0/.well-known/openid-configuration")),
        Case("keys", "50000", .jsonError(500, "server_error", 50000), get("/common/discovery/v2.0/keys")),
        Case("managedidentity", "500011", .jsonError(400, "invalid_resource", 500011)) {
            try $0.get(
                "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=x", headers: ["Metadata": "true"])
        },
        Case("managedidentity", "90033", .jsonError(503, "temporarily_unavailable", 90033), get(machine)),
        Case("managedidentity", "90055", .jsonError(429, "temporarily_unavailable", 90055), get(machine)),
        Case("instancemetadata", "90033", .jsonError(503, "temporarily_unavailable", 90033), get(instance)),
        Case("unknown", "50000", .jsonError(500, "server_error", 50000), get("/no/such/path")),
    ]

    @Sendable private static func post(
        _ path: String, _ form: Parameters = [:]
    ) -> @Sendable (Site) throws -> TestResponse {
        { try $0.post("/contoso.com/\(path)", form) }
    }

    /// Codes whose error name depends on the endpoint (docs/reference/protocol.md#contradictions).
    static let ownNames: [Case] =
        [50076, 50078, 50079, 53000, 530003, 53003, 50158].flatMap { code in
            [
                Case("token", String(code), .jsonError(400, "interaction_required", code), post("oauth2/token")),
                Case("token", String(code), .jsonError(400, "invalid_grant", code), post("oauth2/v2.0/token")),
                Case("initiate", String(code), .jsonError(400, "invalid_grant", code), post("oauth2/v2.0/initiate")),
            ]
        } + [
            // azure-powershell#13193, Git-Credential-Manager-for-Windows#843.
            Case("token", "50097", .jsonError(401, "invalid_grant", 50097), post("oauth2/token")),
            Case("token", "50097", .jsonError(400, "invalid_grant", 50097), post("oauth2/v2.0/token")),
            Case("token", "50142", .jsonError(400, "invalid_request", 50142), post("oauth2/v2.0/token")),
            Case("initiate", "50142", .jsonError(400, "invalid_request", 50142), post("oauth2/v2.0/initiate")),
            Case("token", "53005", .jsonError(400, "unauthorized_client", 53005), post("oauth2/token")),
            Case("token", "50105", .jsonError(400, "invalid_grant", 50105), post("oauth2/token")),
            Case("authorize", "50105", .redirectedError("interaction_required", 50105), authorize(["prompt": "none"])),
            Case("token", "65004", .jsonError(400, "authorization_declined", 65004), post("oauth2/v2.0/token")),
            // azure-docs#63819, adal-nodejs#219: about a code or a refresh token, the error is invalid_grant.
            Case("token", "9002313", .jsonError(400, "invalid_request", 9_002_313), post("oauth2/v2.0/token")),
            Case(
                "token", "9002313", .jsonError(400, "invalid_grant", 9_002_313),
                post("oauth2/v2.0/token", ["grant_type": "refresh_token", "refresh_token": "x"])),
            Case(
                "token", "9002313", .jsonError(400, "invalid_grant", 9_002_313),
                post("oauth2/token", ["grant_type": "authorization_code", "code": "x"])),
            Case("token", "50034", .jsonError(400, "invalid_grant", 50034), post("oauth2/v2.0/token")),
            Case(
                "token", "50034", .jsonError(400, "invalid_grant", 50034),
                post("oauth2/v2.0/token", ["continuation_token": "x"])),
            Case("token", "50034", .jsonError(400, "user_not_found", 50034)) {
                try $0.token(["continuation_token": "x"], tenant: Seed.woodgrove)
            },
            Case("initiate", "50034", .jsonError(400, "user_not_found", 50034), post("oauth2/v2.0/initiate")),
            Case("initiate", "51000", .jsonError(400, "invalid_client", 51000), post("oauth2/v2.0/initiate")),
            Case("signup-start", "70003", .jsonError(400, "invalid_grant", 70003), post("signup/v1.0/start")),
            Case("keys", "900023", .jsonError(400, "invalid_tenant", 900_023), get("/common/discovery/v2.0/keys")),
        ]

    /// OAuth errors by name, which every endpoint reports under the name.
    static let byName: [Case] =
        ["server_error", "temporarily_unavailable", "access_denied", "interaction_required", "invalid_grant"].flatMap {
            name in
            [
                Case("authorize", "\"\(name)\"", .redirectedError(name, OAuthErrorCase.number(name)), authorize([:])),
                Case(
                    "authorize", "\"\(name)\"", .redirectedError(name, OAuthErrorCase.number(name)),
                    authorize(["prompt": "none"])),
                Case(
                    "token", "\"\(name)\"",
                    .jsonError(OAuthErrorCase.status(name), name, OAuthErrorCase.number(name)),
                    post("oauth2/v2.0/token")),
                Case(
                    "token", "\"\(name)\"",
                    .jsonError(OAuthErrorCase.status(name), name, OAuthErrorCase.number(name)), post("oauth2/token")),
            ]
        } + [
            Case("adminconsent", #""access_denied""#, .redirectedError("access_denied", 65004), get(consent)),
            Case("adminconsent", #""server_error""#, .redirectedError("server_error", 50000), get(consent)),
            Case("token", #""slow_down""#, .jsonError(400, "slow_down", 70016), post("oauth2/v2.0/token")),
            Case(
                "token", #""expired_refresh_token""#, .jsonError(400, "expired_refresh_token", 700082),
                post("oauth2/v2.0/token")),
            Case("token", #""invalid_client""#, .jsonError(401, "invalid_client", 7_000_215), post("oauth2/token")),
            Case(
                "initiate", #""user_not_found""#, .jsonError(400, "user_not_found", 50034), post("oauth2/v2.0/initiate")
            ),
            Case(
                "authorize", #""server_error""#, .errorPage(50000),
                authorize(["redirect_uri": "https://evil.test/"])),
        ]

    /// The code and the status beside an OAuth error.
    private enum OAuthErrorCase {
        static func number(_ name: String) -> Int { OAuthError.named(name)?.code.number ?? 0 }
        static func status(_ name: String) -> Int { OAuthError.named(name)?.code.status ?? 0 }
    }

    @Test(
        "A description replaces the message of a code and of an OAuth error", arguments: ["50076", #""server_error""#])
    func descriptionReplacesMessage(_ error: String) throws {
        let site = try MockEntra().site
        let stub = #"{"error":\#(error),"description":"It is {closed}.","suberror":"basic_action"}"#
        try site.stub(#"{"endpoint":"token"}"#, stub)
        let response = try site.daemonToken()
        #expect(response["error_description"]?.contains(": It is {closed}. Trace ID: ") == true)
        #expect(response["suberror"] == "basic_action")
        try site.stub(#"{"endpoint":"authorize"}"#, stub)
        let redirect = try StubbedErrorTests.authorize(["prompt": "none"])(site).redirect
        #expect(redirect?.fields["error_description"]?.contains("It is {closed}.") == true)
        #expect(redirect?.fields["state"] == "s1")
    }

    @Test("An OAuth error by name has no suberror unless the stub has one")
    func namedErrorHasNoSuberror() throws {
        let site = try MockEntra().site
        try site.stub(#"{"endpoint":"token"}"#, #"{"error":"invalid_grant"}"#)
        #expect(try site.daemonToken()["suberror"] == nil)
    }

    @Test(
        "An unknown OAuth error is rejected with the nearest name",
        arguments: [("server_eror", "Did you mean server_error?"), ("acces_denied", "Did you mean access_denied?")])
    func suggestsOAuthError(_ name: String, _ hint: String) throws {
        let body = #"{"match":{"user":"a"},"responses":[{"error":"\#(name)"}]}"#
        let response = try MockEntra().site.control("POST", "responses", body)
        #expect(response.status == 400)
        #expect(response.value["detail"]?.string?.contains(hint) == true)
    }

    @Test("The OpenAPI description lists the OAuth errors that a stub can request")
    func documentsOAuthErrors() throws {
        let page = try String(contentsOf: SourceScan.root.appending(path: "Config/openapi.yaml"), encoding: .utf8)
        let names = OAuthError.codes.map { "        - \($0.key.rawValue)\n" }.joined()
        #expect(page.contains("    OAuthError:\n      enum:\n\(names)"))
    }

    @Test(arguments: cases + ownNames + byName)
    func endpointReturnsStubbedErrorInItsFormat(_ row: Case) throws {
        let site = try MockEntra().site
        try site.stub(#"{"endpoint":"\#(row.endpoint)"}"#, #"{"error":\#(row.error)}"#)
        let response = try row.send(site)
        #expect(response.outcome == row.expected)
        #expect(response.header("x-ms-request-id") != nil)
        let left = try site.get(Site.responses).json?["responses"]?.array?.first?["left"]
        #expect(left == .integer(0))
    }

    @Test("A stubbed error has the claims, suberror, description and telemetry of a real error")
    func stubbedErrorHasFieldsOfRealError() throws {
        let site = try MockEntra().site
        try site.stub(
            #"{"endpoint":"token"}"#,
            #"{"error":"AADSTS50076","claims":{"access_token":{"acrs":{"essential":true,"value":"c1"}}}}"#)
        let response = try site.daemonToken("00000000-0000-4000-8000-00000000000a")
        #expect(response["suberror"] == "basic_action")
        #expect(response["claims"] == #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#)
        #expect(response.json?["error_codes"] == .array([.integer(50076)]))
        #expect(response["correlation_id"] == "00000000-0000-4000-8000-00000000000a")
        #expect(response["trace_id"] == response.header("x-ms-request-id"))
        #expect(
            response["error_description"]?.contains("multi-factor authentication to access 'api://orders'.") == true)
        #expect(response.header("x-ms-clitelem") == "1,50076,0,,")
        #expect(response.header("Access-Control-Allow-Origin") == "*")
    }

    @Test("An error redirect carries state and claims in the requested response mode")
    func errorRedirectCarriesStateAndClaims() throws {
        let site = try MockEntra().site
        try site.stub(#"{"endpoint":"authorize"}"#, #"{"error":50076,"claims":{"a":1}}"#, times: "2")
        let request: Parameters = ["prompt": "none", "response_mode": "fragment"]
        let fragment = try StubbedErrorTests.authorize(request)(site)
        #expect(fragment.redirect?.part == .fragment && fragment.redirect?.base == "http://localhost/")
        let form = try StubbedErrorTests.authorize(request.with(["response_mode": "form_post"]))(site)
        for response in [fragment, form] {
            #expect(response.fields["state"] == "s1")
            #expect(response.fields["claims"] == #"{"a":1}"#)
            #expect(response.fields["suberror"] == "basic_action")
        }
    }

    @Test("A stubbed B2C error is returned through the redirect")
    func returnsStubbedB2CError() throws {
        let site = try B2C.entra().at(B2C.host)
        try site.stub(#"{"endpoint":"authorize"}"#, #"{"error":"AADB2C90118"}"#)
        let query = B2C.native.request(["scope": "openid"]).encoded
        let response = try site.get("/\(B2C.policy())/oauth2/v2.0/authorize?\(query)")
        #expect(response.redirect?.fields["error"] == "access_denied")
        #expect(
            response.redirect?.fields["error_description"]?.hasPrefix("AADB2C90118: The user has forgotten") == true)
    }

    @Test(
        "At Microsoft Graph, a stubbed error that does not concern the token keeps its status",
        arguments: [
            ("90033", 503, "ServiceUnavailable"), ("90055", 429, "TooManyRequests"),
            ("50076", 401, "InvalidAuthenticationToken"), ("50058", 401, "InvalidAuthenticationToken"),
        ])
    func graphKeepsStatusOfNonTokenErrors(_ code: String, _ status: Int, _ name: String) throws {
        let site = try MockEntra().site
        for (endpoint, path) in [("userinfo", "/oidc/userinfo"), ("graph", "/v1.0/me")] {
            try site.stub(#"{"endpoint":"\#(endpoint)"}"#, #"{"error":\#(code)}"#)
            let graph = try site.get(path)
            #expect(graph.status == status)
            #expect(graph.json?["error"]?["code"]?.string == name)
            #expect((graph.header("WWW-Authenticate") != nil) == (status == 401))
        }
    }

    @Test("Microsoft Graph returns a stubbed error as Graph JSON, the security token service as a SOAP fault")
    func returnsGraphJSONAndSOAPFaults() throws {
        let site = try MockEntra().site
        for (endpoint, path) in [("userinfo", "/oidc/userinfo"), ("graph", "/v1.0/me")] {
            try site.stub(#"{"endpoint":"\#(endpoint)"}"#, #"{"error":50076}"#)
            let graph = try site.get(path)
            #expect(graph.status == 401)
            #expect(graph.json?["error"]?["code"]?.string == "InvalidAuthenticationToken")
            #expect(graph.json?["error"]?["message"]?.string?.hasPrefix("AADSTS50076: ") == true)
            #expect(graph.header("WWW-Authenticate")?.hasPrefix("Bearer ") == true)
        }
        try site.stub(#"{"endpoint":"wstrust"}"#, #"{"error":50126}"#)
        let soap = try site.post("/adfs/services/trust/13/usernamemixed", [:])
        #expect(soap.status == 500)
        #expect(soap.text.contains("<s:Fault>") && soap.text.contains("AADSTS50126"))
    }
}
