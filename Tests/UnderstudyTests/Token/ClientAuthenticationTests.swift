import Formats
import Testing

/// Clients authenticate according to their type (docs/reference/protocol.md#client-types,
/// docs/reference/protocol.md#client-authentication-failures; docs/reference/security-checklist.md#rule-48,
/// docs/reference/security-checklist.md#rule-49).
@Suite struct ClientAuthenticationTests {
    private static let path = Site.path("token", "contoso.com")
    private static let grant: Parameters = ["grant_type": "client_credentials", "scope": "api://orders/.default"]

    private static func basic(_ text: String) -> [(String, String)] {
        [("Authorization", "Basic " + Base64.standard(text.utf8))]
    }

    struct Case: Row {
        let name: String
        let form: Parameters
        let headers: [(String, String)]
        /// The expected error, or nil if the server issues tokens.
        let outcome: Outcome?

        init(_ name: String, _ more: Parameters, _ headers: [(String, String)] = [], _ outcome: Outcome? = nil) {
            self.name = name
            form = ClientAuthenticationTests.grant.with(more)
            self.headers = headers
            self.outcome = outcome
        }
    }

    private static let id = Client.daemon.id
    private static let wrong = Outcome.jsonError(401, "invalid_client", 7_000_215)
    private static let malformed = Outcome.jsonError(400, "invalid_request", 9_002_313)

    static let cases: [Case] = [
        Case("secret in the body", Client.daemon.credentials),
        Case("Basic", [:], basic("\(id):understudy-daemon-secret")),
        Case("Basic, client_id in the body too", ["client_id": id], basic("\(id):understudy-daemon-secret")),
        Case(
            "Basic in another case", [:],
            [("Authorization", "bASIC " + Base64.standard("\(id):understudy-daemon-secret".utf8))]),
        Case(
            "Basic, form-encoded", ["scope": "api://orders/.default"],
            basic("\(Client.web.id):a%2Bb+c%2525%26%3D%C3%BC")),
        // azure-spring-boot#559, api-management-developer-portal#1432.
        Case(
            "Basic, not form-encoded", ["scope": "api://orders/.default"], basic("\(Client.web.id):a+b c%25&=ü"), wrong),
        Case("the second of two secrets", ["client_id": Client.web.id, "client_secret": "a+b c%25&=ü"]),
        Case("client_id in upper case", Client.daemon.credentials.with(["client_id": id.uppercased()])),
        Case("wrong secret", Client.daemon.credentials.with(["client_secret": "wrong"]), [], wrong),
        Case(
            "part of the secret", Client.daemon.credentials.with(["client_secret": "understudy-daemon-secre"]), [],
            wrong),
        Case(
            "more than the secret", Client.daemon.credentials.with(["client_secret": "understudy-daemon-secret "]), [],
            wrong),
        Case(
            "the secret of another client", Client.daemon.credentials.with(["client_secret": "understudy-web-secret"]),
            [], wrong),
        Case("wrong secret by Basic", [:], basic("\(id):wrong"), wrong),
        Case("expired secret", Lab.expired.credentials, [], .jsonError(401, "invalid_client", 7_000_222)),
        Case(
            "secret of the future", ["client_id": Lab.expired.id, "client_secret": "future"], [],
            .jsonError(401, "invalid_client", 7_000_222)),
        Case("current secret next to an expired one", ["client_id": Lab.expired.id, "client_secret": "current"]),
        Case("no secret", ["client_id": id], [], .jsonError(401, "invalid_client", 7_000_216)),
        Case("empty secret", ["client_id": id, "client_secret": ""], [], .jsonError(401, "invalid_client", 7_000_216)),
        Case("a client without secrets", ["client_id": Lab.plain.id, "client_secret": "x"], [], wrong),
        Case("Basic and body", Client.daemon.credentials, basic("\(id):understudy-daemon-secret"), malformed),
        Case(
            "Basic of another client", ["client_id": Client.web.id], basic("\(id):understudy-daemon-secret"), malformed),
        Case("broken base64", [:], [("Authorization", "Basic %%%")], malformed),
        Case("Basic without colon", [:], basic(id), malformed),
        // oidc-agent 4.2.6 and x/oauth2 send an empty secret; RFC 6749 §2.3.1.
        Case("Basic with an empty secret", [:], basic("\(id):"), .jsonError(401, "invalid_client", 7_000_216)),
        Case("Basic without client id", [:], basic(":secret"), malformed),
        Case("Basic without anything", [:], basic(":"), malformed),
        Case(
            "Basic that is not UTF-8", [:], [("Authorization", "Basic " + Base64.standard([0x61, 0x3A, 0xFF]))],
            malformed),
        Case(
            "secret and assertion, microsoft-identity-web#3470",
            Client.daemon.credentials.with(["client_assertion": "a.b.c"]), [],
            .jsonError(400, "invalid_request", 9_002_324)),
        Case(
            "Bearer is not Basic", ["client_id": id], [("Authorization", "Bearer x")],
            .jsonError(401, "invalid_client", 7_000_216)),
    ]

