import COpenSSL

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
        from start: BigNumber, where isWanted: (BigNumber) -> Bool
    ) throws(CryptoFailure) -> BigNumber? {
        let bits = BN_num_bits(start.pointer)
        let residues = PrimeSearch.smallPrimes.map { UInt32(truncatingIfNeeded: BN_mod_word(start.pointer, UInt($0))) }
        var offset: UInt32 = 0
        while true {
            let isDivided = zip(PrimeSearch.smallPrimes, residues).contains { prime, residue in
                (residue &+ offset) % prime == 0
            }
            if !isDivided {
                let candidate = try sum(start, offset)
                guard BN_num_bits(candidate.pointer) == bits else { return nil }
                if isWanted(candidate), try isPrime(candidate) { return candidate }
            }
            offset += 2
        }
    }

    /// Whether an odd number above 3 passes the rounds of the Miller–Rabin test (FIPS 186-5 §B.3.1).
    func isPrime(_ candidate: BigNumber) throws(CryptoFailure) -> Bool {
        let last = try sum(candidate, 0)
        let odd = try number()
        let range = try sum(candidate, 0)
        try require(BN_sub_word(last.pointer, 1))
        try require(BN_sub_word(range.pointer, 3))
        var twos: Int32 = 0
        while BN_is_bit_set(last.pointer, twos) == 0 { twos += 1 }
        try require(BN_rshift(odd.pointer, last.pointer, twos))
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
                    power.pointer, power.pointer, odd.pointer, candidate.pointer, context.pointer, field))
            if BN_is_one(power.pointer) == 1 { continue }
            guard try meets(last, power, twos, candidate) else { return false }
        }
        return true
    }

    /// Whether `power`, squared fewer than `twos` times, equals candidate − 1.
    private func meets(
        _ last: BigNumber, _ power: BigNumber, _ twos: Int32, _ candidate: BigNumber
    ) throws(CryptoFailure) -> Bool {
        for _ in 1..<twos where BN_cmp(power.pointer, last.pointer) != 0 {
            try require(BN_mod_sqr(power.pointer, power.pointer, candidate.pointer, context.pointer))
        }
        return BN_cmp(power.pointer, last.pointer) == 0
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
