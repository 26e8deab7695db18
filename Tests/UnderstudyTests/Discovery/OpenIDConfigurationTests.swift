import Entra
import Formats
import HTTP
import Testing
@testable import Understudy

/// The discovery documents of both versions describe the requested authority (docs/reference/protocol.md#discovery-v2,
/// docs/reference/protocol.md#discovery-v1, docs/reference/protocol.md#b2c-and-ciam-urls).
@Suite struct OpenIDConfigurationTests {
    struct Case: Row {
        let name: String
        let path: String
        let origin: String
        let issuer: String
        /// The expected token endpoint.
        let token: String
        let region: JSONValue

        init(
            _ path: String, at origin: String = MockEntra.origin, issuer: String, token: String,
            region: JSONValue = .string("WW")
        ) {
            name = "\(origin)\(path)"
            self.path = path
            self.origin = origin
            self.issuer = issuer
            self.token = token
            self.region = region
        }
    }

    private static let v2 = "/v2.0/.well-known/openid-configuration"
    private static let v1 = "/.well-known/openid-configuration"
    private static let localhost = MockEntra.origin
    private static let microsoft = "https://login.microsoftonline.com"

    static let cases: [Case] = [
        Case(
            "/\(Seed.contoso)\(v2)", issuer: "\(localhost)/\(Seed.contoso)/v2.0",
            token: "\(localhost)/\(Seed.contoso)/oauth2/v2.0/token"),
        Case(
            "/CONTOSO.com\(v2)", issuer: "\(localhost)/\(Seed.contoso)/v2.0",
            token: "\(localhost)/\(Seed.contoso)/oauth2/v2.0/token"),
        Case(
            "/contoso.onmicrosoft.com\(v2)?appid=x", issuer: "\(localhost)/\(Seed.contoso)/v2.0",
            token: "\(localhost)/\(Seed.contoso)/oauth2/v2.0/token"),
        Case(
            "/common\(v2)", issuer: "\(localhost)/{tenantid}/v2.0", token: "\(localhost)/common/oauth2/v2.0/token",
            region: .null),
        Case(
            "/organizations\(v2)", issuer: "\(localhost)/{tenantid}/v2.0",
            token: "\(localhost)/organizations/oauth2/v2.0/token", region: .null),
        Case(
            "/consumers\(v2)", issuer: "\(localhost)/\(Seed.consumers)/v2.0",
            token: "\(localhost)/consumers/oauth2/v2.0/token", region: .null),
        Case(
            "/\(Seed.consumers)\(v2)", issuer: "\(localhost)/\(Seed.consumers)/v2.0",
            token: "\(localhost)/\(Seed.consumers)/oauth2/v2.0/token", region: .null),
        Case(
            "/outlook.com\(v2)", issuer: "\(localhost)/\(Seed.consumers)/v2.0",
            token: "\(localhost)/\(Seed.consumers)/oauth2/v2.0/token", region: .null),
        Case(
            "/\(Seed.contoso)\(v1)", issuer: "\(localhost)/\(Seed.contoso)/",
            token: "\(localhost)/\(Seed.contoso)/oauth2/token"),
        Case(
            "/common\(v1)", issuer: "\(localhost)/{tenantid}/", token: "\(localhost)/common/oauth2/token", region: .null
        ),
        Case(
            "/organizations\(v1)", issuer: "\(localhost)/{tenantid}/", token: "\(localhost)/organizations/oauth2/token",
            region: .null),
        Case(
            "/consumers\(v1)", issuer: "\(localhost)/\(Seed.consumers)/", token: "\(localhost)/consumers/oauth2/token",
            region: .null),
        // At Microsoft's own names, the issuer has the preferred host. In version 1, the host is that of the token service.
        Case(
            "/contoso.com\(v2)", at: microsoft, issuer: "\(microsoft)/\(Seed.contoso)/v2.0",
            token: "\(microsoft)/\(Seed.contoso)/oauth2/v2.0/token"),
        Case(
            "/contoso.com\(v1)", at: microsoft, issuer: "https://sts.windows.net/\(Seed.contoso)/",
            token: "\(microsoft)/\(Seed.contoso)/oauth2/token"),
        Case(
            "/common\(v1)", at: microsoft, issuer: "https://sts.windows.net/{tenantid}/",
            token: "\(microsoft)/common/oauth2/token", region: .null),
        Case(
            "/contoso.com\(v2)", at: "https://login.windows.net", issuer: "\(microsoft)/\(Seed.contoso)/v2.0",
            token: "\(microsoft)/\(Seed.contoso)/oauth2/v2.0/token"),
        // The issuer of an external tenant has the tenant ID as its host label, whatever name the request uses.
        Case(
            "/woodgrove.onmicrosoft.com\(v2)", at: "https://woodgrove.ciamlogin.com",
            issuer: "https://\(Seed.woodgrove).ciamlogin.com/\(Seed.woodgrove)/v2.0",
            token: "https://woodgrove.ciamlogin.com/\(Seed.woodgrove)/oauth2/v2.0/token"),
        Case(
            "/\(Seed.woodgrove)\(v2)", at: "https://\(Seed.woodgrove).ciamlogin.com",
            issuer: "https://\(Seed.woodgrove).ciamlogin.com/\(Seed.woodgrove)/v2.0",
            token: "https://\(Seed.woodgrove).ciamlogin.com/\(Seed.woodgrove)/oauth2/v2.0/token"),
        // The scheme and the port follow the request.
        Case(
            "/contoso.com\(v2)", at: "http://localhost:8080", issuer: "http://localhost:8080/\(Seed.contoso)/v2.0",
            token: "http://localhost:8080/\(Seed.contoso)/oauth2/v2.0/token"),
        Case(
            "/contoso.com\(v2)", at: "https://entra", issuer: "https://entra/\(Seed.contoso)/v2.0",
            token: "https://entra/\(Seed.contoso)/oauth2/v2.0/token"),
    ]

