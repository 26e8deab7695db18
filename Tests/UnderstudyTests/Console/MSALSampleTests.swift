import Directory
import Entra
import Formats
import Protocol
import Testing
@testable import Understudy

/// These tests cover the console's sample code for each library.
struct MSALSampleTests {
    private func page(_ app: String, _ platform: String, yaml: String? = nil) throws -> String {
        let mock = try yaml.map { try MockEntra(yaml: $0) } ?? MockEntra()
        let html = try mock.site.get("/_understudy/console/msal?app=\(app)&platform=\(platform)").text
        return html.replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
    }

    private static let mobile = "aaaaaaaa-0000-4000-8000-000000000001"
    private static let spa = "aaaaaaaa-0000-4000-8000-000000000002"
    private static let daemon = "aaaaaaaa-0000-4000-8000-000000000004"
    private static let woodgrove = "cccccccc-0000-4000-8000-000000000001"
    private static let b2c = "dddddddd-0000-4000-8000-000000000001"

    @Test(arguments: [
        (mobile, "apple", "MSALAADAuthority"), (mobile, "apple", "\"https://localhost:8443/common\""),
        (mobile, "apple", "configuration.knownAuthorities = [authority]"),
        (mobile, "apple", "\"msauth.com.contoso.app1://auth\""), (mobile, "apple", "msauthv3"),
        (mobile, "apple", "scopes: [\"User.Read\"]"),
        (mobile, "apple", "with its own scopes: [\"api://orders/Orders.Read\"]."),
        (mobile, "apple", "/_understudy/ca.mobileconfig"), (daemon, "apple", "has no redirect URI of an Apple app"),
        (b2c, "apple", "MSALB2CAuthority"),
        (b2c, "apple", "\"https://localhost:8443/tfp/adventureworks.onmicrosoft.com/B2C_1_signupsignin\""),
        (woodgrove, "apple", "\"https://localhost:8443/33333333-3333-4333-8333-333333333333\""),
        (spa, "javascript", "knownAuthorities: [\"localhost:8443\"]"), (spa, "javascript", "\"@azure/msal-browser\""),
        (spa, "javascript", "redirectUri: \"http://localhost:3000/\""),
        (daemon, "javascript", "clientSecret: \"understudy-daemon-secret\""),
        (daemon, "python", "msal.ConfidentialClientApplication"), (daemon, "python", "instance_discovery=False"),
        (daemon, "python", "[\"api://orders/.default\"]"), (mobile, "python", "msal.PublicClientApplication"),
        (b2c, "python", "\"https://localhost:8443/adventureworks.onmicrosoft.com/B2C_1_signupsignin\""),
        (mobile, "dotnet", "validateAuthority: false"), (daemon, "dotnet", "WithClientSecret"),
        (b2c, "dotnet", "WithB2CAuthority"), (mobile, "java", ".validateAuthority(false)"),
        (daemon, "java", "createFromSecret(\"understudy-daemon-secret\")"), (b2c, "java", ".b2cAuthority("),
        (mobile, "android", "adb reverse tcp:8443 tcp:8443"), (mobile, "android", "msauth://{package}"),
        (b2c, "android", "\"type\": \"B2C\""),
    ])
    func sampleContainsSettingsOfApplication(app: String, platform: String, text: String) throws {
        #expect(try page(app, platform).contains(text))
    }

    @Test("A sample that needs http://localhost reports that the redirect URI is not registered")
    func namesMissingLoopbackRedirectURI() throws {
        for platform in ["python", "dotnet", "java", "javascript"] {
            for (app, isRegistered) in [(Self.mobile, true), (Self.b2c, true), (Self.woodgrove, false)] {
                let reportsMissingURI = try page(app, platform).contains("Register http://localhost as publicClient")
                #expect(reportsMissingURI != isRegistered, "\(platform) \(app)")
            }
        }
        // The SPA's redirect URI http://localhost:3000/ is for a web page. A desktop application cannot redeem a code for it.
        #expect(try page(Self.spa, "python").contains("Register http://localhost as publicClient"))
    }

