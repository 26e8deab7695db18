import Crypto
import Formats
import Testing
@testable import Understudy

/// Clients authenticate with a token of another issuer (docs/reference/protocol.md#federated-identity-credential).
@Suite struct FederatedCredentialTests {
    typealias Case = AssertionCase

    private static let now = MockEntra.start.seconds
    private static let kid = (try? Assertion.otherKey.get().jwk.kid) ?? ""

    private static func rejected(_ code: Int) -> Outcome { .jsonError(401, "invalid_client", code) }
    private static let malformed = Outcome.jsonError(400, "invalid_request", 50027)

    static func signed(_ assertion: Assertion) throws -> String {
        try assertion.signed(by: Assertion.otherKey.get())
    }

    static let rows: [Case] = [
        Case("as registered", .json) { try signed($0) },
        Case("one audience in a list", .json) {
            try signed($0.with(claims: ["aud": .array([.string("api://AzureADTokenExchange")])]))
        },
        Case("expired within the skew", .json) {
            try signed(
                $0.with(
                    claims: ["nbf": .integer(now - 600), "iat": .integer(now - 600), "exp": .integer(now - 299)]))
        },
        Case("no jti", .json) { try signed($0.with(claims: ["jti": nil])) },
        Case("another issuer", rejected(700211)) { try signed($0.with(claims: ["iss": .string("https://ci.test/")])) },
        Case("an issuer over http", rejected(700211)) {
            try signed($0.with(claims: ["iss": .string("http://ci.test")]))
        },
        Case("the issuer in capitals", rejected(7_002_138)) {
            try signed($0.with(claims: ["iss": .string("https://CI.test")]))
        },
        Case("another audience", rejected(700212)) { try signed($0.with(claims: ["aud": .string("api://orders")])) },
        Case("the audience in small letters", rejected(7_002_138)) {
            try signed($0.with(claims: ["aud": .string("api://azureadtokenexchange")]))
        },
        Case("two audiences", rejected(700212)) {
            try signed($0.with(claims: ["aud": .array([.string("api://AzureADTokenExchange"), .string("x")])]))
        },
        Case("an audience and a number", rejected(700212)) {
            try signed($0.with(claims: ["aud": .array([.string("api://AzureADTokenExchange"), .integer(1)])]))
        },
        Case("no audience", rejected(700212)) { try signed($0.with(claims: ["aud": nil])) },
        Case("another subject", rejected(700213)) { try signed($0.with(claims: ["sub": .string("repo:contoso/x")])) },
        Case("the subject in capitals", rejected(7_002_138)) {
            try signed($0.with(claims: ["sub": .string("REPO:contoso/orders")]))
        },
        Case("a subject with a blank", rejected(700213)) {
            try signed($0.with(claims: ["sub": .string("repo:contoso/orders ")]))
        },
        Case("no subject", rejected(700213)) { try signed($0.with(claims: ["sub": nil])) },
        Case("PS256", rejected(5_002_738)) { try signed($0.with(header: ["alg": .string("PS256")])) },
        Case("none", malformed) { try signed($0.with(header: ["alg": .string("none")])) },
        Case("the type of an access token", rejected(5_002_727)) {
            try signed($0.with(header: ["typ": .string("at+jwt")]))
        },
        Case("no kid", rejected(5_002_723)) { try signed($0.with(header: ["kid": nil])) },
        Case("an unknown kid", rejected(7_000_272)) { try signed($0.with(header: ["kid": .string("x")])) },
        Case("another key's signature", rejected(700027)) { try $0.signed(by: Assertion.key.get()) },
        Case("expired", rejected(700024)) { try signed($0.with(claims: ["exp": .integer(now - 300)])) },
        Case("an end before the beginning", rejected(700024)) {
            try signed($0.with(claims: ["exp": .integer(now - 1)]))
        },
        Case("not yet valid", rejected(700024)) {
            try signed($0.with(claims: ["nbf": .integer(now + 301), "exp": .integer(now + 900)]))
        },
        Case("a beginning that is no number", malformed) { try signed($0.with(claims: ["nbf": .string("1")])) },
        Case("an issue at null", malformed) { try signed($0.with(claims: ["iat": .null])) },
        Case("no exp", malformed) { try signed($0.with(claims: ["exp": nil])) },
        Case("keys in the header are ignored", rejected(700027)) {
            let key = try Assertion.key.get().jwk
            let jwk = JSONValue.object([
                .init("kty", .string("RSA")), .init("n", .string(key.n)), .init("e", .string(key.e)),
            ])
            return try $0.with(header: ["jwk": jwk, "jku": .string("https://evil.test")]).signed(
                by: Assertion.key.get())
        },
        Case("an issuer without keys", .jsonError(400, "server_error", 50166)) {
            try signed($0.with(claims: ["iss": .string("https://unlisted.test")]))
        },
        Case("this server as issuer, and a key that it has not", rejected(7_000_272)) {
            try signed(
                $0.with(claims: [
                    "iss": .string("\(Lab.site)/\(Seed.contoso)/v2.0"), "sub": .string(Lab.daemonPrincipal),
                    "oid": .string(Lab.daemonPrincipal),
                ]))
        },
    ]