    @Test("A client is authenticated or rejected with the expected error", arguments: cases)
    func authenticatesOrRejectsClient(_ row: Case) throws {
        let response = try Lab.entra().site.post(ClientAuthenticationTests.path, row.form, headers: row.headers)
        #expect(response.outcome == row.outcome ?? .json)
        #expect((response.header("WWW-Authenticate") != nil) == (response.status == 401 && !row.headers.isEmpty))
        #expect(!response.text.contains("understudy-daemon-secret"))
    }

    @Test("A public client may send its ID by Basic with an empty secret")
    func acceptsPublicClientByBasic() throws {
        // oidc-agent 4.2.6.
        let site = try MockEntra().site
        let token = try #require(try site.tokens()["refresh_token"])
        let response = try site.post(
            Site.path("token", "common"), Client.mobile.refresh(token).with(["client_id": nil]),
            headers: ClientAuthenticationTests.basic("\(Client.mobile.id):"))
        #expect(response.outcome == .json, "\(response.text)")
    }

    @Test("A client that signs an assertion may leave out its ID")
    func takesClientIDFromAssertion() throws {
        // mod_auth_openidc 2.4.12.3, keycloak#19425, msal-java#472; RFC 7521 §4.2.
        let site = try Lab.entra().site
        let form = ClientAuthenticationTests.grant.with(["client_assertion_type": Assertion.type])
        let own = try site.token(
            form.with(["client_assertion": Assertion(Lab.certified).signed()]), tenant: "contoso.com")
        #expect(try Token(own["access_token"])["azp"] == Lab.certified.id, "\(own.text)")
        let unknownKey = try site.token(
            form.with(["client_assertion": Assertion(Lab.certified).signed(by: Assertion.otherKey.get())]),
            tenant: "contoso.com")
        #expect(unknownKey.outcome == .jsonError(401, "invalid_client", 700027))
        let unknown = try site.token(
            form.with([
                "client_assertion": Assertion(Lab.certified).with(claims: [
                    "sub": .string("99999999-0000-4000-8000-000000000001")
                ]).signed()
            ]), tenant: "contoso.com")
        #expect(unknown.outcome == .jsonError(400, "unauthorized_client", 700016))
        // The subject of another issuer's token is no client ID.
        let federated = try site.token(
            form.with(["client_assertion": Assertion(issuedBy: Assertion.issuer).signed(by: Assertion.otherKey.get())]),
            tenant: "contoso.com")
        #expect(federated.outcome == .jsonError(400, "invalid_request", 900144))
    }

    @Test("Failed Basic authentication returns a challenge with the server's name")
    func failedBasicAuthenticationReturnsChallenge() throws {
        let response = try Lab.entra().site.post(
            ClientAuthenticationTests.path, ClientAuthenticationTests.grant,
            headers: ClientAuthenticationTests.basic("\(Client.daemon.id):wrong"))
        #expect(response.header("WWW-Authenticate") == "Basic realm=\"localhost\"")
    }

    struct Platform: Row {
        let name: String
        let redirectURI: String
        let secret: String?
        var origin: String?
        let outcome: Outcome
    }

