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
                return try key(scalar, curve)
            }
        }
    }

    private static func key(_ scalar: BigNumber, _ curve: Curve) throws(CryptoFailure) -> PrivateKey {
        var parameters = KeyParameters()
        parameters.text(OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1")
        parameters.number(OSSL_PKEY_PARAM_PRIV_KEY, scalar)
        parameters.bytes(OSSL_PKEY_PARAM_PUB_KEY, try curve.publicPoint(scalar))
        guard let key = parameters.makeKey("EC", copenssl_keypair_selection()).flatMap(PrivateKey.init) else {
            throw .openSSL("a P-256 key cannot be created")
        }
        return key
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
