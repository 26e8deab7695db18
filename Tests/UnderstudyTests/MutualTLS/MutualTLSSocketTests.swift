import Crypto
import Directory
import Formats
import Logging
import Testing
@testable import Understudy

/// These tests use sockets and TLS: discovery names the mTLS host, the host requests the certificate and the token is bound to the
/// certificate.
@Suite struct MutualTLSSocketTests {
    private static let client = "aaaaaaaa-0000-4000-8000-000000000030"

    /// Starts a server with an application whose certificate is registered.
    private func start() throws -> UnderstudyServer {
        var options = ServerOptions()
        options.httpPorts = .off
        options.httpsPorts = .ports([0])
        options.workers = 2
        options.seed = "mutual TLS"
        let directory = try MockEntra.directory(
            """
            tenants:
              - id: \(Seed.contoso)
                displayName: Contoso
                domains: [contoso.com]
                applications:
                  - {appId: \(Self.client), displayName: Certified, keyCredentials: [{key: "\(Assertion.certificate)"}]}
                  - {appId: \(Seed.orders), displayName: Orders, identifierUris: ["api://orders"],
                     api: {requestedAccessTokenVersion: 2}}
            """)
        return try UnderstudyServer.start(
            options, directory: directory, logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
    }

    private let request: Parameters = [
        "grant_type": "client_credentials", "client_id": client, "scope": "api://orders/.default",
        "token_type": "mtls_pop",
    ]

    @Test("A client follows the discovery document to the mTLS host and receives a bound token")
    func issuesBoundTokenThroughDiscovery() throws {
        let server = try start()
        defer { server.stop(drain: 1) }
        let plain = try SocketBackend.site(server.originTexts[0], showing: Assertion.key.get())
        let document = try plain.get("/contoso.com/v2.0/.well-known/openid-configuration").json
        let endpoint = try #require(document?["mtls_endpoint_aliases"]?["token_endpoint"]?.string)
        let origin = plain.origin.replacing("https://", with: "https://mtls.")
        #expect(endpoint.hasPrefix(origin + "/"))
        let path = String(endpoint.dropFirst(origin.count))

        let bound = try SocketBackend.site(origin, showing: Assertion.key.get()).post(path, request)
        #expect(bound["token_type"] == "mtls_pop", "\(bound.text)")
        let token = try Token(bound["access_token"])
        let der = try #require(Base64.decodeStandard(Assertion.certificate.utf8))
        #expect(token.claims["cnf"]?["x5t#S256"]?.string == Base64.url(Digest.sha256(der)))
        #expect(token["iss"] == "\(plain.origin)/\(Seed.contoso)/v2.0")
        #expect(try token.isSigned(by: plain))

        let otherClient = try SocketBackend.site(origin, showing: Assertion.otherKey.get())
        #expect(try otherClient.post(path, request).code == 700027)
        let withoutCertificate = try SocketBackend.site(origin)
        #expect(try withoutCertificate.post(path, request).outcome == .jsonError(400, "invalid_request", 392200))
        // The client could show its certificate on this host too, but the server does not request one.
        #expect(try plain.post(path, request.with(["token_type": nil])).code == 7_000_216)
    }
}
