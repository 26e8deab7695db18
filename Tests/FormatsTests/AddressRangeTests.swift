import Formats
import Testing

@Suite struct AddressRangeTests {
    @Test(
        "A range contains the addresses with its prefix",
        arguments: [
            ("203.0.113.0/24", "203.0.113.7", true), ("203.0.113.0/24", "203.0.114.7", false),
            ("203.0.113.7/32", "203.0.113.7", true), ("0.0.0.0/0", "198.51.100.1", true),
            ("203.0.112.0/23", "203.0.113.7", true), ("203.0.113.0/24", "::ffff:203.0.113.7", true),
            ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false),
            ("::1/128", "::1", true), ("::/0", "fe80::1", true), ("::/0", "203.0.113.7", false),
            ("2001:db8:0:0:0:0:0:1/128", "2001:db8::1", true),
        ] as [(String, String, Bool)])
    func containsAddress(_ range: String, _ address: String, _ isContained: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == isContained)
    }

    @Test(
        "A text that is no range is rejected",
        arguments: [
            "", "203.0.113.0", "203.0.113.0/33", "203.0.113/24", "203.0.113.0/", "203.0.113.0/x", "2001:db8::/129",
            "1:2:3:4:5:6:7/64", "1::2::3/64", ":1/64", ":1:2/64", "1:2:/64", "12345::/16", "2001:db8::g/64", "/24",
        ])
    func rejectsOther(_ text: String) {
        #expect(AddressRange(text) == nil)
    }
}
