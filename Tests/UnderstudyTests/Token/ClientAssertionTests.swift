import Crypto
import Formats
import Testing

/// Clients authenticate with a certificate (docs/reference/protocol.md#client-assertion; robustness checklist 51–62).
@Suite struct ClientAssertionTests {
    typealias Case = AssertionCase

    private static let now = MockEntra.start.seconds
    private static let tokenPath = "\(MockEntra.origin)/contoso.com"

    private static func rejected(_ code: Int) -> Outcome { .jsonError(401, "invalid_client", code) }
    private static let missing = Outcome.jsonError(400, "invalid_request", 90014)
    private static let malformed = Outcome.jsonError(400, "invalid_request", 50027)

    static let accepted: [Case] = [
        Case("x5t", .json) { try $0.signed() },
        Case("no typ", .json) { try $0.with(header: ["typ": nil]).signed() },
        Case("x5t with padding", .json) { assertion in
            let thumbprint = try Assertion.key.get().jwk.x5t
            return try assertion.with(header: ["x5t": .string(thumbprint + "=")]).signed()
        },
        Case("x5t#S256", .json) { assertion in
            let der = try #require(Base64.decodeStandard(Assertion.certificate.utf8))
            let thumbprint = Base64.url(Digest.sha256(der)) + "="
            return try assertion.with(header: ["x5t": nil, "x5t#S256": .string(thumbprint)]).signed()
        },
        Case("kid of the credential", .json) { try $0.with(header: ["x5t": nil, "kid": .string("K1")]).signed() },
        Case("kid in hexadecimal", .json) { assertion in
            let der = try #require(Base64.decodeStandard(Assertion.certificate.utf8))
            return try assertion.with(header: ["x5t": nil, "kid": .string(ASCII.hex(Digest.sha1(der)))]).signed()
        },
        Case("a padded signature", .json) { try $0.signed() + "==" },
        Case("padding on every part", .json) { assertion in
            var longer = assertion.with(header: ["typ": nil], claims: ["jti": .string("12")])
            // Extends both parts until their lengths require padding.
            while JSONWriter.value(.object(longer.header)).count % 3 == 0 {
                longer.header.append(.init("x", .string("1")))
            }
            while JSONWriter.value(.object(longer.claims)).count % 3 == 0 {
                longer.claims.append(.init("y", .string("1")))
            }
            return try longer.signedWithPadding()
        },
        Case("no nbf", .json) { try $0.with(claims: ["nbf": nil]).signed() },
        Case("no iat", .json) { try $0.with(claims: ["iat": nil]).signed() },
        Case("times with a fraction", .json) {
            try $0.with(claims: ["exp": .number(Double(now) + 600.5), "nbf": .number(Double(now) - 0.5)]).signed()
        },
        Case("expired within the skew", .json) {
            try $0.with(
                claims: ["nbf": .integer(now - 600), "iat": .integer(now - 600), "exp": .integer(now - 299)]).signed()
        },
        Case("starting within the skew", .json) {
            try $0.with(claims: ["nbf": .integer(now + 300), "exp": .integer(now + 900)]).signed()
        },
        Case("for the v1 token endpoint", .json) {
            try $0.with(claims: ["aud": .string("\(tokenPath)/oauth2/token")]).signed()
        },
        // golang-github-azure-go-autorest 14.2 signs the URL that it calls.
        Case("for the v1 token endpoint with a query", .json) {
            try $0.with(claims: ["aud": .string("\(tokenPath)/oauth2/token?api-version=1.0")]).signed()
        },
        Case("for the v2 token endpoint with a query", .json) {
            try $0.with(claims: ["aud": .string("\(tokenPath)/oauth2/v2.0/token?api-version=1.0")]).signed()
        },
        Case("for the token endpoint with a slash", .json) {
            try $0.with(claims: ["aud": .string("\(tokenPath)/oauth2/v2.0/token/")]).signed()
        },
        Case("for the token endpoint with a slash and a query", .json) {
            try $0.with(claims: ["aud": .string("\(tokenPath)/oauth2/token/?api-version=1.0")]).signed()
        },
        Case("for the issuer", .json) { try $0.with(claims: ["aud": .string("\(tokenPath)/v2.0")]).signed() },
        Case("for the tenant by id", .json) {
            try $0.with(claims: ["aud": .string("\(MockEntra.origin)/\(Seed.contoso)/oauth2/v2.0/token")]).signed()
        },
        Case("the type of OpenID Connect's draft", .json) {
            try $0.with(header: ["typ": .string("http://openid.net/specs/jwt/1.0")]).signed()
        },
        Case("without a type", .json) { try $0.with(header: ["typ": nil]).signed() },
        Case("keys in the header are ignored", .json) {
            try $0.with(header: ["jku": .string("https://evil.test"), "x5c": .array([.string("AA==")])]).signed()
        },
    ]

