@testable import ClientTools
import Testing

/// Checks a URI that is split at its delimiters.
@Suite struct URITextTests {
    @Test(
        "Two addresses are the same place if their scheme, authority and path are equal",
        arguments: [
            ("http://localhost", "http://localhost", true), ("http://localhost", "http://localhost/", true),
            ("http://localhost", "HTTP://LocalHost/?code=1#x", true),
            ("http://localhost", "http://localhost:8080", false),
            ("http://localhost", "http://localhost.evil.test/", false),
            ("http://localhost", "http://localhost/a", false),
            ("http://localhost/a", "http://localhost/A", false), ("http://localhost/a", "http://localhost/a/", false),
            ("http://localhost", "https://localhost", false), ("http://localhost", "/", false),
            ("msauth.app://auth", "msauth.app://auth?code=1", true), ("msauth.app://auth", "msauth.app://other", false),
            ("urn:ietf:wg:oauth:2.0:oob", "urn:ietf:wg:oauth:2.0:oob?code=1", true),
        ])
    func comparesSchemeAuthorityAndPath(one: String, two: String, isSame: Bool) {
        #expect(URIText(one).hasSameLocation(as: URIText(two)) == isSame)
        #expect(URIText(two).hasSameLocation(as: URIText(one)) == isSame)
    }
}
