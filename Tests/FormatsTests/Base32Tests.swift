import Formats
import Testing

@Suite struct Base32Tests {
    @Test(
        "the vectors of RFC 4648 §10, either case, padded or not",
        arguments: zip(
            ["", "MY======", "mzxq", "MZXW6===", "MZXW6YQ", "MZXW6YTB"], ["", "f", "fo", "foo", "foob", "fooba"]))
    func vectors(text: String, plain: String) {
        #expect(Base32.decode(Array(text.utf8)) == Array(plain.utf8))
    }

    @Test("what is no base32", arguments: ["1", "M", "MZ=Q", "M Y", "MZ", "MZX", "é", "MZXW6YQ8"])
    func refused(text: String) {
        #expect(Base32.decode(Array(text.utf8)) == nil)
    }
}
