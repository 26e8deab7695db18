import COpenSSL
package import Formats

/// The server's own certificate authority: a P-256 key and its self-signed certificate, which clients must trust.
package struct CertificateAuthority: Sendable {
    let certificate: Certificate
    let key: PrivateKey

    /// The validity of the certificate. Both ends are fixed, so that a seeded authority is the same in every process.
    static let notBefore = Timestamp(seconds: 1_577_836_800)  // 2020-01-01T00:00:00Z
    static let notAfter = Timestamp(seconds: 2_524_607_999)  // 2049-12-31T23:59:59Z

    /// Creates an authority. The same stream of `random` gives the same authority.
    package static func make(_ random: some RandomSource) throws(CryptoFailure) -> CertificateAuthority {
        let key = try P256.makeKey(random)
        let template = CertificateTemplate(
            subject: "Understudy Test CA", serial: serial(random), notBefore: notBefore, notAfter: notAfter,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
            ])
        let certificate = try DeterministicSignature.resign(try template.sign(key, issuer: nil), key)
        return CertificateAuthority(certificate: certificate, key: key)
    }

    /// Creates an authority from a key and its certificate. Throws if the key and the certificate do not match, or if the
    /// certificate is not an authority's.
    init(key: PrivateKey, certificate: Certificate) throws(CryptoFailure) {
        guard certificate.isAuthority else { throw CryptoFailure("the certificate is not a CA certificate") }
        guard certificate.belongs(to: key) else { throw CryptoFailure("the certificate belongs to another key") }
        guard key.isConsistent else { throw CryptoFailure("the private key is damaged") }
        self.init(certificate: certificate, key: key)
    }

    private init(certificate: Certificate, key: PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// The certificate that clients must trust, as DER.
    package var certificateDER: [UInt8] { certificate.der }

    /// The certificate that clients must trust, as PEM text.
    package var certificatePEM: String { PEM.text([certificate.pemBlock]) }

    /// An Apple configuration profile (`.mobileconfig`) that installs the certificate as a root.
    package var mobileConfig: String { MobileConfig.text(rootDER: certificate.der) }

    /// Returns 16 bytes with the sign bit clear and the next bit set: a positive number of fixed length.
    static func serial(_ random: some RandomSource) -> [UInt8] {
        var bytes = random.bytes(16)
        if let first = bytes.first { bytes[0] = first & 0x7F | 0x40 }
        return bytes
    }
}
