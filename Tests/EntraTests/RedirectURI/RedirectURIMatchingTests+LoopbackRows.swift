import Entra

private let mismatch = MatchingRow.Outcome.rejected(.redirectURIMismatch)

/// Rows with loopback addresses, queries and wildcards, where not only bytes decide.
extension RedirectURIMatchingTests {
    static let loopback: [MatchingRow] = [
        MatchingRow("any port", ["public http://localhost"], "http://localhost:8400", .entry(0)),
        MatchingRow("any port, with slash", ["public http://localhost"], "http://localhost:8400/", .entry(0)),
        MatchingRow("no port", ["public http://localhost"], "http://localhost", .entry(0)),
        MatchingRow("port 1", ["public http://localhost"], "http://localhost:1", .entry(0)),
        MatchingRow("port 80", ["public http://localhost"], "http://localhost:80", .entry(0)),
        MatchingRow("port 65535", ["public http://localhost"], "http://localhost:65535", .entry(0)),
        MatchingRow("registered port ignored", ["spa http://localhost:3000/"], "http://localhost:4000/", .entry(0)),
        MatchingRow("registered port dropped", ["spa http://localhost:3000/"], "http://localhost/", .entry(0)),
        MatchingRow(
            "any port, same path", ["web http://localhost:5000/signin-oidc"], "http://localhost:5001/signin-oidc",
            .entry(0)),
        MatchingRow("host in upper case", ["public http://localhost"], "http://LOCALHOST:8400", .entry(0)),
        MatchingRow("127.0.0.1", ["public http://127.0.0.1"], "http://127.0.0.1:50000", .entry(0)),
        MatchingRow("127.0.0.1 with path", ["public http://127.0.0.1:1/cb"], "http://127.0.0.1:50000/cb", .entry(0)),
        MatchingRow("https with equal port", ["spa https://localhost:3000/"], "https://localhost:3000", .entry(0)),
    ]

    static let loopbackRejected: [MatchingRow] = [
        MatchingRow("other path", ["public http://localhost"], "http://localhost:8400/cb", mismatch),
        MatchingRow("path missing", ["public http://localhost/cb"], "http://localhost:8400/", mismatch),
        MatchingRow("path in other case", ["public http://localhost/cb"], "http://localhost:8400/CB", mismatch),
        MatchingRow("path with slash", ["public http://localhost/cb"], "http://localhost:8400/cb/", mismatch),
        MatchingRow("127.0.0.1 for localhost", ["public http://localhost"], "http://127.0.0.1:8400", mismatch),
        MatchingRow("localhost for 127.0.0.1", ["public http://127.0.0.1"], "http://localhost:8400", mismatch),
        MatchingRow("127.0.0.2", ["public http://127.0.0.1"], "http://127.0.0.2:8400", mismatch),
        MatchingRow("127.1", ["public http://127.0.0.1"], "http://127.1:8400", mismatch),
        MatchingRow("number for the address", ["public http://127.0.0.1"], "http://2130706433:8400", mismatch),
        MatchingRow("[::1] for localhost", ["public http://localhost"], "http://[::1]:8400", mismatch),
        MatchingRow("[::1] even when registered", ["public http://[::1]:8400/"], "http://[::1]:8400/", mismatch),
        MatchingRow("https for http", ["public http://localhost"], "https://localhost:8400", mismatch),
        MatchingRow("https with other port", ["spa https://localhost:3000/"], "https://localhost:3001/", mismatch),
        MatchingRow("other http host with other port", ["web http://dev.test:80/"], "http://dev.test:81/", mismatch),
        MatchingRow("port 0", ["public http://localhost"], "http://localhost:0", mismatch),
        MatchingRow("port 65536", ["public http://localhost"], "http://localhost:65536", mismatch),
        MatchingRow("port 99999", ["public http://localhost"], "http://localhost:99999", mismatch),
        MatchingRow("port beyond Int", ["public http://localhost"], "http://localhost:99999999999999999999", mismatch),
        MatchingRow("port with leading zero", ["public http://localhost"], "http://localhost:08400", mismatch),
        MatchingRow("empty port", ["public http://localhost"], "http://localhost:", mismatch),
        MatchingRow("empty port before the path", ["public http://localhost/cb"], "http://localhost:/cb", mismatch),
        MatchingRow("port with plus", ["public http://localhost"], "http://localhost:+80", mismatch),
        MatchingRow("port with minus", ["public http://localhost"], "http://localhost:-1", mismatch),
        MatchingRow("port in hex", ["public http://localhost"], "http://localhost:0x50", mismatch),
        MatchingRow("port in Arabic digits", ["public http://localhost"], "http://localhost:٨٠", mismatch),
        MatchingRow("port as user", ["public http://localhost"], "http://localhost:1@evil.test", mismatch),
        MatchingRow("port as password", ["public http://localhost"], "http://x:1@evil.test/", mismatch),
        MatchingRow("two ports", ["public http://localhost"], "http://localhost:80:80", mismatch),
        MatchingRow("localhost as user", ["public http://localhost"], "http://localhost@evil.test", mismatch),
        MatchingRow("localhost as subdomain", ["public http://localhost"], "http://localhost.evil.test:8400", mismatch),
        MatchingRow("subdomain of localhost", ["public http://localhost"], "http://evil.localhost:8400", mismatch),
        MatchingRow("trailing dot", ["public http://localhost"], "http://localhost.:8400", mismatch),
        MatchingRow("query added", ["public http://localhost/cb"], "http://localhost:8400/cb?x=1", mismatch),
        MatchingRow("fragment added", ["public http://localhost/cb"], "http://localhost:8400/cb#x", mismatch),
        MatchingRow("query for the path", ["public http://localhost"], "http://localhost?@evil.test", mismatch),
    ]

