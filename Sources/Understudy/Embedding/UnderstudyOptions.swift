import Directory

/// The options for starting a server. By default the server is for one test: it has the built-in directory, free ports on the
/// loopback interface, its own keys, no files, and no log.
public struct UnderstudyOptions: Sendable {
    /// The source of the directory: its tenants, users, applications and settings.
    public enum Source: Sendable {
        /// The built-in directory: Contoso, Fabrikam, Woodgrove, Adventure Works.
        case builtIn
        /// A configuration as YAML or JSON text.
        case text(String)
        /// A configuration in a YAML or JSON file, with the files that the configuration names.
        case file(String)
        /// A directory in the form of ``DirectoryControl/export()``.
        case exported(JSON)
    }

    /// The port on which the server listens.
    public enum Port: Sendable, Equatable {
        /// Any free port.
        case any
        /// The port with this number.
        case number(UInt16)
        /// No port.
        case off
    }

    /// The source of the directory.
    public var source: Source
    /// The port for HTTP.
    public var http: Port
    /// The port for HTTPS, with a certificate from the server's own CA.
    public var https: Port
    /// The address to listen on.
    public var host: String
    /// A text from which all keys and the CA are derived, or nil for random keys. The keys are the same in every process, so a
    /// client that trusts one server of a seed trusts all of them.
    public var seed: String?
    /// A folder for keys and state that outlive the server, or nil to keep both in memory. The server creates a missing folder.
    public var dataFolder: String?
    /// The bearer token that the control plane requires, or nil for none. Calls within the process send the token
    /// automatically.
    public var controlToken: String?
    /// The number of event loops, each with its own thread.
    public var loops: Int
    /// Whether the server logs to standard error.
    public var logs: Bool

    /// Creates options. The defaults are for a server for one test.
    ///
    /// - Parameters:
    ///   - source: The source of the directory.
    ///   - http: The port for HTTP.
    ///   - https: The port for HTTPS.
    ///   - host: The address to listen on.
    ///   - seed: A text from which all keys are derived.
    ///   - dataFolder: A folder for keys and state that outlive the server.
    ///   - controlToken: The bearer token that the control plane requires.
    ///   - loops: The number of event loops, each with its own thread.
    ///   - logs: Whether the server logs to standard error.
    public init(
        source: Source = .builtIn, http: Port = .any, https: Port = .any, host: String = "127.0.0.1",
        seed: String? = nil, dataFolder: String? = nil, controlToken: String? = nil, loops: Int = 1,
        logs: Bool = false
    ) {
        self.source = source
        self.http = http
        self.https = https
        self.host = host
        self.seed = seed
        self.dataFolder = dataFolder
        self.controlToken = controlToken
        self.loops = loops
        self.logs = logs
    }
}

extension UnderstudyOptions {
    /// Returns the server options: these options, completed by `server:` of the configuration. Only these options set ports,
    /// address and log.
    func serverOptions(over configured: ServerOptions) -> ServerOptions {
        var options = ServerOptions()
        options.httpPorts = http.ports
        options.httpsPorts = https.ports
        options.host = host
        options.seed = seed
        options.dataDir = dataFolder
        options.controlToken = controlToken
        options.workers = loops
        return options.over(configured)
    }

    var configurationSource: Configuration.Source {
        switch source {
        case .builtIn: .seed
        case .text(let text): .text(text)
        case .file(let path): .file(path)
        case .exported(let directory): .text(directory.description)
        }
    }
}

extension UnderstudyOptions.Port {
    fileprivate var ports: ListenPorts {
        switch self {
        case .any: .ports([0])
        case .number(let port): .ports([port])
        case .off: .off
        }
    }
}
