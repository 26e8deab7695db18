import Directory
import Testing

@Suite struct ServerLimitTests {
    /// The option, key, variable and default of each limit, as the README documents them.
    @Test func limitsMatchREADME() {
        let limits = OptionSpec.all.suffix(ServerLimit.allCases.count)
        #expect(
            limits.map { "\($0.longName) \($0.key ?? "-") \($0.environment) \($0.defaultText) \($0.valueName ?? "-")" }
                == [
                    "max-request-line maxRequestLine UNDERSTUDY_MAX_REQUEST_LINE 16384 BYTES",
                    "max-header-bytes maxHeaderBytes UNDERSTUDY_MAX_HEADER_BYTES 32768 BYTES",
                    "max-headers maxHeaders UNDERSTUDY_MAX_HEADERS 100 N",
                    "max-body maxBody UNDERSTUDY_MAX_BODY 1048576 BYTES",
                    "max-form maxForm UNDERSTUDY_MAX_FORM 65536 BYTES",
                    "header-timeout headerTimeout UNDERSTUDY_HEADER_TIMEOUT 10 SECONDS",
                    "body-timeout bodyTimeout UNDERSTUDY_BODY_TIMEOUT 15 SECONDS",
                    "min-body-rate minBodyRate UNDERSTUDY_MIN_BODY_RATE 240 BYTES",
                    "keep-alive-timeout keepAliveTimeout UNDERSTUDY_KEEP_ALIVE_TIMEOUT 75 SECONDS",
                    "max-keep-alive-requests maxKeepAliveRequests UNDERSTUDY_MAX_KEEP_ALIVE_REQUESTS 10000 N",
                    "handshake-timeout handshakeTimeout UNDERSTUDY_HANDSHAKE_TIMEOUT 10 SECONDS",
                    "write-timeout writeTimeout UNDERSTUDY_WRITE_TIMEOUT 15 SECONDS",
                    "max-connections maxConnections UNDERSTUDY_MAX_CONNECTIONS 10000 N",
                    "max-unread-bytes maxUnreadBytes UNDERSTUDY_MAX_UNREAD_BYTES 33554432 BYTES",
                    "linger-bytes lingerBytes UNDERSTUDY_LINGER_BYTES 262144 BYTES",
                    "linger-timeout lingerTimeout UNDERSTUDY_LINGER_TIMEOUT 2 SECONDS",
                    "accept-pause acceptPause UNDERSTUDY_ACCEPT_PAUSE 0.1 SECONDS",
                    "max-discard maxDiscard UNDERSTUDY_MAX_DISCARD 262144 BYTES",
                    "drain-timeout drainTimeout UNDERSTUDY_DRAIN_TIMEOUT 5 SECONDS",
                ])
    }

    @Test(arguments: ServerLimit.allCases)
    func defaultIsValidValue(_ limit: ServerLimit) throws {
        let option = try #require(OptionSpec.all.first { $0.key == limit.rawValue })
        var options = ServerOptions()
        #expect(option.parse(option.defaultText, into: &options) == nil)
        #expect(options.limits == [limit: limit.row.defaultValue])
        #expect(ServerOptions().value(of: limit) == limit.row.defaultValue)
    }

    @Test func parsesTimesAsMilliseconds() throws {
        let option = try #require(OptionSpec.all.first { $0.longName == "header-timeout" })
        var options = ServerOptions()
        for (text, milliseconds) in [("2", 2000), ("0.5", 500), ("1.25", 1250), ("0.001", 1), ("10.010", 10_010)] {
            #expect(option.parse(text, into: &options) == nil)
            #expect(options.value(of: .headerTimeout) == milliseconds)
        }
    }

    @Test func higherSourceWinsForEachLimit() {
        var (high, low) = (ServerOptions(), ServerOptions())
        high.limits = [.maxBody: 1]
        low.limits = [.maxBody: 2, .maxForm: 3]
        #expect(high.over(low).limits == [.maxBody: 1, .maxForm: 3])
    }

    @Test func configurationSetsLimitsByKey() throws {
        let text = "server: {maxBody: 2048, headerTimeout: 0.5, bodyTimeout: 3}\ntenants: []\n"
        let limits = try Configuration.load(.inline(text)).server.limits
        #expect(limits == [.maxBody: 2048, .headerTimeout: 500, .bodyTimeout: 3000])
    }
}
