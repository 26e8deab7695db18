import Entra

private let mismatch = MatchingRow.Outcome.refused(.redirectURIMismatch)
private let notAbsolute = MatchingRow.Outcome.refused(.redirectURINotAbsolute)
private let web = ["web https://app.example/cb"]

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

    static let loopbackRefused: [MatchingRow] = [
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

    private static let suite = [
        "public msauth.com.contoso.app1://auth", "public msauth.com.contoso.app2://auth",
        "public msauth.com.contoso.app3://auth",
    ]
    private static let certificate = ["public msauth://code/msauth.com.contoso.app1%3A%2F%2Fauth"]
    private static let android = ["public msauth://com.contoso.app/VCpKgbYCXucoq1mZ4BZPsh5taNE%3D"]

    static let apps: [MatchingRow] = [
        MatchingRow("first app of a suite", suite, "msauth.com.contoso.app1://auth", .entry(0)),
        MatchingRow("second app of a suite", suite, "msauth.com.contoso.app2://auth", .entry(1)),
        MatchingRow("third app of a suite", suite, "msauth.com.contoso.app3://auth", .entry(2)),
        MatchingRow("scheme in other case", suite, "MSAUTH.com.Contoso.app2://auth", .entry(1)),
        MatchingRow("app that is not in the suite", suite, "msauth.com.contoso.app4://auth", mismatch),
        MatchingRow("app with a longer name", suite, "msauth.com.contoso.app11://auth", mismatch),
        MatchingRow("slash after auth", suite, "msauth.com.contoso.app1://auth/", mismatch),
        MatchingRow("slash registered, none sent", ["public msauth.com.a://auth/"], "msauth.com.a://auth", mismatch),
        MatchingRow("path after auth", suite, "msauth.com.contoso.app1://auth/x", mismatch),
        MatchingRow("other host", suite, "msauth.com.contoso.app1://code", mismatch),
        MatchingRow("no host", suite, "msauth.com.contoso.app1://", mismatch),
        MatchingRow("no slashes", suite, "msauth.com.contoso.app1:auth", mismatch),
        MatchingRow("port on a custom scheme", suite, "msauth.com.contoso.app1://auth:1", mismatch),
        MatchingRow("query on a custom scheme", suite, "msauth.com.contoso.app1://auth?x=1", mismatch),
        MatchingRow("user on a custom scheme", suite, "msauth.com.contoso.app1://auth@evil", mismatch),
        MatchingRow("default of older MSAL", ["public msal0000://auth"], "msal0000://auth", .entry(0)),
        MatchingRow("ADAL style", ["public x-contoso://com.contoso.app"], "x-contoso://com.contoso.app", .entry(0)),
        MatchingRow(
            "ADAL style, other bundle", ["public x-contoso://com.contoso.app"], "x-contoso://com.contoso.app2", mismatch
        ),
        MatchingRow("certificate return", certificate, "msauth://code/msauth.com.contoso.app1%3A%2F%2Fauth", .entry(0)),
        MatchingRow(
            "certificate return, lower-case escapes", certificate, "msauth://code/msauth.com.contoso.app1%3a%2f%2fauth",
            mismatch),
        MatchingRow(
            "certificate return, decoded", certificate, "msauth://code/msauth.com.contoso.app1://auth", mismatch),
        MatchingRow(
            "certificate return, other app", certificate, "msauth://code/msauth.com.contoso.app2%3A%2F%2Fauth", mismatch
        ),
        MatchingRow("Android signature", android, "msauth://com.contoso.app/VCpKgbYCXucoq1mZ4BZPsh5taNE%3D", .entry(0)),
        MatchingRow(
            "Android signature, decoded", android, "msauth://com.contoso.app/VCpKgbYCXucoq1mZ4BZPsh5taNE=", mismatch),
        MatchingRow(
            "Android signature, lower-case escape", android, "msauth://com.contoso.app/VCpKgbYCXucoq1mZ4BZPsh5taNE%3d",
            mismatch),
        MatchingRow(
            "Android signature, other case", android, "msauth://com.contoso.app/vcpkgbycxucoq1mz4bzpsh5tane%3D",
            mismatch),
        MatchingRow(
            "Android, other package", android, "msauth://com.contoso.app2/VCpKgbYCXucoq1mZ4BZPsh5taNE%3D", mismatch),
        MatchingRow(
            "Windows broker", ["public ms-appx-web://microsoft.aad.brokerplugin/0000-1"],
            "ms-appx-web://Microsoft.AAD.BrokerPlugin/0000-1", .entry(0)),
        MatchingRow(
            "Windows broker, other client", ["public ms-appx-web://microsoft.aad.brokerplugin/0000-1"],
            "ms-appx-web://microsoft.aad.brokerplugin/0000-2", mismatch),
        MatchingRow("nested app", ["spa brk-multihub://app.example"], "brk-multihub://app.example", .entry(0)),
        MatchingRow("universal link", ["public https://app.example/auth"], "https://app.example/auth", .entry(0)),
        MatchingRow(
            "native client page", ["public https://login.microsoftonline.com/common/oauth2/nativeclient"],
            "https://login.microsoftonline.com/common/oauth2/nativeclient", .entry(0)),
        MatchingRow(
            "native client page of B2C", ["public https://login.microsoftonline.com/tfp/oauth2/nativeclient"],
            "https://login.microsoftonline.com/tfp/oauth2/nativeclient", .entry(0)),
        MatchingRow(
            "native client page on another host",
            ["public https://login.microsoftonline.com/common/oauth2/nativeclient"],
            "https://login.windows.net/common/oauth2/nativeclient", mismatch),
        MatchingRow("out of band", ["public urn:ietf:wg:oauth:2.0:oob"], "urn:ietf:wg:oauth:2.0:oob", .entry(0)),
        MatchingRow(
            "out of band, scheme in upper case", ["public urn:ietf:wg:oauth:2.0:oob"], "URN:ietf:wg:oauth:2.0:oob",
            .entry(0)),
        MatchingRow(
            "out of band, rest in upper case", ["public urn:ietf:wg:oauth:2.0:oob"], "urn:ietf:wg:oauth:2.0:OOB",
            mismatch),
        MatchingRow(
            "out of band, longer", ["public urn:ietf:wg:oauth:2.0:oob"], "urn:ietf:wg:oauth:2.0:oob:auto", mismatch),
        MatchingRow("out of band, not registered", suite, "urn:ietf:wg:oauth:2.0:oob", mismatch),
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
        MatchingRow("query added", star, "https://app.contoso.com/x?y=1", mismatch),
        MatchingRow("query registered", ["web https://*.contoso.com/x?y=1"], "https://app.contoso.com/x?y=1", mismatch),
        MatchingRow("with personal accounts", star, "https://app.contoso.com/x", mismatch, audience: .orgsAndPersonal),
        MatchingRow("below a top-level domain", ["web https://*.com/x"], "https://contoso.com/x", mismatch),
        MatchingRow("in the middle", ["web https://a.*.contoso.com/x"], "https://a.b.contoso.com/x", mismatch),
        MatchingRow("inside a label", ["web https://a*.contoso.com/x"], "https://ab.contoso.com/x", mismatch),
        MatchingRow("in the path", ["web https://contoso.com/*"], "https://contoso.com/x", mismatch),
    ]

    static let several: [MatchingRow] = [
        MatchingRow("first", ["web https://a.test/", "spa https://b.test/"], "https://a.test/", .entry(0)),
        MatchingRow("second", ["web https://a.test/", "spa https://b.test/"], "https://b.test/", .entry(1)),
        MatchingRow("neither", ["web https://a.test/", "spa https://b.test/"], "https://c.test/", mismatch),
        MatchingRow(
            "host of one, path of another", ["web https://a.test/1", "web https://b.test/2"], "https://a.test/2",
            mismatch),
        MatchingRow(
            "same twice: the first", ["web https://a.test/", "spa https://a.test/"], "https://a.test/", .entry(0)),
        MatchingRow(
            "localhost ports: the equal one", ["spa http://localhost:3000/", "web http://localhost:5000/"],
            "http://localhost:5000/", .entry(1)),
        MatchingRow(
            "localhost ports: else the first", ["spa http://localhost:3000/", "web http://localhost:5000/"],
            "http://localhost:9000/", .entry(0)),
        MatchingRow(
            "localhost ports: none is a port too", ["spa http://localhost:3000/", "public http://localhost"],
            "http://localhost", .entry(1)),
        MatchingRow(
            "localhost and 127.0.0.1", ["public http://localhost", "web http://127.0.0.1"], "http://127.0.0.1:1",
            .entry(1)),
        MatchingRow(
            "localhost paths", ["spa http://localhost:3000/", "web http://localhost:3000/cb"],
            "http://localhost:4000/cb", .entry(1)),
        MatchingRow(
            "an entry that is no URI is passed over", ["web nonsense", "web https://a.test/"], "https://a.test/",
            .entry(1)),
        MatchingRow(
            "an entry that is no URI is not matched", ["web nonsense", "web https://a.test/"], "nonsense", notAbsolute),
    ]

    static let missing: [MatchingRow] = [
        MatchingRow("one registered", web, nil, .entry(0)),
        MatchingRow("one app registered", ["public msauth.com.a://auth"], nil, .entry(0)),
        MatchingRow(
            "several registered", ["web https://a.test/", "web https://b.test/"], nil, .refused(.noRedirectURIProvided)),
        MatchingRow("one wildcard registered", ["web https://*.contoso.com/x"], nil, .refused(.noRedirectURIProvided)),
        MatchingRow("one registered that is no URI", ["web nonsense"], nil, .refused(.noRedirectURIProvided)),
        MatchingRow("none registered", [], nil, .refused(.noRedirectURIRegistered)),
        MatchingRow("none registered, one sent", [], "https://a.test/", .refused(.noRedirectURIRegistered)),
        MatchingRow("none registered, empty one sent", [], "", .refused(.noRedirectURIRegistered)),
    ]

    private static func long(_ count: Int) -> String {
        String(repeating: "a", count: count)
    }
}
