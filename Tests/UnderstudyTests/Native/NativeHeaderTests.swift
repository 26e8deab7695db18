import Entra
import Formats
import HTTP
import Testing

/// Headers of native authentication's answers: the client's id, and who may read them
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
            Address(path: "oauth2/v2.0/authorize-challenge"), Address(path: "api/v0.1/signin/start"),
            Address(path: "oauth2/v2.0/token", form: ["grant_type": "refresh_token"], isNative: false),
            Address(path: "oauth2/v2.0/token", form: ["grant_type": "password"], isNative: false),
            Address(path: "oauth2/v2.0/devicecode", isNative: false),
        ]

    @Test("the client's id comes back unasked, from native authentication alone", arguments: addresses)
    func correlation(_ row: Address) throws {
        let site = try NativeLab.app().site
        let path = "/woodgrove.onmicrosoft.com/\(row.path)"
        let answer = try site.post(path, row.form, headers: [("client-request-id", NativeHeaderTests.id)])
        #expect(answer.header("client-request-id") == (row.isNative ? NativeHeaderTests.id : nil))
        let unasked = try site.post(path, row.form)
        #expect((unasked.header("client-request-id") != nil) == row.isNative)
        #expect(unasked.header("x-ms-request-id") != nil)
        let asked = try site.post(
            path, row.form,
            headers: [("client-request-id", NativeHeaderTests.id), ("return-client-request-id", "true")])
        #expect(asked.header("client-request-id") == NativeHeaderTests.id)
    }

    @Test(
        "a native request to the token endpoint is one for a tenant that is unknown, too, and the journal has it as such",
        arguments: [
            ("woodgrove.onmicrosoft.com", true), ("nowhere.example", true), ("nowhere", true), ("common", false),
            ("contoso.com", false),
        ])
    func tenants(_ tenant: String, _ isNative: Bool) throws {
        let site = try NativeLab.app().site
        for form in [["continuation_token": "x"], ["grant_type": "mfa_oob"]] as [Parameters] {
            let answer = try site.post(
                Site.path("token", tenant), form,
                headers: [("client-request-id", NativeHeaderTests.id), ("x-trace", "1")])
            #expect(answer.status == 400)
            #expect(answer.header("client-request-id") == (isNative ? NativeHeaderTests.id : nil))
            let entry = try site.get("/_understudy/requests").json?["requests"]?.array?.last
            #expect(entry?["nativeHeaders"]?["x-trace"]?.string == (isNative ? "custom" : nil))
        }
    }

    @Test(
        "pages of other sites read nothing, unless the setting lets them",
        arguments: ["", "nativeAuthCrossOrigin: true"])
    func crossOrigin(_ setting: String) throws {
        let site = try NativeLab.app(settings: "settings: {\(setting)}\n").site
        let isAllowed = !setting.isEmpty
        for row in NativeHeaderTests.addresses where row.isNative && !row.path.hasSuffix("token") {
            let path = "/woodgrove.onmicrosoft.com/\(row.path)"
            let answer = try site.post(path, row.form, headers: [("Origin", NativeHeaderTests.origin)])
            #expect(answer.header("Access-Control-Allow-Origin") == (isAllowed ? "*" : nil), "\(path)")
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
        "so it is with the answers that scripts give",
        arguments: ["", "nativeAuthCrossOrigin: true"], [#"{"error":"AADSTS50000"}"#, #"{"status":503,"body":"busy"}"#])
    func scripted(_ setting: String, _ response: String) throws {
        let site = try NativeLab.app(settings: "settings: {\(setting)}\n").site
        for endpoint in ["initiate", "authorize-challenge"] {
            try site.script(#"{"endpoint":"\#(endpoint)"}"#, response)
            let path = "/woodgrove.onmicrosoft.com/oauth2/v2.0/\(endpoint)"
            let answer = try site.post(path, [:], headers: [("Origin", NativeHeaderTests.origin)])
            #expect(answer.status >= 500)
            #expect(answer.header("Access-Control-Allow-Origin") == (setting.isEmpty ? nil : "*"), "\(path)")
        }
    }

    @Test("the setting may be one tenant's")
    func ofTenant() throws {
        let yaml = NativeLab.yaml.replacing(
            "kind: external", with: "kind: external\n    settings: {nativeAuthCrossOrigin: true}")
        let site = try MockEntra(yaml: yaml).site
        for (tenant, isAllowed) in [
            ("woodgrove.onmicrosoft.com", true), ("contoso.com", false), ("nowhere.example", false),
        ] {
            let answer = try site.post("/\(tenant)/oauth2/v2.0/initiate", [:])
            #expect((answer.header("Access-Control-Allow-Origin") != nil) == isAllowed)
        }
    }
}
