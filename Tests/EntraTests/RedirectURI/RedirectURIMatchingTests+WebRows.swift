import Entra

private let mismatch = MatchingRow.Outcome.rejected(.redirectURIMismatch)
private let notAbsolute = MatchingRow.Outcome.rejected(.redirectURINotAbsolute)
private let web = ["web https://app.example/cb"]

/// Rows with http and https outside loopback.
extension RedirectURIMatchingTests {
    static let exact: [MatchingRow] = [
        MatchingRow("equal", web, "https://app.example/cb", .entry(0)),
        MatchingRow("equal on spa", ["spa https://app.example/cb"], "https://app.example/cb", .entry(0)),
        MatchingRow("scheme in upper case", web, "HTTPS://app.example/cb", .entry(0)),
        MatchingRow("host in mixed case", web, "https://App.Example/cb", .entry(0)),
        MatchingRow("registered in upper case", ["web HTTPS://APP.EXAMPLE/cb"], "https://app.example/cb", .entry(0)),
        MatchingRow("equal port", ["web https://app.example:8443/cb"], "https://app.example:8443/cb", .entry(0)),
        MatchingRow("equal escapes", ["web https://app.example/a%2Fb"], "https://app.example/a%2Fb", .entry(0)),
        MatchingRow("no path is a slash", ["web https://app.example"], "https://app.example/", .entry(0)),
        MatchingRow("a slash is no path", ["web https://app.example/"], "https://app.example", .entry(0)),
        MatchingRow("no path twice", ["web https://app.example"], "https://app.example", .entry(0)),
        MatchingRow("trailing slash twice", ["web https://app.example/cb/"], "https://app.example/cb/", .entry(0)),
        MatchingRow("equal dot segments", ["web https://app.example/a/../b"], "https://app.example/a/../b", .entry(0)),
        MatchingRow("punycode", ["web https://xn--bcher-kva.example/"], "https://xn--bcher-kva.example", .entry(0)),
        MatchingRow(
            "256 characters", ["web https://app.example/" + long(232)], "https://app.example/" + long(232), .entry(0)),
    ]

    static let altered: [MatchingRow] = [
        MatchingRow("path in other case", web, "https://app.example/CB", mismatch),
        MatchingRow("path in mixed case", web, "https://app.example/Cb", mismatch),
        MatchingRow("trailing slash added", web, "https://app.example/cb/", mismatch),
        MatchingRow("trailing slash missing", ["web https://app.example/cb/"], "https://app.example/cb", mismatch),
        MatchingRow("path missing", web, "https://app.example", mismatch),
        MatchingRow("path longer", web, "https://app.example/cbx", mismatch),
        MatchingRow("path shorter", web, "https://app.example/c", mismatch),
        MatchingRow("path below", web, "https://app.example/cb/x", mismatch),
        MatchingRow("double slash", web, "https://app.example//cb", mismatch),
        MatchingRow("path parameter", web, "https://app.example/cb;x", mismatch),
        MatchingRow("dot segment", web, "https://app.example/./cb", mismatch),
        MatchingRow("parent segment", web, "https://app.example/cb/../evil", mismatch),
        MatchingRow("parent segment back to itself", web, "https://app.example/x/../cb", mismatch),
        MatchingRow("parent segment behind a parameter", web, "https://app.example/cb/..;/evil", mismatch),
        MatchingRow("escaped parent segment", web, "https://app.example/cb/%2e%2e/evil", mismatch),
        MatchingRow("escaped slashes", web, "https://app.example/cb%2f..%2fevil", mismatch),
        MatchingRow("escaped letter", web, "https://app.example/%63b", mismatch),
        MatchingRow("escapes in other case", ["web https://app.example/a%2Fb"], "https://app.example/a%2fb", mismatch),
        MatchingRow("escape decoded", ["web https://app.example/a%2Fb"], "https://app.example/a/b", mismatch),
        MatchingRow("escape doubled", ["web https://app.example/a%2Fb"], "https://app.example/a%252Fb", mismatch),
        MatchingRow("port added", web, "https://app.example:8443/cb", mismatch),
        MatchingRow("default port added", web, "https://app.example:443/cb", mismatch),
        MatchingRow("port missing", ["web https://app.example:8443/cb"], "https://app.example/cb", mismatch),
        MatchingRow("other port", ["web https://app.example:8443/cb"], "https://app.example:8444/cb", mismatch),
        MatchingRow("port longer", ["web https://app.example:844/cb"], "https://app.example:8443/cb", mismatch),
        MatchingRow("subdomain", web, "https://evil.app.example/cb", mismatch),
        MatchingRow("parent domain", web, "https://example/cb", mismatch),
        MatchingRow("domain prefixed", web, "https://evilapp.example/cb", mismatch),
        MatchingRow("domain suffixed", web, "https://app.example.evil.test/cb", mismatch),
        MatchingRow("trailing dot", web, "https://app.example./cb", mismatch),
        MatchingRow("other domain", web, "https://evil.test/cb", mismatch),
        MatchingRow("other domain, registered one as path", web, "https://evil.test/https://app.example/cb", mismatch),
        MatchingRow(
            "other domain, registered one as query", web, "https://evil.test/?https://app.example/cb", mismatch),
        MatchingRow("registered one as user", web, "https://app.example@evil.test/cb", mismatch),
        MatchingRow("registered one as user and password", web, "https://app.example:x@evil.test/cb", mismatch),
        MatchingRow("user before the host", web, "https://user@app.example/cb", mismatch),
        MatchingRow("two at signs", web, "https://a@b@evil.test/cb", mismatch),
        MatchingRow("escaped at sign", web, "https://app.example%40evil.test/cb", mismatch),
        MatchingRow("host escaped", web, "https://%61pp.example/cb", mismatch),
        MatchingRow("wildcard requested", web, "https://*.example/cb", mismatch),
        MatchingRow("semicolon in the host", web, "https://app.example;evil.test/cb", mismatch),
        MatchingRow("comma in the host", web, "https://app.example,evil.test/cb", mismatch),
        MatchingRow("2,048 characters", web, "https://app.example/" + long(2_028), mismatch),
        MatchingRow("2,049 characters", web, "https://app.example/" + long(2_029), mismatch),
        MatchingRow(
            "2,049 characters, registered so", ["web https://a.test/" + long(2_034)], "https://a.test/" + long(2_034),
            mismatch),
        MatchingRow("1 MiB", web, "https://app.example/cb" + long(1 << 20), mismatch),
        MatchingRow("1 MiB without scheme", web, long(1 << 20), mismatch),
    ]

