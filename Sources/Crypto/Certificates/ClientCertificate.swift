import COpenSSL
import Platform
package import Wire

/// A certificate that a client registered: what its assertions are found and checked by.
package struct ClientCertificate: Sendable {
    package let key: RSAPublicKey
    /// SHA-256 of the DER, 32 bytes: `x5t#S256`.
    package let sha256Thumbprint: [UInt8]
    package let notBefore: Timestamp
    package let notAfter: Timestamp

    /// Throws when the bytes are no certificate, or its key is not RSA of 2048 to 8192 bits.
    package init(der: [UInt8]) throws(CryptoFailure) {
        let certificate = try Certificate(der: der)
        key = try RSAPublicKey(certificateDER: der)
        sha256Thumbprint = Digest.sha256(der)
        guard let notBefore = ClientCertificate.time(X509_get0_notBefore(certificate.pointer)),
            let notAfter = ClientCertificate.time(X509_get0_notAfter(certificate.pointer))
        else { throw CryptoFailure("the certificate's validity cannot be read") }
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    private static func time(_ time: UnsafePointer<ASN1_TIME>?) -> Timestamp? {
        var civil = tm()
        guard let time, ASN1_TIME_to_tm(time, &civil) == 1 else { return nil }
        return Timestamp(seconds: Int64(timegm(&civil)))
    }
}