    @Test("The issuer and the endpoints follow the requested address", arguments: cases)
    func issuerAndEndpointsFollowRequest(_ row: Case) throws {
        let response = try MockEntra().at(row.origin).get(row.path)
        #expect(response.status == 200)
        #expect(response["issuer"] == row.issuer)
        #expect(response["token_endpoint"] == row.token)
        #expect(response.json?["tenant_region_scope"] == row.region)
        #expect(response.headers["Access-Control-Allow-Origin"] == "*")
    }

    struct Rejection: Row {
        var name: String { segment }
        let segment: String
    }

    static let rejections: [Rejection] = [
        Rejection(segment: "55555555-5555-4555-8555-555555555555"), Rejection(segment: "nowhere.example"),
        Rejection(segment: "secrets"), Rejection(segment: "%2e%2e"), Rejection(segment: "a%0d%0ab"),
        Rejection(segment: String(repeating: "a", count: 10_240)),
    ]

    @Test("An unknown tenant returns invalid_tenant", arguments: rejections)
    func unknownTenantReturnsInvalidTenant(_ row: Rejection) throws {
        let site = try MockEntra().site
        for path in [
            OpenIDConfigurationTests.v2, OpenIDConfigurationTests.v1, "/discovery/v2.0/keys", "/discovery/keys",
        ] {
            #expect(try site.get("/\(row.segment)\(path)").outcome == .jsonError(400, "invalid_tenant", 90002))
        }
    }

