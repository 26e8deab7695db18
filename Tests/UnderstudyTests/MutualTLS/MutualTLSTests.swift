import Crypto
import Entra
import Formats
import HTTP
import Testing
@testable import Understudy

/// These tests cover clients that authenticate by the certificate of their TLS connection, and tokens that are bound to the
/// certificate (RFC 8705; docs/reference/protocol.md#discovery-v2, docs/reference/protocol.md#token-rules,
/// docs/reference/protocol.md#client-assertion).
@Suite struct MutualTLSTests {
    static let origin = "https://mtls.localhost:8443"
    static let boundType = "urn:ietf:params:oauth:client-assertion-type:jwt-pop"

    /// The certificate of the TLS connection.
    enum ShownCertificate: Sendable {
        case nothing
        case registered
        case unregistered
        /// Bytes that are no certificate. TLS itself rejects them.
        case malformed

        var der: [UInt8]? {
            get throws {
                switch self {
                case .nothing: nil
                case .registered: try MutualTLSTests.der(of: Assertion.key.get())
                case .unregistered: try MutualTLSTests.der(of: Assertion.otherKey.get())
                case .malformed: [0x30, 0x00]
                }
            }
        }
    }

    /// Connects to the server over TLS with the certificate.
    private struct Connection: Backend {
        let entra: MockEntra
        let certificate: [UInt8]?

        func exchange(_ request: HTTPRequest, isSecure: Bool) -> HTTPResponse {
            entra.exchange(
                request, Peer(address: "203.0.113.7", isSecure: isSecure, clientCertificate: certificate))
        }
    }

    private static func der(of key: SigningKey) throws -> [UInt8] {
        try #require(key.jwk.x5c.first.flatMap { Base64.decodeStandard($0.utf8) })
    }

    static func site(
        _ shown: ShownCertificate, _ entra: MockEntra? = nil, at origin: String = origin
    ) throws -> Site {
        Site(backend: Connection(entra: try entra ?? Lab.entra(), certificate: try shown.der), origin: origin)
    }

    private static let thumbprint = (try? ShownCertificate.registered.der).flatMap { $0 }.map {
        Base64.url(Digest.sha256($0))
    }

    static func request(_ client: Client = Lab.certified, _ more: Parameters = [:]) -> Parameters {
        let base: Parameters = [
            "grant_type": "client_credentials", "client_id": client.id, "scope": "api://orders/.default",
        ]
        return base.with(more)
    }

    static func asserting(_ assertion: String, type: String = boundType) -> Parameters {
        ["client_assertion": assertion, "client_assertion_type": type]
    }

    // MARK: - Authentication

    struct Case: Row {
        let name: String
        let shown: ShownCertificate
        let outcome: Outcome
        let form: @Sendable () throws -> Parameters
        var headers: [(String, String)] = []

        init(
            _ name: String, _ shown: ShownCertificate, _ outcome: Outcome, headers: [(String, String)] = [],
            _ form: @escaping @Sendable () throws -> Parameters = { request() }
        ) {
            self.name = name
            self.shown = shown
            self.outcome = outcome
            self.form = form
            self.headers = headers
        }
    }

    private static func rejected(_ code: Int) -> Outcome { .jsonError(401, "invalid_client", code) }
    private static let missing = Outcome.jsonError(400, "invalid_request", 392200)
    private static let mismatch = Outcome.jsonError(400, "invalid_request", 500181)
    private static let twoKinds = Outcome.jsonError(400, "invalid_request", 9_002_313)