    @Test("A token of the issuer is accepted or rejected with the expected error", arguments: rows)
    func acceptsOrRejectsIssuerToken(_ row: Case) throws {
        let response = try Lab.entra().site.token(
            FederatedCredentialTests.request(row.make(Assertion(issuedBy: Assertion.issuer))), tenant: "contoso.com")
        #expect(response.outcome == row.outcome, "\(response.text)")
    }

    @Test("The same token is accepted again, because workloads read their tokens from files")
    func acceptsSameTokenAgain() throws {
        let site = try Lab.entra().site
        let request = FederatedCredentialTests.request(
            try FederatedCredentialTests.signed(Assertion(issuedBy: Assertion.issuer)))
        #expect(try site.token(request, tenant: "contoso.com").outcome == .json)
        #expect(try site.token(request, tenant: "contoso.com").outcome == .json)
    }

    @Test("The error quotes every audience of the token")
    func errorQuotesEveryAudience() throws {
        let audiences = JSONValue.array([.string("api://AzureADTokenExchange"), .string("x")])
        let assertion = try FederatedCredentialTests.signed(
            Assertion(issuedBy: Assertion.issuer).with(claims: ["aud": audiences]))
        let response = try Lab.entra().site.token(FederatedCredentialTests.request(assertion), tenant: "contoso.com")
        #expect(response["error_description"]?.contains("api://AzureADTokenExchange, x") == true)
    }

