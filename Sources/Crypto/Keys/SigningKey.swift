import COpenSSL
package import Wire

/// An RSA-2048 key that signs tokens, with the self-signed certificate that Entra publishes beside each key. Thread-safe.
package final class SigningKey: Sendable {
    let privateKey: PrivateKey
    private let signing: SharedHandle
    let certificate: Certificate
    /// The key's public half, as published.
    package let jwk: JWK
    package let publicKey: RSAPublicKey
    /// The headers of tokens that the key signs: with the key id alone, and with the thumbprint too.
    package let header: JOSEHeader
    package let headerWithThumbprint: JOSEHeader

    /// The key id: base64url of the SHA-1 of the certificate's DER, the same as `x5t`, as Entra's platform keys have it.
    package var id: String { jwk.kid }

    /// Takes a key of our making and its certificate. Every number of the key is checked: with a wrong one OpenSSL still
    /// signs, but five times slower.
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

    /// A new key; the same key, certificate and id for the same stream of `random`.
    package static func make(_ random: some RandomSource) throws(CryptoFailure) -> SigningKey {
        let key = try RSAKeyMaker.makeKey(random)
        let template = CertificateTemplate(
            subject: "Understudy Token Signing", serial: CertificateAuthority.serial(random),
            notBefore: CertificateAuthority.notBefore, notAfter: CertificateAuthority.notAfter, extensions: [])
        return try SigningKey(privateKey: key, certificate: try template.sign(key, issuer: nil))
    }

    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3), 256 bytes. Throws only without memory.
    package func signRS256(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        try Algorithm.sign(message, signing, size: privateKey.bits / 8)
    }
}