    // The errors of missing and other certificates are those of MSAL.NET's test data, 2023-12.
    static let cases: [Case] = [
        Case("the registered certificate", .registered, .json),
        Case("none", .nothing, missing),
        Case("none, and a secret", .nothing, missing) { request(.daemon).with(Client.daemon.credentials) },
        Case("another's", .unregistered, rejected(700027)),
        Case("bytes that are not a certificate", .malformed, rejected(700027)),
        Case("the registration has ended", .registered, rejected(1_000_502)) { request(Lab.formerlyCertified) },
        Case("a client with none registered", .registered, rejected(700027)) { request(.daemon) },
        Case("and a secret", .registered, twoKinds) { request(.daemon).with(Client.daemon.credentials) },
        Case("and a Basic header", .registered, twoKinds, headers: [("Authorization", "Basic YTpi")]) {
            request().with(["client_id": nil])
        },
        Case("and an assertion", .registered, twoKinds) {
            request(with: asserting(try Assertion(Lab.certified).signed(), type: Assertion.type))
        },
        Case("an assertion of the same key, bound", .registered, .json) {
            request(with: asserting(try Assertion(Lab.certified).signed()))
        },
        Case("a bound assertion for the mTLS endpoint", .registered, .json) {
            let audience = JSONValue.string("\(origin)/contoso.com/oauth2/v2.0/token")
            return request(with: asserting(try Assertion(Lab.certified).with(claims: ["aud": audience]).signed()))
        },
        Case("a bound assertion with another's certificate", .unregistered, mismatch) {
            request(with: asserting(try Assertion(Lab.certified).signed()))
        },
        Case("a bound assertion without a certificate", .nothing, missing) {
            request(with: asserting(try Assertion(Lab.certified).signed()))
        },
        Case("another issuer's assertion that names the certificate", .registered, .json) {
            try federated(["cnf": .object([.init("x5t#S256", .string(thumbprint ?? ""))])])
        },
        Case("another issuer's assertion that names none", .registered, mismatch) { try federated([:]) },
        Case("another issuer's assertion that names another", .registered, mismatch) {
            try federated(["cnf": .object([.init("x5t#S256", .string("AAAA"))])])
        },
        Case("the tenant is looked at before", .nothing, .jsonError(400, "unauthorized_client", 700016)) {
            request().with(["client_id": "99999999-0000-4000-8000-000000000001"])
        },
    ]

    private static func request(with more: Parameters) -> Parameters { request(Lab.certified, more) }

    private static func federated(_ claims: KeyValuePairs<String, JSONValue?>) throws -> Parameters {
        let assertion = try Assertion(issuedBy: Assertion.issuer).with(claims: claims)
        return request(Lab.federated, asserting(try assertion.signed(by: Assertion.otherKey.get())))
    }

    @Test("The registered certificate is the credential of the client", arguments: cases)
    func authenticatesByRegisteredCertificate(_ row: Case) throws {
        let response = try MutualTLSTests.site(row.shown).token(
            row.form(), tenant: "contoso.com", headers: row.headers)
        #expect(response.outcome == row.outcome, "\(response.text)")
    }

    @Test("A public client cannot authenticate by certificate")
    func rejectsCertificateOfPublicClient() throws {
        let entra = try Lab.entra()
        let refresh = try #require(try entra.site.tokens()["refresh_token"])
        let response = try MutualTLSTests.site(.registered, entra).token(Client.mobile.refresh(refresh))
        #expect(response.outcome == MutualTLSTests.rejected(700025))
    }

    @Test("A certificate has no effect on another host")
    func ignoresCertificateOnOtherHost() throws {
        let site = try MutualTLSTests.site(.registered, at: MockEntra.origin)
        #expect(try site.token(MutualTLSTests.request(), tenant: "contoso.com").code == 7_000_216)
        for more in [
            MutualTLSTests.asserting(try Assertion(Lab.certified).signed()),
            MutualTLSTests.asserting(try Assertion(Lab.certified).signed(), type: Assertion.type).with(
                ["token_type": "mtls_pop"]),
        ] {
            let response = try site.token(MutualTLSTests.request(Lab.certified, more), tenant: "contoso.com")
            #expect(response.outcome == .jsonError(400, "invalid_request", 90100))
        }
        // The mTLS endpoint is not a valid audience on this host either.
        let audience = JSONValue.string("\(MutualTLSTests.origin)/contoso.com/oauth2/v2.0/token")
        let assertion = try Assertion(Lab.certified).with(claims: ["aud": audience]).signed()
        let form = MutualTLSTests.request(with: MutualTLSTests.asserting(assertion, type: Assertion.type))
        #expect(try site.token(form, tenant: "contoso.com").code == 700023)
    }

    // MARK: - Tokens