    /// One application with redirect URIs of three platforms. The platform of the requested URI decides the outcome.
    static let platforms: [Platform] = [
        Platform(name: "web with secret", redirectURI: "https://mixed.test/cb", secret: "mixed-secret", outcome: .json),
        Platform(
            name: "web without secret", redirectURI: "https://mixed.test/cb", secret: nil,
            outcome: .jsonError(401, "invalid_client", 7_000_218)),
        Platform(
            name: "web in a browser", redirectURI: "https://mixed.test/cb", secret: "mixed-secret",
            origin: "https://mixed.test",
            outcome: .jsonError(400, "invalid_request", 9_002_326)),
        Platform(
            name: "web in a browser, no secret", redirectURI: "https://mixed.test/cb", secret: nil,
            origin: "https://mixed.test",
            outcome: .jsonError(400, "invalid_request", 9_002_326)),
        Platform(name: "public without secret", redirectURI: "msauth.com.mixed://auth", secret: nil, outcome: .json),
        Platform(
            name: "public with secret", redirectURI: "msauth.com.mixed://auth", secret: "mixed-secret",
            outcome: .jsonError(401, "invalid_client", 700025)),
        Platform(
            name: "public in a browser", redirectURI: "msauth.com.mixed://auth", secret: nil,
            origin: "https://mixed.test",
            outcome: .jsonError(400, "invalid_request", 9_002_326)),
        Platform(
            name: "spa in a browser", redirectURI: "https://mixed.test/spa", secret: nil, origin: "https://mixed.test",
            outcome: .json),
        Platform(
            name: "spa in a sandboxed browser", redirectURI: "https://mixed.test/spa", secret: nil, origin: "null",
            outcome: .json),
        Platform(
            name: "spa outside a browser", redirectURI: "https://mixed.test/spa", secret: nil,
            outcome: .jsonError(400, "invalid_request", 9_002_327)),
        Platform(
            name: "spa with secret", redirectURI: "https://mixed.test/spa", secret: "mixed-secret",
            origin: "https://mixed.test",
            outcome: .jsonError(400, "invalid_request", 9_002_326)),
    ]

