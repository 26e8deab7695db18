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
        return RSANumbers.key([n, e, d, p, q, dP, dQ, coefficient])
    }

    /// Returns the result of one OpenSSL operation, or nil if the operation fails.
    private func result(_ operation: (OpaquePointer, OpaquePointer) -> Int32) -> BigNumber? {
        guard let out = BigNumber(), operation(out.pointer, context.pointer) == 1 else { return nil }
        return out
    }
}

/// The search for a prime of an RSA key, upwards from a random number.
///
/// OpenSSL's own test runs 64 rounds, because an attacker may have chosen the number. With that test, four primes took most of the
/// time of a start without stored keys. A random number needs only five rounds (FIPS 186-5 table B.1, 1024 bits).
struct PrimeSearch {
    private static let rounds = 8
    /// The odd primes that sieve the candidates before the first expensive exponentiation.
    private static let smallPrimes = primes(below: 16_384)

    private let context: BigNumberContext

    init(_ context: BigNumberContext) {
        self.context = context
    }

    /// Returns the first prime p at or above the odd number `start` for which `isWanted(p)` is true and that has as many bits as
    /// `start`. Returns nil if there is none below the next power of two.
    func prime(
        from start: BigNumber, where isSuitable: (BigNumber) -> Bool
    ) throws(CryptoFailure) -> BigNumber? {
        let bits = BN_num_bits(start.pointer)
        let residues = PrimeSearch.smallPrimes.map { UInt32(truncatingIfNeeded: BN_mod_word(start.pointer, UInt($0))) }
        var offset: UInt32 = 0
        while true {
            let isDivisible = zip(PrimeSearch.smallPrimes, residues).contains { prime, residue in
                (residue &+ offset) % prime == 0
            }
            if !isDivisible {
                let candidate = try sum(start, offset)
                guard BN_num_bits(candidate.pointer) == bits else { return nil }
                if isSuitable(candidate), try isPrime(candidate) { return candidate }
            }
            offset += 2
        }
    }

    /// Whether an odd number above 3 passes the rounds of the Miller–Rabin test (FIPS 186-5 §B.3.1).
    func isPrime(_ candidate: BigNumber) throws(CryptoFailure) -> Bool {
        let minusOne = try sum(candidate, 0)
        let oddFactor = try number()
        let range = try sum(candidate, 0)
        try require(BN_sub_word(minusOne.pointer, 1))
        try require(BN_sub_word(range.pointer, 3))
        var exponent: Int32 = 0
        while BN_is_bit_set(minusOne.pointer, exponent) == 0 { exponent += 1 }
        try require(BN_rshift(oddFactor.pointer, minusOne.pointer, exponent))
        guard let field = BN_MONT_CTX_new() else { throw PrimeSearch.failure }
        defer { BN_MONT_CTX_free(field) }
        try require(BN_MONT_CTX_set(field, candidate.pointer, context.pointer))
        let power = try number()
        for _ in 0..<PrimeSearch.rounds {
            // The base is in the range 2 … candidate − 2.
            try require(BN_rand_range(power.pointer, range.pointer))
            try require(BN_add_word(power.pointer, 2))
            try require(
                BN_mod_exp_mont(
                    power.pointer, power.pointer, oddFactor.pointer, candidate.pointer, context.pointer, field))
            if BN_is_one(power.pointer) == 1 { continue }
            guard try reachesMinusOne(minusOne, power, exponent, candidate) else { return false }
        }
        return true
    }

    /// Whether `power`, squared fewer than `exponent` times, equals candidate − 1.
    private func reachesMinusOne(
        _ minusOne: BigNumber, _ power: BigNumber, _ exponent: Int32, _ candidate: BigNumber
    ) throws(CryptoFailure) -> Bool {
        for _ in 1..<exponent where BN_cmp(power.pointer, minusOne.pointer) != 0 {
            try require(BN_mod_sqr(power.pointer, power.pointer, candidate.pointer, context.pointer))
        }
        return BN_cmp(power.pointer, minusOne.pointer) == 0
    }

    private func sum(_ number: BigNumber, _ offset: UInt32) throws(CryptoFailure) -> BigNumber {
        let sum = try self.number()
        guard BN_copy(sum.pointer, number.pointer) != nil else { throw PrimeSearch.failure }
        try require(BN_add_word(sum.pointer, UInt(offset)))
        return sum
    }

    private func number() throws(CryptoFailure) -> BigNumber {
        guard let number = BigNumber() else { throw PrimeSearch.failure }
        return number
    }

    private func require(_ result: Int32) throws(CryptoFailure) {
        guard result == 1 else { throw PrimeSearch.failure }
    }

    private static var failure: CryptoFailure { .openSSL("a prime cannot be found") }

    /// Returns the odd primes below a number (sieve of Eratosthenes).
    static func primes(below limit: Int) -> [UInt32] {
        var isComposite = [Bool](repeating: false, count: limit)
        var primes: [UInt32] = []
        for number in stride(from: 3, to: limit, by: 2) where !isComposite[number] {
            primes.append(UInt32(number))
            for multiple in stride(from: number * number, to: limit, by: number) { isComposite[multiple] = true }
        }
        return primes
    }
}

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

    /// Returns the key of numbers in the order of RFC 8017 §A.1.2, or nil if there are too few or too many, or OpenSSL rejects
    /// them. OpenSSL does not check that they are consistent.
    static func key(_ numbers: [BigNumber]) -> PrivateKey? {
        let names = [
            OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D, factor1, factor2, exponent1, exponent2,
            coefficient1,
        ]
        guard numbers.count == names.count else { return nil }
        var parameters = KeyParameters()
        for (name, number) in zip(names, numbers) { parameters.number(name, number) }
        return parameters.makeKey("RSA", copenssl_keypair_selection()).flatMap(PrivateKey.init)
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
