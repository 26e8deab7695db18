import COpenSSL
package import Formats

/// An RSA-2048 key that signs tokens, with the self-signed certificate that Entra publishes with each key. Thread-safe.
package final class SigningKey: Sendable {
    let privateKey: PrivateKey
    private let signing: SharedHandle
    let certificate: Certificate
    /// The public half of the key, as published.
    package let jwk: JWK
    package let publicKey: RSAPublicKey
    /// The headers of the key's tokens: with only the key ID, and with the thumbprint as well.
    package let header: JOSEHeader
    package let headerWithThumbprint: JOSEHeader

    /// The key ID: the base64url of the SHA-1 hash of the certificate's DER. As for the platform keys of Entra, it equals `x5t`.
    package var id: String { jwk.kid }

    /// Creates a signing key from a stored key and its certificate. Every number of the key is checked: with a wrong number OpenSSL
    /// still signs, but five times more slowly.
    init(privateKey: PrivateKey, certificate: Certificate) throws(CryptoFailure) {
        guard privateKey.isRSA, privateKey.bits >= 2_048 else {
            throw CryptoFailure("the key must be an RSA key of at least 2048 bits")
        }
        guard certificate.belongs(to: privateKey) else { throw CryptoFailure("the certificate belongs to another key") }
        guard RSANumbers(privateKey)?.areConsistent == true else { throw CryptoFailure("the private key is damaged") }
        guard let n = privateKey.number(OSSL_PKEY_PARAM_RSA_N), let e = privateKey.number(OSSL_PKEY_PARAM_RSA_E) else {
            throw .openSSL("the RSA key cannot be read")
        }
        self.privateKey = privateKey
        signing = try Algorithm.signing(privateKey)
        self.certificate = certificate
        let thumbprint = Base64.url(Digest.sha1(certificate.der))
        jwk = JWK(
            kty: "RSA", use: "sig", kid: thumbprint, x5t: thumbprint, n: Base64.url(n.minimalBytes),
            e: Base64.url(e.minimalBytes), x5c: [Base64.standard(certificate.der)])
        header = JOSEHeader(keyID: thumbprint, hasThumbprint: false)
        headerWithThumbprint = JOSEHeader(keyID: thumbprint, hasThumbprint: true)
        publicKey = try RSAPublicKey(modulus: n.minimalBytes, exponent: e.minimalBytes)
    }

    /// Creates a key. The same stream of `random` and the same time give the same key, certificate and ID. The certificate is valid
    /// from `start`, or as long as the certificate authority if `start` is nil or outside the authority's validity.
    package static func make(
        _ random: some RandomSource, from start: Timestamp? = nil
    ) throws(CryptoFailure) -> SigningKey {
        let key = try RSAKeyMaker.makeKey(random)
        let (first, last) = (CertificateAuthority.notBefore, CertificateAuthority.notAfter)
        let template = CertificateTemplate(
            subject: "Understudy Token Signing", serial: CertificateAuthority.serial(random),
            notBefore: start.map { first < $0 && $0 < last ? $0 : first } ?? first, notAfter: last, extensions: [])
        return try SigningKey(privateKey: key, certificate: try template.sign(key, issuer: nil))
    }

    /// Returns the RSASSA-PKCS1-v1_5 signature with SHA-256 (RFC 7518 §3.3), 256 bytes. Throws only if memory is exhausted.
    package func signRS256(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        try Algorithm.sign(message, signing, size: privateKey.bits / 8)
    }
}

/// The public members of a signing key as the JWKS document lists them, in Entra's order; there is no `alg` (RFC 7517 §4).
package struct JWK: Sendable, Equatable {
    package let kty: String
    package let use: String
    package let kid: String
    /// The certificate thumbprint, which equals `kid`: the base64url of the SHA-1 hash of the certificate (RFC 7517 §4.8).
    package let x5t: String
    /// The modulus as base64url.
    package let n: String
    /// The exponent as base64url.
    package let e: String
    /// One certificate, as standard base64 of its DER.
    package let x5c: [String]
}