    static let rejections: [Case] = [
        Case("no JWT", malformed) { _ in "a.b.c" },
        Case("two parts", malformed) { _ in "e30.e30" },
        Case("alg none", malformed) { try $0.with(header: ["alg": .string("none")]).signed() },
        Case("alg None", malformed) { try $0.with(header: ["alg": .string("None")]).signed() },
        Case("no alg", malformed) { try $0.with(header: ["alg": nil]).signed() },
        Case("HS256", rejected(5_002_738)) { try $0.with(header: ["alg": .string("HS256")]).signed() },
        Case("rs256", rejected(5_002_738)) { try $0.with(header: ["alg": .string("rs256")]).signed() },
        Case("ES256", rejected(5_002_738)) { try $0.with(header: ["alg": .string("ES256")]).signed() },
        Case("crit", malformed) { try $0.with(header: ["crit": .array([.string("x")])]).signed() },
        Case("b64", malformed) { try $0.with(header: ["b64": .bool(false)]).signed() },
        Case("a header that names a member twice", malformed) { assertion in
            var twice = assertion
            twice.header.append(.init("alg", .string("RS256")))
            return try twice.signed()
        },
        // kubernetes-cloud-provider 2021-12.
        Case("the type of an access token", rejected(5_002_727)) {
            try $0.with(header: ["typ": .string("at+jwt")]).signed()
        },
        Case("no key named", rejected(5_002_723)) { try $0.with(header: ["x5t": nil]).signed() },
        Case("an unknown key", rejected(700027)) { try $0.with(header: ["x5t": .string("AAAA")]).signed() },
        Case("a kid that is a path", rejected(700027)) {
            try $0.with(header: ["x5t": nil, "kid": .string("../../etc/passwd")]).signed()
        },
        Case("another key's signature", rejected(700027)) { try $0.signed(by: Assertion.otherKey.get()) },
        Case("PS256 with x5t", rejected(5_002_730)) { try $0.with(header: ["alg": .string("PS256")]).signed() },
        Case("RS256 called PS256", rejected(700027)) { assertion in
            let der = try #require(Base64.decodeStandard(Assertion.certificate.utf8))
            let thumbprint = Base64.url(Digest.sha256(der))
            return try assertion.with(
                header: ["alg": .string("PS256"), "x5t": nil, "x5t#S256": .string(thumbprint)]
            ).signed()
        },
        Case("a SHA-256 thumbprint as x5t", rejected(700027)) { assertion in
            let der = try #require(Base64.decodeStandard(Assertion.certificate.utf8))
            return try assertion.with(header: ["x5t": .string(Base64.url(Digest.sha256(der)))]).signed()
        },
        Case("a SHA-1 thumbprint as x5t#S256", rejected(700027)) { assertion in
            let thumbprint = try Assertion.key.get().jwk.x5t
            return try assertion.with(header: ["x5t": nil, "x5t#S256": .string(thumbprint)]).signed()
        },
        Case("no signature", rejected(700027)) { assertion in
            let text = try assertion.signed()
            return String(text[...(text.lastIndex(of: ".") ?? text.startIndex)])
        },
        // The test data of MSAL.NET, 2023-12.
        Case("no issuer", missing) { try $0.with(claims: ["iss": nil]).signed() },
        Case("no audience", missing) { try $0.with(claims: ["aud": nil]).signed() },
        Case("another issuer", rejected(700021)) { try $0.with(claims: ["iss": .string("x")]).signed() },
        Case("another subject", rejected(700021)) { try $0.with(claims: ["sub": .string("x")]).signed() },
        Case("no subject", rejected(700021)) { try $0.with(claims: ["sub": nil]).signed() },
        Case("another audience", rejected(700023)) {
            try $0.with(claims: ["aud": .string("https://evil.test")]).signed()
        },
        Case("another tenant's endpoint", rejected(700023)) {
            try $0.with(claims: ["aud": .string("\(MockEntra.origin)/fabrikam.com/oauth2/v2.0/token")]).signed()
        },
        Case("another tenant's endpoint with a query", rejected(700023)) {
            try $0.with(claims: ["aud": .string("\(MockEntra.origin)/fabrikam.com/oauth2/token?api-version=1.0")])
                .signed()
        },
        Case("the issuer with a query", rejected(700023)) {
            try $0.with(claims: ["aud": .string("\(tokenPath)/v2.0?api-version=1.0")]).signed()
        },
        Case("a path that only begins like the endpoint", rejected(700023)) {
            try $0.with(claims: ["aud": .string("\(tokenPath)/oauth2/token/more?api-version=1.0")]).signed()
        },
        // openid-client#348.
        Case("several audiences", malformed) {
            try $0.with(claims: ["aud": .array([.string("\(tokenPath)/oauth2/v2.0/token"), .string("x")])]).signed()
        },
        Case("expired", rejected(700024)) { try $0.with(claims: ["exp": .integer(now - 300)]).signed() },
        Case("an end before the beginning", rejected(700024)) {
            try $0.with(claims: ["exp": .integer(now - 1)]).signed()
        },
        Case("not yet valid", rejected(700024)) {
            try $0.with(claims: ["nbf": .integer(now + 301), "exp": .integer(now + 900)]).signed()
        },
        Case("no exp", malformed) { try $0.with(claims: ["exp": nil]).signed() },
        Case("exp as text", malformed) { try $0.with(claims: ["exp": .string("1")]).signed() },
        Case("the lowest exp", rejected(700024)) { try $0.with(claims: ["exp": .integer(.min)]).signed() },
        Case("the highest exp", rejected(700024)) { try $0.with(claims: ["exp": .integer(.max)]).signed() },
        Case("the highest iat", rejected(700024)) { try $0.with(claims: ["iat": .integer(.max)]).signed() },
        Case("the lowest nbf", rejected(700024)) { try $0.with(claims: ["nbf": .integer(.min)]).signed() },
        Case("the highest nbf", rejected(700024)) { try $0.with(claims: ["nbf": .integer(.max)]).signed() },
        Case("exp beyond all numbers", malformed) { try $0.with(claims: ["exp": .number(1e300)]).signed() },
    ]

