import Formats
import TestTags
import Testing

/// These tests show that no response redirects to an address that the client has not registered
/// (docs/reference/security-checklist.md#rule-1 to docs/reference/security-checklist.md#rule-10,
/// docs/reference/fault-plan.md#twelve-bars bar 3).
@Suite struct RedirectSafetyTests {
    /// Generates a repeatable sequence of pseudorandom numbers (xorshift).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private static let registered = ["http://localhost", "msauth.com.contoso.app1://auth", "https://app.test/cb"]

    /// The pieces that developers and attackers put into addresses.
    private static let pieces = [
        "/", "//", "\\", "@", "@evil.test", "%40", ".", "..", "/..;/", "%2e%2e/", "%2f", "?", "?a=b", "#", "#f", ":",
        ":1", ":99999",
        ":1@evil.test", ".evil.test", "evil", "%00", "%0d%0a", "\t", " ", "\u{212A}", "ａ", "é", ";x", "&", "=", "CB",
        "cb", "http://",
        "javascript:", "data:", "[::1]", "127.0.0.1", "xn--", "*", "\u{7F}", "%zz", "auth/", "AUTH",
    ]

    /// The variants of registered addresses, with pieces inserted, characters removed or letters in upper case.
    private static let variants: [String] = {
        var generator = Generator(state: 0x9E37_79B9_7F4A_7C15)
        return (0..<600).map { _ in
            var text = registered.randomElement(using: &generator) ?? ""
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let position = text.index(text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &generator))
                switch Int.random(in: 0..<4, using: &generator) {
                case 0 where position < text.endIndex: text.remove(at: position)
                case 1: text = text.uppercased()
                default: text.insert(contentsOf: pieces.randomElement(using: &generator) ?? "", at: position)
                }
            }
            return text
        }
    }()

    /// Returns whether the address matches a registered one. Only the case of scheme and host, the port of a loopback address and a
    /// missing path may differ.
    private func isRegistered(_ address: String) -> Bool {
        let folded = address.lowercased()
        if folded == "msauth.com.contoso.app1://auth" || address.hasSuffix("/cb") && folded == "https://app.test/cb" {
            return true
        }
        guard folded.hasPrefix("http://localhost") else { return false }
        var rest = folded.dropFirst("http://localhost".count)
        if rest.first == ":" { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
        return rest.isEmpty || rest == "/"
    }

    @Test(
        "A variant of a registered redirect URI is rejected unless it matches", .tags(.slow),
        arguments: ["login", "none"])
    func rejectsVariantsOfRegisteredRedirectURIs(_ prompt: String) throws {
        let site = try MockEntra(
            yaml: """
                tenants:
                  - {id: \(Seed.contoso), domains: [contoso.com], applications: [{appId: \(Client.mobile.id), publicClient: {
                     redirectUris: ["http://localhost", "msauth.com.contoso.app1://auth", "https://app.test/cb"]}}]}
                """
        ).site
        var rejected = 0
        for variant in RedirectSafetyTests.variants {
            var client = Client.mobile
            client.redirectURI = variant
            let request = client.request(["scope": "openid", "prompt": prompt])
            let response = try site.get("\(Site.path("authorize", "contoso.com"))?\(request.encoded)")
            #expect(response.status < 500)
            switch response.outcome {
            case .errorPage:
                rejected += 1
                #expect(response.header("Location") == nil)
            default: #expect(isRegistered(variant), "\(variant): \(response.outcome)")
            }
            if let base = response.redirect?.base { #expect(isRegistered(base)) }
        }
        #expect(rejected > 400)
    }
}
