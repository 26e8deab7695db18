import Directory
import Formats
import HTTP
import Logging
import Testing
@testable import Understudy

/// The same flows work in process and over a socket.
@Suite struct TransportTests {
    enum Transport: String, Sendable, CaseIterable {
        case inProcess
        case socket
    }

    private func withSite(_ transport: Transport, _ body: (Site) throws -> Void) throws {
        switch transport {
        case .inProcess: try body(MockEntra().at("http://localhost:8080"))
        case .socket:
            var options = ServerOptions()
            options.httpPorts = .ports([0])
            options.httpsPorts = .off
            options.workers = 2
            options.seed = "transport"
            let server = try UnderstudyServer.start(
                options, directory: Configuration.load(.seed).directory,
                logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
            defer { server.stop(drain: 1) }
            try body(SocketBackend.site(server.originTexts[0]))
        }
    }

    @Test("A browser signs in, and the client redeems the code and refreshes the tokens", arguments: Transport.allCases)
    func completesSignInRedemptionAndRefresh(_ transport: Transport) throws {
        try withSite(transport) { site throws in
            let browser = Browser(site)
            try browser.open(.mobile, ["scope": usualScope, "nonce": "n1"])
            try browser.enter("alex@contoso.com")
            try browser.press("idSIButton9")
            let response = try browser.press()
            #expect(response.outcome == .redirected)
            let code = try #require(response.fields["code"])
            let tokens = try site.token(Client.mobile.redemption(code))
            let id = try Token(tokens["id_token"])
            #expect(id["nonce"] == "n1" && id["iss"] == "\(site.origin)/\(Seed.contoso)/v2.0")
            #expect(try id.isSigned(by: site))
            let refreshed = try site.token(Client.mobile.refresh(try #require(tokens["refresh_token"])))
            #expect(refreshed["scope"] == "api://orders/Orders.Read")
            #expect(try site.token(Client.mobile.redemption(code)).outcome == .jsonError(400, "invalid_grant", 54005))
            #expect(try browser.open(.mobile, ["scope": usualScope, "prompt": "none"]).outcome == .redirected)
        }
    }

    @Test("An application gets a token with the client credentials grant", arguments: Transport.allCases)
    func issuesClientCredentialsToken(_ transport: Transport) throws {
        try withSite(transport) { site throws in
            let token = try Token(site.appToken("api://orders/.default"))
            #expect(token.list("roles") == ["Orders.Read.All"])
            #expect(try token.isSigned(by: site))
        }
    }

    @Test("Both transports return the same errors", arguments: Transport.allCases)
    func returnsSameErrorsOnBothTransports(_ transport: Transport) throws {
        try withSite(transport) { site throws in
            #expect(try site.get("/nowhere.example/discovery/keys").outcome == .jsonError(400, "invalid_tenant", 90002))
            #expect(try site.get("/common/oauth2/v2.0/authorize?client_id=x").outcome == .errorPage(700016))
            #expect(try site.get("/common/oauth2/v2.0/token").outcome == .jsonError(400, "invalid_request", 900561))
            #expect(try site.get("/nowhere").status == 404)
            let large = try site.post("/common/oauth2/v2.0/token", encoded: String(repeating: "x", count: 65_537))
            #expect(large.status == 413 && large.text == "The body has more than 65536 bytes.")
            #expect(large.headers["access-control-allow-origin"] == "*", "a page of another site may read why")
        }
    }
}
