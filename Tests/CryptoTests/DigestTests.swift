import Crypto
import Formats
import Testing

@Suite struct DigestTests {
    /// The examples of FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func computesSHA256(text: String, expected: String) {
        #expect(ASCII.hex(Digest.sha256(Array(text.utf8))) == expected)
        #expect(ASCII.hex(Digest.sha256(text.utf8)) == expected)
        #expect(ASCII.hex(Digest.sha256(AnyCollection(Array(text.utf8)))) == expected)
    }

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ])
    func computesSHA1(text: String, expected: String) {
        #expect(ASCII.hex(Digest.sha1(text.utf8)) == expected)
    }

    /// The examples of RFC 4231 §4.2 to §4.4 and §4.7, and an empty key.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
    func computesHMACSHA256(key: [UInt8], message: [UInt8], expected: String) {
        #expect(ASCII.hex(Digest.hmacSHA256(key: key, message)) == expected)
        let prepared = HMACKey(key)
        for _ in 0..<2 { #expect(ASCII.hex(prepared.code(of: message)) == expected) }
    }

    /// The examples of OIDC Core §A.3 (at_hash) and §A.4 (c_hash).
    @Test(arguments: [
        ("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", "77QmUPtjPfzWtF2AnpK9RQ"),
        ("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk", "LDktKdoQak3Pk0cnXxCltA"),
    ])
    func computesLeftHalfHash(value: String, expected: String) {
        #expect(Digest.leftHalfHash(value) == expected)
    }
}
