import Entra
import Formats
import HTTP
import Testing
@testable import Understudy

/// The server's own origin is a name of Microsoft Graph, for registered clouds of the Azure CLI, Graph SDKs with a base URL of
/// their own, and Terraform.
@Suite struct GraphOwnOriginTests {
    struct Case: Row {
        let name: String
        let form: Parameters
        /// The `aud` of the token, or the AADSTS code.
        let audience: String
        var version = EndpointVersion.v2
    }

    private static func v2(_ name: String, _ scope: String, _ audience: String) -> Case {
        Case(name: name, form: ["scope": scope], audience: audience)
    }

    static let cases: [Case] = [
        v2("the origin", "https://localhost:8443/.default", "https://localhost:8443"),
        v2("the origin with a slash, azure-cli", "https://localhost:8443//.default", "https://localhost:8443/"),
        v2("another letter case", "https://LOCALHOST:8443/.default", "https://LOCALHOST:8443"),
        v2("the origin and a path", "https://localhost:8443/v1.0/.default", "500011"),
        v2("another port", "https://localhost:8444/.default", "500011"),
        v2("another scheme", "http://localhost:8443/.default", "500011"),
        v2("another host", "https://graph.contoso.com/.default", "500011"),
        v2("two slashes", "https://localhost:8443///.default", "500011"),
        v2("a host of Microsoft", "https://login.microsoftonline.com/.default", "500011"),
        Case(
            name: "version 1", form: ["resource": "https://localhost:8443/"], audience: "https://localhost:8443/",
            version: .v1),
        Case(
            name: "version 1 without a slash", form: ["resource": "https://localhost:8443"],
            audience: "https://localhost:8443", version: .v1),
        Case(
            name: "a resource indicator",
            form: ["scope": "https://localhost:8443/.default", "resource": "https://localhost:8443"],
            audience: "https://localhost:8443"),
    ]

    @Test("A token for the server's own origin is a token for Microsoft Graph", arguments: cases)
    func namesMicrosoftGraph(_ row: Case) throws {
        let lab = try GraphLab()
        let response = try lab.site.token(
            GraphLab.automation.credentials.with(["grant_type": "client_credentials"]).with(row.form),
            tenant: Seed.contoso, row.version)
        guard let token = response["access_token"] else {
            #expect(response.json?["error_codes"]?.array?.first?.integer.map { String($0) } == row.audience)
            return
        }
        #expect(try GraphOwnOriginTests.audience(of: token) == row.audience)
        let graph = GraphCalls(site: lab.site, headers: [("Authorization", "Bearer \(token)")])
        #expect(try graph.get("/users").status == 200)
    }

    private static func audience(of token: String) throws -> String? {
        let payload = try #require(token.split(separator: ".").dropFirst().first)
        let bytes = try #require(Base64.decodeURL(String(payload).utf8))
        return JSONValue(parsing: bytes)?["aud"]?.string
    }

    @Test("A delegated permission of the own origin is one of Microsoft Graph")
    func acceptsDelegatedPermission() throws {
        let lab = try GraphLab(scopes: "User.Read")
        let response = try lab.site.tokens(
            GraphLab.console, ["scope": "https://localhost:8443/User.Read"], as: "admin@contoso.com",
            tenant: Seed.contoso)
        let token = try #require(response["access_token"])
        #expect(response["scope"]?.contains("https://localhost:8443/User.Read") == true)
        let graph = GraphCalls(site: lab.site, headers: [("Authorization", "Bearer \(token)")])
        #expect(try graph.get("/me")["userPrincipalName"] == "admin@contoso.com")
    }

    @Test("A tenant's own application with the origin as App ID URI takes precedence")
    func prefersOwnApplication() throws {
        let uri = "https://localhost:8443"
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    applications:
                      - {appId: \(GraphLab.automation.id), passwordCredentials: [{secretText: automation-secret}]}
                      - {appId: \(GraphLab.orders), identifierUris: ["\(uri)"]}
                """)
        let request = GraphLab.automation.credentials.with(["grant_type": "client_credentials"])
        let response = try entra.site.token(request.with(["scope": "\(uri)/.default"]), tenant: Seed.contoso)
        let token = try #require(response["access_token"])
        let graph = GraphCalls(site: entra.site, headers: [("Authorization", "Bearer \(token)")])
        #expect(try graph.get("/users").graph == "401 InvalidAuthenticationToken")
        let withSlash = try entra.site.token(request.with(["scope": "\(uri)//.default"]), tenant: Seed.contoso)
        #expect(withSlash.outcome == .jsonError(400, "invalid_resource", 500011))
    }

    @Test("Under a host name of Microsoft, only the origins at which the server listens name Microsoft Graph")
    func knowsListeningOriginsUnderMicrosoftHost() throws {
        let lab = try GraphLab()
        let site = lab.entra.at("https://login.microsoftonline.com")
        let form = GraphLab.automation.credentials.with([
            "grant_type": "client_credentials", "scope": "https://localhost:8443/.default",
        ])
        #expect(try site.token(form, tenant: Seed.contoso)["error"] == "invalid_resource")
        lab.entra.server.origins = [Origin(scheme: "https", host: "localhost", port: 8443)]
        #expect(try site.token(form, tenant: Seed.contoso)["access_token"] != nil)
    }
}
