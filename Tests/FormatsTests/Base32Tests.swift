import Formats
import Testing

@Suite struct Base32Tests {
    @Test(
        "The decoder accepts the vectors of RFC 4648 §10 in either case, with or without padding",
        arguments: zip(
            ["", "MY======", "mzxq", "MZXW6===", "MZXW6YQ", "MZXW6YTB"], ["", "f", "fo", "foo", "foob", "fooba"]))
    func decodesVectorsOfRFC4648(text: String, plain: String) {
        #expect(Base32.decode(Array(text.utf8)) == Array(plain.utf8))
    }

    @Test("The decoder rejects malformed base32", arguments: ["1", "M", "MZ=Q", "M Y", "MZ", "MZX", "é", "MZXW6YQ8"])
    func rejectsMalformedBase32(text: String) {
        #expect(Base32.decode(Array(text.utf8)) == nil)
    }
}
