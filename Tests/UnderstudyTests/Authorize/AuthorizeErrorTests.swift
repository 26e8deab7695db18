import Entra
import Formats
import Testing

/// These tests cover whether each failure of an authorization request is shown on a page or redirected
/// (docs/reference/protocol.md#authorize-parameters, docs/reference/protocol.md#response-types,
/// docs/reference/protocol.md#authorize-errors; docs/reference/security-checklist.md#rule-1 to
/// docs/reference/security-checklist.md#rule-29).
@Suite struct AuthorizeErrorTests {
    struct Case: Row {
        let name: String
        var client = Client.mobile
        var tenant = "common"
        var version = EndpointVersion.v2
        let more: Parameters
        let outcome: Outcome

        init(
            _ name: String, _ client: Client, _ more: Parameters, _ outcome: Outcome, tenant: String = "common",
            _ version: EndpointVersion = .v2
        ) {
            self.name = name
            self.client = client
            self.tenant = tenant
            self.version = version
            self.more = more
            self.outcome = outcome
        }

        init(
            _ name: String, _ more: Parameters, _ outcome: Outcome, tenant: String = "common",
            _ version: EndpointVersion = .v2
        ) {
            self.init(name, .mobile, more, outcome, tenant: tenant, version)
        }
    }

    private static let usual: Parameters = ["scope": usualScope]

    static let client: [Case] = [
        Case("no client_id", usual.with(["client_id": nil]), .errorPage(900144)),
        Case("empty client_id", usual.with(["client_id": ""]), .errorPage(900144)),
        Case(
            "unknown client_id", usual.with(["client_id": "99999999-0000-4000-8000-000000000001"]), .errorPage(700016)),
        Case("malformed client_id", usual.with(["client_id": "nobody"]), .errorPage(700016)),
        Case(
            "unknown client_id under prompt=none",
            usual.with(["client_id": "99999999-0000-4000-8000-000000000001", "prompt": "none"]), .errorPage(700016)),
        Case("disabled client", Lab.disabled, usual, .errorPage(7_000_112), tenant: "contoso.com"),
        Case("invented client_id", invented, usual, .page(.username), tenant: "contoso.com"),
        Case("client_id in upper case", usual.with(["client_id": Client.mobile.id.uppercased()]), .page(.username)),
    ]

    private static let invented = Client(id: "ABCDE-12345", redirectURI: "https://invented.test/cb")

    static let tenants: [Case] = [
        Case("unknown tenant id", usual, .errorPage(90002), tenant: "55555555-5555-4555-8555-555555555555"),
        Case("unknown domain", usual, .errorPage(90002), tenant: "nowhere.example"),
        Case("a word that is no tenant", usual, .errorPage(900023), tenant: "secrets"),
        Case("dots", usual, .errorPage(900023), tenant: "%2e%2e"),
        Case("a line end", usual, .errorPage(900023), tenant: "a%0d%0ab"),
        Case("10 KiB", usual, .errorPage(900023), tenant: String(repeating: "a", count: 10_240)),
    ]

