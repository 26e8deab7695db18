import Formats
import Testing

@Suite struct IPv4LiteralTests {
    @Test(
        "Only dotted decimal is an address, and only 127.0.0.0/8 is loopback",
        arguments: [
            ("127.0.0.1", true), ("127.255.255.255", true), ("127.0.0.0", true), ("126.255.255.255", false),
            ("128.0.0.1", false), ("0.0.0.0", false), ("10.127.0.1", false), ("255.255.255.255", false),
        ])
    func recognizesDottedDecimalAndLoopback(text: String, isLoopback: Bool) {
        #expect(IPv4Literal.octets(text)?.count == 4)
        #expect(IPv4Literal.isLoopback(text) == isLoopback)
    }

    @Test(
        "Any other form is a host name",
        arguments: [
            "", "127", "127.", "127.1", "127.0.0", "127.0.0.1.", "127.0.0.1.evil.test", "127.evil.test", ".127.0.0.1",
            "127..0.1", "127.0.0.256", "127.0.0.01", "0127.0.0.1", "0x7f.0.0.1", "127.0.0.1 ", "127.0.0.+1",
            "127.0.0.١", "12７.0.0.1",
        ])
    func rejectsOtherFormsOfAddress(text: String) {
        #expect(IPv4Literal.octets(text) == nil)
        #expect(!IPv4Literal.isLoopback(text))
    }
}
