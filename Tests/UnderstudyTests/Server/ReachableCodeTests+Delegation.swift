import Formats

/// Requests that raise the codes of client assertions, federated credentials and the on-behalf-of flow.
extension ReachableCodeTests {
    static let delegation: [ErrorCase] = [
        ErrorCase(5_002_730, certified { try $0.with(header: ["alg": .string("PS256")]).signed() }),
        ErrorCase(5_002_738, certified { try $0.with(header: ["alg": .string("HS256")]).signed() }),
        ErrorCase(70002) { site in
            let request = certified { try $0.signed() }
            _ = try request(site)
            return try request(site)
        },
        ErrorCase(500181) { _ in
            let assertion = try Assertion(Lab.certified).signed()
            let request = MutualTLSTests.request(Lab.certified, MutualTLSTests.asserting(assertion))
            return try MutualTLSTests.site(.unregistered).token(request, tenant: "contoso.com")
        },
        ErrorCase(50166, federated { try $0.with(claims: ["iss": .string("https://unlisted.test")]).signed() }),
        ErrorCase(70025, certified { _ in try Assertion(issuedBy: Assertion.issuer).signed() }),
        ErrorCase(700211, federated { try $0.with(claims: ["iss": .string("https://x.test")]).signed() }),
        ErrorCase(700212, federated { try $0.with(claims: ["aud": .string("x")]).signed() }),
        ErrorCase(5_002_727, certified { try $0.with(header: ["typ": .string("at+jwt")]).signed() }),
        ErrorCase(700213, federated { try $0.with(claims: ["sub": .string("x")]).signed() }),
        ErrorCase(7_002_131, FederatedCredentialTests.presentedToExpression),
        ErrorCase(7_002_138, federated { try $0.with(claims: ["sub": .string("repo:Contoso/orders")]).signed() }),
        ErrorCase(7_000_272, federated { try $0.with(header: ["kid": .string("x")]).signed() }),
        ErrorCase(700229) { site in
            let user = try Token(site.tokens()["access_token"])
            let own = try MockEntra.directory(FederatedCredentialTests.trusting(user, subject: Lab.daemonPrincipal))
            (site.backend as? MockEntra)?.replaceDirectory(own)
            return try federated { _ in user.text }(site)
        },
        ErrorCase(700231) { try FederatedCredentialTests.presented(FederatedCredentialTests.obtained($0), $0) },
        ErrorCase(500131, onBehalf { try $0.tokens(.mobile, ["scope": "api://orders/Orders.Read"])["access_token"] }),
        ErrorCase(50013, onBehalf { try OnBehalfOfTests.callersToken($0) + "A" }),
        ErrorCase(7_000_114, onBehalf { try OnBehalfOfTests.daemonsToken($0) }),
        ErrorCase(
            240_002,
            onBehalf { site in try site.tokens(Lab.middle, ["scope": "openid"], tenant: "contoso.com")["id_token"] }),
        ErrorCase(
            500133,
            later(5400) {
                try OnBehalfOfTests.callersToken($0)
            } after: { site, token in
                try onBehalf { _ in token }(site)
            }),
        ErrorCase(90090) {
            try $0.token(
                Lab.woodgrove.credentials.with([
                    "grant_type": "password", "username": "casey@woodgrove.example", "password": "Understudy!1",
                    "scope": "openid",
                ]),
                tenant: "woodgrove.onmicrosoft.com")
        },
        ErrorCase(9_002_324) {
            let more: Parameters = ["grant_type": "client_credentials", "client_assertion": "a.b.c"]
            return try $0.token(Client.daemon.credentials.with(more), tenant: "contoso.com")
        },
        ErrorCase(9_001_023) {
            try $0.token(OnBehalfOfTests.request(Lab.middle, "x"), tenant: "common")
        },
    ]

    private static func federated(
        _ make: @escaping @Sendable (Assertion) throws -> String
    ) -> @Sendable (Site) throws -> TestResponse {
        {
            try $0.token(
                [
                    "grant_type": "client_credentials", "client_id": Lab.federated.id, "scope": "api://orders/.default",
                    "client_assertion": make(Assertion(issuedBy: Assertion.issuer)),
                    "client_assertion_type": Assertion.type,
                ],
                tenant: "contoso.com")
        }
    }

    /// Sends an on-behalf-of request with the assertion, which need not be a user's access token.
    private static func onBehalf(
        _ change: Parameters = [:], of assertion: @escaping @Sendable (Site) throws -> String?
    ) -> @Sendable (Site) throws -> TestResponse {
        {
            try $0.token(
                OnBehalfOfTests.request(Lab.middle, try assertion($0) ?? "").with(change), tenant: "contoso.com")
        }
    }
}