    static let queries: [MatchingRow] = [
        MatchingRow("equal", ["web https://a.test/cb?x=1&y=2"], "https://a.test/cb?x=1&y=2", .entry(0)),
        MatchingRow("equal, no path", ["web https://a.test?x=1"], "https://a.test/?x=1", .entry(0)),
        MatchingRow(
            "equal with slashes", ["web https://a.test/cb?u=https://b.test/"], "https://a.test/cb?u=https://b.test/",
            .entry(0)),
        MatchingRow("added", ["web https://a.test/cb"], "https://a.test/cb?x=1", mismatch),
        MatchingRow("empty one added", ["web https://a.test/cb"], "https://a.test/cb?", mismatch),
        MatchingRow("missing", ["web https://a.test/cb?x=1"], "https://a.test/cb", mismatch),
        MatchingRow("empty one missing", ["web https://a.test/cb?"], "https://a.test/cb", mismatch),
        MatchingRow("in other order", ["web https://a.test/cb?x=1&y=2"], "https://a.test/cb?y=2&x=1", mismatch),
        MatchingRow("in other case", ["web https://a.test/cb?x=1"], "https://a.test/cb?X=1", mismatch),
        MatchingRow("longer", ["web https://a.test/cb?x=1"], "https://a.test/cb?x=1&y=2", mismatch),
        MatchingRow("other value", ["web https://a.test/cb?x=1"], "https://a.test/cb?x=2", mismatch),
        MatchingRow(
            "with personal accounts", ["web https://a.test/cb?x=1"], "https://a.test/cb?x=1", mismatch,
            audience: .orgsAndPersonal),
        MatchingRow(
            "with personal accounts only", ["web https://a.test/cb?x=1"], "https://a.test/cb?x=1", mismatch,
            audience: .personalOnly),
        MatchingRow(
            "on one tenant", ["web https://a.test/cb?x=1"], "https://a.test/cb?x=1", .entry(0), audience: .myOrg),
    ]

    private static let star = ["web https://*.contoso.com/x"]

