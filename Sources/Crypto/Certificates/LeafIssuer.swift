import COpenSSL
import Formats

/// Issues TLS server certificates under the authority. All certificates share one P-256 key of the process.
struct LeafIssuer: Sendable {
    let authority: CertificateAuthority
    let key: PrivateKey

    init(authority: CertificateAuthority) throws(CryptoFailure) {
        self.authority = authority
        self.key = try P256.makeKey(SystemRandom())
    }

    /// Returns a leaf for the name, or for this machine (`localhost`, `127.0.0.1`, `::1`) if the name is nil. The leaf is valid for
    /// 397 days, the maximum that browsers accept. Validity begins a day before `now`, for clients whose clock is slow. `fault` is
    /// a deliberate defect of the certificate.
    func leaf(
        for name: ServerName?, now: Timestamp, _ fault: HandshakeFault? = nil
    ) throws(CryptoFailure) -> Certificate {
        let day: Int64 = 86_400
        let own = name.map { "DNS:\($0.text)" } ?? "DNS:localhost,IP:127.0.0.1,IP:::1"
        let names = fault == .wrongHost ? "DNS:wrong-host.invalid" : own
        let end = now.adding(seconds: fault == .expiredCertificate ? -3_600 : 396 * day - 1)
        let template = CertificateTemplate(
            subject: "Understudy Test Server", serial: CertificateAuthority.serial(SystemRandom()),
            notBefore: now.adding(seconds: -day), notAfter: end,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid:always"),
                (NID_subject_alt_name, names),
            ])
        let issuer = fault == .unknownAuthority ? nil : (authority.certificate, authority.key)
        return try template.sign(key, issuer: issuer)
    }
}
