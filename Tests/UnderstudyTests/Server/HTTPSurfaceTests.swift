import Formats
import HTTP
import Testing
@testable import Understudy

/// Every path follows the same rules for methods, headers and cross-origin requests (docs/reference/protocol.md#response-headers;
/// docs/reference/security-checklist.md#contents rows 82–84).
@Suite struct HTTPSurfaceTests {
    private static let discovery = "/contoso.com/v2.0/.well-known/openid-configuration"
    private static let token = "/contoso.com/oauth2/v2.0/token"
    private static let authorize = "/contoso.com/oauth2/v2.0/authorize"
    private static let health = "/_understudy/health"

    struct Method: Row {
        var name: String { "\(method) \(path)" }
        let method: String
        let path: String
        let status: Int
        var allow: String?
    }

    static let methods: [Method] = [
        Method(method: "HEAD", path: discovery, status: 200),
        Method(method: "HEAD", path: authorize, status: 400),
        Method(method: "HEAD", path: health, status: 200),
        Method(method: "OPTIONS", path: discovery, status: 204, allow: "GET, HEAD, OPTIONS"),
        Method(method: "OPTIONS", path: token, status: 204, allow: "POST, OPTIONS"),
        Method(method: "OPTIONS", path: authorize, status: 204, allow: "GET, HEAD, POST, OPTIONS"),
        Method(method: "OPTIONS", path: health, status: 204, allow: "GET, HEAD, OPTIONS"),
        Method(method: "OPTIONS", path: "*", status: 204, allow: "GET, HEAD, POST, OPTIONS"),
        Method(method: "POST", path: discovery, status: 400, allow: "GET, HEAD, OPTIONS"),
        Method(method: "PUT", path: token, status: 400, allow: "POST, OPTIONS"),
        Method(method: "DELETE", path: authorize, status: 405, allow: "GET, HEAD, POST, OPTIONS"),
        Method(method: "POST", path: health, status: 405, allow: "GET, HEAD, OPTIONS"),
        Method(method: "get", path: discovery, status: 400, allow: "GET, HEAD, OPTIONS"),
    ]