    static let redirects: [Case] = [
        Case("unregistered", usual.with(["redirect_uri": "https://evil.test/"]), .errorPage(50011)),
        Case(
            "unregistered under prompt=none", usual.with(["redirect_uri": "https://evil.test/", "prompt": "none"]),
            .errorPage(50011)),
        Case("another path", usual.with(["redirect_uri": "http://localhost/cb"]), .errorPage(50011)),
        Case("127.0.0.1 for localhost", usual.with(["redirect_uri": "http://127.0.0.1"]), .errorPage(50011)),
        Case("any port", usual.with(["redirect_uri": "http://localhost:51234"]), .page(.username)),
        Case("a port that is none", usual.with(["redirect_uri": "http://localhost:99999"]), .errorPage(50011)),
        Case("a user name", usual.with(["redirect_uri": "http://localhost:1@evil.test"]), .errorPage(50011)),
        Case("an extra query", usual.with(["redirect_uri": "http://localhost/?a=b"]), .errorPage(50011)),
        Case("a fragment", usual.with(["redirect_uri": "http://localhost/#a"]), .errorPage(50011)),
        Case("javascript", usual.with(["redirect_uri": "javascript:alert(1)"]), .errorPage(50011)),
        Case("scheme-relative", usual.with(["redirect_uri": "//localhost"]), .errorPage(90102)),
        Case("relative", usual.with(["redirect_uri": "/cb"]), .errorPage(90102)),
        Case("empty", usual.with(["redirect_uri": ""]), .errorPage(90102)),
        Case(
            "4 KiB", usual.with(["redirect_uri": "http://localhost/" + String(repeating: "a", count: 4096)]),
            .errorPage(50011)),
        Case("none in the request, several registered", usual.with(["redirect_uri": nil]), .errorPage(900971)),
        Case(
            "none in the request, one registered", Lab.plain, usual.with(["redirect_uri": nil]), .page(.username),
            tenant: "contoso.com"),
        Case("none registered", withoutRedirectURI, usual, .errorPage(500113), tenant: "contoso.com"),
    ]

    private static let withoutRedirectURI = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000028", redirectURI: "https://nowhere.test/cb")