    static let wildcards: [MatchingRow] = [
        MatchingRow("one label", star, "https://app.contoso.com/x", .entry(0)),
        MatchingRow("one label with hyphen and digit", star, "https://a-1.contoso.com/x", .entry(0)),
        MatchingRow("host in upper case", star, "https://APP.CONTOSO.COM/x", .entry(0)),
        MatchingRow("with port", ["web https://*.contoso.com:8443/x"], "https://a.contoso.com:8443/x", .entry(0)),
        MatchingRow("two labels", star, "https://a.b.contoso.com/x", mismatch),
        MatchingRow("no label", star, "https://contoso.com/x", mismatch),
        MatchingRow("empty label", star, "https://.contoso.com/x", mismatch),
        MatchingRow("label that holds the suffix", star, "https://evilcontoso.com/x", mismatch),
        MatchingRow("other domain", star, "https://evil.test/.contoso.com/x", mismatch),
        MatchingRow("other domain with port", star, "https://evil.test:1/.contoso.com/x", mismatch),
        MatchingRow("domain suffixed", star, "https://a.contoso.com.evil.test/x", mismatch),
        MatchingRow("user", star, "https://evil.test@a.contoso.com/x", mismatch),
        MatchingRow("the wildcard itself", star, "https://*.contoso.com/x", mismatch),
        MatchingRow("escape in the label", star, "https://a%2f.contoso.com/x", mismatch),
        MatchingRow("underscore in the label", star, "https://a_b.contoso.com/x", mismatch),
        MatchingRow("other path", star, "https://app.contoso.com/y", mismatch),
        MatchingRow("port added", star, "https://app.contoso.com:8443/x", mismatch),
        MatchingRow("http", star, "http://app.contoso.com/x", mismatch),
        MatchingRow("registered for http", ["web http://*.contoso.com/x"], "http://app.contoso.com/x", mismatch),
        MatchingRow("query added", star, "https://app.contoso.com/x?y=1", .entry(0)),
        MatchingRow("fragment added", star, "https://app.contoso.com/x#y", .entry(0)),
        MatchingRow("query with fragment added", star, "https://app.contoso.com/x?y=1#z", .entry(0)),
        MatchingRow("two fragments", star, "https://app.contoso.com/x#y#z", mismatch),
        MatchingRow("backslash in the fragment", star, #"https://app.contoso.com/x#y\z"#, mismatch),
        MatchingRow("fragment for the path", star, "https://app.contoso.com#/x", mismatch),
        MatchingRow("other domain in the fragment", star, "https://evil.test/x#.contoso.com/x", mismatch),
        MatchingRow(
            "fragment added, with personal accounts", star, "https://app.contoso.com/x#y", mismatch,
            audience: .orgsAndPersonal),
        MatchingRow("query for the path", star, "https://app.contoso.com?/x", mismatch),
        MatchingRow("other domain in the query", star, "https://evil.test/x?.contoso.com/x", mismatch),
        MatchingRow(
            "query added, with personal accounts", star, "https://app.contoso.com/x?y=1", mismatch,
            audience: .orgsAndPersonal),
        MatchingRow("query registered", ["web https://*.contoso.com/x?y=1"], "https://app.contoso.com/x?y=1", mismatch),
        MatchingRow("with personal accounts", star, "https://app.contoso.com/x", mismatch, audience: .orgsAndPersonal),
        MatchingRow("below a top-level domain", ["web https://*.com/x"], "https://contoso.com/x", mismatch),
        MatchingRow("in the middle", ["web https://a.*.contoso.com/x"], "https://a.b.contoso.com/x", mismatch),
        MatchingRow("inside a label", ["web https://a*.contoso.com/x"], "https://ab.contoso.com/x", mismatch),
        MatchingRow("in the path", ["web https://contoso.com/*"], "https://contoso.com/x", .entry(0)),
        MatchingRow("in the path, root", ["web https://contoso.com/*"], "https://contoso.com", .entry(0)),
        MatchingRow("in the path, deep", ["web https://contoso.com/a/*"], "https://contoso.com/a/b/c", .entry(0)),
        MatchingRow("in the path, with query", ["web https://contoso.com/*"], "https://contoso.com/x?y=1", .entry(0)),
        MatchingRow("in the path, beside", ["web https://contoso.com/a/*"], "https://contoso.com/ab", mismatch),
        MatchingRow("in the path, above", ["web https://contoso.com/a/*"], "https://contoso.com/a/../b", mismatch),
        MatchingRow(
            "in the path, encoded", ["web https://contoso.com/a/*"], "https://contoso.com/a/%2E%2e/b", mismatch),
        MatchingRow("in the path, another host", ["web https://contoso.com/*"], "https://a.contoso.com/x", mismatch),
        MatchingRow("in the path, another port", ["web https://contoso.com/*"], "https://contoso.com:8443/x", mismatch),
        MatchingRow("in the path, requested", ["web https://contoso.com/*"], "https://contoso.com/*", mismatch),
        MatchingRow(
            "in the path, personal accounts", ["web https://contoso.com/*"], "https://contoso.com/x", mismatch,
            audience: .orgsAndPersonal),
    ]
}
