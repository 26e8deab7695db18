import COpenSSL
package import Formats
import Platform

/// A certificate that a client registered. Its thumbprint identifies the key of a client assertion, and its key verifies the
/// assertion.
package struct ClientCertificate: Sendable {
    package let key: RSAPublicKey
    /// The SHA-256 hash of the DER, 32 bytes: `x5t#S256`.
    package let sha256Thumbprint: [UInt8]
    package let notBefore: Timestamp
    package let notAfter: Timestamp

    /// Parses a certificate from DER. Throws if the bytes are not a certificate, or if its key is not RSA of 2048 to 8192 bits.
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