    @Test("Each path accepts its methods and lists them in the Allow header", arguments: methods)
    func acceptsAndListsAllowedMethods(_ row: Method) throws {
        let response = try MockEntra().site.send(row.method, row.path)
        #expect(response.status == row.status)
        #expect(response.header("Allow") == row.allow)
        if row.method == "OPTIONS" { #expect(response.body.isEmpty) }
    }

    @Test(
        "Unknown paths return 404",
        arguments: [
            "/contoso.com", "/contoso.com/", "/contoso.com/oauth2", "/contoso.com/oauth2/v2.0",
            "/contoso.com/oauth2/v2.0/token/x",
            "/oauth2/v2.0/token", "//oauth2/v2.0/token", "/_understudy/nothing",
            "/_understudy/console/nothing",
            "/contoso.com/_understudy/health", "/contoso.com/favicon.ico", "/contoso.com/oauth2/v2.0/../token",
            "/contoso.com/oauth2/v3.0/token",
        ])
    func unknownPathsReturnNotFound(_ path: String) throws {
        let site = try MockEntra().site
        for method in ["GET", "POST", "OPTIONS", "PUT"] { #expect(try site.send(method, path).status == 404) }
    }

    @Test(
        "Malformed paths are rejected",
        arguments: [
            "/%zz", "/contoso.com/%", "/a%2fb/oauth2/v2.0/token", "/a%00b/oauth2/v2.0/token", "/%ff/oauth2/v2.0/token",
            "/%C3/%A9", "/%C3/%A9/v2.0/token",
        ])
    func rejectsMalformedPaths(_ path: String) throws {
        let response = try MockEntra().site.get(path)
        #expect(response.status == 400)
        #expect(response.header("Connection") == "close")
    }

    @Test(
        "Paths are case-insensitive",
        arguments: [
            "/common/oauth2/nativeclient", "/tfp/OAuth2/NativeClient",
            "/Common/V2.0/.Well-Known/OpenID-Configuration", "/COMMON/discovery/V2.0/KEYS", "/_Understudy/Health",
        ])
    func matchesPathsCaseInsensitively(_ path: String) throws {
        #expect(try MockEntra().site.get(path).status == 200)
    }

    @Test(
        "An invalid Host is rejected, and the connection closes",
        arguments: [
            " ", "a b", "user@host", "host:99999", "host:x", "<script>", String(repeating: "a", count: 5_000),
            String(repeating: "a", count: 256),
        ])
    func rejectsInvalidHost(_ host: String) throws {
        let site = try MockEntra().at("https://\(host)")
        let response = try site.get(HTTPSurfaceTests.discovery)
        #expect(response.status == 400)
        #expect(response.header("Connection") == "close")
        #expect(!response.text.contains("<script>"))
    }

    @Test(
        "An invalid forwarded host or scheme from a trusted proxy is rejected",
        arguments: [
            ("X-Forwarded-Host", "localhost evil.test", "The X-Forwarded-Host header must be a valid host."),
            ("X-Forwarded-Host", "localhost\tevil.test, inner", "The X-Forwarded-Host header must be a valid host."),
            ("X-Forwarded-Host", "user@evil.test", "The X-Forwarded-Host header must be a valid host."),
            ("X-Forwarded-Host", "evil.test:99999", "The X-Forwarded-Host header must be a valid host."),
            ("X-Forwarded-Proto", "https evil", "The X-Forwarded-Proto header must be http or https."),
            ("X-Forwarded-Proto", "ftp", "The X-Forwarded-Proto header must be http or https."),
            ("X-Forwarded-Host", " login.test , inner", nil), ("X-Forwarded-Host", "", nil),
            ("X-Forwarded-Host", " ,x", nil),
            ("X-Forwarded-Proto", "\tHTTPS ,http", nil), ("X-Forwarded-Proto", "", nil),
        ] as [(String, String, String?)])
    func rejectsInvalidForwardedHeaders(name: String, value: String, problem: String?) throws {
        var settings = ServerSettings()
        let send = {
            try MockEntra(settings: settings).site.send("GET", HTTPSurfaceTests.discovery, headerList: [(name, value)])
        }
        #expect(try send().status == 200, "only a trusted proxy counts")
        settings.trustsProxy = true
        let response = try send()
        #expect(response.status == (problem == nil ? 200 : 400))
        if let problem {
            #expect(response.text == problem)
            #expect(response.header("Connection") == "close")
        }
    }

    @Test("A preflight admits every header except those of the control plane")
    func preflightOmitsControlPlaneHeaders() throws {
        let requestedHeaders = "authorization, X-Understudy-Tenant,x-understudy-anything , content-type"
        for path in [HTTPSurfaceTests.token, "/v1.0/users", HTTPSurfaceTests.discovery] {
            let response = try MockEntra().site.send(
                "OPTIONS", path,
                headers: ["Origin": "https://page.test", "Access-Control-Request-Headers": requestedHeaders])
            #expect(response.status == 204)
            #expect(response.header("Access-Control-Allow-Origin") == "*")
            #expect(response.header("Access-Control-Allow-Headers") == "authorization, content-type", "\(path)")
        }
    }

    /// Paths that succeed and paths that fail in each response style.
    private static let responsePaths = [discovery, "/nowhere.example/discovery/keys", authorize, health, "/nowhere"]

    @Test("Every response has the headers of the service", arguments: responsePaths)
    func addsServiceHeadersToEveryResponse(_ path: String) throws {
        let response = try MockEntra().site.get(path)
        #expect(response.headers.fields.count { $0.name == "Cache-Control" } == 1)
        #expect(response.header("Cache-Control")?.contains("no-store") == true)
        #expect(response.header("Pragma") == "no-cache")
        #expect(response.header("Expires") == "-1")
        #expect(response.header("X-Content-Type-Options") == "nosniff")
        #expect(response.header("P3P") == "CP=\"DSP CUR OTPi IND OTRi ONL FIN\"")
        #expect(response.header("x-ms-request-id").flatMap { GUID($0) } != nil)
        #expect(response.header("x-ms-ests-server")?.isEmpty == false)
        #expect(response.header("X-XSS-Protection") == "0")
    }

    @Test(
        "HSTS is sent over HTTPS only, and switched off for loopback hosts",
        arguments: [
            ("https://entra.test", "max-age=31536000; includeSubDomains"),
            ("https://login.microsoftonline.com", "max-age=31536000; includeSubDomains"),
            ("https://localhost:8443", "max-age=0"), ("https://127.0.0.1:8443", "max-age=0"),
            ("https://[::1]:8443", "max-age=0"),
            ("http://entra.test", nil), ("http://localhost:8080", nil),
        ] as [(String, String?)])
    func sendsHSTSOverHTTPSOnly(_ origin: String, _ value: String?) throws {
        let response = try MockEntra().at(origin).get(HTTPSurfaceTests.discovery)
        #expect(response.header("Strict-Transport-Security") == value)
    }

    @Test("The error URI leads to a page that explains the code")
    func errorURIExplainsCode() throws {
        let site = try MockEntra().site
        let uri = try #require(try site.token([:])["error_uri"])
        let page = try site.get(uri)
        #expect(page.status == 200)
        #expect(page.text.contains("AADSTS900144") && page.text.contains("A required parameter is missing."))
        #expect(page.text.contains("The request body must contain the following parameter"))
        for unknown in ["/error?code=x", "/error?code=1", "/error?code=99999999999999999999"] {
            #expect(try site.get(unknown).status == 404)
        }
    }

    // MARK: - Correlation

    private static let id = "0b6f3f5e-8f0a-4a39-9c55-2d2a3a6e0c00"

    struct Correlation: Row {
        let name: String
        let headers: Site.Headers
        var query = ""
        let isUsed: Bool
        let isEchoed: Bool
    }

    static let correlations: [Correlation] = [
        Correlation(name: "none", headers: [:], isUsed: false, isEchoed: false),
        Correlation(name: "header", headers: ["client-request-id": id], isUsed: true, isEchoed: false),
        Correlation(
            name: "header, to be echoed", headers: ["client-request-id": id, "return-client-request-id": "true"],
            isUsed: true,
            isEchoed: true),
        Correlation(
            name: "echo declined", headers: ["client-request-id": id, "return-client-request-id": "false"],
            isUsed: true,
            isEchoed: false),
        Correlation(name: "query", headers: [:], query: "?client-request-id=\(id)", isUsed: true, isEchoed: false),
        Correlation(
            name: "query, to be echoed", headers: [:], query: "?client-request-id=\(id)&return-client-request-id=true",
            isUsed: true, isEchoed: true),
        Correlation(
            name: "a line end", headers: ["client-request-id": "a\r\nb: c"], isUsed: false, isEchoed: false),
        Correlation(name: "no GUID", headers: ["client-request-id": "<b>"], isUsed: false, isEchoed: false),
    ]

    @Test("An error carries the client request ID", arguments: correlations)
    func errorCarriesClientRequestID(_ row: Correlation) throws {
        let site = try MockEntra().site
        let response = try site.get("/nowhere.example/discovery/keys\(row.query)", headers: row.headers)
        let correlation = try #require(response["correlation_id"])
        #expect((correlation == HTTPSurfaceTests.id) == row.isUsed)
        #expect(GUID(correlation) != nil)
        #expect(response["trace_id"] == response.header("x-ms-request-id"))
        #expect(response.header("client-request-id") == (row.isEchoed ? HTTPSurfaceTests.id : nil))
        #expect(
            response["error_description"]?.contains(
                "Trace ID: \(response["trace_id"] ?? "") Correlation ID: \(correlation) Timestamp: 2026-09-21 14:13:20Z"
            )
                == true)
    }

    /// Single-page applications send the ID in the body because a separate header would require a preflight
    /// (docs/reference/wire.md#msal-browser-requests).
    @Test("The client request ID may be in the body")
    func acceptsClientRequestIDInBody() throws {
        let response = try MockEntra().site.token([
            "client-request-id": HTTPSurfaceTests.id, "return-client-request-id": "true",
        ])
        #expect(response["correlation_id"] == HTTPSurfaceTests.id)
        #expect(response.header("client-request-id") == HTTPSurfaceTests.id)
    }

    @Test("Token responses carry the client telemetry header")
    func tokenResponsesCarryClientTelemetry() throws {
        let site = try MockEntra().site
        #expect(try site.tokens().header("x-ms-clitelem") == "1,0,0,,")
        let failure = try site.token(Client.mobile.refresh("x"))
        #expect(failure.header("x-ms-clitelem") == "1,9002313,0,,")
        #expect(try site.get(HTTPSurfaceTests.discovery).header("x-ms-clitelem") == nil)
    }

    @Test("A redirected error carries the trace ID and the correlation ID")
    func redirectedErrorCarriesCorrelationID() throws {
        let request = Client.mobile.request(["scope": usualScope, "prompt": "none"])
        let response = try MockEntra().site.get(
            "\(Site.path("authorize", "common"))?\(request.encoded)&client-request-id=\(HTTPSurfaceTests.id)")
        let description = response.fields["error_description"]
        #expect(
            description?.contains(
                "Trace ID: \(response.header("x-ms-request-id") ?? "") Correlation ID: \(HTTPSurfaceTests.id)") == true)
    }

