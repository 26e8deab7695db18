import Platform
import Testing
import Wire

@testable import Crypto

@Suite struct UserCertificateTests {
    /// A leaf of our own making stands in for the user's.
    private func files() throws -> (certificate: [UInt8], key: [UInt8], authority: CertificateAuthority) {
        let authority = try CertificateAuthority.make(SystemRandom())
        let issuer = try LeafIssuer(authority: authority)
        let leaf = try issuer.leaf(for: ServerName("mine.example".utf8), now: Timestamp(seconds: Int64(time(nil))))
        let key = PEMBlock(label: PEMBlock.privateKey, bytes: try issuer.key.pkcs8())
        return (
            Array(PEM.text([leaf.pemBlock, authority.certificate.pemBlock]).utf8), Array(PEM.text([key]).utf8),
            authority
        )
    }

    @Test func theUsersCertificateIsServedWhateverIsAsked() throws {
        let files = try files()
        let context = try TLSServerContext(certificatePEM: files.certificate, keyPEM: files.key)
        for name in ["mine.example", "other.example", nil] {
            let pair = try TLSPair(
                context,
                .init(
                    serverName: name, authority: Array(files.authority.certificatePEM.utf8),
                    expectedHost: "mine.example"))
            #expect(pair.handshake().client == 1)
        }
    }

    @Test func aHandshakeIsRefusedByNameHereToo() throws {
        let files = try files()
        let context = try TLSServerContext(
            certificatePEM: files.certificate, keyPEM: files.key,
            failing: { $0 == "down.example" ? .expiredCertificate : nil })
        #expect(try TLSPair(context, .init(serverName: "down.example")).handshake().client == -1)
        #expect(try TLSPair(context, .init(serverName: "no name")).handshake().client == 1)
    }

    @Test func filesThatDoNotFitAreRefused() throws {
        let (one, two) = (try files(), try files())
        let encrypted = Array(
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n"
                .utf8)
        let rows: [(String, [UInt8], [UInt8])] = [
            ("key of another", one.certificate, two.key), ("empty certificate", [], one.key),
            ("empty key", one.certificate, []), ("swapped", one.key, one.certificate),
            ("cut", Array(one.certificate.prefix(200)), one.key), ("encrypted key", one.certificate, encrypted),
        ]
        for (name, certificate, key) in rows {
            #expect(throws: TLSFailure.self, "\(name)") {
                try TLSServerContext(certificatePEM: certificate, keyPEM: key)
            }
        }
    }
}
