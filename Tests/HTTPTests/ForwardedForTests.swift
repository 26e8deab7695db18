@testable import HTTP
import Testing

/// Checks the client address behind a trusted proxy.
@Suite struct ForwardedForTests {
    static let proxy = "10.0.0.1"

    struct Row: Sendable, CustomTestStringConvertible {
        let lines: [String]
        let client: String

        init(_ lines: String..., client: String) {
            self.lines = lines
            self.client = client
        }

        var testDescription: String { lines.joined(separator: " | ") }
    }

    static let rows = [
        Row("203.0.113.7", client: "203.0.113.7"),
        // The client controls everything before the proxy's own entry.
        Row("198.51.100.9, 203.0.113.7", client: "203.0.113.7"),
        Row("not an address, 203.0.113.7", client: "203.0.113.7"),
        Row("198.51.100.9", "203.0.113.7", client: "203.0.113.7"),
        Row("198.51.100.9, 203.0.113.7", "192.0.2.1", client: "192.0.2.1"),
        // The proxy's own address is skipped.
        Row("203.0.113.7, 10.0.0.1", client: "203.0.113.7"),
        Row("203.0.113.7", "10.0.0.1,10.0.0.1:80", client: "203.0.113.7"),
        Row("203.0.113.7, ::ffff:10.0.0.1", client: "203.0.113.7"),
        Row("10.0.0.1", client: proxy),
        // Empty elements are ignored, and a malformed one ends the search.
        Row("203.0.113.7, , ", client: "203.0.113.7"), Row("", client: proxy), Row(" , ,", client: proxy),
        Row("203.0.113.7, unknown", client: proxy), Row("203.0.113.7, unknown, 10.0.0.1", client: proxy),
        Row("203.0.113.7, _hidden", client: proxy), Row("203.0.113.7;192.0.2.1", client: proxy),
        Row(Array(repeating: "10.0.0.1", count: ForwardedFor.maximumHops).joined(separator: ","), client: proxy),
        Row(
            "203.0.113.7," + Array(repeating: "10.0.0.1", count: ForwardedFor.maximumHops - 1).joined(separator: ","),
            client: "203.0.113.7"),
        Row(
            "203.0.113.7," + Array(repeating: "10.0.0.1", count: ForwardedFor.maximumHops).joined(separator: ","),
            client: proxy),
        Row("203.0.113.7" + String(repeating: ",", count: 9_000), client: proxy),
    ]

    @Test("The client is the last address that is not the proxy's", arguments: rows)
    func takesLastAddressBehindProxy(_ row: Row) {
        let headers = HeaderList(row.lines.map { HeaderList.Field("X-forwarded-FOR", $0) })
        #expect(ForwardedFor.client(in: headers, behind: Self.proxy) == row.client)
    }

    static let addresses: [(String, String?)] = [
        ("203.0.113.7", "203.0.113.7"), ("203.0.113.7:443", "203.0.113.7"), ("203.0.113.7:0", "203.0.113.7"),
        ("203.0.113.7:65535", "203.0.113.7"), ("203.0.113.7:65536", nil), ("203.0.113.7:", nil),
        ("203.0.113.7:-1", nil), ("203.0.113.7:4 ", nil), ("203.0.113.7:000443", nil), ("203.0.113", nil),
        ("203.0.113.256", nil), ("203.0.113.7.9", nil), ("0x7f.0.0.1", nil), ("127.1", nil), ("2130706433", nil),
        ("2001:DB8::1", "2001:db8::1"), ("2001:db8:0:0:0:0:0:1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:8080", "2001:db8::1"), ("[2001:db8::1]8080", nil), ("[2001:db8::1]:", nil),
        ("[2001:db8::1", nil), ("2001:db8::1]", nil), ("[]", nil), ("[203.0.113.7]", nil), ("::", "::"),
        ("::ffff:203.0.113.7", "203.0.113.7"), ("[::ffff:cb00:7107]:1", "203.0.113.7"), ("fe80::1%eth0", nil),
        ("2001:db8::1::2", nil), ("localhost", nil), ("\"203.0.113.7\"", nil), ("203.0.113.7\u{0}", nil),
        ("２０３.0.113.7", nil), (String(repeating: "1", count: 100), nil), ("", nil), (":", nil), ("[", nil), ("]", nil),
    ]

    @Test("An address is IPv4 or IPv6, with or without brackets and a port", arguments: addresses)
    func readsIPv4AndIPv6Addresses(_ text: String, _ address: String?) {
        #expect(ForwardedFor.address(Array(text.utf8)[...]) == address)
    }

    @Test("Only a trusted proxy sets the client address")
    func ignoresForwardedForOfUntrustedProxy() {
        let request = HTTPRequest(
            method: "GET", path: "/", query: "", headers: HeaderList([.init(ForwardedFor.name, "203.0.113.7")]),
            body: [],
            authority: "localhost")
        let peer = Peer(address: Self.proxy, isSecure: false, localPort: 80)
        #expect(peer.client(of: request, trustsProxy: false).address == Self.proxy)
        let client = peer.client(of: request, trustsProxy: true)
        #expect(client.address == "203.0.113.7")
        #expect(client.localPort == 80)
    }
}