    @Test("An assertion is accepted or rejected with the expected error", arguments: accepted + rejections)
    func acceptsOrRejectsClientAssertion(_ row: Case) throws {
        let assertion = try row.make(Assertion(Lab.certified))
        let response = try Lab.entra().site.token(request(Lab.certified, assertion), tenant: "contoso.com")
        #expect(response.outcome == row.outcome, "\(response.text)")
    }

    @Test(
        "At a regional host, the audience may be the token endpoint of the cloud or of the region",
        arguments: [
            ("login.microsoftonline.com", Outcome.json), ("westus2.login.microsoft.com", .json),
            ("login.microsoftonline.us", rejected(700023)),
        ])
    func acceptsRegionalTokenEndpointAsAudience(_ host: String, _ outcome: Outcome) throws {
        let assertion = try Assertion(Lab.certified).with(
            header: ["x5c": .array([.string(Assertion.certificate)])],
            claims: ["aud": .string("https://\(host)/contoso.com/oauth2/v2.0/token")]
        ).signed()
        let response = try Lab.entra().at("https://westus2.login.microsoft.com").token(
            request(Lab.certified, assertion), tenant: "contoso.com")
        #expect(response.outcome == outcome, "\(response.text)")
        guard outcome == .json else { return }
        #expect(try Token(response["access_token"])["iss"] == "https://sts.windows.net/\(Seed.contoso)/")
    }

