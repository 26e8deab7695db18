import Directory
import Logging
import Testing
@testable import Understudy

/// A running server accepts a new directory, in process and over a socket.
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

    @Test("Later requests use the new directory, and issued tokens stay valid")
    func reloadKeepsIssuedTokensValid() throws {
        var options = ServerOptions()
        options.httpPorts = .ports([0])
        options.httpsPorts = .off
        options.workers = 1
        options.seed = "reload"
        let server = try UnderstudyServer.start(
            options, directory: MockEntra.directory(ReloadTests.yaml("Old", "http://localhost")),
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
        defer { server.stop(drain: 1) }
        let site = try SocketBackend.site(server.originTexts[0])
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

    @Test("A request in progress keeps the directory with which the request began")
    func requestInProgressKeepsItsDirectory() throws {
        let entra = try MockEntra(yaml: ReloadTests.yaml("Old", "http://localhost"))
        let before = entra.server.directory
        entra.replaceDirectory(try MockEntra.directory(ReloadTests.yaml("New", "http://localhost")))
        #expect(before.tenant(named: "contoso.com")?.displayName == "Old")
        #expect(entra.server.directory.tenant(named: "contoso.com")?.displayName == "New")
    }
}