    @Test("A client without federated credentials is rejected with AADSTS70025, which names the client")
    func rejectsClientWithoutFederatedCredentials() throws {
        let assertion = try FederatedCredentialTests.signed(Assertion(issuedBy: Assertion.issuer))
        let response = try Lab.entra().site.token(
            FederatedCredentialTests.request(assertion).with(["client_id": Lab.certified.id]), tenant: "contoso.com")
        #expect(response.outcome == FederatedCredentialTests.rejected(70025))
        // Ten public repositories quote the message from azure/login.
        #expect(
            response["error_description"]?.hasPrefix(
                "AADSTS70025: The client 'Certified' has no configured federated identity credentials.") == true,
            "\(response.text)")
    }

    struct Flexible: Row {
        let name: String
        let claims: [JSONValue.Member]
        /// The code of the error, or nil if the server issues a token.
        let code: Int?
    }

    static let gitHub = "https://token.actions.githubusercontent.com"

    static let flexible: [Flexible] = [
        Flexible(
            name: "a branch", claims: [.init("sub", .string("repo:contoso/orders:ref:refs/heads/main"))], code: nil),
        Flexible(
            name: "a tag", claims: [.init("sub", .string("repo:contoso/orders:ref:refs/tags/v1"))], code: 7_002_131),
        Flexible(
            name: "another letter case", claims: [.init("sub", .string("repo:Contoso/orders:ref:refs/heads/main"))],
            code: 7_002_131),
        Flexible(
            name: "a reusable workflow",
            claims: [
                .init("sub", .string("repo:other/app:environment:prod")),
                .init("job_workflow_ref", .string("contoso/flows/.github/workflows/deploy.yml@refs/heads/main")),
            ], code: nil),
        Flexible(
            name: "another workflow",
            claims: [
                .init("sub", .string("repo:other/app:environment:prod")),
                .init("job_workflow_ref", .string("evil/flows/.github/workflows/deploy.yml@refs/heads/main")),
            ], code: 7_002_131),
        Flexible(
            name: "another audience",
            claims: [
                .init("sub", .string("repo:contoso/orders:ref:refs/heads/main")), .init("aud", .string("api://x")),
            ], code: 700212),
        Flexible(name: "no subject", claims: [.init("sub", .null)], code: 7_002_131),
    ]

    /// A directory with a client that trusts tokens of GitHub by two expressions.
    static let trustingByExpression = {
        let credentials = [
            ("branches", "claims['sub'] matches 'repo:contoso/orders:ref:refs/heads/*'"),
            (
                "flows",
                "claims['sub'] matches 'repo:*:environment:prod' and claims['job_workflow_ref'] matches 'contoso/*'"
            ),
        ].map { name, text in
            "{name: \(name), issuer: \(FederatedCredentialTests.gitHub), "
                + "claimsMatchingExpression: {value: \"\(text)\", languageVersion: 1}}"
        }
        return """
            federatedIssuers: [{issuer: "\(FederatedCredentialTests.gitHub)", jwks: \(Assertion.issuerKeys)}]
            tenants:
              - id: \(Seed.contoso)
                domains: [contoso.com]
                applications:
                  - {appId: \(Lab.federated.id), federatedIdentityCredentials: [\(credentials.joined(separator: ", "))]}
            """
    }()

    @Test("A flexible credential compares the claims of the token with its expression", arguments: flexible)
    func comparesClaimsWithExpression(_ row: Flexible) throws {
        let site = try MockEntra(yaml: FederatedCredentialTests.trustingByExpression).site
        var assertion = try Assertion(issuedBy: FederatedCredentialTests.gitHub)
        for member in row.claims {
            assertion.claims.removeAll { $0.name == member.name }
            if member.value != .null { assertion.claims.append(member) }
        }
        let response = try site.token(
            FederatedCredentialTests.request(FederatedCredentialTests.signed(assertion)), tenant: "contoso.com")
        #expect(response.code == row.code, "\(response.text)")
        #expect(response.status == (row.code == nil ? 200 : 401))
    }

    @Test("An application token of this server is accepted without fetching keys")
    func acceptsOwnApplicationToken() throws {
        let site = try Lab.entra().site
        let workload = try site.token(
            Client.daemon.credentials.with([
                "grant_type": "client_credentials", "scope": "api://AzureADTokenExchange/.default",
            ]), tenant: "contoso.com")
        let token = try #require(workload["access_token"])
        #expect(try Token(token)["aud"] == "fb60f99c-7a34-4190-8149-302f77469936")
        #expect(try Token(token)["sub"] == Lab.daemonPrincipal)
        let response = try site.token(FederatedCredentialTests.request(token), tenant: "contoso.com")
        #expect(try Token(response["access_token"])["appid"] == Lab.federated.id, "\(response.text)")
        #expect(try Token(response["access_token"])["appidacr"] == "2")
    }

    @Test("A token that a federated credential obtained is not a federated credential (ten repositories, 2025 to 2026)")
    func rejectsTokenOfFederatedCredential() throws {
        let site = try Lab.entra().site
        let token = try FederatedCredentialTests.obtained(site)
        #expect(token["xms_ficinfo"] != nil && token["azpacr"] == "2")
        let response = try FederatedCredentialTests.presented(token, site)
        #expect(response.outcome == .jsonError(401, "invalid_client", 700231), "\(response.text)")
    }

    /// Returns a token for the token exchange that `Lab.federated` obtained with a token of another issuer.
    static func obtained(_ site: Site) throws -> Token {
        let assertion = try signed(Assertion(issuedBy: Assertion.issuer))
        let request = request(assertion).with(["scope": "api://AzureADTokenExchange/.default"])
        return try Token(site.token(request, tenant: "contoso.com")["access_token"])
    }

    /// Sends the token as a client assertion to a server on which `Lab.federated` trusts the token.
    static func presented(_ token: Token, _ site: Site) throws -> TestResponse {
        let directory = try MockEntra.directory(trusting(token, audience: "api://AzureADTokenExchange"))
        (site.backend as? MockEntra)?.replaceDirectory(directory)
        return try site.token(request(token.text), tenant: "contoso.com")
    }

    /// Sends a client assertion to a server on which `Lab.federated` has a flexible credential that another token satisfies.
    static func presentedToExpression(_ site: Site) throws -> TestResponse {
        let directory = try MockEntra.directory(
            """
            federatedIssuers: [{issuer: "\(gitHub)", jwks: \(Assertion.issuerKeys)}]
            tenants:
              - id: \(Seed.contoso)
                domains: [contoso.com]
                applications:
                  - appId: \(Lab.federated.id)
                    federatedIdentityCredentials:
                      - name: any
                        issuer: "\(gitHub)"
                        claimsMatchingExpression: {value: "claims['sub'] eq 'x'", languageVersion: 1}
            """)
        (site.backend as? MockEntra)?.replaceDirectory(directory)
        return try site.token(request(signed(Assertion(issuedBy: gitHub))), tenant: "contoso.com")
    }

    @Test("A key of this server does not verify tokens of an issuer that is not one of its tenants")
    func rejectsOwnKeyForForeignIssuer() throws {
        let entra = try Lab.entra()
        let key = try entra.server.keys.signing.get().current
        let assertion = try Assertion(issuedBy: "https://unlisted.test").with(header: ["kid": .string(key.id)])
        let response = try entra.site.token(
            FederatedCredentialTests.request(assertion.signed(by: key)), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "server_error", 50166), "\(response.text)")
    }

    @Test("A token of an external tenant is verified with the tenant's own keys")
    func verifiesExternalTenantTokenWithItsKeys() throws {
        let principal = "bbbbbbbb-0000-4000-8000-000000000001"
        let credential = """
            {name: own, issuer: "\(MockEntra.origin)/\(Seed.woodgrove)/v2.0", subject: \(principal)}
            """
        let site = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.woodgrove)
                    kind: external
                    domains: [woodgrove.onmicrosoft.com]
                    applications:
                      - {appId: \(Client.daemon.id), servicePrincipalId: \(principal),
                         passwordCredentials: [{secretText: \(Client.daemon.secret ?? "")}]}
                      - {appId: \(Lab.federated.id), federatedIdentityCredentials: [\(credential)]}
                """
        ).site
        let workload = try site.token(
            Client.daemon.credentials.with([
                "grant_type": "client_credentials", "scope": "api://AzureADTokenExchange/.default",
            ]), tenant: Seed.woodgrove)
        let token = try #require(workload["access_token"], "\(workload.text)")
        let response = try site.token(FederatedCredentialTests.request(token), tenant: Seed.woodgrove)
        #expect(response.outcome == .json, "\(response.text)")
    }

    struct OfPolicy: Row {
        let name: String
        let outcome: Outcome
        let token: @Sendable (Site) throws -> String?
    }

    static let ofPolicies: [OfPolicy] = [
        OfPolicy(name: "a customer's id_token", outcome: rejected(700229)) { try $0.policyTokens()["id_token"] },
        OfPolicy(name: "a customer's access token for the client itself", outcome: rejected(700229)) {
            try $0.policyTokens(B2C.native, "openid \(B2C.native.id)")["access_token"]
        },
        OfPolicy(name: "an application's own", outcome: .json) {
            try $0.token(
                B2C.web.credentials.with([
                    "grant_type": "client_credentials", "scope": "https://\(B2C.tenant)/tasks/.default",
                ]), tenant: B2C.policy())["access_token"]
        },
    ]

    @Test(
        "A customer's token of a B2C policy is rejected, and an application's token is accepted",
        arguments: ofPolicies)
    func rejectsCustomerTokensOfPolicy(_ row: OfPolicy) throws {
        let token = try Token(row.token(B2C.entra().site))
        #expect(token["sub"] == token["oid"])
        let site = try MockEntra(
            yaml: FederatedCredentialTests.trusting(token)
                + "\n  - {id: \(Seed.adventureWorks), kind: b2c, domains: [\(B2C.tenant)]}"
        ).site
        let response = try site.token(FederatedCredentialTests.request(token.text), tenant: "contoso.com")
        #expect(response.outcome == row.outcome, "\(response.text)")
    }

    @Test("In a national cloud, own tokens must have the audience of that cloud", arguments: ["USGov", ""])
    func requiresAudienceOfNationalCloud(_ name: String) throws {
        let credential = """
            federatedIdentityCredentials: [{name: own, issuer: "https://login.microsoftonline.us/\(Seed.contoso)/v2.0",
                      subject: bbbbbbbb-0000-4000-8000-000000000001, audiences: ["api://AzureADTokenExchange\(name)"]}]
            """
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    cloud: usGovernment
                    domains: [agency.example]
                    applications:
                      - {appId: \(Client.daemon.id), servicePrincipalId: bbbbbbbb-0000-4000-8000-000000000001,
                         passwordCredentials: [{secretText: \(Client.daemon.secret ?? "")}]}
                      - {appId: \(Lab.federated.id), \(credential)}
                """)
        let site = entra.at("https://login.microsoftonline.us")
        let workload = try site.token(
            Client.daemon.credentials.with([
                "grant_type": "client_credentials", "scope": "api://AzureADTokenExchangeUSGov/.default",
            ]), tenant: Seed.contoso)
        let request = FederatedCredentialTests.request(try #require(workload["access_token"], "\(workload.text)"))
            .with(["scope": "https://graph.microsoft.us/.default"])
        let response = try site.token(request, tenant: Seed.contoso)
        #expect(response.code == (name.isEmpty ? 700212 : nil), "\(response.text)")
    }

    static func request(_ assertion: String) -> Parameters {
        [
            "grant_type": "client_credentials", "client_id": Lab.federated.id,
            "scope": "https://graph.microsoft.com/.default", "client_assertion": assertion,
            "client_assertion_type": Assertion.type,
        ]
    }

    /// Returns a directory in which `Lab.federated` trusts the issuer, the audience and the subject of the token.
    static func trusting(_ token: Token, subject: String? = nil, audience: String? = nil) -> String {
        """
        tenants:
          - id: \(Seed.contoso)
            domains: [contoso.com]
            applications:
              - {appId: \(Lab.federated.id), federatedIdentityCredentials: [{name: any, issuer: "\(token["iss"] ?? "")",
                 subject: "\(subject ?? token["sub"] ?? "")", audiences: ["\(audience ?? token["aud"] ?? "")"]}]}
        """
    }
}
