import Crypto
import Directory
import Entra
import Formats
@testable import Protocol
import Store
import Testing
@testable import Understudy

/// These tests cover which access tokens the server accepts as its own (OpenID Connect Core §5.3.1, RFC 9068 §4).
@Suite struct SelfIssuedAccessTokenTests {
    private static func services(_ entra: MockEntra, later seconds: Int64 = 0) throws -> Services {
        Services(
            directory: entra.server.directory, editor: entra.server.directoryStore, store: entra.store,
            outbox: entra.server.outbox, keys: entra.server.keys,
            random: entra.server.random, now: MockEntra.start.adding(seconds: seconds),
            origin: try #require(Origin(url: "https://graph.microsoft.com")), peerAddress: "203.0.113.7")
    }

    private static func graphToken(_ site: Site) throws -> String {
        try #require(try site.tokens(.mobile, ["scope": "openid User.Read"])["access_token"])
    }

    @Test("The server accepts its own tokens of both versions, with and without a nonce in the header")
    func acceptsOwnTokensOfBothVersions() throws {
        let entra = try Lab.entra()
        let services = try SelfIssuedAccessTokenTests.services(entra)
        let graph = try SelfIssuedAccessToken(SelfIssuedAccessTokenTests.graphToken(entra.site), services: services)
        let user = try graph.user(services)
        #expect(user.userPrincipalName == "alex@contoso.com" && graph.scopes.contains("User.Read"))
        #expect(graph.client == ClientID(Client.mobile.id) && graph.issuedAt == MockEntra.start)
        #expect(graph.isFor(try #require(graph.tenant.application(.microsoftGraph))))
        let orders = try #require(graph.tenant.application(ClientID(Seed.orders)))
        #expect(!graph.isFor(orders))
        #expect(graph.authentication(of: user).methods == ["pwd"])
        #expect(graph.authentication(of: user).sessionID.description == graph.claims["sid"]?.string)

        let ownText = try #require(try entra.site.tokens()["access_token"])
        let own = try SelfIssuedAccessToken(ownText, services: services)
        #expect(own.version == .v2 && own.isFor(orders) && own.subject == .user(ObjectID(Seed.alex)))

        let appText = try #require(try entra.site.appToken("https://legacy.contoso.com//.default"))
        let app = try SelfIssuedAccessToken(appText, services: services)
        #expect(app.version == .v1 && app.scopes.isEmpty)
        #expect(throws: GraphError.self) { try app.user(services) }
        #expect(app.isFor(try #require(app.tenant.application(ClientID(Seed.legacy)))))
    }

    /// Returns the reason why the token is rejected, or `nil` if the token is accepted.
    private static func rejection(_ token: String, _ services: Services) -> SelfIssuedAccessToken.Rejection? {
        do {
            _ = try SelfIssuedAccessToken(token, services: services)
            return nil
        } catch {
            return error
        }
    }

    struct Case: Row {
        let name: String
        let rejection: SelfIssuedAccessToken.Rejection
        let token: @Sendable (Site) throws -> String
    }

    private static func parts(_ token: String) -> [String] {
        token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    private static func withHeader(_ token: String, _ name: String, _ value: JSONValue?) throws -> String {
        let header = try Token(token).header.object ?? []
        let others = header.filter { $0.name != name } + (value.map { [JSONValue.Member(name, $0)] } ?? [])
        return ([Base64.url(JSONWriter.value(.object(others)))] + parts(token).dropFirst()).joined(separator: ".")
    }

    static let rejected: [Case] = [
        Case(name: "no token", rejection: .malformed) { _ in "x" },
        Case(name: "an id_token", rejection: .malformed) {
            try #require(try $0.tokens(.mobile, ["scope": "openid profile"])["id_token"])
        },
        Case(name: "no algorithm", rejection: .malformed) {
            try withHeader(graphToken($0), "alg", .string("none"))
        },
        Case(name: "no signature", rejection: .signature) {
            parts(try graphToken($0)).prefix(2).joined(separator: ".") + "."
        },
        Case(name: "the nonce taken away", rejection: .signature) { try withHeader(graphToken($0), "nonce", nil) },
        Case(name: "another nonce", rejection: .signature) {
            try withHeader(graphToken($0), "nonce", .string("x"))
        },
        Case(name: "an unknown key", rejection: .signature) {
            try withHeader(graphToken($0), "kid", .string("x"))
        },
        Case(name: "critical extensions", rejection: .malformed) {
            try withHeader(graphToken($0), "crit", .array([.string("b64")]))
        },
        Case(name: "other claims under the signature", rejection: .signature) { site in
            let token = parts(try site.tokens()["access_token"] ?? "")
            let other = parts(try site.tokens(as: "adele@contoso.com")["access_token"] ?? "")
            return [token[0], other[1], token[2]].joined(separator: ".")
        },
        Case(name: "of another key", rejection: .signature) { site in
            let token = try Token(graphToken(site))
            return try JWS.sign(
                header: JSONWriter.value(token.header), payload: JSONWriter.value(token.claims),
                key: Assertion.key.get())
        },
    ]

    @Test("An invalid token is rejected with its reason", arguments: rejected)
    func rejectsInvalidTokens(_ row: Case) throws {
        let entra = try Lab.entra()
        let services = try SelfIssuedAccessTokenTests.services(entra)
        let token = try row.token(entra.site)
        #expect(SelfIssuedAccessTokenTests.rejection(token, services) == row.rejection)
    }

    @Test("A token is valid from five minutes before its issue until it expires")
    func acceptsTokenWithinLifetime() throws {
        let entra = try Lab.entra()
        let token = try SelfIssuedAccessTokenTests.graphToken(entra.site)
        let lifetime = try #require(try Token(token).number("exp")) - MockEntra.start.seconds
        let range = (-300..<lifetime)
        for second in [-301, -300, lifetime - 1, lifetime] {
            let services = try SelfIssuedAccessTokenTests.services(entra, later: second)
            let taken = try? SelfIssuedAccessToken(token, services: services)
            #expect((taken != nil) == range.contains(second), "\(second)")
        }
    }

    @Test("A token of a deleted tenant or of a deleted, disabled or revoked user is rejected")
    func rejectsUnknownTenantOrRevokedUser() throws {
        let entra = try Lab.entra()
        let token = try SelfIssuedAccessTokenTests.graphToken(entra.site)
        entra.clock.advance(seconds: 1)
        entra.revoke(user: Seed.alex, of: Seed.contoso)
        let services = try SelfIssuedAccessTokenTests.services(entra, later: 1)
        let revoked = try SelfIssuedAccessToken(token, services: services)
        #expect(throws: GraphError.self) { try revoked.user(services) }
        for (users, exists) in [
            ("", false),
            ("users: [{id: \(Seed.alex), userPrincipalName: alex@contoso.com}]", true),
            ("users: [{id: \(Seed.alex), userPrincipalName: alex@contoso.com, accountEnabled: false}]", false),
        ] {
            let other = try MockEntra(
                yaml: """
                    tenants:
                      - id: \(Seed.contoso)
                        domains: [contoso.com]
                        \(users)
                    """)
            let services = try SelfIssuedAccessTokenTests.services(other)
            let found = try SelfIssuedAccessToken(token, services: services)
            #expect(((try? found.user(services)) != nil) == exists)
        }
        let empty = try MockEntra(yaml: "tenants: [{id: \(Seed.fabrikam), domains: [fabrikam.com]}]")
        let otherServices = try SelfIssuedAccessTokenTests.services(empty)
        #expect(SelfIssuedAccessTokenTests.rejection(token, otherServices) == .issuer)
    }
}
