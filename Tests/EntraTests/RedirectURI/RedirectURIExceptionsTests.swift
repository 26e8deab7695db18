import Entra
import Testing

/// Checks that the explanation of a match names the exception that applied, and no other.
struct RedirectURIExceptionsTests {
    @Test(arguments: [
        ("http://localhost", "http://localhost", [String]()),
        ("http://localhost:8400", "http://localhost", ["the port of a loopback address does not count"]),
        ("http://localhost/", "http://localhost", ["an absent path means /"]),
        ("https://APP.contoso.com/cb", "https://app.contoso.com/cb", ["the letter case of the host does not count"]),
        ("HTTPS://app.contoso.com/cb", "https://app.contoso.com/cb", ["the letter case of the scheme does not count"]),
        ("https://a.contoso.com/cb", "https://*.contoso.com/cb", ["the wildcard stands for one label of the host"]),
        ("https://a.contoso.com/cb/x", "https://a.contoso.com/*", ["the wildcard stands for the rest of the path"]),
        (
            "http://LOCALHOST:81/", "http://localhost",
            [
                "the letter case of the host does not count", "the port of a loopback address does not count",
                "an absent path means /",
            ]
        ),
        ("not a uri", "http://localhost", []),
    ])
    func namesAppliedExceptions(requested: String, registered: String, exceptions: [String]) {
        #expect(RedirectURIRules.exceptions(matching: requested, to: registered) == exceptions)
    }
}
