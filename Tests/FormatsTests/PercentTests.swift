import Formats
import Testing

@Suite struct PercentTests {
    @Test(arguments: [
        ("", ""), ("AZaz09-._~", "AZaz09-._~"), (" ", "%20"), ("+", "%2B"), ("a/b?c=d&e#f", "a%2Fb%3Fc%3Dd%26e%23f"),
        ("é", "%C3%A9"), ("\u{1F600}", "%F0%9F%98%80"), ("\u{0}\r\n", "%00%0D%0A"), ("%41", "%2541"),
        ("&a&&bc&", "%26a%26%26bc%26"),
    ])
    func encodesAllButUnreservedCharacters(text: String, encoded: String) {
        #expect(Percent.encode(text) == encoded)
        #expect(Percent.decode(encoded.utf8)?.isExactly(text) == true)
    }

    @Test func appendsEncodedText() {
        var out = Array("a=".utf8)
        Percent.append("b c", to: &out)
        #expect(out == Array("a=b%20c".utf8))
    }

    @Test(arguments: [("%41", "A"), ("%4a%4A", "JJ"), ("a%2Fb", "a/b"), ("é", "é"), ("%c3%a9", "é"), ("%25zz", "%zz")])
    func decodesPercentEncoding(encoded: String, text: String) {
        #expect(Percent.decode(encoded.utf8) == text)
    }

    @Test func plusIsSpaceInFormsOnly() {
        #expect(Percent.decode("a+b%2B".utf8) == "a+b+")
        #expect(Percent.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    }

    @Test(arguments: [
        "%", "%4", "a%", "%zz", "%4z", "%z4", "%+5", "%-1", "% 41", "%%41", "%u0041", "%\u{FF14}1", "%FF", "%C3",
        "%C3%28",
        "%C0%80", "%ED%A0%80", "%F4%90%80%80",
    ])
    func rejectsBrokenEscapesAndInvalidUTF8(encoded: String) {
        #expect(Percent.decode(encoded.utf8) == nil)
    }

    @Test func rejectsRawBytesThatAreNotUTF8() {
        #expect(Percent.decode([0x61, 0xFF]) == nil)
        #expect(Percent.decode([0xC3]) == nil)
    }
}