    @Test(
        "Client credentials use the application's tenant, whatever the sign-in audience",
        arguments: ["AzureADMultipleOrgs", "AzureADandPersonalMicrosoftAccount", "PersonalMicrosoftAccount"])
    func usesTenantForClientCredentials(audience: String) throws {
        let yaml = """
            tenants:
              - id: 88888888-8888-4888-8888-888888888888
                domains: [odd.example]
                applications:
                  - {appId: both, signInAudience: \(audience), passwordCredentials: [{secretText: s}],
                     spa: {redirectUris: ["https://spa.test/"]}}
            """
        for platform in ["python", "dotnet", "java", "javascript"] {
            let text = try page("both", platform, yaml: yaml)
            #expect(text.contains("\"https://localhost:8443/88888888-8888-4888-8888-888888888888"), "\(platform)")
        }
    }

    @Test("The sample omits reserved scopes and scopes that the tenant cannot grant")
    func omitsScopesThatCannotBeRequested() throws {
        func yaml(_ kind: String) -> String {
            """
            tenants:
              - id: 88888888-8888-4888-8888-888888888888
                domains: [odd.example]
                kind: \(kind)
                applications:
                  - appId: mine
                    requiredResourceAccess:
                      - resourceAppId: 00000003-0000-0000-c000-000000000000
                        resourceAccess:
                          - {id: openid, type: Scope}
                          - {id: offline_access, type: Scope}
                          - {id: User.Read, type: Scope}
                      - {resourceAppId: theirs, resourceAccess: [{id: read, type: Scope}]}
                  - appId: theirs
                    identifierUris: ["api://theirs"]
                    api: {oauth2PermissionScopes: [{value: read, type: Admin}]}
            """
        }
        #expect(try page("mine", "python", yaml: yaml("workforce")).contains("scopes=[\"User.Read\"]"))
        #expect(try page("mine", "python", yaml: yaml("b2c")).contains("scopes=[\"api://theirs/read\"]"))
    }

    @Test("A clone of a tenant has its own samples although its applications keep their ids")
    func usesClonedTenantWithSameAppID() throws {
        let site = try MockEntra().site
        let created = try site.control("POST", "tenants", #"{"cloneOf": "contoso.com", "keepAppIds": true}"#).value
        let tenant = try #require(created["id"]?.string)
        let name = "\(tenant)%2F\(Self.mobile)"
        let links = try site.get("/_understudy/console/directory?tenant=\(tenant)&app=\(Self.mobile)").text
        #expect(links.contains("msal?app=\(name)") && links.contains("value=\(name)"))

        let sample = try site.get("/_understudy/console/msal?app=\(name)&platform=python").text
        #expect(sample.contains("https://localhost:8443/\(tenant)&quot;"))
        #expect(sample.split(separator: "selected=").count == 2)
        let original = try site.get("/_understudy/console/msal?app=\(Self.mobile)&platform=python").text
        #expect(original.contains("https://localhost:8443/common&quot;"))

        let tokens = try site.get("/_understudy/console/migration?kind=app&value=\(name)").text
        #expect(tokens.contains("id_token of alex@") && !tokens.contains(Seed.contoso))
    }

    /// Text of the directory is escaped in string literals.
    @Test(arguments: ["apple", "javascript", "python", "dotnet", "java", "android"])
    func escapesTextOfDirectory(platform: String) throws {
        let text = try page(
            "odd%22%5Capp", platform,
            yaml: """
                tenants:
                  - id: 88888888-8888-4888-8888-888888888888
                    domains: [odd.example]
                    applications:
                      - appId: 'odd"\\app'
                        displayName: Odd
                """)
        #expect(text.contains(#""odd\"\\app""#))
    }

    @Test
    func usesHTTPSOriginForHTTPReader() throws {
        let mock = try MockEntra()
        mock.server.origins = ["http://localhost:8080", "https://localhost:8443"].compactMap(Origin.init(url:))
        let text = try mock.at("http://127.0.0.1:8080").get("/_understudy/console/msal?platform=python").text
        #expect(text.contains("https://127.0.0.1:8443/common"))
        #expect(text.contains("http://127.0.0.1:8080/_understudy/ca.pem"))
        mock.server.origins = []
        let plain = try mock.at("http://localhost:8080").get("/_understudy/console/msal?platform=python").text
        #expect(plain.contains("no HTTPS port"))
    }
}
