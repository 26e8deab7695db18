/// Values of the server's options where they are set: on the command line, in the environment, or under `server:`.
package struct ServerOptions: Sendable, Equatable {
    /// `--config`; it cannot stand in the file itself.
    package var config: String?
    package var host: String?
    package var httpPorts: ListenPorts?
    package var httpsPorts: ListenPorts?
    package var dataDir: String?
    /// The store that replicas share.
    package var store: StoreAddress?
    /// A file of the authorities that may have signed its certificate, PEM.
    package var storeCA: String?
    package var seed: String?
    /// `scheme://host[:port]`, without a slash at the end.
    package var publicOrigin: String?
    package var trustProxy: Bool?
    package var workers: Int?
    package var controlToken: String?
    /// Exchanges that the journal keeps; 0: none.
    package var journalEntries: Int?
    package var journalBytes: Int?
    /// Further host names under which the control plane answers; a leading dot stands for every name below.
    package var controlHosts: [String]?
    /// Where machines are told that the server accepts; `-`: on standard output. It cannot stand in the file itself.
    package var readyFile: String?
    package var logLevel: String?
    package var logFormat: LogFormat?
    /// Bytes, counts, and times in milliseconds.
    package var limits: [ServerLimit: Int] = [:]
    /// Only in the file: a certificate of the user's own, in place of the server's CA.
    package var tls: TLSFiles?

    package init() {}

    /// These values, and where one is missing, the one of a source that ranks lower.
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

    /// The value set, else the usual one.
    package func value(of limit: ServerLimit) -> Int {
        limits[limit] ?? limit.row.usual
    }
}

/// The ports of one protocol; 0 stands for any free one.
package enum ListenPorts: Sendable, Equatable {
    case off
    case ports([UInt16])
}

/// `auto`: text on a terminal, JSON otherwise.
package enum LogFormat: String, Sendable, CaseIterable {
    case auto
    case text
    case json
}

/// Paths of PEM files, relative to the configuration file's folder already resolved.
package struct TLSFiles: Sendable, Equatable {
    /// Bytes that are read of each at most.
    package static let maximum = 1 << 20

    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
