import Crypto
import Formats
import HTTP
import Synchronization
import Testing
import Transport

/// The server fetches an issuer's keys for federated identity credentials
/// (docs/reference/protocol.md#federated-identity-credential).
@Suite struct FetchedKeysTests {
    @Test("The server discovers keys over HTTP and HTTPS, once for many requests", arguments: [false, true])
    func discoversKeysOnceForManyRequests(_ isSecure: Bool) throws {
        let issuer = try Issuer(isSecure: isSecure)
        let site = try issuer.entra().site
        for _ in 0..<3 {
            let response = try request(site, issuer)
            #expect(response.outcome == .json, "\(response.text)")
        }
        #expect(issuer.requestedPaths == ["/tenant/.well-known/openid-configuration", "/tenant/keys"])
    }

    @Test("The server fetches a new key, but not for every unknown key ID")
    func fetchesNewKeyAfterDelay() throws {
        let issuer = try Issuer()
        let entra = try issuer.entra()
        #expect(try request(entra.site, issuer).outcome == .json)
        issuer.keys.withLock { $0 = Assertion.issuerKeys.replacing(issuer.kid, with: "next") }
        #expect(try request(entra.site, issuer, kid: "next").code == 7_000_272)
        #expect(issuer.requestedPaths.count == 2)
        entra.clock.advance(seconds: 5)
        #expect(try request(entra.site, issuer, kid: "next").outcome == .json)
        #expect(issuer.requestedPaths.count == 4)
        #expect(try request(entra.site, issuer).code == 7_000_272)
    }

    @Test("A request without a matching credential causes no fetch")
    func fetchesNothingWithoutMatchingCredential() throws {
        let issuer = try Issuer()
        let site = try issuer.entra().site
        let unknownIssuer = try Issuer()
        #expect(try request(site, unknownIssuer).code == 700211)
        #expect(issuer.requestedPaths == [] && unknownIssuer.requestedPaths == [])
    }

