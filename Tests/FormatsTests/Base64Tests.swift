import Formats
import Testing

@Suite struct Base64Tests {
    /// The vectors of RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func encodesAndDecodesVectorsOfRFC4648(plain: String, encoded: String) {
        let unpadded = encoded.prefix { $0 != "=" }
        #expect(Base64.standard(plain.utf8) == encoded)
        #expect(Base64.url(plain.utf8) == unpadded)
        #expect(Base64.urlBytes(Array(plain.utf8)) == Array(unpadded.utf8))
        #expect(Base64.decodeStandard(encoded.utf8) == Array(plain.utf8))
        #expect(Base64.decodeStandard(unpadded.utf8) == Array(plain.utf8))
        #expect(Base64.decodeURL(unpadded.utf8) == Array(plain.utf8))
        #expect(Base64.decodeURL(encoded.utf8, padding: .tolerated) == Array(plain.utf8))
        #expect((Base64.decodeURL(encoded.utf8) != nil) == (unpadded == encoded))
    }

    @Test func eachAlphabetRejectsTheOther() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
        #expect(Base64.url(bytes) == "--__")
        #expect(Base64.standard(bytes) == "++//")
        #expect(Base64.decodeURL("--__".utf8) == bytes)
        #expect(Base64.decodeStandard("++//".utf8) == bytes)
        #expect(Base64.decodeURL("++//".utf8) == nil)
        #expect(Base64.decodeStandard("--__".utf8) == nil)
    }

    @Test(arguments: 0..<70)
    func everyLengthRoundTrips(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
        #expect(Base64.decodeURL(Base64.url(bytes).utf8) == bytes)
        #expect(Base64.decodeStandard(Base64.standard(bytes).utf8) == bytes)
    }

    /// Only a last character whose unused bits are zero is valid, so that each value has one text.
    @Test func decodesOnlyCanonicalTails() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        #expect(alphabet.count { Base64.decodeURL("A\($0)".utf8) != nil } == 4)
        #expect(alphabet.count { Base64.decodeURL("AA\($0)".utf8) != nil } == 16)
        #expect(alphabet.count { Base64.decodeURL("AAA\($0)".utf8) != nil } == 64)
        #expect(alphabet.count { Base64.decodeURL("\($0)".utf8) != nil } == 0)
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func rejectsBytesOutsideAlphabet(byte: UInt8) {
        let isURL = ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x5F
        let isStandard = ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2B || byte == 0x2F
        #expect((Base64.decodeURL([0x41, byte, 0x41, 0x41]) != nil) == isURL)
        #expect((Base64.decodeStandard([0x41, byte, 0x41, 0x41]) != nil) == isStandard)
    }

    @Test(arguments: [
        "=", "==", "====", "YQ=", "YQ===", "YWI==", "YWJj=", "YWJj====", "=YQ=", "Y=Q=", "YQ==YQ==", "Y===",
    ])
    func rejectsWrongPadding(text: String) {
        #expect(Base64.decodeURL(text.utf8) == nil)
        #expect(Base64.decodeURL(text.utf8, padding: .tolerated) == nil)
        #expect(Base64.decodeStandard(text.utf8) == nil)
    }

    @Test(arguments: ["YQ==", "YWI="])
    func acceptsPaddingWhereTolerated(text: String) {
        #expect(Base64.decodeURL(text.utf8) == nil)
        #expect(Base64.decodeURL(text.utf8, padding: .tolerated) != nil)
    }
}
