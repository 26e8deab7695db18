import Entra
import Formats
import HTTP
import Testing

/// Tests the client request id and the CORS headers of native authentication responses
/// (docs/reference/wire.md#native-authentication, docs/reference/wire.md#headers).
@Suite struct NativeHeaderTests {
    private static let id = "7e570000-0000-4000-8000-0000000000aa"
    private static let origin = "https://app.test"

    struct Address: Row {
        var name: String { path }
        let path: String
        var form: Parameters = [:]
        var isNative = true
    }

    static let addresses: [Address] =
        NativeEndpoint.allCases.filter { $0 != .token }.map { Address(path: $0.path) } + [
            Address(path: "oauth2/v2.0/token", form: ["continuation_token": "x"]),
            Address(path: "oauth2/v2.0/authorize-challenge"), Address(path: "api/v2.0/signin/start"),
            Address(path: "oauth2/v2.0/token", form: ["grant_type": "refresh_token"], isNative: false),
            Address(path: "oauth2/v2.0/token", form: ["grant_type": "password"], isNative: false),
            Address(path: "oauth2/v2.0/devicecode", isNative: false),
        ]

    @Test(
        "Only native authentication echoes the client request id without return-client-request-id", arguments: addresses
    )
    func echoesClientRequestIDUnaskedForNativeRequests(_ row: Address) throws {
        let site = try NativeLab.app().site
        let path = "/woodgrove.onmicrosoft.com/\(row.path)"
        let response = try site.post(path, row.form, headers: [("client-request-id", NativeHeaderTests.id)])
        #expect(response.header("client-request-id") == (row.isNative ? NativeHeaderTests.id : nil))
        let withoutID = try site.post(path, row.form)
        #expect((withoutID.header("client-request-id") != nil) == row.isNative)
        #expect(withoutID.header("x-ms-request-id") != nil)
        let echoed = try site.post(
            path, row.form,
            headers: [("client-request-id", NativeHeaderTests.id), ("return-client-request-id", "true")])
        #expect(echoed.header("client-request-id") == NativeHeaderTests.id)
    }

    @Test(
        "The server and the journal treat a native token request for an unknown tenant as native",
        arguments: [
            ("woodgrove.onmicrosoft.com", true), ("nowhere.example", true), ("nowhere", true), ("common", false),
            ("contoso.com", false),
        ])
    func treatsUnknownTenantAsNative(_ tenant: String, _ isNative: Bool) throws {
        let site = try NativeLab.app().site
        for form in [["continuation_token": "x"], ["grant_type": "mfa_oob"]] as [Parameters] {
            let response = try site.post(
                Site.path("token", tenant), form,
                headers: [("client-request-id", NativeHeaderTests.id), ("x-trace", "1")])
            #expect(response.status == 400)
            #expect(response.header("client-request-id") == (isNative ? NativeHeaderTests.id : nil))
            let entry = try site.get("/_understudy/requests").json?["requests"]?.array?.last
            #expect(entry?["nativeHeaders"]?["x-trace"]?.string == (isNative ? "custom" : nil))
        }
    }

    @Test(
        "Other origins can read responses only if the setting allows it",
        arguments: ["", "nativeAuthCrossOrigin: true"])
    func allowsCrossOriginReadsBySettingOnly(_ setting: String) throws {
        let site = try NativeLab.app(settings: "settings: {\(setting)}\n").site
        let isAllowed = !setting.isEmpty
        for row in NativeHeaderTests.addresses where row.isNative && !row.path.hasSuffix("token") {
            let path = "/woodgrove.onmicrosoft.com/\(row.path)"
            let response = try site.post(path, row.form, headers: [("Origin", NativeHeaderTests.origin)])
            #expect(response.header("Access-Control-Allow-Origin") == (isAllowed ? "*" : nil), "\(path)")
            let preflight = try site.send(
                "OPTIONS", path,
                headers: [
                    "Origin": NativeHeaderTests.origin, "Access-Control-Request-Method": "POST",
                    "Access-Control-Request-Headers": "content-type",
                ])
            #expect(preflight.header("Access-Control-Allow-Origin") == (isAllowed ? "*" : nil), "\(path)")
            #expect(preflight.header("Access-Control-Allow-Headers") == (isAllowed ? "content-type" : nil), "\(path)")
        }
    }

    @Test(
        "Stubbed responses follow the cross-origin setting",
        arguments: ["", "nativeAuthCrossOrigin: true"], [#"{"error":"AADSTS50000"}"#, #"{"status":503,"body":"busy"}"#])
    func appliesCORSHeadersToStubbedResponses(_ setting: String, _ stubbed: String) throws {
        let site = try NativeLab.app(settings: "settings: {\(setting)}\n").site
        for endpoint in ["initiate", "authorize-challenge"] {
            try site.stub(#"{"endpoint":"\#(endpoint)"}"#, stubbed)
            let path = "/woodgrove.onmicrosoft.com/oauth2/v2.0/\(endpoint)"
            let response = try site.post(path, [:], headers: [("Origin", NativeHeaderTests.origin)])
            #expect(response.status >= 500)
            #expect(response.header("Access-Control-Allow-Origin") == (setting.isEmpty ? nil : "*"), "\(path)")
        }
    }

    @Test("The cross-origin setting of a tenant applies to that tenant only")
    func appliesCrossOriginSettingPerTenant() throws {
        let yaml = NativeLab.yaml.replacing(
            "kind: external", with: "kind: external\n    settings: {nativeAuthCrossOrigin: true}")
        let site = try MockEntra(yaml: yaml).site
        for (tenant, isAllowed) in [
            ("woodgrove.onmicrosoft.com", true), ("contoso.com", false), ("nowhere.example", false),
        ] {
            let response = try site.post("/\(tenant)/oauth2/v2.0/initiate", [:])
            #expect((response.header("Access-Control-Allow-Origin") != nil) == isAllowed)
        }
    }
}