    static let characters: [MatchingRow] = [
        MatchingRow("backslash for slash", web, #"https://app.example\cb"#, mismatch),
        MatchingRow("backslash before at", web, #"https://evil.test\@app.example/cb"#, mismatch),
        MatchingRow("backslashes after the scheme", web, #"https:\\app.example/cb"#, mismatch),
        MatchingRow("tab", web, "https://app.example/cb\t", mismatch),
        MatchingRow("tab in the host", web, "https://app\t.example/cb", mismatch),
        MatchingRow("leading space", web, " https://app.example/cb", mismatch),
        MatchingRow("trailing space", web, "https://app.example/cb ", mismatch),
        MatchingRow("line end", web, "https://app.example/cb\n", mismatch),
        MatchingRow("header injection", web, "https://app.example/cb\r\nLocation: https://evil.test", mismatch),
        MatchingRow("NUL", web, "https://app.example/cb\u{0}", mismatch),
        MatchingRow("NUL in the host", web, "https://app.example\u{0}.evil.test/cb", mismatch),
        MatchingRow("escaped NUL", web, "https://app.example/cb%00", mismatch),
        MatchingRow("escaped NUL in the host", web, "https://app.example%00.evil.test/cb", mismatch),
        MatchingRow("escaped line end", web, "https://app.example/cb%0d%0a", mismatch),
        MatchingRow("DEL", web, "https://app.example/cb\u{7F}", mismatch),
        MatchingRow("full-width letters", web, "https://ａｐｐ.example/cb", mismatch),
        MatchingRow("full-width slash", web, "https://app.example／cb", mismatch),
        MatchingRow("ideographic full stop", web, "https://app。example/cb", mismatch),
        MatchingRow("Kelvin sign for K", ["web https://kiosk.example/K"], "https://kiosk.example/\u{212A}", mismatch),
        MatchingRow(
            "Kelvin sign in the host", ["web https://kiosk.example/K"], "https://\u{212A}iosk.example/K", mismatch),
        MatchingRow("Greek question mark for semicolon", ["web https://a.test/;"], "https://a.test/\u{37E}", mismatch),
        MatchingRow("varia for grave", ["web https://a.test/`"], "https://a.test/\u{1FEF}", mismatch),
        MatchingRow("look-alike letter", web, "https://\u{430}pp.example/cb", mismatch),
        MatchingRow("combining mark", web, "https://app.example/cb\u{301}", mismatch),
        MatchingRow("zero-width space", web, "https://app.example/cb\u{200B}", mismatch),
        MatchingRow("byte order mark", web, "\u{FEFF}https://app.example/cb", mismatch),
        MatchingRow(
            "non-ASCII even when registered", ["web https://bücher.example/"], "https://bücher.example/", mismatch),
        MatchingRow("fragment", web, "https://app.example/cb#x", mismatch),
        MatchingRow("empty fragment", web, "https://app.example/cb#", mismatch),
        MatchingRow("fragment before at", web, "https://evil.test#@app.example/cb", mismatch),
        MatchingRow(
            "fragment even when registered", ["web https://app.example/cb#x"], "https://app.example/cb#x", mismatch),
    ]

    static let schemes: [MatchingRow] = [
        MatchingRow("http for https", web, "http://app.example/cb", mismatch),
        MatchingRow("https for http", ["web http://localhost/cb"], "https://localhost/cb", mismatch),
        MatchingRow("javascript", web, "javascript:alert(1)", mismatch),
        MatchingRow("javascript with authority", web, "javascript://app.example/cb", mismatch),
        MatchingRow("data", web, "data:text/html,x", mismatch),
        MatchingRow("one slash", web, "https:/app.example/cb", mismatch),
        MatchingRow("three slashes", web, "https:///app.example/cb", mismatch),
        MatchingRow("no slash", web, "https:app.example/cb", mismatch),
        MatchingRow("scheme only", web, "https:", mismatch),
        MatchingRow("no host", web, "https://", mismatch),
        MatchingRow("no host, a port", web, "https://:443/cb", mismatch),
        MatchingRow("scheme longer", web, "xhttps://app.example/cb", mismatch),
        MatchingRow("no scheme", web, "app.example/cb", notAbsolute),
        MatchingRow("scheme-relative", web, "//app.example/cb", notAbsolute),
        MatchingRow("absolute path", web, "/cb", notAbsolute),
        MatchingRow("word", web, "cb", notAbsolute),
        MatchingRow("empty", web, "", notAbsolute),
        MatchingRow("colon first", web, "://app.example/cb", notAbsolute),
        MatchingRow("digit first", web, "1ttps://app.example/cb", notAbsolute),
        MatchingRow("null", web, "null", notAbsolute),
    ]

    private static func long(_ count: Int) -> String {
        String(repeating: "a", count: count)
    }
}