    /// In these cases and in those that follow, the client and its redirect URI are valid.
    static let parameters: [Case] = [
        Case(
            "no response_type, MSAL for Android's tests", usual.with(["response_type": nil]),
            .redirectedError("invalid_request", 900144)),
        Case(
            "empty response_type", usual.with(["response_type": ""]),
            .redirectedError("unsupported_response_type", 70005)),
        Case(
            "unknown response_type", usual.with(["response_type": "none"]),
            .redirectedError("unsupported_response_type", 70005)),
        Case(
            "part of response_type unknown", usual.with(["response_type": "code none"]),
            .redirectedError("unsupported_response_type", 70005)),
        Case(
            "code token", Lab.implicit, usual.with(["response_type": "code token"]),
            .redirectedError("unsupported_response_type", 70005), tenant: "contoso.com"),
        Case(
            "id_token switched off", Client.web, usual.with(["response_type": "id_token", "nonce": "n"]),
            .redirectedError("unsupported_response_type", 700054), tenant: "contoso.com"),
        Case(
            "token switched off", Client.web, usual.with(["response_type": "token"]),
            .redirectedError("unsupported_response_type", 700051), tenant: "contoso.com"),
        Case(
            "hybrid switched off", Client.web, usual.with(["response_type": "code id_token", "nonce": "n"]),
            .redirectedError("unsupported_response_type", 700054), tenant: "contoso.com"),
        Case(
            "id_token without nonce", Lab.implicit, usual.with(["response_type": "id_token"]),
            .redirectedError("invalid_request", 90014), tenant: "contoso.com"),
        Case(
            "id_token without openid", Lab.implicit,
            ["scope": "User.Read", "response_type": "id_token", "nonce": "n"],
            .redirectedError("unsupported_response_type", 70005), tenant: "contoso.com"),
        Case(
            "id_token and token without openid", Lab.implicit,
            ["scope": "User.Read", "response_type": "id_token token", "nonce": "n"],
            .redirectedError("unsupported_response_type", 70005), tenant: "contoso.com"),
        Case(
            "unknown response_mode", usual.with(["response_mode": "web_message"]),
            .redirectedError("unsupported_response_type", 70007)),
        Case(
            "query for a token", Lab.implicit, usual.with(["response_type": "token", "response_mode": "query"]),
            .redirectedError("unsupported_response_type", 70007), tenant: "contoso.com"),
        Case(
            "query for an id_token", Lab.implicit,
            usual.with(["response_type": "code id_token", "response_mode": "query", "nonce": "n"]),
            .redirectedError("unsupported_response_type", 70007), tenant: "contoso.com"),
        Case("unknown prompt", usual.with(["prompt": "please"]), .errorPage(90023)),
        Case(
            "two prompts, opencloud-eu/desktop#871", usual.with(["prompt": "consent select_account"]), .errorPage(90023)
        ),
        Case("two prompts, leadminer#1868", usual.with(["prompt": "select_account consent"]), .errorPage(90023)),
        Case("one prompt twice", usual.with(["prompt": "login login"]), .errorPage(90023)),
        Case("two prompts with a comma", usual.with(["prompt": "login,consent"]), .errorPage(90023)),
        Case("none with another prompt", usual.with(["prompt": "none login"]), .errorPage(90023)),
        Case("a prompt in another case", usual.with(["prompt": "Login"]), .errorPage(90023)),
        Case("none in another case", usual.with(["prompt": "NONE"]), .errorPage(90023)),
        Case("a prompt with a space", usual.with(["prompt": " login"]), .errorPage(90023)),
        Case("a blank prompt", usual.with(["prompt": " "]), .errorPage(90023)),
        Case("an empty prompt counts as absent", usual.with(["prompt": ""]), .page(.username)),
        Case(
            "admin_consent on version 2, passport-azure-ad#524", usual.with(["prompt": "admin_consent"]),
            .errorPage(901001)),
        Case("refresh_session on version 2", usual.with(["prompt": "refresh_session"]), .errorPage(901001)),
        Case("attempt_none on version 2", usual.with(["prompt": "attempt_none"]), .errorPage(901001)),
        Case("create on version 1", ["prompt": "create"], .errorPage(90023), .v1),
        Case("no_session on version 1", ["prompt": "no_session"], .errorPage(90023), .v1),
        Case("two prompts on version 1", ["prompt": "login consent"], .errorPage(90023), .v1),
        Case("refresh_session on version 1", ["prompt": "refresh_session"], .page(.username), .v1),
        Case(
            "token without resource on version 1, azure-docs#67544", Lab.implicit, ["response_type": "token"],
            .redirectedError("invalid_resource", 500013), tenant: "contoso.com", .v1),
        Case(
            "id_token and token without resource on version 1", Lab.implicit,
            ["response_type": "id_token token", "nonce": "n"], .redirectedError("invalid_resource", 500013),
            tenant: "contoso.com", .v1),
        Case(
            "id_token without resource on version 1", Lab.implicit, ["response_type": "id_token", "nonce": "n"],
            .page(.username), tenant: "contoso.com", .v1),
        Case("admin_consent on version 1", ["prompt": "admin_consent"], .page(.username), .v1),
        Case("a request object", usual.with(["request": "e30.e30."]), .errorPage(90100)),
        Case("a request_uri is not fetched", usual.with(["request_uri": "http://localhost:1/"]), .errorPage(90100)),
        Case("claims that are no JSON", usual.with(["claims": "{"]), .errorPage(9_000_410)),
        Case("claims that are no object", usual.with(["claims": "[]"]), .errorPage(9_000_410)),
        Case(
            "claims 20,000 deep", usual.with(["claims": String(repeating: "[", count: 20_000)]),
            .errorPage(9_000_410)),
        Case("max_age as text is ignored", usual.with(["max_age": "abc"]), .page(.username)),
        Case("negative max_age is ignored", usual.with(["max_age": "-1"]), .page(.username)),
        Case("max_age with an exponent is ignored", usual.with(["max_age": "1e3"]), .page(.username)),
        Case("max_age of 2^63 is ignored", usual.with(["max_age": "9223372036854775808"]), .page(.username)),
        Case("largest max_age", usual.with(["max_age": "9223372036854775807"]), .page(.username)),
        Case(
            "unknown parameters are ignored", usual.with(["x-client-SKU": "MSAL", "haschrome": "1", "q": ""]),
            .page(.username)),
    ]

