import COpenSSL

/// An RSA key that checks signatures. Foreign keys are bounded: 2048…8192 bits, exponent odd and at most 64 bits, so that
/// no key a client registers makes a verification expensive; and not 1, by which anybody can sign.
package struct RSAPublicKey: Sendable {
    private let handle: SharedHandle

    /// From the numbers of a JWK, big-endian (RFC 7518 §6.3.1).
    package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoFailure) {
        // Nothing longer is even read.
        guard modulus.count <= 1_025, (1...8).contains(exponent.count), let n = BigNumber(modulus),
            let e = BigNumber(exponent)
        else { throw RSAPublicKey.outOfBounds }
        var parameters = KeyParameters()
        parameters.number(OSSL_PKEY_PARAM_RSA_N, n)
        parameters.number(OSSL_PKEY_PARAM_RSA_E, e)
        let key = parameters.makeKey("RSA", copenssl_public_key_selection())
        self = try RSAPublicKey(key: SharedHandle(key, release: EVP_PKEY_free))
    }

    /// The subject key of a certificate in DER.
    package init(certificateDER: [UInt8]) throws(CryptoFailure) {
        let certificate = try Certificate(der: certificateDER)
        self = try RSAPublicKey(key: SharedHandle(X509_get_pubkey(certificate.pointer), release: EVP_PKEY_free))
    }

    private init(key: SharedHandle?) throws(CryptoFailure) {
        guard let key, EVP_PKEY_is_a(key.pointer, "RSA") == 1 else { throw .openSSL("the key is not an RSA key") }
        guard (2_048...8_192).contains(EVP_PKEY_get_bits(key.pointer)), RSAPublicKey.hasBoundedExponent(key) else {
            throw RSAPublicKey.outOfBounds
        }
        handle = key
    }

    private static var outOfBounds: CryptoFailure {
        CryptoFailure("the size or the exponent of the RSA key is not supported")
    }

    /// False, too, where the exponent cannot be read.
    private static func hasBoundedExponent(_ key: SharedHandle) -> Bool {
        var exponent: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key.pointer, OSSL_PKEY_PARAM_RSA_E, &exponent) == 1 else { return false }
        defer { BN_free(exponent) }
        return BN_is_odd(exponent) == 1 && BN_is_one(exponent) != 1 && BN_num_bits(exponent) <= 64
    }

    /// Whether `signature` is the key's over the message.
    package func verifies(_ algorithm: SignatureAlgorithm, _ signature: [UInt8], over message: [UInt8]) -> Bool {
        Algorithm.verify(handle, signature, over: message, algorithm)
    }
}
