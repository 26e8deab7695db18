import Directory
import Logging
import Testing
@testable import Understudy

/// Another directory in force while the server runs, and the same flow over a real socket.
@Suite struct ReloadTests {
    private static func yaml(_ name: String, _ uri: String) -> String {
        """
        tenants:
          - id: \(Seed.contoso)
            displayName: \(name)
            domains: [contoso.com]
            users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
            applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["\(uri)"]}}]
        """
    }

    @Test("the requests to come see the new directory; what was issued stays good")
    func reload() throws {
        var options = ServerOptions()
        options.httpPorts = .ports([0])
        options.httpsPorts = .off
        options.workers = 1
        options.seed = "reload"
        let server = try Understudy.start(
            options, directory: MockEntra.directory(ReloadTests.yaml("Old", "http://localhost")),
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
        defer { server.stop(drain: 1) }
        let site = try SocketBackend.site(server.origins[0])
        let tokens = try site.tokens(.mobile, ["scope": "openid offline_access"], tenant: "contoso.com")
        let browser = Browser(site)
        try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")

        server.reload(try MockEntra.directory(ReloadTests.yaml("New", "http://localhost/cb")))
        #expect(try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com").outcome == .errorPage(50011))
        var client = Client.mobile
        client.redirectURI = "http://localhost/cb"
        let page = try browser.open(client, ["scope": "openid"], tenant: "contoso.com")
        #expect(page.text.contains("New") && !page.text.contains("Old"))
        #expect(try site.token(client.refresh(tokens["refresh_token"] ?? ""), tenant: "contoso.com").status == 200)
    }

    @Test("a request that is under way keeps the directory it began with")
    func snapshot() throws {
        let entra = try MockEntra(yaml: ReloadTests.yaml("Old", "http://localhost"))
        let before = entra.server.directory
        entra.replaceDirectory(try MockEntra.directory(ReloadTests.yaml("New", "http://localhost")))
        #expect(before.tenant(named: "contoso.com")?.displayName == "Old")
        #expect(entra.server.directory.tenant(named: "contoso.com")?.displayName == "New")
    }
}
