import Entra
import Formats
import Testing

/// Checks that no altered form of a registered URI matches. The variants are generated deterministically.
struct RedirectURIPropertyTests {
    private static let registered = [
        "https://app.example/cb", "https://app.example/deep/path/", "http://localhost:3000/cb", "http://127.0.0.1/cb",
        "msauth.com.contoso.app1://auth", "msauth://com.contoso.app/VCpKgbYCXucoq1mZ4BZPsh5taNE%3D",
        "https://app.example:8443/cb?x=1", "x-contoso://com.contoso.app",
    ]

    /// Bytes on which parsers disagree.
    private static let insertions = [
        "\u{0}", "\t", "\n", "\r\n", " ", "\u{A0}", "\\", "@", "#", "?", "/", ";", "%", "%00", "%2e", "%2f", "%5c",
        "%0d%0a",
        ":", "*", "..", "\u{FEFF}", "\u{200B}", "\u{301}", "\u{212A}", "\u{FF0F}", "\u{3002}", "evil", "x", "[", "]",
        "\"", "<",
    ]

    private static let replacements: [(String, String)] = [
        ("://", ":/"), ("://", ":\\\\"), ("://", "://evil.test/"), ("://", "://evil.test@"), ("://", "://evil.test#"),
        ("://", "://evil.test\\"), ("://", "://evil.test?"), ("://", "://evil.test:1@"), ("://", ":////"),
        ("://", "%3A//"),
        ("/cb", "/CB"), ("/cb", "/cb/../evil"), ("/cb", "/cb/..;/evil"), ("/cb", "%2Fcb"), ("/cb", "/%63%62"),
        ("/cb", "//cb"),
        ("example", "example.evil.test"), ("example", "examp1e"), ("app.", "app.evil."), ("auth", "AUTH/"),
        ("%3D", "%3d"),
        ("%3D", "="), ("contoso", "c\u{43E}ntoso"), ("localhost", "localhost.evil.test"), ("localhost", "[::1]"),
        ("127.0.0.1", "127.1"), ("127.0.0.1", "localhost"), ("https", "http"), ("http:", "ftp:"), (":8443", ""),
        ("x=1", "x=1&x=1"),
    ]

    static let variants: [(registered: String, requested: String)] = registered.flatMap { uri in
        (inserted(into: uri) + replaced(in: uri) + truncated(uri)).map { (uri, $0) }
    }

    /// Inserts each text at every third byte, shifted by its number so that every index occurs.
    private static func inserted(into uri: String) -> [String] {
        let bytes = Array(uri.utf8)
        return insertions.enumerated().flatMap { number, text in
            stride(from: number % 3, through: bytes.count, by: 3).map { index in
                String(decoding: bytes.prefix(index) + Array(text.utf8) + bytes.dropFirst(index), as: UTF8.self)
            }
        }
    }

    private static func replaced(in uri: String) -> [String] {
        replacements.filter { uri.contains($0.0) }.map { old, new in
            let pieces = uri.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
            return pieces.joined(separator: new)
        }
    }

    private static func truncated(_ uri: String) -> [String] {
        (1..<uri.utf8.count).flatMap { count in
            [
                String(decoding: uri.utf8.prefix(count), as: UTF8.self),
                String(decoding: uri.utf8.dropFirst(count), as: UTF8.self),
            ]
        }
    }

    @Test func generatesManyVariants() {
        #expect(RedirectURIPropertyTests.variants.count >= 2_000)
    }

    @Test(arguments: registered)
    func registeredURIMatchesItself(_ uri: String) {
        #expect(matches(uri, uri))
    }

    /// A variant matches only where the rules allow a difference: the port of a loopback address.
    @Test func rejectsEveryVariant() {
        for (uri, variant) in RedirectURIPropertyTests.variants where !differsInLoopbackPort(uri, variant) {
            #expect(!matches(uri, variant), "\(variant) against \(uri)")
        }
    }

    @Test func rejectsEveryVariantAmongAllEntries() {
        let all = RedirectURIPropertyTests.registered
        let entries = all.map { RegisteredRedirectURI(platform: .web, uri: $0) }
        for (uri, variant) in RedirectURIPropertyTests.variants
        where !all.contains(where: { differsInLoopbackPort($0, variant) }) {
            let target = try? RedirectURIRules.resolve(variant, registered: entries, clientID: "c", audience: .myOrg)
            #expect(target == nil, "\(variant), from \(uri)")
        }
    }

    private func matches(_ uri: String, _ requested: String) -> Bool {
        let entry = RegisteredRedirectURI(platform: .web, uri: uri)
        return (try? RedirectURIRules.resolve(requested, registered: [entry], clientID: "c", audience: .myOrg)) != nil
    }

    private func differsInLoopbackPort(_ uri: String, _ variant: String) -> Bool {
        guard uri.hasPrefix("http://localhost:3000") || uri.hasPrefix("http://127.0.0.1") else { return false }
        let host = uri.hasPrefix("http://localhost") ? "http://localhost" : "http://127.0.0.1"
        guard variant.hasPrefix(host), variant.hasSuffix("/cb") else { return false }
        let port = variant.utf8.dropFirst(host.utf8.count).dropLast(3)
        return port.isEmpty
            || (port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(ASCII.isDigit) && port.count > 1)
    }
}