    @Test("A regional host rejects an application without the certificate chain in its assertion (dev-tunnels#443)")
    func rejectsOrdinaryApplicationAtRegionalHost() throws {
        let site = try Lab.entra().at("https://westus2.login.microsoft.com")
        let assertion = try Assertion(Lab.certified).signed()
        let response = try site.token(request(Lab.certified, assertion), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_request", 100_007))
        #expect(response["error_description"]?.contains("send your request to login.microsoftonline.com.") == true)
    }

    @Test("A policy rejects every client assertion (azure-docs PR#114906)")
    func policyRejectsAssertion() throws {
        let address = "\(B2C.host)/\(B2C.tenant)/b2c_1_signupsignin/oauth2/v2.0/token"
        let assertion = try Assertion(B2C.web).with(claims: ["aud": .string(address)]).signed()
        let response = try B2C.entra().at(B2C.host).token(
            request(B2C.web, assertion).with(["scope": "https://\(B2C.tenant)/tasks/.default"]), tenant: B2C.policy())
        #expect(response.policyCode == 99027, "\(response.text)")
    }

    @Test(
        "At an external tenant's host, the audience may be the issuer on the issuer's own host",
        arguments: [
            ("https://woodgrove.ciamlogin.com/\(Seed.woodgrove)/oauth2/v2.0/token", Outcome.json),
            ("https://\(Seed.woodgrove).ciamlogin.com/\(Seed.woodgrove)/v2.0", .json),
            ("https://\(Seed.contoso).ciamlogin.com/\(Seed.contoso)/v2.0", rejected(700023)),
        ])
    func acceptsExternalTenantIssuerAsAudience(_ audience: String, _ outcome: Outcome) throws {
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.woodgrove)
                    kind: external
                    domains: [woodgrove.onmicrosoft.com]
                    subdomain: woodgrove
                    applications: [{appId: \(Lab.certified.id), keyCredentials: [{key: "\(Assertion.certificate)"}]}]
                """)
        let assertion = try Assertion(Lab.certified).with(claims: ["aud": .string(audience)]).signed()
        let response = try entra.at("https://woodgrove.ciamlogin.com").token(
            request(Lab.certified, assertion), tenant: Seed.woodgrove)
        #expect(response.outcome == outcome, "\(response.text)")
    }

    @Test("The error of an unknown key names its thumbprint in hexadecimal (azure-sdk-for-net 2022-02)")
    func errorNamesThumbprintOfUnknownKey() throws {
        let assertion = try Assertion(Lab.certified).with(header: ["x5t": .string("AP-q")]).signed()
        let response = try Lab.entra().site.token(request(Lab.certified, assertion), tenant: "contoso.com")
        #expect(response["error_description"]?.contains("Thumbprint of key used by client: '00FFAA'") == true)
    }

    @Test("The token states that the client used a certificate")
    func tokenStatesCertificateAuthentication() throws {
        let response = try Lab.entra().site.token(
            request(Lab.certified, try Assertion(Lab.certified).signed()), tenant: "contoso.com")
        #expect(try Token(response["access_token"]).claims["appidacr"]?.string == "2")
    }

    @Test("A certificate whose registration has expired is rejected")
    func rejectsExpiredCertificateRegistration() throws {
        let assertion = try Assertion(Lab.formerlyCertified).signed()
        let response = try Lab.entra().site.token(request(Lab.formerlyCertified, assertion), tenant: "contoso.com")
        #expect(response.outcome == ClientAssertionTests.rejected(1_000_502))
    }

    @Test("A certificate authenticates the client only with the usage Verify", arguments: ["Verify", "Sign"])
    func requiresCertificateUsageVerify(_ usage: String) throws {
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    applications:
                      - {appId: \(Lab.certified.id),
                         keyCredentials: [{key: "\(Assertion.certificate)", usage: \(usage)}]}
                """)
        let response = try entra.site.token(
            request(Lab.certified, try Assertion(Lab.certified).signed()), tenant: "contoso.com")
        #expect(response.code == (usage == "Sign" ? 700027 : nil), "\(response.text)")
    }

    @Test(
        "A missing or unknown assertion type and an additional secret are rejected",
        arguments: [
            (["client_assertion_type": nil] as Parameters, Outcome.jsonError(400, "invalid_request", 900144)),
            (["client_assertion_type": "x"] as Parameters, .jsonError(400, "invalid_request", 90100)),
            (["client_secret": "x"] as Parameters, .jsonError(400, "invalid_request", 9_002_324)),
        ])
    func rejectsWrongTypeOrAdditionalSecret(_ change: Parameters, _ outcome: Outcome) throws {
        let assertion = try Assertion(Lab.certified).signed()
        let response = try Lab.entra().site.token(request(Lab.certified, assertion).with(change), tenant: "contoso.com")
        #expect(response.outcome == outcome)
    }

    @Test("A web client redeems a code with an assertion")
    func redeemsCodeWithAssertion() throws {
        let site = try Lab.entra().site
        let code = try site.code(Lab.certified, ["scope": "openid"], tenant: "contoso.com")
        let assertion = try Assertion(Lab.certified).signed()
        let response = try site.token(
            Lab.certified.redemption(code, ["client_assertion": assertion, "client_assertion_type": Assertion.type]),
            tenant: "contoso.com")
        #expect(response.outcome == .json)
    }

    private func request(_ client: Client, _ assertion: String) -> Parameters {
        [
            "grant_type": "client_credentials", "client_id": client.id, "scope": "https://graph.microsoft.com/.default",
            "client_assertion": assertion, "client_assertion_type": Assertion.type,
        ]
    }
}
