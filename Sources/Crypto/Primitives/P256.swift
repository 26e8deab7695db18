import COpenSSL
import Formats

/// The curve P-256. Keys come from a random source, so that a seeded source gives the same key in every process.
enum P256 {
    /// Creates a key whose scalar is the first value of `random` in 1 ..< order (FIPS 186-5 §A.2.2).
    static func makeKey(_ random: some RandomSource) throws(CryptoFailure) -> PrivateKey {
        let curve = try Curve()
        while true {
            let candidate = random.bytes(32)
            guard let scalar = BigNumber(candidate) else { throw .openSSL("a P-256 key cannot be created") }
            if BN_is_zero(scalar.pointer) == 0, BN_cmp(scalar.pointer, curve.order) < 0 {
                guard let key = key(scalar, publicPoint: try curve.publicPoint(scalar)) else {
                    throw .openSSL("a P-256 key cannot be created")
                }
                return key
            }
        }
    }

    /// Returns the key of a scalar and its public point, or nil if OpenSSL rejects them. OpenSSL does not check that they match.
    static func key(_ scalar: BigNumber, publicPoint: [UInt8]) -> PrivateKey? {
        var parameters = KeyParameters()
        parameters.text(OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1")
        parameters.number(OSSL_PKEY_PARAM_PRIV_KEY, scalar)
        parameters.bytes(OSSL_PKEY_PARAM_PUB_KEY, publicPoint)
        return parameters.makeKey("EC", copenssl_keypair_selection()).flatMap(PrivateKey.init)
    }

    /// The group and its order, for the duration of one computation.
    final class Curve {
        let group: OpaquePointer
        let order: OpaquePointer
        let context: BigNumberContext

        init() throws(CryptoFailure) {
            guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else {
                throw .openSSL("P-256 is missing")
            }
            guard let order = EC_GROUP_get0_order(group), let context = BigNumberContext() else {
                EC_GROUP_free(group)
                throw .openSSL("P-256 is missing")
            }
            self.group = group
            self.order = order
            self.context = context
        }

        deinit {
            EC_GROUP_free(group)
        }

        /// Returns scalar × generator, 65 bytes: 04 ‖ x ‖ y (SEC 1 §2.3.3).
        func publicPoint(_ scalar: BigNumber) throws(CryptoFailure) -> [UInt8] {
            guard let point = EC_POINT_new(group) else { throw .openSSL("a P-256 point cannot be created") }
            defer { EC_POINT_free(point) }
            var out = [UInt8](repeating: 0, count: 65)
            guard EC_POINT_mul(group, point, scalar.pointer, nil, nil, context.pointer) == 1,
                EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &out, 65, context.pointer) == 65
            else { throw .openSSL("a P-256 point cannot be created") }
            return out
        }
    }
}

/// ECDSA on P-256 with the deterministic nonce of RFC 6979, a mode that OpenSSL 3.0 lacks. Only the authority's own certificate,
/// which is created once at start, uses these signatures, so that the same seed gives the same bytes.
enum DeterministicSignature {
    /// Returns the certificate with a new signature. `key` is the certificate's own key.
    static func resign(_ certificate: Certificate, _ key: PrivateKey) throws(CryptoFailure) -> Certificate {
        let signed = try DER.bytes(of: certificate.pointer, i2d_re_X509_tbs)
        let signature = try sign(Digest.sha256(signed), key)
        let contents = signed + ecdsaWithSHA256 + DER.element(0x03, [0] + signature)
        return try Certificate(der: DER.element(0x30, contents))
    }

    /// The AlgorithmIdentifier of ecdsa-with-SHA256 (RFC 5758 §3.2).
    private static let ecdsaWithSHA256: [UInt8] =
        DER.element(0x30, DER.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))

    /// Returns the signature of a SHA-256 digest as an Ecdsa-Sig-Value in DER (RFC 3279 §2.2.3).
    static func sign(_ digest: [UInt8], _ key: PrivateKey) throws(CryptoFailure) -> [UInt8] {
        let curve = try P256.Curve()
        guard let scalar = key.number(OSSL_PKEY_PARAM_PRIV_KEY), let secret = scalar.bytes(size: 32),
            let hash = BigNumber(digest), let reduced = curve.reduced(hash), let hashBytes = reduced.bytes(size: 32)
        else { throw .openSSL("the certificate cannot be signed") }
        var nonces = NonceGenerator(secret: secret, digest: hashBytes)
        while true {
            guard let nonce = BigNumber(nonces.next()) else { throw .openSSL("the certificate cannot be signed") }
            guard BN_is_zero(nonce.pointer) == 0, BN_cmp(nonce.pointer, curve.order) < 0 else { continue }
            let (r, s) = try numbers(curve, nonce, hash: reduced, secret: scalar)
            guard BN_is_zero(r.pointer) == 0, BN_is_zero(s.pointer) == 0 else { continue }
            return DER.element(0x30, integer(r) + integer(s))
        }
    }

    /// Returns r = x(nonce × G) mod n and s = (hash + r × secret) ÷ nonce mod n (FIPS 186-5 §6.4.1).
    private static func numbers(_ curve: P256.Curve, _ nonce: BigNumber, hash: BigNumber, secret: BigNumber)
        throws(CryptoFailure) -> (BigNumber, BigNumber)
    {
        let point = try curve.publicPoint(nonce)
        let (n, scratch) = (curve.order, curve.context.pointer)
        guard let x = BigNumber(Array(point[1..<33])), let r = curve.reduced(x), let s = BigNumber(),
            let inverse = BigNumber(),
            BN_mod_inverse(inverse.pointer, nonce.pointer, n, scratch) != nil,
            BN_mod_mul(s.pointer, r.pointer, secret.pointer, n, scratch) == 1,
            BN_mod_add(s.pointer, s.pointer, hash.pointer, n, scratch) == 1,
            BN_mod_mul(s.pointer, s.pointer, inverse.pointer, n, scratch) == 1
        else { throw .openSSL("the certificate cannot be signed") }
        return (r, s)
    }

    /// Returns a positive INTEGER in DER. A zero byte precedes the number if its top bit is set.
    private static func integer(_ number: BigNumber) -> [UInt8] {
        let bytes = number.minimalBytes
        let isNegative = bytes.first.map { $0 & 0x80 != 0 } ?? true
        return DER.element(0x02, isNegative ? [0] + bytes : bytes)
    }

    /// The nonce generator of RFC 6979 §3.2 for a 256-bit order and SHA-256.
    private struct NonceGenerator {
        private var key = [UInt8](repeating: 0x00, count: 32)
        private var value = [UInt8](repeating: 0x01, count: 32)

        init(secret: [UInt8], digest: [UInt8]) {
            for step: UInt8 in [0, 1] { update([step] + secret + digest) }
        }

        mutating func next() -> [UInt8] {
            value = Digest.hmacSHA256(key: key, value)
            let candidate = value
            // Prepares the next candidate, in case this one is out of range.
            update([0])
            return candidate
        }

        private mutating func update(_ input: [UInt8]) {
            key = Digest.hmacSHA256(key: key, value + input)
            value = Digest.hmacSHA256(key: key, value)
        }
    }
}

extension P256.Curve {
    /// Returns the number modulo the order of the curve.
    func reduced(_ number: BigNumber) -> BigNumber? {
        guard let out = BigNumber(), BN_nnmod(out.pointer, number.pointer, order, context.pointer) == 1 else {
            return nil
        }
        return out
    }
}