    /// The issuer's discovery document, and the text that the error must contain.
    @Test(
        "The error describes what is wrong with the issuer's documents",
        arguments: [
            (#"{"issuer":"https://other.test"}"#, "has another issuer than"),
            (#"{"issuer":"ISSUER","jwks_uri":"http://127.0.0.2:1/keys"}"#, "no jwks_uri on the issuer's host"),
            (#"{"issuer":"ISSUER"}"#, "no jwks_uri on the issuer's host"),
            (#"{"issuer":"ISSUER","jwks_uri":"ISSUER/empty"}"#, "no RSA signing key"),
            (#"{"issuer":"ISSUER","jwks_uri":"ISSUER/moved"}"#, "status 302"),
            (#"{"issuer":"ISSUER","jwks_uri":"ISSUER/long"}"#, "too long"),
            ("no JSON", "is not JSON"),
        ])
    func errorDescribesInvalidIssuerDocuments(_ document: String, _ expected: String) throws {
        let issuer = try Issuer()
        issuer.document.withLock { $0 = document.replacing("ISSUER", with: issuer.name) }
        let entra = try issuer.entra()
        let response = try request(entra.site, issuer)
        #expect(response.outcome == .jsonError(400, "server_error", 50166))
        #expect(response["error_description"]?.contains(expected) == true, "\(response.text)")
        issuer.document.withLock { $0 = nil }
        #expect(try request(entra.site, issuer).code == 50166, "the documents are not fetched again at once")
        entra.clock.advance(seconds: 5)
        #expect(try request(entra.site, issuer).outcome == .json)
    }

    @Test("The error states that the issuer is unreachable")
    func reportsUnreachableIssuer() throws {
        let issuer = try Issuer()
        let site = try issuer.entra().site
        issuer.stop()
        let response = try request(site, issuer)
        #expect(response.code == 50166)
        #expect(response["error_description"]?.contains("cannot connect") == true)
    }

    @Test("A certificate of an authority that is not configured is not trusted")
    func rejectsCertificateOfUnknownAuthority() throws {
        let issuer = try Issuer(isSecure: true)
        let site = try issuer.entra(trusting: Issuer.otherAuthority.get().certificatePEM).site
        let response = try request(site, issuer)
        #expect(response.code == 50166)
        #expect(response["error_description"]?.contains("not trusted") == true, "\(response.text)")
    }

    @Test("Concurrent requests share one fetch")
    func concurrentRequestsShareOneFetch() async throws {
        let issuer = try Issuer()
        let site = try issuer.entra().site
        let form = try form(issuer, kid: issuer.kid)
        let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
            for _ in 0..<8 { group.addTask { try site.token(form, tenant: "contoso.com").outcome } }
            return try await group.reduce(into: [Outcome]()) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == .json })
        #expect(issuer.requestedPaths.count == 2)
    }

    private func request(_ site: Site, _ issuer: Issuer, kid: String? = nil) throws -> TestResponse {
        try site.token(form(issuer, kid: kid ?? issuer.kid), tenant: "contoso.com")
    }

    private func form(_ issuer: Issuer, kid: String) throws -> Parameters {
        let assertion = try Assertion(issuedBy: issuer.name).with(header: ["kid": .string(kid)])
        return FederatedCredentialTests.request(try assertion.signed(by: Assertion.otherKey.get()))
    }
}

/// An OpenID Connect issuer on a separate port. The issuer's key is `Assertion.otherKey`.
private final class Issuer: Sendable {
    static let authority = Result { try CertificateAuthority.make(SystemRandom()) }
    static let otherAuthority = Result { try CertificateAuthority.make(SystemRandom()) }

    let name: String
    /// The discovery document to return, or nil for the correct one.
    let document: Mutex<String?>
    let keys: Mutex<String>
    private let paths: Paths
    private let server: HTTPServer

    let kid = (try? Assertion.otherKey.get().jwk.kid) ?? ""

    private final class Paths: Sendable {
        let requested = Mutex<[String]>([])
        let respond = Mutex<@Sendable (String) -> HTTPResponse>({ _ in HTTPResponse(status: 404) })
    }

    init(isSecure: Bool = false) throws {
        let paths = Paths()
        self.paths = paths
        server = try HTTPServer.start(
            ServerConfiguration(
                httpPort: isSecure ? nil : 0, httpsPorts: isSecure ? [0] : [],
                tls: isSecure ? try TLSServerContext(authority: Issuer.authority.get()) : nil)
        ) { request, _ in
            paths.requested.withLock { $0.append(request.path) }
            return .now(paths.respond.withLock { $0 }(request.path))
        }
        let port = isSecure ? server.boundPorts.https.first : server.boundPorts.http
        name = "\(isSecure ? "https" : "http")://localhost:\(port ?? 0)/tenant"
        document = Mutex(nil)
        keys = Mutex(Assertion.issuerKeys)
        paths.respond.withLock { $0 = { [weak self] path in self?.response(to: path) ?? HTTPResponse(status: 404) } }
    }

    deinit {
        stop()
    }

    func stop() { server.stop(drain: 0) }

    var requestedPaths: [String] { paths.requested.withLock { $0 } }

    private func response(to path: String) -> HTTPResponse {
        switch path {
        case "/tenant/.well-known/openid-configuration":
            json(document.withLock { $0 } ?? #"{"issuer":"\#(name)","jwks_uri":"\#(name)/keys"}"#)
        case "/tenant/keys": json(keys.withLock { $0 })
        case "/tenant/empty": json(#"{"keys":[]}"#)
        case "/tenant/long": json(String(repeating: " ", count: 300_000))
        case "/tenant/moved":
            HTTPResponse(status: 302, headers: HeaderList([.init("Location", "\(name)/keys")]))
        default: HTTPResponse(status: 404)
        }
    }

    private func json(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 200, contentType: "application/json", body: Array(text.utf8))
    }

    /// Returns a server in which `Lab.federated` trusts this issuer.
    func entra(trusting authority: String? = nil) throws -> MockEntra {
        let pem = try authority ?? Issuer.authority.get().certificatePEM
        let directory = try TemporaryFile.with(pem) { path in
            try MockEntra.directory(
                """
                federatedIssuers:
                  - {issuer: "\(name)", discovery: true, certificateAuthority: "\(path)"}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    applications:
                      - {appId: \(Lab.federated.id), federatedIdentityCredentials: [{name: any, issuer: "\(name)",
                         subject: "repo:contoso/orders"}]}
                """)
        }
        return try MockEntra(directory: directory)
    }
}
