import Directory
import Testing

@Suite struct OptionSpecTests {
    @Test func optionNamesMatchDocumentation() {
        let names = OptionSpec.all.map { "\($0.longName) \($0.key ?? "-") \($0.environment)" }
        #expect(
            names.dropLast(ServerLimit.allCases.count) == [
                "config - UNDERSTUDY_CONFIG", "host host UNDERSTUDY_HOST", "http-port httpPort UNDERSTUDY_HTTP_PORT",
                "https-port httpsPort UNDERSTUDY_HTTPS_PORT", "data-dir dataDir UNDERSTUDY_DATA_DIR",
                "store store UNDERSTUDY_STORE", "store-ca storeCA UNDERSTUDY_STORE_CA", "seed seed UNDERSTUDY_SEED",
                "public-origin publicOrigin UNDERSTUDY_PUBLIC_ORIGIN", "trust-proxy trustProxy UNDERSTUDY_TRUST_PROXY",
                "workers workers UNDERSTUDY_WORKERS", "control-token controlToken UNDERSTUDY_CONTROL_TOKEN",
                "journal-entries journalEntries UNDERSTUDY_JOURNAL_ENTRIES",
                "journal-bytes journalBytes UNDERSTUDY_JOURNAL_BYTES",
                "control-host controlHost UNDERSTUDY_CONTROL_HOST",
                "ready-file - UNDERSTUDY_READY_FILE",
                "log-level logLevel UNDERSTUDY_LOG_LEVEL", "log-format logFormat UNDERSTUDY_LOG_FORMAT",
            ])
    }

    @Test(
        "An option's text is a value or gives an error message",
        arguments: [
            ("http-port", "0", true), ("http-port", "off", true), ("http-port", "+80", false),
            ("http-port", "65536", false),
            ("http-port", "", false), ("http-port", "99999999999999999999", false), ("https-port", "443,8443", true),
            ("https-port", "0,0", true), ("https-port", "443,443", false), ("https-port", "443,", false),
            ("host", "0.0.0.0", true),
            ("host", "[::]", true), ("host", "localhost", true), ("host", "1.2.3", false), ("host", "", false),
            ("host", "::1\u{0}", false),
            ("workers", "4", true), ("workers", "257", false), ("public-origin", "https://id.example:8443", true),
            ("public-origin", "https://id.example/", false), ("public-origin", "ftp://x", false),
            ("public-origin", "https://a@b", false), ("public-origin", "https://a:99999", false),
            ("public-origin", "https://a:b:c", false), ("public-origin", "https://a]", false),
            ("public-origin", "https://[::1", false), ("public-origin", "https://[::1]:8443", true),
            ("public-origin", "https://", false), ("public-origin", "https://a~b", false),
            ("trust-proxy", "yes", true), ("trust-proxy", "", false), ("log-level", "debug", true),
            ("log-level", "Debug", false),
            ("journal-entries", "0", true), ("journal-entries", "-1", false), ("journal-bytes", "65535", false),
            ("journal-bytes", "1048576", true),
            ("log-format", "json", true), ("seed", "", false), ("data-dir", "x", true),
            ("store", "redis://h", true), ("store", "h:6379", false), ("config", "", false),
            ("control-host", "id.example,.test.example", true), ("control-host", ".internal", true),
            ("control-host", "understudy", true),
            ("max-body", "1", true), ("max-body", "0", false), ("max-body", "1073741825", false),
            ("max-body", "1k", false),
            ("max-headers", "0", false), ("linger-bytes", "0", true), ("header-timeout", "10", true),
            ("header-timeout", "0.25", true), ("header-timeout", "0.001", true), ("header-timeout", "0", false),
            ("header-timeout", "0.0001", false), ("header-timeout", ".5", false), ("header-timeout", "5.", false),
            ("header-timeout", "1e3", false), ("header-timeout", "-1", false), ("header-timeout", "86400", true),
            ("header-timeout", "86400.001", false), ("header-timeout", "99999999999999999999", false),
            ("header-timeout", "", false), ("header-timeout", "1.2.3", false), ("header-timeout", "inf", false),
            ("control-host", "id.example,", false), ("control-host", "*.example", false), ("control-host", "", false),
        ])
    func parsesOptionOrExplainsError(name: String, text: String, isValue: Bool) throws {
        let option = try #require(OptionSpec.all.first { $0.longName == name })
        var options = ServerOptions()
        let sentence = option.parse(text, into: &options)
        #expect((sentence == nil) == isValue)
        #expect((options == ServerOptions()) == !isValue)
    }

    @Test(
        "A public origin is normalized to lowercase without the scheme's default port",
        arguments: [
            ("https://X.example:443", "https://x.example"), ("http://x.example:80", "http://x.example"),
            ("http://x.example:443", "http://x.example:443"), ("HTTPS://x.example:8443", "https://x.example:8443"),
        ])
    func normalizesPublicOrigin(text: String, expected: String) throws {
        let option = try #require(OptionSpec.all.first { $0.longName == "public-origin" })
        var options = ServerOptions()
        #expect(option.parse(text, into: &options) == nil)
        #expect(options.publicOrigin == expected)
    }

    @Test func higherSourceWins() {
        var high = ServerOptions()
        high.host = "::1"
        high.httpPorts = .off
        var low = ServerOptions()
        low.host = "127.0.0.1"
        low.workers = 2
        let merged = high.over(low)
        #expect(merged.host == "::1")
        #expect(merged.httpPorts == .off)
        #expect(merged.workers == 2)
    }
}
