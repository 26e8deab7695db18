@testable import Crypto
import Formats
import Testing

@Suite struct CertificateAuthorityTests {
    /// The examples of RFC 6979 §A.2.5.
    @Test(arguments: [
        (
            "sample", "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
        ),
        (
            "test", "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
            "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
        ),
    ])
    func signsDeterministically(message: String, r: String, s: String) throws {
        let scalar = hexBytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
        let key = try P256.makeKey(FixedRandom(scalar))
        let integer = { (bytes: [UInt8]) in DER.element(0x02, bytes[0] >= 0x80 ? [0] + bytes : bytes) }
        let expected = DER.element(0x30, integer(hexBytes(r)) + integer(hexBytes(s)))
        let signature = try DeterministicSignature.sign(Digest.sha256(message.utf8), key)
        #expect(ASCII.hex(signature) == ASCII.hex(expected))
        #expect(Algorithm.verify(key.handle, signature, over: Array(message.utf8)))
    }

    @Test func seedGivesSameAuthorityEachTime() throws {
        func make(_ seed: String) throws -> CertificateAuthority {
            try CertificateAuthority.make(SeededStream(seed: seed, label: "authority"))
        }
        let one = try make("s")
        #expect(try one.certificateDER == make("s").certificateDER)
        #expect(try one.key.pkcs8() == make("s").key.pkcs8())
        #expect(try one.certificateDER != make("t").certificateDER)
        #expect(one.key.isConsistent)
        #expect(one.certificate.isAuthority)
        #expect(
            ASCII.hex(Digest.sha256(one.certificateDER))
                == "fdd7ac231c2d5a6df904243e4d67dd222605021cf7e790d7e8fa8c7a6da5f9b1")
    }

    @Test func exportsContainCertificate() throws {
        let authority = try CertificateAuthority.make(SystemRandom())
        let blocks = try PEM.blocks(Array(authority.certificatePEM.utf8))
        #expect(blocks.map(\.label) == ["CERTIFICATE"])
        #expect(blocks.map(\.bytes) == [authority.certificateDER])
        #expect(authority.mobileConfig.contains("<data>\(Base64.standard(authority.certificateDER))</data>"))
        #expect(authority.mobileConfig == authority.mobileConfig)
        #expect(authority.mobileConfig.split(separator: "<key>PayloadUUID</key>").count == 3)
    }

    @Test func leafIsIssuedByAuthorityButIsNone() throws {
        let issuer = try LeafIssuer(authority: CertificateAuthority.make(SystemRandom()))
        let leaf = try issuer.leaf(for: ServerName("login.example".utf8), now: Timestamp(seconds: 1_800_000_000))
        #expect(!leaf.isAuthority)
        #expect(leaf.belongs(to: issuer.key))
    }

    private static let names: [String] = [
        "localhost", "login.example", "a_b.c-d.e1", "x", "1.2.3.x4",
        String(repeating: "a", count: 63) + ".b", String(repeating: "a.", count: 126) + "b",
    ]

    @Test(arguments: names)
    func acceptsDNSNames(text: String) {
        #expect(ServerName(text.utf8)?.text == text)
        #expect(ServerName(text.uppercased().utf8)?.text == text)
    }

    private static let otherText: [String] = [
        "", ".", "a.", ".a", "a..b", "-a.b", "a-.b", "*.b", "a,DNS:evil.example", "a b", "a\n", "a\u{0}", "a:1",
        "127.0.0.1", "::1", "\u{17F}.b", "é.b", String(repeating: "a", count: 64), String(repeating: "a.", count: 127),
    ]

    @Test(arguments: otherText)
    func rejectsTextThatIsNoDNSName(text: String) {
        #expect(ServerName(text.utf8) == nil)
    }
}

/// A random source that returns the same bytes each time.
struct FixedRandom: RandomSource {
    private let fixed: [UInt8]

    init(_ fixed: [UInt8]) { self.fixed = fixed }

    func bytes(_ count: Int) -> [UInt8] { Array(fixed.prefix(count)) }
}

func hexBytes(_ text: String) -> [UInt8] {
    let digits = text.utf8.compactMap(ASCII.hexValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
