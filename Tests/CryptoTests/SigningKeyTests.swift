@testable import Crypto
import Formats
import TestTags
import Testing

@Suite struct SigningKeyTests {
    static let key = Result { try SigningKey.make(SeededStream(seed: "signing tests", label: "key")) }
    let key: SigningKey

    init() throws {
        key = try SigningKeyTests.key.get()
    }

    @Test(.tags(.slow), arguments: 0..<4)
    func seededKeysAreValidAndReproducible(number: Int) throws {
        func make() throws -> SigningKey {
            try SigningKey.make(SeededStream(seed: "seed \(number)", label: "key"))
        }
        let (one, two) = (try make(), try make())
        #expect(one.jwk == two.jwk)
        #expect(one.certificate.der == two.certificate.der)
        #expect(try one.privateKey.pkcs8() == two.privateKey.pkcs8())
        #expect(one.privateKey.isConsistent)
        #expect(one.privateKey.bits == 2_048)
        #expect(try one.signRS256([1, 2, 3]) == two.signRS256([1, 2, 3]))
    }

    /// Seeded keys stay the same from release to release.
    @Test func keepsSeededKeyOfEarlierReleases() {
        #expect(key.id == "B0HkeSWeLlhJ8AtccBWWKNwExuM")
    }

    @Test func randomKeysAreValidAndDifferent() throws {
        let (one, two) = (try SigningKey.make(SystemRandom()), try SigningKey.make(SystemRandom()))
        #expect(one.privateKey.isConsistent && two.privateKey.isConsistent)
        #expect(one.id != two.id)
    }

    @Test func keyIDIsCertificateThumbprint() throws {
        let der = try #require(key.jwk.x5c.first.flatMap { Base64.decodeStandard($0.utf8) })
        #expect(key.jwk.x5c.count == 1)
        #expect(key.id == Base64.url(Digest.sha1(der)))
        #expect(key.jwk.x5t == key.id)
        #expect(key.jwk.kty == "RSA" && key.jwk.use == "sig" && key.jwk.e == "AQAB")
        #expect(Base64.decodeURL(key.jwk.n.utf8)?.count == 256)
    }

    @Test func certificateVerifiesSignaturesOfKey() throws {
        let message = Array("message".utf8)
        let signature = try key.signRS256(message)
        let certified = try RSAPublicKey(certificateDER: key.certificate.der)
        #expect(signature.count == 256)
        #expect(certified.verifies(.rs256, signature, over: message))
        #expect(!certified.verifies(.rs256, signature, over: message + [0]))
        for invalid in [[], [0], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0xFF, count: 256)] {
            #expect(!certified.verifies(.rs256, invalid, over: message))
        }
    }

    @Test func publishesSigningKeyAfterOthers() throws {
        let other = try SigningKey.make(SeededStream(seed: "other", label: "key"))
        let ring = KeyRing(current: key, others: [other])
        #expect(ring.published.map(\.id) == [other.id, key.id])
        #expect(ring.key(id: key.id) === key)
        #expect(ring.key(id: other.id) === other)
        #expect(ring.key(id: "\(key.id)=") == nil)
        #expect(ring.key(id: "") == nil)
    }

    private static let publicExponent: [UInt8] = [0x01, 0x00, 0x01]
    private static let modulus = [UInt8](repeating: 0xC1, count: 256)
    private static let invalidKeys: [(name: String, modulus: [UInt8], exponent: [UInt8])] = [
        ("modulus too short", [UInt8](repeating: 0xC1, count: 128), publicExponent),
        ("modulus too long", [UInt8](repeating: 0xC1, count: 1_026), publicExponent),
        ("modulus empty", [], publicExponent),
        ("modulus zero", [UInt8](repeating: 0, count: 256), publicExponent),
        ("exponent even", modulus, [0x02]),
        ("exponent one", modulus, [0x01]),
        ("exponent one, with zeros", modulus, [0x00, 0x00, 0x01]),
        ("exponent empty", modulus, []),
        ("exponent too long", modulus, [UInt8](repeating: 0x01, count: 9)),
    ]

    @Test(arguments: invalidKeys)
    func rejectsPublicKeysOutOfBounds(name: String, modulus: [UInt8], exponent: [UInt8]) {
        #expect(throws: CryptoFailure.self) { try RSAPublicKey(modulus: modulus, exponent: exponent) }
    }

    @Test(
        "The key of a certificate has the same bounds as any other",
        arguments: [
            ([0x03], true), ([0x01, 0x00, 0x01], true), ([0x7F] + [UInt8](repeating: 0xFF, count: 7), true),
            ([0x01, 0x00, 0x00], false), ([0x01], false), ([0x01] + [UInt8](repeating: 0, count: 7) + [0x01], false),
        ])
    func rejectsCertifiedKeysOutOfBounds(exponent: [UInt8], isAccepted: Bool) throws {
        let der = try certificate(exponent: exponent)
        #expect(((try? RSAPublicKey(certificateDER: der)) != nil) == isAccepted)
    }

    /// Returns the key's certificate with another exponent and an invalid signature.
    private func certificate(exponent: [UInt8]) throws -> [UInt8] {
        var der = key.certificate.der
        let original: [UInt8] = [0x02, 0x03] + SigningKeyTests.publicExponent
        let offset = try #require(der.indices.first { der[$0...].starts(with: original) })
        // The enclosing sequences and bit string have lengths of two bytes each.
        for start in 0..<offset where [0x30, 0x03].contains(der[start]) && der[start + 1] == 0x82 {
            let length = Int(der[start + 2]) << 8 | Int(der[start + 3])
            guard (offset + original.count...der.count).contains(start + 4 + length) else { continue }
            let newLength = length + exponent.count - SigningKeyTests.publicExponent.count
            der[start + 2] = UInt8(truncatingIfNeeded: newLength >> 8)
            der[start + 3] = UInt8(truncatingIfNeeded: newLength)
        }
        der.replaceSubrange(offset..<offset + original.count, with: [0x02, UInt8(exponent.count)] + exponent)
        return der
    }
}