    @Test("The platform of the redirect URI decides the client type, for refresh tokens too", arguments: platforms)
    func redirectURIPlatformDecidesClientType(_ row: Platform) throws {
        let site = try Lab.entra().site
        var client = Lab.mixed
        client.redirectURI = row.redirectURI
        client.browserOrigin = "https://mixed.test"
        let headers = row.origin.map { [("Origin", $0)] } ?? []
        let code = try site.code(client, ["scope": "openid offline_access"], tenant: "contoso.com")
        client.secret = row.secret
        let response = try site.token(client.redemption(code), tenant: "contoso.com", headers: headers)
        #expect(response.outcome == row.outcome)

        // A refresh token from a valid redemption, redeemed under the conditions of the row.
        let valid = try #require(
            ClientAuthenticationTests.platforms.first { $0.redirectURI == row.redirectURI && $0.outcome == .json })
        client.secret = valid.secret
        let second = try site.code(client, ["scope": "openid offline_access"], tenant: "contoso.com")
        let tokens = try site.token(
            client.redemption(second), tenant: "contoso.com", headers: valid.origin.map { [("Origin", $0)] } ?? [])
        let refresh = try #require(tokens["refresh_token"])
        client.secret = row.secret
        #expect(try site.token(client.refresh(refresh), tenant: "contoso.com", headers: headers).outcome == row.outcome)
    }

    struct Presented: Row {
        let name: String
        var client = Lab.certified
        let more: @Sendable () throws -> Parameters
        var headers: [(String, String)] = []
        /// The expected error, or nil if the server authenticates the client and rejects the grant.
        let outcome: Outcome?
    }

    private static func assertion(_ make: (Assertion) throws -> String) throws -> Parameters {
        ["client_assertion": try make(Assertion(Lab.certified)), "client_assertion_type": Assertion.type]
    }

    static let presented: [Presented] = [
        Presented(name: "a right secret", client: .web, more: { [:] }, outcome: nil),
        Presented(name: "a wrong secret", client: .web, more: { ["client_secret": "x"] }, outcome: wrong),
        Presented(name: "a secret of a client that has certificates", more: { ["client_secret": "x"] }, outcome: wrong),
        Presented(
            name: "nothing of a confidential client", more: { [:] },
            outcome: .jsonError(401, "invalid_client", 7_000_218)),
        Presented(name: "a right assertion", more: { try assertion { try $0.signed() } }, outcome: nil),
        Presented(
            name: "an assertion by another key",
            more: { try assertion { try $0.signed(by: Assertion.otherKey.get()) } },
            outcome: .jsonError(401, "invalid_client", 700027)),
        Presented(
            name: "an assertion that is over",
            more: { try assertion { try $0.with(claims: ["exp": .integer(1)]).signed() } },
            outcome: .jsonError(401, "invalid_client", 700024)),
        Presented(
            name: "a public client's secret", client: Lab.plain, more: { ["client_secret": "x"] },
            outcome: .jsonError(401, "invalid_client", 700025)),
        Presented(name: "nothing of a public client", client: Lab.plain, more: { [:] }, outcome: nil),
        Presented(
            name: "nothing of a client of both types", client: Lab.mixed, more: { ["client_secret": nil] }, outcome: nil
        ),
        Presented(
            name: "a wrong secret of a client of both types", client: Lab.mixed, more: { ["client_secret": "x"] },
            outcome: wrong),
        Presented(
            name: "a secret in a browser", client: .web, more: { [:] }, headers: [("Origin", "https://app.test")],
            outcome: .jsonError(400, "invalid_request", 9_002_326)),
    ]

    @Test(
        "The client is authenticated before a foreign grant is rejected, and after an unreadable one",
        arguments: presented)
    func authenticatesClientBeforeCheckingGrant(_ row: Presented) throws {
        let site = try Lab.entra().site
        let code = try site.code(tenant: "contoso.com")
        let refresh = try #require(try site.tokens(tenant: "contoso.com")["refresh_token"])
        let more = try row.more()
        let foreign = Outcome.jsonError(400, "invalid_grant", 700007)
        let unreadable = Outcome.jsonError(400, "invalid_grant", 9_002_313)
        // The service reads a code before the secret (a probe, 2026-08).
        for (form, outcome) in [
            (row.client.redemption("x", more), unreadable), (row.client.redemption(code, more), row.outcome ?? foreign),
            (row.client.refresh("x", more), unreadable), (row.client.refresh(refresh, more), row.outcome ?? foreign),
        ] {
            let response = try site.token(form, tenant: "contoso.com", headers: row.headers)
            #expect(response.outcome == outcome)
        }
        #expect(try site.token(Client.mobile.redemption(code), tenant: "contoso.com").status == 200)
    }

    @Test("An assertion with a rejected grant counts as used")
    func rejectedGrantUsesUpAssertion() throws {
        let site = try Lab.entra().site
        let foreign = try #require(try site.tokens(tenant: "contoso.com")["refresh_token"])
        let form = Lab.certified.refresh(foreign, try ClientAuthenticationTests.assertion { try $0.signed() })
        #expect(try site.token(form, tenant: "contoso.com").outcome == .jsonError(400, "invalid_grant", 700007))
        #expect(try site.token(form, tenant: "contoso.com").outcome == .jsonError(401, "invalid_client", 70002))
    }

    @Test("A single-page application requires PKCE")
    func singlePageApplicationRequiresPKCE() throws {
        let site = try Lab.entra().site
        var client = Lab.mixed
        client.redirectURI = "https://mixed.test/spa"
        let code = try site.code(client, ["scope": "openid"], tenant: "contoso.com")
        client.secret = nil
        let response = try site.token(
            client.redemption(code), tenant: "contoso.com", headers: [("Origin", "https://mixed.test")])
        #expect(response.outcome == .jsonError(400, "invalid_request", 9_002_325))
    }

    @Test("A public client cannot use the client credentials grant")
    func publicClientCannotUseClientCredentials() throws {
        let site = try MockEntra().site
        let form = ClientAuthenticationTests.grant.with(["client_id": Client.mobile.id])
        #expect(
            try site.post(ClientAuthenticationTests.path, form.with(["client_secret": "x"])).outcome
                == .jsonError(401, "invalid_client", 700025))
        #expect(
            try site.post(ClientAuthenticationTests.path, form).outcome == .jsonError(401, "invalid_client", 7_000_216))
    }

    @Test("The token states the authentication method of the client", arguments: [("body", "1"), ("public", "0")])
    func tokenStatesAuthenticationMethod(_ name: String, _ value: String) throws {
        let site = try MockEntra().site
        let tokens =
            name == "public"
            ? try site.tokens()
            : try site.post(
                ClientAuthenticationTests.path, ClientAuthenticationTests.grant.with(Client.daemon.credentials))
        #expect(try Token(tokens["access_token"])["azpacr"] == value)
    }
}
