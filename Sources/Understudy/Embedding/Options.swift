import Directory

extension Understudy {
    /// How a server starts. What is left as it is gives a server for one test: the built-in directory, free ports on the loopback
    /// interface, keys of its own, nothing on disk, no log.
    public struct Options: Sendable {
        /// Where the directory comes from: tenants, users, applications and settings.
        public enum Source: Sendable {
            /// The built-in directory: Contoso, Fabrikam, Woodgrove, Adventure Works.
            case builtIn
            /// A configuration as text, YAML or JSON.
            case text(String)
            /// A configuration in a file, YAML or JSON, with the files that it names.
            case file(String)
            /// A directory as ``Understudy/DirectoryControl/export()`` gives it.
            case exported(JSON)
        }

        /// Where a protocol is listened to.
        public enum Port: Sendable, Equatable {
            /// Any free port.
            case any
            /// That port.
            case number(UInt16)
            /// Not at all.
            case off
        }

        /// Where the directory comes from.
        public var source: Source
        /// The port of HTTP.
        public var http: Port
        /// The port of HTTPS, with a certificate of the server's own authority.
        public var https: Port
        /// The address to listen on.
        public var host: String
        /// A text from which all keys and the certificate authority derive, the same in every process; nil for keys of its own.
        /// Servers of one seed are trusted by trusting one of them.
        public var seed: String?
        /// A folder in which keys and state outlive the server; nil to keep them in memory. Made where it is not there.
        public var dataFolder: String?
        /// What callers of the control plane must show as bearer token; nil for none. Calls in process show it by themselves.
        public var controlToken: String?
        /// Event loops, each a thread.
        public var loops: Int
        /// Whether the log goes to standard error.
        public var logs: Bool

        /// What is left out is as a test of its own would have it.
        ///
        /// - Parameters:
        ///   - source: Where the directory comes from.
        ///   - http: The port of HTTP.
        ///   - https: The port of HTTPS.
        ///   - host: The address to listen on.
        ///   - seed: A text from which all keys derive.
        ///   - dataFolder: A folder in which keys and state outlive the server.
        ///   - controlToken: What callers of the control plane must show.
        ///   - loops: Event loops, each a thread.
        ///   - logs: Whether the log goes to standard error.
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
}

extension Understudy.Options {
    /// What they say, over what the configuration says under `server:`. Ports, address and log are a test's alone to say.
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

extension Understudy.Options.Port {
    fileprivate var ports: ListenPorts {
        switch self {
        case .any: .ports([0])
        case .number(let port): .ports([port])
        case .off: .off
        }
    }
}
