import Crypto
import Testing

@Suite struct ConstantTimeTests {
    @Test(arguments: [
        ("secret", "secret", true), ("secret", "secreT", false), ("secret", "secret ", false), ("", "", true),
        ("", "x", false), ("K", "\u{212A}", false), ("é", "e\u{301}", false),
    ])
    func comparesStringsByBytes(left: String, right: String, expected: Bool) {
        #expect(ConstantTime.equal(left, right) == expected)
        #expect(ConstantTime.equal(Array(left.utf8), Array(right.utf8)) == expected)
    }
}
