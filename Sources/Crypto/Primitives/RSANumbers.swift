import COpenSSL

/// The numbers of an RSA private key (RFC 8017 §3.2) and the check that they are consistent.
struct RSANumbers {
    // EVP_PKEY-RSA(7). The header builds these names with macros that Swift cannot import.
    static let factor1 = "rsa-factor1"
    static let factor2 = "rsa-factor2"
    static let exponent1 = "rsa-exponent1"
    static let exponent2 = "rsa-exponent2"
    static let coefficient1 = "rsa-coefficient1"

    private let n: BigNumber
    private let e: BigNumber
    private let d: BigNumber
    private let p: BigNumber
    private let q: BigNumber
    private let dP: BigNumber
    private let dQ: BigNumber
    private let qInverse: BigNumber
    private let context: BigNumberContext

    /// Reads the numbers of a key, or returns nil if the key lacks one of them.
    init?(_ key: PrivateKey) {
        guard let n = key.number(OSSL_PKEY_PARAM_RSA_N), let e = key.number(OSSL_PKEY_PARAM_RSA_E),
            let d = key.number(OSSL_PKEY_PARAM_RSA_D), let p = key.number(RSANumbers.factor1),
            let q = key.number(RSANumbers.factor2), let dP = key.number(RSANumbers.exponent1),
            let dQ = key.number(RSANumbers.exponent2), let qInverse = key.number(RSANumbers.coefficient1),
            let context = BigNumberContext()
        else { return nil }
        (self.n, self.e, self.d, self.p, self.q) = (n, e, d, p, q)
        (self.dP, self.dQ, self.qInverse, self.context) = (dP, dQ, qInverse, context)
    }

    /// Whether the numbers are consistent, so that a change of any single number is detected. The primes are not tested again,
    /// because the test takes as long as creating them.
    var areConsistent: Bool {
        defer { ERR_clear_error() }
        guard let product = result({ BN_mul($0, p.pointer, q.pointer, $1) }), product == n,
            let pMinusOne = result({ out, _ in BN_copy(out, p.pointer) == nil ? 0 : BN_sub_word(out, 1) }),
            let qMinusOne = result({ out, _ in BN_copy(out, q.pointer) == nil ? 0 : BN_sub_word(out, 1) }),
            BN_cmp(d.pointer, n.pointer) < 0
        else { return false }
        return isInverse(d, e, pMinusOne) && isInverse(d, e, qMinusOne) && isInverse(qInverse, q, p)
            && isRemainder(dP, d, pMinusOne) && isRemainder(dQ, d, qMinusOne)
            && BN_cmp(qInverse.pointer, p.pointer) < 0
    }

    private func isInverse(_ one: BigNumber, _ other: BigNumber, _ modulus: BigNumber) -> Bool {
        let product = result { BN_mod_mul($0, one.pointer, other.pointer, modulus.pointer, $1) }
        return product.map { BN_is_one($0.pointer) == 1 } ?? false
    }

    private func isRemainder(_ remainder: BigNumber, _ number: BigNumber, _ modulus: BigNumber) -> Bool {
        result { BN_div(nil, $0, number.pointer, modulus.pointer, $1) } == remainder
    }

    /// Returns the result of one OpenSSL operation, or nil if the operation fails.
    private func result(_ operation: (OpaquePointer, OpaquePointer) -> Int32) -> BigNumber? {
        guard let out = BigNumber(), operation(out.pointer, context.pointer) == 1 else { return nil }
        return out
    }
}