    static let pkce: [Case] = [
        Case("challenge of 42", usual.with(["code_challenge": text(42)]), .errorPage(501491)),
        Case("challenge of 129", usual.with(["code_challenge": text(129)]), .errorPage(501491)),
        Case("challenge of 43", usual.with(["code_challenge": text(43)]), .page(.username)),
        Case("challenge of 128", usual.with(["code_challenge": text(128)]), .page(.username)),
        Case("challenge of foreign characters", usual.with(["code_challenge": text(42) + "+"]), .errorPage(501491)),
        Case("method without challenge", usual.with(["code_challenge_method": "S256"]), .errorPage(501471)),
        Case(
            "unknown method", usual.with(["code_challenge": text(43), "code_challenge_method": "S512"]),
            .errorPage(50149)),
        Case(
            "method in another case", usual.with(["code_challenge": text(43), "code_challenge_method": "s256"]),
            .errorPage(50149)),
    ]

    private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    static let scopes: [Case] = [
        Case("no scope", [:], .errorPage(900144)),
        Case("empty scope", ["scope": ""], .errorPage(900144)),
        Case("blank scope", ["scope": "  "], .errorPage(900144)),
        Case("scopes with commas", ["scope": "openid,profile"], .errorPage(70011)),
        Case("a scope without a name", ["scope": "api://orders/"], .errorPage(70011)),
        Case(
            ".default with a permission", ["scope": "api://orders/.default api://orders/Orders.Read"],
            .errorPage(70011)),
        Case("200 scopes too many", ["scope": (0...200).map { "s\($0)" }.joined(separator: " ")], .errorPage(70011)),
        Case(
            "resource of another API, claude-code#73460", usual.with(["resource": "https://other.test"]),
            .redirectedError("invalid_target", 9_010_010), tenant: "contoso.com"),
        Case(
            "resource of another API, common", ["scope": "openid", "resource": "api://orders"],
            .redirectedError("invalid_target", 9_010_010)),
        Case("version 1 needs no scope", [:], .page(.username), .v1),
    ]