    @Test("The URL of the keys carries the application ID of the request")
    func keysURLCarriesApplicationID() throws {
        let site = try MockEntra().site
        #expect(
            try site.get("/contoso.com\(OpenIDConfigurationTests.v2)?appid=a%20b")["jwks_uri"]
                == "\(MockEntra.origin)/\(Seed.contoso)/discovery/v2.0/keys?appid=a%20b")
        #expect(
            try site.get("/contoso.com\(OpenIDConfigurationTests.v1)")["jwks_uri"]
                == "\(MockEntra.origin)/common/discovery/keys")
        // access-tokens.md § Validate the signature
        #expect(
            try site.get("/contoso.com\(OpenIDConfigurationTests.v1)?appid=a")["jwks_uri"]
                == "\(MockEntra.origin)/\(Seed.contoso)/discovery/keys?appid=a")
    }

    @Test(
        "The document matches its golden file",
        arguments: [
            ("contoso.com", v2, "discovery-v2-tenant.json"), ("common", v2, "discovery-v2-common.json"),
            ("consumers", v2, "discovery-v2-consumers.json"), ("contoso.com", v1, "discovery-v1-tenant.json"),
            ("common", v1, "discovery-v1-common.json"),
        ])
    func documentMatchesGoldenFile(_ tenant: String, _ path: String, _ file: String) throws {
        let response = try MockEntra().at(OpenIDConfigurationTests.microsoft).get("/\(tenant)\(path)")
        try Golden.expect(Golden.lines(response.body), file)
    }

    struct Alias: Row {
        var name: String { origin }
        let origin: String
        /// The expected alias, or nil if the host cannot request client certificates.
        let alias: String?
    }

    static let aliases: [Alias] = [
        Alias(origin: localhost, alias: "https://mtls.localhost:8443"),
        Alias(origin: "https://mtls.localhost:8443", alias: "https://mtls.localhost:8443"),
        Alias(origin: "https://entra1", alias: "https://mtls.entra1"),
        Alias(origin: microsoft, alias: "https://mtlsauth.microsoft.com"),
        Alias(origin: "https://mtlsauth.microsoft.com", alias: "https://mtlsauth.microsoft.com"),
        Alias(origin: "https://login.windows.net", alias: "https://mtlsauth.microsoft.com"),
        Alias(origin: "https://login.microsoftonline.us", alias: "https://mtlsauth.microsoftonline.us"),
        Alias(origin: "http://localhost:8080", alias: nil), Alias(origin: "https://127.0.0.1:8443", alias: nil),
        Alias(origin: "https://[::1]:8443", alias: nil),
    ]

    @Test("The document names the host that requests client certificates", arguments: aliases)
    func namesMutualTLSEndpoints(_ row: Alias) throws {
        let site = try MockEntra().at(row.origin)
        for (path, token) in [
            (OpenIDConfigurationTests.v2, "oauth2/v2.0/token"), (OpenIDConfigurationTests.v1, "oauth2/token"),
        ] {
            let document = try #require(try site.get("/contoso.com\(path)").json)
            let alias = row.alias.map { "\($0)/\(Seed.contoso)/\(token)" }
            #expect(document["mtls_endpoint_aliases"]?["token_endpoint"]?.string == alias)
            #expect((document["tls_client_certificate_bound_access_tokens"] == .bool(true)) == (alias != nil))
            let methods = document["token_endpoint_auth_methods_supported"]?.array ?? []
            #expect(methods.contains(.string("self_signed_tls_client_auth")) == (alias != nil))
            #expect(document["issuer"]?.string?.contains("mtls") == false)
        }
    }

    /// Endpoints that this test does not check.
    private static let untested: Set<String> = [
        "device_authorization_endpoint"
    ]

    @Test(
        "Every address in the document has a route", arguments: ["/contoso.com\(v2)", "/common\(v2)", "/common\(v1)"])
    func everyListedAddressHasRoute(_ path: String) throws {
        let site = try MockEntra().site
        let router = try Router(Routes.table, letters: .folded)
        let members = try #require(try site.get(path).json?.object)
        let others = ["jwks_uri", "check_session_iframe"]
        let addresses = members.filter { $0.name.hasSuffix("_endpoint") || others.contains($0.name) }
        #expect(addresses.count >= 5)
        for member in addresses where !OpenIDConfigurationTests.untested.contains(member.name) {
            let address = try #require(member.value.string)
            #expect(address.hasPrefix(MockEntra.origin + "/"))
            if case .notFound = router.match(method: "GET", path: String(address.dropFirst(MockEntra.origin.count))) {
                Issue.record("\(member.name) leads nowhere: \(address)")
            }
        }
    }

    @Test("The document omits what Entra does not offer")
    func omitsWhatEntraDoesNotOffer() throws {
        let site = try MockEntra().site
        for path in [OpenIDConfigurationTests.v2, OpenIDConfigurationTests.v1] {
            let document = try #require(try site.get("/common\(path)").json)
            for name in ["introspection_endpoint", "revocation_endpoint", "registration_endpoint"] {
                #expect(document[name] == nil)
            }
            #expect(document["authorization_response_iss_parameter_supported"] == nil)
        }
        #expect(try site.post("/common/oauth2/v2.0/revoke", [:]).status == 404)
        // This path is a step of native authentication, not the endpoint of RFC 7662.
        let response = try site.post("/common/oauth2/v2.0/introspect", ["token": "x", "client_id": Client.mobile.id])
        #expect(response["error"] != nil && response.json?["active"] == nil)
    }

    @Test("The document follows a proxy only if the settings trust proxies")
    func followsProxyOnlyIfTrusted() throws {
        let headers: Site.Headers = [
            "X-Forwarded-Proto": "https", "X-Forwarded-Host": "login.test", "Forwarded": "host=evil.test;proto=https",
        ]
        let path = "/common\(OpenIDConfigurationTests.v2)"
        let plain = try MockEntra().at("http://entra:8080").get(path, headers: headers)
        #expect(plain["issuer"] == "http://entra:8080/{tenantid}/v2.0")
        var settings = ServerSettings()
        settings.trustsProxy = true
        let trusted = try MockEntra(settings: settings).at("http://entra:8080").get(path, headers: headers)
        #expect(trusted["issuer"] == "https://login.test/{tenantid}/v2.0")
        // In a chain of proxies, the first value is the address that the client requested.
        let chain: Site.Headers = ["X-Forwarded-Proto": "HTTPS, http", "X-Forwarded-Host": "login.test:444 , inner:80"]
        let chained = try MockEntra(settings: settings).at("http://entra:8080").get(path, headers: chain)
        #expect(chained["issuer"] == "https://login.test:444/{tenantid}/v2.0")
        settings.publicOrigin = Origin(scheme: "https", host: "id.example", port: nil)
        let fixed = try MockEntra(settings: settings).at("http://entra:8080").get(path, headers: headers)
        #expect(fixed["issuer"] == "https://id.example/{tenantid}/v2.0")
    }
}