    // MARK: - Cross-origin

    struct CrossOrigin: Row {
        let name: String
        let path: String
        let isReadable: Bool
    }

    static let crossOrigins: [CrossOrigin] = [
        CrossOrigin(name: "discovery", path: discovery, isReadable: true),
        CrossOrigin(
            name: "failed discovery", path: "/nowhere.example/v2.0/.well-known/openid-configuration", isReadable: true),
        CrossOrigin(name: "keys", path: "/common/discovery/keys", isReadable: true),
        CrossOrigin(name: "instance discovery", path: "/common/discovery/instance", isReadable: true),
        CrossOrigin(name: "token, wrong method", path: token, isReadable: true),
        CrossOrigin(name: "authorize", path: authorize, isReadable: false),
        CrossOrigin(name: "nowhere", path: "/nowhere", isReadable: false),
    ]

    @Test("Other origins may read the same responses as at Entra, never with credentials", arguments: crossOrigins)
    func allowsCrossOriginReadsLikeEntra(_ row: CrossOrigin) throws {
        for origin in ["https://app.test", "null"] {
            let response = try MockEntra().site.get(row.path, headers: ["Origin": origin])
            #expect(response.header("Access-Control-Allow-Origin") == (row.isReadable ? "*" : nil))
            #expect(response.header("Access-Control-Allow-Credentials") == nil)
        }
    }

