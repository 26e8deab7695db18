import ArgumentParser
import Directory
import Wire

/// The options of `serve` as text. What each value means is said once, in `OptionSpec`; a test holds this list against it.
struct ServerArguments: ParsableArguments {
    @Option(name: .long, help: .option("config"))
    var config: String?
    @Option(name: .long, help: .option("host"))
    var host: String?
    @Option(name: .long, help: .option("http-port"))
    var httpPort: String?
    @Option(name: .long, help: .option("https-port"))
    var httpsPort: String?
    @Option(name: .long, help: .option("data-dir"))
    var dataDir: String?
    @Option(name: .long, help: .option("store"))
    var store: String?
    @Option(name: .long, help: .option("store-ca"))
    var storeCA: String?
    @Option(name: .long, help: .option("seed"))
    var seed: String?
    @Option(name: .long, help: .option("public-origin"))
    var publicOrigin: String?
    @Flag(name: .long, help: .option("trust-proxy"))
    var trustProxy = false
    @Option(name: .long, help: .option("workers"))
    var workers: String?
    @Option(name: .long, help: .option("control-token"))
    var controlToken: String?
    @Option(name: .long, help: .option("journal-entries"))
    var journalEntries: String?
    @Option(name: .long, help: .option("journal-bytes"))
    var journalBytes: String?
    @Option(name: .long, help: .option("control-host"))
    var controlHost: String?
    @Option(name: .long, help: .option("ready-file"))
    var readyFile: String?
    @Option(name: .long, help: .option("log-level"))
    var logLevel: String?
    @Option(name: .long, help: .option("log-format"))
    var logFormat: String?
    @OptionGroup var limits: LimitArguments

    /// What was given on the command line, by long name.
    var given: [String: String] {
        let values: [String: String?] = [
            "config": config, "host": host, "http-port": httpPort, "https-port": httpsPort, "data-dir": dataDir,
            "store": store, "store-ca": storeCA, "seed": seed, "public-origin": publicOrigin,
            "trust-proxy": trustProxy ? "true" : nil, "workers": workers,
            "control-token": controlToken, "journal-entries": journalEntries, "journal-bytes": journalBytes,
            "control-host": controlHost, "ready-file": readyFile, "log-level": logLevel, "log-format": logFormat,
        ]
        return values.merging(limits.given) { own, _ in own }.compactMapValues { $0 }
    }
}

extension ArgumentHelp {
    /// Of the option with that long name.
    static func option(_ name: String) -> ArgumentHelp {
        guard let spec = OptionSpec.all.first(where: { $0.longName.isExactly(name) }) else { return ArgumentHelp("") }
        return ArgumentHelp(
            "\(spec.help) [\(spec.environment)] (default: \(spec.defaultText))", valueName: spec.valueName)
    }
}
