/// The server's options from one source: the command line, the environment, or `server:` in the file. An option that is not set
/// is nil.
package struct ServerOptions: Sendable, Equatable {
    /// The configuration file (`--config`). The file itself cannot set the option.
    package var config: String?
    package var host: String?
    package var httpPorts: ListenPorts?
    package var httpsPorts: ListenPorts?
    package var dataDir: String?
    /// The store that replicas share.
    package var store: StoreAddress?
    /// A PEM file with the authorities that may sign the store's certificate.
    package var storeCA: String?
    package var seed: String?
    /// The origin as `scheme://host[:port]`, without a slash at the end.
    package var publicOrigin: String?
    package var trustProxy: Bool?
    package var workers: Int?
    package var controlToken: String?
    /// The maximum number of journal entries. 0 means no journal.
    package var journalEntries: Int?
    package static let defaultJournalEntries = 2_048
    package var journalBytes: Int?
    package static let defaultJournalBytes = 8 * 1024 * 1024
    /// The additional host names under which the control plane responds. A leading dot means every subdomain.
    package var controlHosts: [String]?
    /// The file that reports to programs that the server accepts connections. `-` means standard output. The configuration file
    /// cannot set the option.
    package var readyFile: String?
    package var logLevel: String?
    package var logFormat: LogFormat?
    /// The limits, as bytes, counts, or times in milliseconds.
    package var limits: [ServerLimit: Int] = [:]
    /// The user's own certificate, which replaces the server's CA. Only the file sets the option.
    package var tls: TLSFiles?

    package init() {}

    /// Returns these options, with missing values from a source of lower rank.
    package func over(_ lower: ServerOptions) -> ServerOptions {
        var result = self
        result.config = config ?? lower.config
        result.host = host ?? lower.host
        result.httpPorts = httpPorts ?? lower.httpPorts
        result.httpsPorts = httpsPorts ?? lower.httpsPorts
        result.dataDir = dataDir ?? lower.dataDir
        result.store = store ?? lower.store
        result.storeCA = storeCA ?? lower.storeCA
        result.seed = seed ?? lower.seed
        result.publicOrigin = publicOrigin ?? lower.publicOrigin
        result.trustProxy = trustProxy ?? lower.trustProxy
        result.workers = workers ?? lower.workers
        result.controlToken = controlToken ?? lower.controlToken
        result.journalEntries = journalEntries ?? lower.journalEntries
        result.journalBytes = journalBytes ?? lower.journalBytes
        result.controlHosts = controlHosts ?? lower.controlHosts
        result.readyFile = readyFile ?? lower.readyFile
        result.logLevel = logLevel ?? lower.logLevel
        result.logFormat = logFormat ?? lower.logFormat
        result.limits = lower.limits.merging(limits) { _, own in own }
        result.tls = tls ?? lower.tls
        return result
    }

    /// Returns the value of a limit, or its default.
    package func value(of limit: ServerLimit) -> Int {
        limits[limit] ?? limit.row.defaultValue
    }
}

/// The ports of one protocol. Port 0 means any free port.
package enum ListenPorts: Sendable, Equatable {
    case off
    case ports([UInt16])
}

/// The format of the log. `auto` means text on a terminal and JSON otherwise.
package enum LogFormat: String, Sendable, CaseIterable {
    case auto
    case text
    case json
}

/// The paths of PEM files. Paths relative to the configuration file's folder are already resolved.
package struct TLSFiles: Sendable, Equatable {
    /// The maximum number of bytes that are read of each file.
    package static let maximum = 1 << 20

    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

extension ServerOptions {
    package static let defaultHTTPPort = 8080
    package static let defaultHTTPSPort = 8443

    /// The HTTP port, or nil if HTTP is off.
    package var httpPort: Int? {
        switch httpPorts {
        case nil: ServerOptions.defaultHTTPPort
        case .off: nil
        case .ports(let ports): ports.first.map(Int.init)
        }
    }

    /// The HTTPS ports, or an empty list if HTTPS is off.
    package var httpsPortList: [Int] {
        switch httpsPorts {
        case nil: [ServerOptions.defaultHTTPSPort]
        case .off: []
        case .ports(let ports): ports.map(Int.init)
        }
    }

    /// The conflict between the ports, or nil.
    package var portProblem: PortProblem? { PortProblem(self) }
}

/// A conflict between the HTTP port and the HTTPS ports.
package struct PortProblem: Sendable {
    /// The reason, which continues the names of both options.
    package let reason: String
    package let hint: String

    init?(_ options: ServerOptions) {
        let https = options.httpsPortList
        guard let http = options.httpPort else {
            guard https.isEmpty else { return nil }
            reason = "are both off: there is nothing to listen on"
            hint = "set a port for HTTP or HTTPS"
            return
        }
        guard http != 0, https.contains(http) else { return nil }
        reason = "both have the value \(http): HTTP and HTTPS need different ports"
        hint = "set another port for one of them"
    }
}
