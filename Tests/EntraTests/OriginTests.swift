import Entra
import Testing

@Suite struct OriginTests {
    @Test(
        "Loopback hosts are localhost, its subdomains, 127.0.0.0/8 and [::1]",
        arguments: [
            ("localhost", true), ("LOCALHOST", true), ("a.localhost", true), ("127.0.0.1", true), ("127.8.9.10", true),
            ("[::1]", true), ("127.evil.test", false), ("127.0.0.1.evil.test", false), ("127.1", false),
            ("evillocalhost", false), ("localhost.evil.test", false), ("[::2]", false), ("[::ffff:7f00:1]", false),
            ("128.0.0.1", false),
        ])
    func recognizesLoopbackHosts(host: String, isLoopback: Bool) throws {
        #expect(try #require(Origin(scheme: "https", authority: host)).isLoopback == isLoopback)
    }
}
