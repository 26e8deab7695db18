import ArgumentParser
import Directory
import Formats

/// A group of options of `serve` as text, by long name. `OptionSpec` defines the meaning of each value, and a test compares the
/// groups with that table.
protocol OptionArguments: ParsableArguments {
    /// The values on the command line, or nil for an absent option.
    var values: [String: String?] { get }
}

/// All options of `serve`, in the groups of its help.
struct ServerArguments: ParsableArguments {
    @OptionGroup(title: "Configuration") var configuration: ConfigurationArguments
    @OptionGroup(title: "Addresses") var address: AddressArguments
    @OptionGroup(title: "Keys and state") var keys: KeyArguments
    @OptionGroup(title: "Shared store, for replicas") var store: StoreArguments
    @OptionGroup(title: "URLs and threads") var serving: ServingArguments
    @OptionGroup(title: "Control plane and request journal") var control: ControlArguments
    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Resource limits") var limits: LimitArguments

    /// The options on the command line, by long name.
    var optionValues: [String: String] {
        ServerArguments.optionValues(of: [configuration, address, keys, store, serving, control, output, limits])
    }

    static func optionValues(of groups: [any OptionArguments]) -> [String: String] {
        groups.reduce(into: [:]) { $0.merge($1.values.compactMapValues(\.self)) { own, _ in own } }
    }
}

/// The options with which a command finds the running server and its configuration. A command accepts the other options of
/// `serve` too, so that one command line works for both. The help of the command does not show the other options.
struct ServerLookupArguments: ParsableArguments {
    @OptionGroup(title: "The server and its configuration") var configuration: ConfigurationArguments
    @OptionGroup(title: "The server and its configuration") var address: AddressArguments
    @OptionGroup(visibility: .hidden) var keys: KeyArguments
    @OptionGroup(visibility: .hidden) var store: StoreArguments
    @OptionGroup(visibility: .hidden) var serving: ServingArguments
    @OptionGroup(visibility: .hidden) var control: ControlArguments
    @OptionGroup(visibility: .hidden) var output: OutputArguments
    @OptionGroup(visibility: .hidden) var limits: LimitArguments

    /// The options on the command line, by long name.
    var optionValues: [String: String] {
        ServerArguments.optionValues(of: [configuration, address, keys, store, serving, control, output, limits])
    }
}

/// The options of `ServerLookupArguments`, for a command that derives or reads the server's keys itself.
struct ServerKeyArguments: ParsableArguments {
    @OptionGroup(title: "The server and its configuration") var configuration: ConfigurationArguments
    @OptionGroup(title: "The server and its configuration") var address: AddressArguments
    @OptionGroup(title: "The server and its configuration") var keys: KeyArguments
    @OptionGroup(visibility: .hidden) var store: StoreArguments
    @OptionGroup(visibility: .hidden) var serving: ServingArguments
    @OptionGroup(visibility: .hidden) var control: ControlArguments
    @OptionGroup(visibility: .hidden) var output: OutputArguments
    @OptionGroup(visibility: .hidden) var limits: LimitArguments

    /// The options on the command line, by long name.
    var optionValues: [String: String] {
        ServerArguments.optionValues(of: [configuration, address, keys, store, serving, control, output, limits])
    }
}

struct ConfigurationArguments: OptionArguments {
    @Option(name: .long, help: .option("config"))
    var config: String?

    var values: [String: String?] { ["config": config] }
}

struct AddressArguments: OptionArguments {
    @Option(name: .long, help: .option("host"))
    var host: String?
    @Option(name: .long, help: .option("http-port"))
    var httpPort: String?
    @Option(name: .long, help: .option("https-port"))
    var httpsPort: String?

    var values: [String: String?] { ["host": host, "http-port": httpPort, "https-port": httpsPort] }
}

struct KeyArguments: OptionArguments {
    @Option(name: .long, help: .option("data-dir"))
    var dataDir: String?
    @Option(name: .long, help: .option("seed"))
    var seed: String?

    var values: [String: String?] { ["data-dir": dataDir, "seed": seed] }
}

struct StoreArguments: OptionArguments {
    @Option(name: .long, help: .option("store"))
    var store: String?
    @Option(name: .long, help: .option("store-ca"))
    var storeCA: String?

    var values: [String: String?] { ["store": store, "store-ca": storeCA] }
}

struct ServingArguments: OptionArguments {
    @Option(name: .long, help: .option("public-origin"))
    var publicOrigin: String?
    @Flag(name: .long, help: .option("trust-proxy"))
    var trustProxy = false
    @Option(name: .long, help: .option("workers"))
    var workers: String?

    var values: [String: String?] {
        ["public-origin": publicOrigin, "trust-proxy": trustProxy ? "true" : nil, "workers": workers]
    }
}

struct ControlArguments: OptionArguments {
    @Option(name: .long, help: .option("control-token"))
    var controlToken: String?
    @Option(name: .long, help: .option("control-host"))
    var controlHost: String?
    @Option(name: .long, help: .option("journal-entries"))
    var journalEntries: String?
    @Option(name: .long, help: .option("journal-bytes"))
    var journalBytes: String?

    var values: [String: String?] {
        [
            "control-token": controlToken, "control-host": controlHost, "journal-entries": journalEntries,
            "journal-bytes": journalBytes,
        ]
    }
}

struct OutputArguments: OptionArguments {
    @Option(name: .long, help: .option("ready-file"))
    var readyFile: String?
    @Option(name: .long, help: .option("log-level"))
    var logLevel: String?
    @Option(name: .long, help: .option("log-format"))
    var logFormat: String?

    var values: [String: String?] { ["ready-file": readyFile, "log-level": logLevel, "log-format": logFormat] }
}

extension ArgumentHelp {
    /// Returns the help of the option with the long name.
    static func option(_ name: String) -> ArgumentHelp {
        guard let spec = OptionSpec.all.first(where: { $0.longName.isExactly(name) }) else { return ArgumentHelp("") }
        return ArgumentHelp(
            "\(spec.help) [\(spec.environment)] (default: \(spec.defaultText))", valueName: spec.valueName)
    }
}

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
