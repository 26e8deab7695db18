import Entra

private let mismatch = MatchingRow.Outcome.rejected(.redirectURIMismatch)
private let notAbsolute = MatchingRow.Outcome.rejected(.redirectURINotAbsolute)
private let web = ["web https://app.example/cb"]

/// Rows with app schemes, with several entries, and without a requested redirect URI.
extension RedirectURIMatchingTests {
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
            "localhost ports do not count, msal.js#3273",
            ["web http://localhost:5000/cb", "spa http://localhost:3000/cb"],
            "http://localhost:3000/cb", .entry(0)),
        MatchingRow(
            "localhost ports: web before spa", ["spa http://localhost:3000/", "web http://localhost:5000/"],
            "http://localhost:9000/", .entry(1)),
        MatchingRow(
            "localhost ports: spa before publicClient", ["public http://localhost", "spa http://localhost:3000/"],
            "http://localhost", .entry(1)),
        MatchingRow(
            "127.0.0.1 ports: web before publicClient", ["public http://127.0.0.1", "web http://127.0.0.1:5000/"],
            "http://127.0.0.1:1/", .entry(1)),
        MatchingRow(
            "localhost ports of one platform: the first", ["spa http://localhost:3000/", "spa http://localhost:5000/"],
            "http://localhost:5000/", .entry(0)),
        MatchingRow(
            "https localhost ports count", ["web https://localhost:5000/", "spa https://localhost:3000/"],
            "https://localhost:3000/", .entry(1)),
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
            "several registered", ["web https://a.test/", "web https://b.test/"], nil, .rejected(.noRedirectURIProvided)
        ),
        MatchingRow("one wildcard registered", ["web https://*.contoso.com/x"], nil, .rejected(.noRedirectURIProvided)),
        MatchingRow("one registered that is no URI", ["web nonsense"], nil, .rejected(.noRedirectURIProvided)),
        MatchingRow("none registered", [], nil, .rejected(.noRedirectURIRegistered)),
        MatchingRow("none registered, one sent", [], "https://a.test/", .rejected(.noRedirectURIRegistered)),
        MatchingRow("none registered, empty one sent", [], "", .rejected(.noRedirectURIRegistered)),
    ]
}
