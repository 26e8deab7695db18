import ArgumentParser
import Directory

/// The options of `serve` as text. What each value means is said once, in `OptionSpec`; a test holds this list against it.
struct ServerArguments: ParsableArguments {
    @Option(name: .long, help: help("config"))
    var config: String?
    @Option(name: .long, help: help("host"))
    var host: String?
    @Option(name: .long, help: help("http-port"))
    var httpPort: String?
    @Option(name: .long, help: help("https-port"))
    var httpsPort: String?
    @Option(name: .long, help: help("data-dir"))
    var dataDir: String?
    @Option(name: .long, help: help("seed"))
    var seed: String?
    @Option(name: .long, help: help("public-origin"))
    var publicOrigin: String?
    @Flag(name: .long, help: help("trust-proxy"))
    var trustProxy = false
    @Option(name: .long, help: help("workers"))
    var workers: String?
    @Option(name: .long, help: help("control-token"))
    var controlToken: String?
    @Option(name: .long, help: help("journal-entries"))
    var journalEntries: String?
    @Option(name: .long, help: help("journal-bytes"))
    var journalBytes: String?
    @Option(name: .long, help: help("control-host"))
    var controlHost: String?
    @Option(name: .long, help: help("log-level"))
    var logLevel: String?
    @Option(name: .long, help: help("log-format"))
    var logFormat: String?

    /// What was given on the command line, by long name.
    var given: [String: String] {
        let values: [String: String?] = [
            "config": config, "host": host, "http-port": httpPort, "https-port": httpsPort, "data-dir": dataDir,
            "seed": seed, "public-origin": publicOrigin, "trust-proxy": trustProxy ? "true" : nil, "workers": workers,
            "control-token": controlToken, "journal-entries": journalEntries, "journal-bytes": journalBytes,
            "control-host": controlHost, "log-level": logLevel, "log-format": logFormat,
        ]
        return values.compactMapValues { $0 }
    }

    private static func help(_ name: String) -> ArgumentHelp {
        guard let spec = OptionSpec.all.first(where: { $0.longName == name }) else { return ArgumentHelp("") }
        return ArgumentHelp(
            "\(spec.help) [\(spec.environment)] (default: \(spec.defaultText))", valueName: spec.valueName)
    }
}
