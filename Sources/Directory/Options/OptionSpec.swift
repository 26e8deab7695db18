import Formats

/// An option of the server. The command line, the environment, the configuration file and the schema read this table.
package struct OptionSpec: Sendable {
    /// The name without the dashes, such as `http-port`.
    package let longName: String
    /// The key under `server:`, such as `httpPort`, or nil if the file cannot set the option.
    package let key: String?
    package let environment: String
    /// The placeholder for the value in help, such as `N`. Nil if the option is a flag on the command line.
    package let valueName: String?
    /// The default value, in words.
    package let defaultText: String
    package let help: String
    let shape: Shape
    /// Parses a text and stores the value. Returns a sentence if the text is invalid.
    private let set: @Sendable (inout ServerOptions, String) -> String?

    /// Parses a value of the command line or the environment.
    /// - Returns: nil, or a sentence about the valid values.
    package func parse(_ text: String, into options: inout ServerOptions) -> String? {
        set(&options, text)
    }

    /// The variable with the whole configuration as its value, in place of `--config`.
    package static let inlineConfiguration = "UNDERSTUDY_CONFIG_INLINE"

    package static let all: [OptionSpec] = general + ServerLimit.allCases.map(OptionSpec.init)

    private static let general: [OptionSpec] = [
        OptionSpec(
            "config", nil, "FILE",
            "/config/understudy.yaml, else understudy.yaml, else Config/understudy.yaml, else the built-in directory",
            "The configuration file, YAML or JSON.", .text, \.config, OptionText.nonEmpty),
        OptionSpec(
            "host", "host", "ADDR", "127.0.0.1", "The IPv4 or IPv6 address to listen on.",
            .text, \.host, OptionText.address),
        OptionSpec(
            "http-port", "httpPort", "N", "\(ServerOptions.defaultHTTPPort)",
            "The HTTP port; 0 = any free port, off = no HTTP.",
            OptionText.portShape, \.httpPorts, OptionText.port),
        OptionSpec(
            "https-port", "httpsPort", "N[,N...]", "\(ServerOptions.defaultHTTPSPort)",
            "The HTTPS ports, separated by commas; 0 = any free port, off = no HTTPS.",
            .either([OptionText.portShape, .list(.integer(0...65535))]), \.httpsPorts, OptionText.ports),
        OptionSpec(
            "data-dir", "dataDir", "DIR", "none: keys, CA and state are in memory only",
            "The folder that stores keys, CA and state across restarts; with --store, only keys and CA.",
            .text, \.dataDir, OptionText.nonEmpty),
        OptionSpec(
            "store", "store", "URL", "none: the state is not shared",
            "The Redis or Valkey server that replicas of Understudy share: redis[s]://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE][?timeout=MS].",
            .text, \.store, OptionText.store),
        OptionSpec(
            "store-ca", "storeCA", "FILE", "the CA certificates of the system",
            "A PEM file with the CA certificates that verify a rediss:// store.",
            .text, \.storeCA, OptionText.nonEmpty),
        OptionSpec(
            "seed", "seed", "TEXT", "none",
            "Text from which the CA and the keys are derived; a text gives equal keys on every start and machine.",
            .text, \.seed, OptionText.nonEmpty),
        OptionSpec(
            "public-origin", "publicOrigin", "URL", "none: URLs use the origin of the request",
            "The origin in every URL that the server issues, such as https://id.example.", .text, \.publicOrigin,
            OptionText.origin),
        OptionSpec(
            "trust-proxy", "trustProxy", nil, "false",
            "Trust the headers X-Forwarded-Proto, X-Forwarded-Host and X-Forwarded-For from a reverse proxy.",
            .boolean, \.trustProxy, OptionText.flag),
        OptionSpec(
            "workers", "workers", "N", "one per core", "The number of event loops; each runs on its own thread.",
            .integer(OptionText.workerCounts), \.workers, OptionText.count(OptionText.workerCounts)),
        OptionSpec(
            "control-token", "controlToken", "TEXT", "none: the control plane is open",
            "The bearer token that requests to the control plane must send.", .text, \.controlToken, OptionText.nonEmpty
        ),
        OptionSpec(
            "journal-entries", "journalEntries", "N", "\(ServerOptions.defaultJournalEntries)",
            "The maximum number of requests in the request journal; 0 = no journal.",
            .integer(OptionText.journalEntries), \.journalEntries, OptionText.count(OptionText.journalEntries)),
        OptionSpec(
            "journal-bytes", "journalBytes", "N", "\(ServerOptions.defaultJournalBytes)",
            "The maximum size of the request journal, in bytes.",
            .integer(OptionText.journalBytes), \.journalBytes, OptionText.count(OptionText.journalBytes)),
        OptionSpec(
            "control-host", "controlHost", "NAME[,NAME...]", "IP addresses, localhost, names without a dot",
            "Additional host names on which the control plane responds; .NAME = every subdomain of NAME.",
            .either([.text, .list(.text)]), \.controlHosts, OptionText.hosts),
        OptionSpec(
            "ready-file", nil, "FILE", "none",
            "The file to which the server writes one line of JSON (origins, ports, CA, process id) when the server is ready; - = standard output.",
            .text, \.readyFile, OptionText.nonEmpty),
        OptionSpec(
            "log-level", "logLevel", "LEVEL", "info",
            "The lowest level that is logged: trace, debug, info, notice, warning, error or critical.",
            .words(OptionText.logLevels), \.logLevel, OptionText.logLevel),
        OptionSpec(
            "log-format", "logFormat", "FORMAT", "auto",
            "The format of the log: text, json, or auto (text on a terminal, JSON otherwise).",
            .words(LogFormat.allCases.map(\.rawValue)), \.logFormat, OptionText.logFormat),
    ]

    private init(_ limit: ServerLimit) {
        let row = limit.row
        self.init(
            OptionSpec.longName(of: limit.rawValue), limit.rawValue, row.valueName, row.defaultText, row.help,
            row.shape,
            \.limits[limit], row.read)
    }

    /// Returns the option name of a key, such as `max-body` for `maxBody`.
    private static func longName(of key: String) -> String {
        var name: [UInt8] = []
        for byte in key.utf8 {
            if ASCII.isUppercase(byte) { name.append(UInt8(ascii: "-")) }
            name.append(ASCII.lowercased(byte))
        }
        return String(decoding: name, as: UTF8.self)
    }

    private init<Value>(
        _ longName: String, _ key: String?, _ valueName: String?, _ defaultText: String, _ help: String, _ shape: Shape,
        _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<ServerOptions, Value?> & Sendable,
        _ read: @escaping OptionText.Read<Value>
    ) {
        self.longName = longName
        self.key = key
        self.valueName = valueName
        self.defaultText = defaultText
        self.help = help
        self.shape = shape
        let name = longName.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 & 0xDF }
        environment = "UNDERSTUDY_" + String(decoding: name, as: UTF8.self)
        set = { options, text in
            switch read(text) {
            case .value(let value):
                options[keyPath: property()] = value
                return nil
            case .rejected(let sentence): return sentence
            }
        }
    }
}
