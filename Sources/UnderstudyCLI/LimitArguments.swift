import ArgumentParser
import Directory

/// The options of `serve` that limit the cost of clients, as text; see `ServerLimit`.
struct LimitArguments: OptionArguments {
    @Option(name: .long, help: .option("max-request-line"))
    var maxRequestLine: String?
    @Option(name: .long, help: .option("max-header-bytes"))
    var maxHeaderBytes: String?
    @Option(name: .long, help: .option("max-headers"))
    var maxHeaders: String?
    @Option(name: .long, help: .option("max-body"))
    var maxBody: String?
    @Option(name: .long, help: .option("max-form"))
    var maxForm: String?
    @Option(name: .long, help: .option("header-timeout"))
    var headerTimeout: String?
    @Option(name: .long, help: .option("body-timeout"))
    var bodyTimeout: String?
    @Option(name: .long, help: .option("min-body-rate"))
    var minBodyRate: String?
    @Option(name: .long, help: .option("keep-alive-timeout"))
    var keepAliveTimeout: String?
    @Option(name: .long, help: .option("max-keep-alive-requests"))
    var maxKeepAliveRequests: String?
    @Option(name: .long, help: .option("handshake-timeout"))
    var handshakeTimeout: String?
    @Option(name: .long, help: .option("write-timeout"))
    var writeTimeout: String?
    @Option(name: .long, help: .option("max-connections"))
    var maxConnections: String?
    @Option(name: .long, help: .option("max-unread-bytes"))
    var maxUnreadBytes: String?
    @Option(name: .long, help: .option("linger-bytes"))
    var lingerBytes: String?
    @Option(name: .long, help: .option("linger-timeout"))
    var lingerTimeout: String?
    @Option(name: .long, help: .option("accept-pause"))
    var acceptPause: String?
    @Option(name: .long, help: .option("max-discard"))
    var maxDiscard: String?
    @Option(name: .long, help: .option("drain-timeout"))
    var drainTimeout: String?

    var values: [String: String?] {
        [
            "max-request-line": maxRequestLine,
            "max-header-bytes": maxHeaderBytes,
            "max-headers": maxHeaders,
            "max-body": maxBody,
            "max-form": maxForm,
            "header-timeout": headerTimeout,
            "body-timeout": bodyTimeout,
            "min-body-rate": minBodyRate,
            "keep-alive-timeout": keepAliveTimeout,
            "max-keep-alive-requests": maxKeepAliveRequests,
            "handshake-timeout": handshakeTimeout,
            "write-timeout": writeTimeout,
            "max-connections": maxConnections,
            "max-unread-bytes": maxUnreadBytes,
            "linger-bytes": lingerBytes,
            "linger-timeout": lingerTimeout,
            "accept-pause": acceptPause,
            "max-discard": maxDiscard,
            "drain-timeout": drainTimeout,
        ]
    }
}
