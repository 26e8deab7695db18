import COpenSSL
import Formats

/// Creates RSA-2048 keys from a random source, so that a seeded source gives the same key in every process. OpenSSL's own generator
/// accepts no seed. The method is FIPS 186-5 §A.1.3 in outline, with a search upwards from each random start as in OpenSSL.
struct RSAKeyMaker {
    private let context: BigNumberContext
    private let random: any RandomSource

    /// The public exponent 65537, as in every key that Entra publishes (`"e":"AQAB"`).
    static let publicExponent: [UInt8] = [0x01, 0x00, 0x01]
    private static let primeBytes = 128

    static func makeKey(_ random: some RandomSource) throws(CryptoFailure) -> PrivateKey {
        guard let context = BigNumberContext(), let key = try RSAKeyMaker(context: context, random: random).make()
        else {
            throw .openSSL("an RSA key cannot be created")
        }
        return key
    }

    private func make() throws(CryptoFailure) -> PrivateKey? {
        let (first, second) = (try prime(), try prime())
        let order = BN_cmp(first.pointer, second.pointer)
        guard order != 0 else { return nil }
        return order > 0 ? key(first, second) : key(second, first)
    }

    /// Returns the next prime p of 1024 bits at or above a random start, with p − 1 not divisible by the public exponent. The two
    /// top bits of the start are set, so that the product of two primes has 2048 bits.
    private func prime() throws(CryptoFailure) -> BigNumber {
        while true {
            var start = random.bytes(RSAKeyMaker.primeBytes)
            start[0] |= 0xC0
            start[start.count - 1] |= 1
            guard let start = BigNumber(start) else { throw .openSSL("an RSA key cannot be created") }
            let prime = try PrimeSearch(context).prime(from: start) { BN_mod_word($0.pointer, 65_537) != 1 }
            // No prime is found at the very top of the range, for about one start in 2^1000.
            if let prime { return prime }
        }
    }

    /// Returns the key of two primes, p > q, with d = e⁻¹ mod lcm(p − 1, q − 1) (RFC 8017 §3.2).
    private func key(_ p: BigNumber, _ q: BigNumber) -> PrivateKey? {
        guard let e = BigNumber(RSAKeyMaker.publicExponent), let one = BigNumber([1]),
            let n = result({ BN_mul($0, p.pointer, q.pointer, $1) }),
            let pMinusOne = result({ out, _ in BN_sub(out, p.pointer, one.pointer) }),
            let qMinusOne = result({ out, _ in BN_sub(out, q.pointer, one.pointer) }),
            let totient = result({ BN_mul($0, pMinusOne.pointer, qMinusOne.pointer, $1) }),
            let divisor = result({ BN_gcd($0, pMinusOne.pointer, qMinusOne.pointer, $1) }),
            let multiple = result({ BN_div($0, nil, totient.pointer, divisor.pointer, $1) }),
            let d = result({ BN_mod_inverse($0, e.pointer, multiple.pointer, $1) == nil ? 0 : 1 }),
            let dP = result({ BN_div(nil, $0, d.pointer, pMinusOne.pointer, $1) }),
            let dQ = result({ BN_div(nil, $0, d.pointer, qMinusOne.pointer, $1) }),
            let coefficient = result({ BN_mod_inverse($0, q.pointer, p.pointer, $1) == nil ? 0 : 1 })
        else { return nil }
        var parameters = KeyParameters()
        parameters.number(OSSL_PKEY_PARAM_RSA_N, n)
        parameters.number(OSSL_PKEY_PARAM_RSA_E, e)
        parameters.number(OSSL_PKEY_PARAM_RSA_D, d)
        parameters.number(RSANumbers.factor1, p)
        parameters.number(RSANumbers.factor2, q)
        parameters.number(RSANumbers.exponent1, dP)
        parameters.number(RSANumbers.exponent2, dQ)
        parameters.number(RSANumbers.coefficient1, coefficient)
        return parameters.makeKey("RSA", copenssl_keypair_selection()).flatMap(PrivateKey.init)
    }

    /// Returns the result of one OpenSSL operation, or nil if the operation fails.
    private func result(_ operation: (OpaquePointer, OpaquePointer) -> Int32) -> BigNumber? {
        guard let out = BigNumber(), operation(out.pointer, context.pointer) == 1 else { return nil }
        return out
    }
}
