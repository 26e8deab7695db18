import COpenSSL

/// An RSA key that verifies signatures. Keys from clients are limited to 2048…8192 bits and an odd exponent of at most 64 bits, so
/// that no registered key makes a verification expensive. The exponent must not be 1, with which anyone can sign.
package struct RSAPublicKey: Sendable {
    private let handle: SharedHandle

    /// Creates a key from the numbers of a JWK, big-endian (RFC 7518 §6.3.1).
    package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoFailure) {
        // Longer numbers are rejected before they are parsed.
        guard modulus.count <= 1_025, (1...8).contains(exponent.count), let n = BigNumber(modulus),
            let e = BigNumber(exponent)
        else { throw RSAPublicKey.outOfBounds }
        var parameters = KeyParameters()
        parameters.number(OSSL_PKEY_PARAM_RSA_N, n)
        parameters.number(OSSL_PKEY_PARAM_RSA_E, e)
        let key = parameters.makeKey("RSA", copenssl_public_key_selection())
        self = try RSAPublicKey(key: SharedHandle(key, release: EVP_PKEY_free))
    }

    /// Creates a key from the subject key of a certificate in DER.
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

    /// Whether the exponent is within its limits. Returns false if the exponent cannot be read.
    private static func hasBoundedExponent(_ key: SharedHandle) -> Bool {
        var exponent: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key.pointer, OSSL_PKEY_PARAM_RSA_E, &exponent) == 1 else { return false }
        defer { BN_free(exponent) }
        return BN_is_odd(exponent) == 1 && BN_is_one(exponent) != 1 && BN_num_bits(exponent) <= 64
    }

    /// Whether `signature` is this key's signature over the message.
    package func verifies(_ algorithm: SignatureAlgorithm, _ signature: [UInt8], over message: [UInt8]) -> Bool {
        Algorithm.verify(handle, signature, over: message, algorithm)
    }
}