    @Test(
        "An invalid request is reported on a page or by redirect, as Microsoft Entra ID does",
        arguments: client + tenants + redirects + parameters + pkce + scopes)
    func reportsErrorByPageOrRedirect(_ row: Case) throws {
        let site = try Lab.entra().site
        let target = "\(Site.path("authorize", row.tenant, row.version))?\(row.client.request(row.more).encoded)"
        let response = try site.get(target)
        #expect(response.outcome == row.outcome, "\(response.redirect?.location ?? "")")
        if case .errorPage = row.outcome {
            #expect(response.header("Location") == nil)
            #expect(response.status >= 400)
        }
        if case .redirectedError = row.outcome { #expect(response.fields["state"] == "s1") }
    }

    @Test(
        "An unknown response type that contains a token reports its error in the fragment",
        arguments: [
            ("code id_token token", .fragment), ("code token", .fragment), ("none", .query),
        ] as [(String, Redirect.Part)])
    func returnsUnknownResponseTypeErrorByItsParts(_ type: String, _ part: Redirect.Part) throws {
        let request = Lab.implicit.request(AuthorizeErrorTests.usual.with(["response_type": type, "nonce": "n"]))
        let response = try Lab.entra().site.get("\(Site.path("authorize", "contoso.com"))?\(request.encoded)")
        #expect(response.outcome == .redirectedError("unsupported_response_type", 70005))
        #expect(response.redirect?.part == part)
    }

    @Test(
        "Posted parameters give the same result as a query",
        arguments: client + tenants + redirects + parameters + pkce + scopes)
    func postedParametersGiveSameResult(_ row: Case) throws {
        let site = try Lab.entra().site
        let response = try site.post(Site.path("authorize", row.tenant, row.version), row.client.request(row.more))
        #expect(response.outcome == row.outcome, "\(response.redirect?.location ?? "")")
    }

    /// These errors appear only after the sign-in, because the user determines the tenant.
    static let afterSignIn: [Case] = [
        Case(
            "unknown resource, azure-cli#29113", ["scope": "api://nowhere/read"],
            .redirectedError("invalid_resource", 500011), tenant: "contoso.com"),
        Case(
            "unknown resource, common", ["scope": "api://nowhere/read"], .redirectedError("invalid_resource", 500011)),
        Case("a disabled resource", ["scope": "api://closed/read"], .errorPage(500014), tenant: "contoso.com"),
        Case("a resource that is no URI", ["scope": "nowhere/read"], .errorPage(70011)),
        Case("unknown permission", ["scope": "api://orders/nope"], .redirectedError("invalid_client", 650053)),
        Case("unknown Graph permission", ["scope": "openid Nope.Read"], .redirectedError("invalid_client", 650053)),
        Case("an API that has no service principal here", ["scope": "api://foreign/read"], .errorPage(650052)),
        Case(
            "a token for several resources", Lab.implicit,
            ["scope": "User.Read api://orders/Orders.Read", "response_type": "token"],
            .redirectedError("invalid_request", 700022), tenant: "contoso.com"),
        Case(
            ".default of the client by URI", Lab.claims, ["scope": "api://claims/.default"], .errorPage(90009),
            tenant: "contoso.com"),
        Case(
            "an API that the registration does not list, msal_streamlit_authentication#43", Lab.listing,
            ["resource": "api://claims"], .redirectedError("invalid_client", 650057), tenant: "contoso.com", .v1),
        Case(
            "unknown resource, version 1", ["resource": "api://nowhere"],
            .redirectedError("invalid_resource", 500011), .v1),
    ]

    @Test("Invalid scopes are reported after the sign-in has determined the tenant", arguments: afterSignIn)
    func reportsScopeErrorsAfterSignIn(_ row: Case) throws {
        let site = try Lab.entra().site
        let response = try site.signIn(row.client, row.more, tenant: row.tenant, row.version)
        #expect(response.outcome == row.outcome, "\(response.redirect?.location ?? response.page.kind.rawValue)")
    }

    @Test(
        "Each parameter that is sent twice is rejected",
        arguments: [
            "client_id", "response_type", "redirect_uri", "scope", "state", "nonce", "prompt", "login_hint",
            "domain_hint",
            "response_mode", "code_challenge", "code_challenge_method", "max_age", "claims", "sid", "client_info",
            "resource",
            "request", "instance_aware", "id_token_hint", "login_req", "domain_req", "ui_locales",
        ])
    func rejectsDuplicateParameter(_ name: String) throws {
        let site = try MockEntra().site
        let path = Site.path("authorize", "common")
        let request = Client.mobile.request(["scope": usualScope])
        let once: Parameters = [name: request.form[name] ?? "x"]
        let twice = request.adding(request.names.contains(name) ? once : once.adding(once))
        #expect(try site.get("\(path)?\(twice.encoded)").outcome == .errorPage(9_000_411))
        #expect(try site.post(path, twice).outcome == .errorPage(9_000_411))
        // The parameter is once in the query and once in the body.
        let query = request.with(once)
        #expect(try site.post("\(path)?\(query.encoded)", once).outcome == .errorPage(9_000_411))
    }

    @Test(
        "Parameters in a body that is not a form are ignored",
        arguments: ["application/json", "multipart/form-data", "text/plain"])
    func ignoresBodyThatIsNotAForm(_ type: String) throws {
        let site = try MockEntra().site
        let body = Client.mobile.request(["scope": usualScope]).encoded
        let response = try site.post(
            Site.path("authorize", "common"), encoded: body, headers: [("Content-Type", type)])
        #expect(response.outcome == .errorPage(900144))
    }

    @Test(
        "Malformed percent-encoding or UTF-8 shows an error page",
        arguments: ["state=%zz", "state=%00", "state=%ff", "state=%ED%A0%80", "%zz=1", "state=%c0%af"])
    func rejectsMalformedEncodingOnErrorPage(_ piece: String) throws {
        let site = try MockEntra().site
        let query = Client.mobile.request(["scope": usualScope, "state": nil]).encoded + "&" + piece
        let response = try site.get("\(Site.path("authorize", "common"))?\(query)")
        #expect(response.outcome == .errorPage(9_002_313))
        #expect(response.status == 400)
    }
}