    @Test("Other origins may read token responses and token errors")
    func allowsCrossOriginTokenResponses() throws {
        let site = try MockEntra().site
        let code = try site.code(.spa, ["scope": "openid"], tenant: "contoso.com")
        for status in [200, 400] {
            let response = try site.token(
                Client.spa.redemption(code), tenant: "contoso.com", headers: Client.spa.headers)
            #expect(response.status == status)
            #expect(response.header("Access-Control-Allow-Origin") == "*")
            #expect(response.header("Access-Control-Expose-Headers")?.contains("x-ms-request-id") == true)
        }
    }

    @Test("A preflight has no side effects")
    func answersPreflightWithoutSideEffects() throws {
        let site = try MockEntra().site
        let headers: Site.Headers = [
            "Origin": "https://app.test", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "client-request-id, x-client-sku",
        ]
        let response = try site.send("OPTIONS", HTTPSurfaceTests.token, headers: headers)
        #expect(response.status == 204)
        #expect(response.header("Access-Control-Allow-Origin") == "*")
        #expect(response.header("Access-Control-Allow-Methods") == "POST, OPTIONS")
        #expect(response.header("Access-Control-Allow-Headers") == "client-request-id, x-client-sku")
        #expect(response.header("Set-Cookie") == nil)
        let foreign = try site.send("OPTIONS", HTTPSurfaceTests.authorize, headers: headers)
        #expect(foreign.header("Access-Control-Allow-Origin") == nil)
    }

    @Test("Only responses that do not mix secrets with request data may be compressed")
    func compressesOnlyResponsesWithoutSecrets() throws {
        let entra = try MockEntra()
        #expect(try entra.isCompressible("GET", HTTPSurfaceTests.discovery))
        #expect(try entra.isCompressible("GET", "/common/discovery/keys"))
        #expect(try !entra.isCompressible("GET", HTTPSurfaceTests.authorize))
        #expect(try !entra.isCompressible("POST", HTTPSurfaceTests.token))
    }
}

extension MockEntra {
    fileprivate func isCompressible(_ method: String, _ path: String) throws -> Bool {
        exchange(.init(method: method, path: path, authority: "localhost"), isSecure: true).isCompressible
    }
}
