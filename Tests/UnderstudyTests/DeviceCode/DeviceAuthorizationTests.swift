import Entra
import Formats
import Testing
@testable import Understudy

/// Tests the device authorization endpoint (RFC 8628 §3.1, §3.2; docs/reference/protocol.md#device-code, App. A9).
@Suite struct DeviceAuthorizationTests {
    @Test("Version 2 returns numbers and verification_uri")
    func returnsNumbersAndVerificationURIInVersion2() throws {
        let response = try MockEntra().site.startDevice()
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        #expect(response.header("Cache-Control") == "no-store, no-cache")
        #expect(response.header("Access-Control-Allow-Origin") == nil)
        #expect(
            response.json?.object?.map(\.name)
                == ["user_code", "device_code", "verification_uri", "expires_in", "interval", "message"])
        #expect(response["verification_uri"] == "https://localhost:8443/common/oauth2/deviceauth")
        #expect(response.json?["expires_in"] == .integer(900))
        #expect(response.json?["interval"] == .integer(5))
        let code = try #require(response["user_code"])
        #expect(code.utf8.count == 9)
        #expect(
            response["message"]
                == "To sign in, use a web browser to open the page https://localhost:8443/common/oauth2/deviceauth and "
                + "enter the code \(code) to authenticate.")
    }

    @Test(
        "The parameter mkt or ui_locales selects the language of the message",
        arguments: [
            ("?mkt=de-DE", [:], "geben Sie den Code"), ("?mkt=DE", [:], "geben Sie den Code"),
            ("", ["mkt": "fr-CA"], "entrez le code"), ("?ui_locales=xx%20es-ES", [:], "escriba el código"),
            ("?mkt=zh-Hans", [:], "然后输入代码"), ("?mkt=xx-XX", [:], "and enter the code"),
            ("?mkt=", [:], "and enter the code"),
        ] as [(String, Parameters, String)])
    func localizesMessage(_ query: String, _ form: Parameters, _ text: String) throws {
        let path = "\(Site.path("devicecode", "common"))\(query)"
        let request: Parameters = ["client_id": Client.mobile.id, "scope": "openid"]
        let response = try MockEntra().site.post(path, request.with(form))
        let message = try #require(response["message"])
        let code = try #require(response["user_code"])
        #expect(message.contains(text) && message.contains(code))
        #expect(message.contains("https://localhost:8443/common/oauth2/deviceauth"))
    }

    @Test("Version 2 accepts GET with query parameters (email-oauth2-proxy has no other way)")
    func acceptsGetInVersion2() throws {
        let form: Parameters = ["client_id": Client.mobile.id, "scope": "openid"]
        let site = try MockEntra().site
        let response = try site.get("/contoso.com/oauth2/v2.0/devicecode?\(form.encoded)")
        #expect(response.status == 200)
        #expect(response.json?["expires_in"] == .integer(900))
        #expect(try site.get("/contoso.com/oauth2/v2.0/devicecode?scope=openid").code == 900_144)
    }

    @Test("Version 1 returns strings and verification_url for POST and GET", arguments: ["POST", "GET"])
    func returnsStringsAndVerificationURLInVersion1(method: String) throws {
        let site = try MockEntra().site
        let form: Parameters = ["client_id": Client.mobile.id, "resource": "api://orders", "mkt": "de-CH"]
        let path = "/contoso.com/oauth2/devicecode"
        let response =
            method == "GET"
            ? try site.get("\(path)?\(form.encoded)&api-version=1.0") : try site.post("\(path)?api-version=1.0", form)
        #expect(
            response.json?.object?.map(\.name)
                == ["user_code", "device_code", "verification_url", "expires_in", "interval", "message"])
        #expect(response["expires_in"] == "900")
        #expect(response["interval"] == "5")
    }

    @Test("On Microsoft's host names the verification address is the real one")
    func returnsRealAddressOnMicrosoftHosts() throws {
        let entra = try MockEntra()
        let response = try entra.at("https://login.microsoftonline.com").startDevice()
        #expect(response["verification_uri"] == "https://microsoft.com/devicelogin")
        let short = try entra.at("https://microsoft.com").get("/devicelogin?otc=\(response["user_code"] ?? "")")
        #expect(short.status == 302)
        #expect(short.header("Location") == "https://login.microsoftonline.com/common/oauth2/deviceauth")
    }

    @Test("A customer tenant's host serves that tenant only, and a B2C policy has no device code endpoint")
    func limitsCustomerHostToItsTenant() throws {
        let entra = try MockEntra()
        let host = entra.at("https://woodgrove.ciamlogin.com")
        #expect(try host.startDevice(.woodgrove, ["scope": "openid"], tenant: Seed.woodgrove).status == 200)
        #expect(try host.startDevice(tenant: "contoso.com").code == 500_210, "msal-objc#2871")
        #expect(try host.startDevice(tenant: "nowhere.example").code == 90002)
        let consent = "/v2.0/adminconsent?client_id=\(Client.mobile.id)&scope=.default&redirect_uri=http://localhost"
        #expect(try host.get("/contoso.com\(consent)").outcome == .errorPage(500_210))
        let path = "\(Site.path("devicecode", B2C.tenant))?p=B2C_1_signupsignin"
        let policy = try B2C.entra().site.post(path, ["client_id": B2C.native.id, "scope": "openid"])
        #expect(policy.error == "unsupported_grant_type" && policy.policyCode == 90086)
        let plain = try B2C.entra().site.startDevice(B2C.native, ["scope": "openid"], tenant: B2C.tenant)
        #expect(plain.outcome == .jsonError(400, "invalid_request", 90090))
    }

    @Test("Settings determine the lifetime and the interval")
    func appliesLifetimeAndIntervalSettings() throws {
        let entra = try MockEntra(
            yaml: """
                settings: {deviceCodeLifetime: 60, deviceCodeInterval: 1}
                tenants: [{id: \(Seed.contoso), domains: [contoso.com], applications: [{appId: \(Client.mobile.id), displayName: M,
                  publicClient: {redirectUris: ["http://localhost"]}}]}]
                """)
        let started = try entra.site.startDevice(.mobile, ["scope": "openid"], tenant: "contoso.com")
        #expect(started.json?["expires_in"] == .integer(60))
        #expect(started.json?["interval"] == .integer(1))
        entra.clock.advance(seconds: 60)
        #expect(
            try entra.site.pollDevice(started, tenant: "contoso.com").outcome
                == .jsonError(400, "expired_token", 70020))
    }

    struct Rejection: Row {
        let name: String
        var client = Client.mobile
        var form: Parameters = ["scope": "openid"]
        var tenant = "contoso.com"
        var version = EndpointVersion.v2
        let outcome: Outcome

        static func invalid(_ code: Int, _ error: String = "invalid_request") -> Outcome {
            .jsonError(400, error, code)
        }
    }

    static let rejections: [Rejection] = [
        Rejection(name: "unknown tenant", tenant: "nowhere.example", outcome: Rejection.invalid(90002)),
        Rejection(name: "malformed tenant", tenant: "secrets", outcome: Rejection.invalid(900023)),
        Rejection(name: "no client", form: ["client_id": nil, "scope": "openid"], outcome: Rejection.invalid(900144)),
        Rejection(
            name: "empty client", form: ["client_id": "", "scope": "openid"], outcome: Rejection.invalid(900144)),
        Rejection(
            name: "malformed client", form: ["client_id": "x", "scope": "openid"],
            outcome: Rejection.invalid(700016, "unauthorized_client")),
        Rejection(
            name: "unknown client", form: ["client_id": "99999999-0000-4000-8000-000000000001", "scope": "openid"],
            outcome: Rejection.invalid(700016, "unauthorized_client")),
        Rejection(
            name: "disabled client", client: Lab.disabled, outcome: Rejection.invalid(7_000_112, "unauthorized_client")),
        Rejection(
            name: "single-tenant client in another tenant", client: Lab.plain, tenant: "fabrikam.com",
            outcome: Rejection.invalid(700016, "unauthorized_client")),
        Rejection(
            name: "single-tenant client at common", client: Lab.plain, tenant: "common",
            outcome: Rejection.invalid(50059)),
        Rejection(
            name: "single-tenant client at organizations", client: Lab.plain, tenant: "organizations",
            outcome: Rejection.invalid(50059)),
        Rejection(
            name: "client for organizations at common", client: Lab.organizations, tenant: "common",
            outcome: Rejection.invalid(90133)),
        Rejection(
            name: "client for organizations at common, v1", client: Lab.organizations, form: ["resource": Seed.graph],
            tenant: "common", version: .v1, outcome: Rejection.invalid(90133)),
        Rejection(
            name: "client for organizations at consumers", client: Lab.organizations, tenant: "consumers",
            outcome: Rejection.invalid(90133)),
        Rejection(
            name: "client for personal accounts at a tenant", client: Lab.personal,
            outcome: Rejection.invalid(9_002_346)),
        Rejection(
            name: "personal accounts over version 1", form: ["resource": Seed.graph], tenant: "consumers", version: .v1,
            outcome: Rejection.invalid(90027)),
        Rejection(name: "no scope", form: [:], outcome: Rejection.invalid(900144)),
        Rejection(name: "empty scope", form: ["scope": ""], outcome: Rejection.invalid(900144)),
        Rejection(name: "blank scope", form: ["scope": " "], outcome: Rejection.invalid(900144)),
        Rejection(name: "malformed scope", form: ["scope": "a,b"], outcome: Rejection.invalid(70011, "invalid_scope")),
        Rejection(
            name: "malformed scope at common", form: ["scope": "a,b"], tenant: "common",
            outcome: Rejection.invalid(70011, "invalid_scope")),
        Rejection(
            name: "resource at version 2", form: ["scope": "openid", "resource": "x"],
            outcome: Rejection.invalid(9_010_010, "invalid_target")),
        Rejection(
            name: "unknown resource in scope", form: ["scope": "api://nowhere/x"],
            outcome: Rejection.invalid(500011, "invalid_resource")),
        Rejection(
            name: "unknown permission", form: ["scope": "api://orders/nope"],
            outcome: Rejection.invalid(650053, "invalid_client")),
        Rejection(name: "no resource", form: ["scope": "openid"], version: .v1, outcome: Rejection.invalid(900144)),
        Rejection(
            name: "unknown resource", form: ["resource": "api://nowhere"], version: .v1,
            outcome: Rejection.invalid(500011, "invalid_resource")),
        Rejection(
            name: "resource not listed", client: Lab.listing, form: ["resource": "api://claims"], version: .v1,
            outcome: Rejection.invalid(650057, "invalid_client")),
        Rejection(
            name: "claims no JSON", form: ["scope": "openid", "claims": "x"], outcome: Rejection.invalid(9_000_410)),
    ]

    @Test("The endpoint rejects what Entra rejects", arguments: rejections)
    func rejectsInvalidDeviceCodeRequest(_ row: Rejection) throws {
        let response = try Lab.entra().site.startDevice(row.client, row.form, tenant: row.tenant, row.version)
        #expect(response.outcome == row.outcome)
    }

    @Test("A repeated parameter, another body type, query parameters of a POST and PUT are rejected")
    func rejectsMalformedRequestShape() throws {
        let site = try MockEntra().site
        let path = Site.path("devicecode", "contoso.com")
        let form = "client_id=\(Client.mobile.id)&scope=openid"
        #expect(try site.post(path, encoded: form + "&scope=openid").code == 9_000_411)
        #expect(try site.post(path, encoded: form, headers: [("Content-Type", "text/plain")]).code == 900144)
        #expect(try site.post("\(path)?\(form)", [:]).code == 900144)
        #expect(try site.send("PUT", path).code == 900561)
        #expect(try site.post(path, encoded: form + "&x=%zz").code == 9_002_313)
    }
}
