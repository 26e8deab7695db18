@testable import Crypto
import Formats
import Platform
import Testing

@Suite struct UserCertificateTests {
    /// Makes a leaf of our own authority instead of the user's certificate.
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

    @Test func servesUserCertificateForEveryName() throws {
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

    @Test func rejectsHandshakeByNameWithUserCertificate() throws {
        let files = try files()
        let context = try TLSServerContext(
            certificatePEM: files.certificate, keyPEM: files.key,
            failing: { $0 == "down.example" ? .expiredCertificate : nil })
        #expect(try TLSPair(context, .init(serverName: "down.example")).handshake().client == -1)
        #expect(try TLSPair(context, .init(serverName: "no name")).handshake().client == 1)
    }

    @Test func rejectsFilesThatDoNotMatch() throws {
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

    @Test func reportsWeakKeyBeforeServing() throws {
        let files = try files()
        #expect(UserCertificate.problem(certificatePEM: files.certificate, keyPEM: files.key) == nil)
        let problem = try #require(
            UserCertificate.problem(
                certificatePEM: Array(UserCertificateTests.weakCertificate.utf8),
                keyPEM: Array(UserCertificateTests.weakKey.utf8)))
        #expect(!problem.isOfKey)
        #expect(problem.reason.contains("key too small"), "\(problem.reason)")
    }

    /// An RSA key of 512 bits.
    private static let weakKey = """
        -----BEGIN PRIVATE KEY-----
        MIIBVgIBADANBgkqhkiG9w0BAQEFAASCAUAwggE8AgEAAkEA1lhPnxFXTGkKJ/S0
        Yh/vNT+L9Zp7TbNioQ3df479MVmiEGfrGDinNIZWqAUAcFkCENAL7otE6JXAlDUZ
        YXXR8wIDAQABAkEAl8qkYCZ8pxz/1znhAFhTI2dkK0MCLQ1rPFjAUlQlk+r0AhSd
        YKmZmHp4xc7Kt4yCsDc+9U7OwPskzWDswjsMqQIhAP59YrzoKwZY2rN743BPjI90
        lyryUyVK8KuXvfXxI8dnAiEA153wN6P3Fr0ZzNw6zQ+N96f0drklkrT46KhCuat8
        RZUCIQDvFNqrAC5TcyxbTDtaqtExgGX4CdoFAgdiHVdv85AaZwIhAI4GsfHkpmCr
        BTClLHJguZIVZvlBMde2L3MJSpKEu+IVAiBmms0ImfcvBKs5IF/MvwZ4SAubViOl
        NLjbU+goaNXXaA==
        -----END PRIVATE KEY-----
        """

    private static let weakCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBhzCCATGgAwIBAgIUJW0MmIxUHnUXj9Cy5rOj0+5znjIwDQYJKoZIhvcNAQEL
        BQAwFzEVMBMGA1UEAwwMd2Vhay5leGFtcGxlMCAXDTI2MTEyMzIyMDI0OFoYDzIx
        MjYxMDMwMjIwMjQ4WjAXMRUwEwYDVQQDDAx3ZWFrLmV4YW1wbGUwXDANBgkqhkiG
        9w0BAQEFAANLADBIAkEA1lhPnxFXTGkKJ/S0Yh/vNT+L9Zp7TbNioQ3df479MVmi
        EGfrGDinNIZWqAUAcFkCENAL7otE6JXAlDUZYXXR8wIDAQABo1MwUTAdBgNVHQ4E
        FgQUT5OvruoHJIHHjTXgKxDK43ly9kMwHwYDVR0jBBgwFoAUT5OvruoHJIHHjTXg
        KxDK43ly9kMwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAANBABWpZueD
        kwXPO0ID3rEHAVRlWJzlHsBMtjwaGdM/QqLBnJW88SB5qrQsVzD86EWG7Ice3AG9
        4mIXOjGu/WAr6TM=
        -----END CERTIFICATE-----
        """
}