    private func expectBound(_ response: TestResponse, issuer: String = MockEntra.origin) throws {
        #expect(response["token_type"] == "mtls_pop", "\(response.text)")
        let token = try Token(response["access_token"])
        #expect(token.claims["cnf"] == .object([.init("x5t#S256", .string(MutualTLSTests.thumbprint ?? ""))]))
        #expect(token["azpacr"] == "2")
        #expect(token["iss"] == "\(issuer)/\(Seed.contoso)/v2.0")
    }

    private static let bound: Parameters = ["token_type": "mtls_pop"]

    @Test("A token is bound to the certificate on request")
    func bindsTokenOnRequest() throws {
        let site = try MutualTLSTests.site(.registered)
        let bearer = try site.token(MutualTLSTests.request(), tenant: "contoso.com")
        #expect(bearer["token_type"] == "Bearer")
        #expect(try Token(bearer["access_token"]).claims["cnf"] == nil)
        let bound = try site.token(
            MutualTLSTests.request(Lab.certified, MutualTLSTests.bound), tenant: "contoso.com")
        try expectBound(bound)
        #expect(try Token(bound["access_token"]).isSigned(by: site))
        let asserted = MutualTLSTests.asserting(try Assertion(Lab.certified).signed()).with(MutualTLSTests.bound)
        try expectBound(site.token(MutualTLSTests.request(Lab.certified, asserted), tenant: "contoso.com"))
        let v1: Parameters = ["scope": nil, "resource": "api://orders", "token_type": "MTLS_POP"]
        try expectBound(site.token(MutualTLSTests.request(Lab.certified, v1), tenant: "contoso.com", .v1))
    }

    @Test("Tokens of a user are bound to the certificate")
    func bindsUserTokens() throws {
        let entra = try Lab.entra()
        let code = try entra.site.code(Lab.certified, ["scope": usualScope], tenant: "contoso.com")
        let site = try MutualTLSTests.site(.registered, entra)
        let tokens = try site.token(Lab.certified.redemption(code, MutualTLSTests.bound), tenant: "contoso.com")
        try expectBound(tokens)
        let refresh = try #require(tokens["refresh_token"])
        try expectBound(
            site.token(Lab.certified.refresh(refresh, MutualTLSTests.bound), tenant: "contoso.com"))
        let other = try MutualTLSTests.site(.unregistered, entra)
        #expect(try other.token(Lab.certified.refresh(refresh), tenant: "contoso.com").code == 700027)
    }

    @Test("On-behalf-of tokens of an API are bound to the certificate")
    func bindsOnBehalfOfTokens() throws {
        let entra = try Lab.entra()
        let form = try OnBehalfOfTests.request(Lab.middle, OnBehalfOfTests.callersToken(entra.site))
        let certified = form.with(["client_secret": nil]).with(MutualTLSTests.bound)
        try expectBound(MutualTLSTests.site(.registered, entra).token(certified, tenant: "contoso.com"))
        #expect(try MutualTLSTests.site(.nothing, entra).token(certified, tenant: "contoso.com").code == 392200)
        #expect(try entra.site.token(certified, tenant: "contoso.com").code == 90100)
    }

    @Test("Microsoft's mTLS host issues tokens of the login host's issuer")
    func microsoftHostUsesLoginIssuer() throws {
        let site = try MutualTLSTests.site(.registered, at: "https://mtlsauth.microsoft.com")
        let response = try site.token(
            MutualTLSTests.request(Lab.certified, MutualTLSTests.bound), tenant: "contoso.com")
        try expectBound(response, issuer: "https://login.microsoftonline.com")
    }

    @Test("A configured public origin has an mTLS host")
    func publicOriginHasMutualTLSHost() throws {
        var settings = ServerSettings()
        settings.publicOrigin = Origin(scheme: "https", host: "id.example", port: nil)
        let entra = try MockEntra(settings: settings)
        let site = try MutualTLSTests.site(.nothing, entra, at: "https://mtls.id.example")
        #expect(try site.token(MutualTLSTests.request(.daemon), tenant: "contoso.com").code == 392200)
        let document = try site.get("/contoso.com/v2.0/.well-known/openid-configuration")
        #expect(document["issuer"] == "https://id.example/\(Seed.contoso)/v2.0")
    }
}
