import COpenSSL
@testable import Crypto
import Formats
import Testing

/// Compares the primes of RSA keys with OpenSSL's own test.
@Suite struct PrimeSearchTests {
    private func search() throws -> PrimeSearch { PrimeSearch(try #require(BigNumberContext())) }

    private func number(_ decimal: String) throws -> BigNumber {
        let number = try #require(BigNumber())
        var raw: OpaquePointer? = number.pointer
        try #require(BN_dec2bn(&raw, decimal) > 0)
        return number
    }

    @Test(arguments: [
        "5", "7", "104729", "2147483647", "18446744073709551557", "170141183460469231731687303715884105727",
        // The Mersenne prime 2^521 − 1.
        "6864797660130609714981900799081393217269435300143305409394463459185543183397656052122559640661454554977296311391480858037121987999716643812574028291115057151",
    ])
    func acceptsPrimes(decimal: String) throws {
        #expect(try search().isPrime(number(decimal)))
    }

    /// The rows are Carmichael numbers, strong pseudoprimes to the first bases (OEIS A014233), squares and products
    /// of two
    /// primes.
    @Test(arguments: [
        "9", "25", "561", "1105", "1729", "294409", "825265", "2047", "1373653", "25326001", "3215031751",
        "341550071728321", "3825123056546413051", "318665857834031151167461", "10967535067", "4611686014132420609",
    ])
    func rejectsCompositeNumbers(decimal: String) throws {
        #expect(try !search().isPrime(number(decimal)))
    }

    /// Compares the search with OpenSSL's test of each odd number.
    @Test(arguments: 0..<12)
    func findsFirstSuitablePrime(seed: Int) throws {
        var bytes = SeededStream(seed: "primes \(seed)", label: "start").bytes(32)
        bytes[0] |= 0x80
        bytes[31] |= 1
        let start = try #require(BigNumber(bytes))
        func isSuitable(_ prime: BigNumber) -> Bool { BN_mod_word(prime.pointer, 3) == 1 }

        let found = try #require(try search().prime(from: start, where: isSuitable))
        let context = try #require(BigNumberContext())
        let candidate = try #require(BigNumber(bytes))
        while !isSuitable(candidate) || BN_check_prime(candidate.pointer, context.pointer, nil) != 1 {
            try #require(BN_add_word(candidate.pointer, 2) == 1)
        }
        #expect(found == candidate)
    }

    @Test func findsNoPrimeAtTopOfRange() throws {
        // The largest prime below 2^128 is 2^128 − 159.
        let start = try #require(BigNumber([UInt8](repeating: 0xFF, count: 16)))
        #expect(try search().prime(from: start) { _ in true } == nil)
    }

    @Test func smallPrimesAreComplete() {
        #expect(PrimeSearch.primes(below: 50) == [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47])
        // π(16384) = 1900, of which 2 is left out.
        #expect(PrimeSearch.primes(below: 16_384).count == 1_899)
    }
}
