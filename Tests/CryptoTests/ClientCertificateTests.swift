import COpenSSL
@testable import Crypto
import Formats
import Platform
import Testing

/// Checks from which clients the server requests a certificate, and that no session carries a certificate over (RFC 8705 §2).
@Suite struct ClientCertificateTests {
    private static let protectedName = "mtls.example"
    private static let versions = [TLS1_2_VERSION, TLS1_3_VERSION]

    let context: TLSServerContext
    /// A certificate that no server trusts.
    let clientAuthority: CertificateAuthority

    init() throws {
        context = try TLSServerContext(authority: .make(SystemRandom())) { $0 == ClientCertificateTests.protectedName }
        clientAuthority = try CertificateAuthority.make(SystemRandom())
    }

    private func options(
        _ name: String?, _ version: Int32, hasCertificate: Bool = true, copies: Int = 0,
        resuming session: SharedHandle? = nil
    ) -> TLSClient.Options {
        var options = TLSClient.Options(serverName: name, onlyVersion: version)
        if hasCertificate { options.certificate = (clientAuthority.certificate, clientAuthority.key, copies) }
        options.session = session
        return options
    }

    /// Connects and exchanges bytes, so that the client has a session to resume.
    private func connect(_ options: TLSClient.Options) throws -> TLSPair {
        let pair = try TLSPair(context, options)
        let result = pair.handshake()
        try #require(result.client == 1 && result.server == .done(0))
        #expect(pair.serverWrite([1]) == .done(1))
        #expect(pair.client.read(8) == [1])
        return pair
    }

    @Test("The server name decides whether the server requests a certificate", arguments: versions)
    func requestsCertificateByServerName(version: Int32) throws {
        for name in [ClientCertificateTests.protectedName, "MTLS.Example"] {
            #expect(try connect(options(name, version)).server.peerCertificate == clientAuthority.certificateDER)
        }
        for name in ["login.example", "mtls.example.com", "xmtls.example", nil] {
            #expect(try connect(options(name, version)).server.peerCertificate == nil)
        }
    }

    @Test("A client without a certificate still connects", arguments: versions)
    func acceptsClientWithoutCertificate(version: Int32) throws {
        let pair = try connect(options(ClientCertificateTests.protectedName, version, hasCertificate: false))
        #expect(pair.server.peerCertificate == nil)
    }

    @Test("The user's own server certificate changes nothing", arguments: versions)
    func requestsCertificateWithUserServerCertificate(version: Int32) throws {
        let issuer = try LeafIssuer(authority: clientAuthority)
        let leaf = try issuer.leaf(for: nil, now: Timestamp(seconds: Int64(time(nil))))
        let key = PEMBlock(label: PEMBlock.privateKey, bytes: try issuer.key.pkcs8())
        let own = try TLSServerContext(
            certificatePEM: Array(PEM.text([leaf.pemBlock]).utf8), keyPEM: Array(PEM.text([key]).utf8)
        ) { $0 == ClientCertificateTests.protectedName }
        for (name, certificate) in [
            (ClientCertificateTests.protectedName, clientAuthority.certificateDER), ("login.example", nil),
        ] {
            let pair = try TLSPair(own, options(name, version))
            #expect(pair.handshake().client == 1)
            #expect(pair.server.peerCertificate == certificate)
        }
    }

    @Test("Sessions of other server names resume as usual", arguments: versions)
    func otherServerNamesResumeSessions(version: Int32) throws {
        let first = try connect(options("login.example", version))
        let second = try connect(options("login.example", version, resuming: first.client.session))
        #expect(second.client.isResumed)
        #expect(second.server.peerCertificate == nil)
    }

    @Test("No session resumes to or from a name that requests a certificate", arguments: versions)
    func neverResumesSessionWithClientCertificate(version: Int32) throws {
        let names = [ClientCertificateTests.protectedName, "login.example"]
        for (from, to) in [(names[1], names[0]), (names[0], names[0]), (names[0], names[1])] {
            let first = try connect(options(from, version))
            let second = try connect(options(to, version, resuming: first.client.session))
            #expect(!second.client.isResumed, "\(from) to \(to)")
            #expect(second.server.peerCertificate == (to == names[0] ? clientAuthority.certificateDER : nil))
            // The certificate of another client is not kept either.
            let third = try connect(options(to, version, hasCertificate: false, resuming: first.client.session))
            #expect(!third.client.isResumed && third.server.peerCertificate == nil)
        }
    }

    @Test("An oversized certificate chain ends the handshake", arguments: versions)
    func rejectsOversizedCertificateChain(version: Int32) throws {
        let short = try TLSPair(context, options(ClientCertificateTests.protectedName, version, copies: 5))
        #expect(short.handshake().server == .done(0))
        let long = try TLSPair(context, options(ClientCertificateTests.protectedName, version, copies: 100))
        guard case .failed = long.handshake().server else {
            Issue.record("100 certificates were accepted")
            return
        }
        #expect(long.server.peerCertificate == nil)
    }
}
