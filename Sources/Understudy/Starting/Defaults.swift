package import Directory
import Transport

/// What holds where an option is set nowhere.
package enum Defaults {
    package static let host = "127.0.0.1"
    package static let httpPort = 8080
    package static let httpsPort = 8443

    /// One event loop per core.
    package static var workers: Int { CoreCount.available }

    /// A name under which a listening address can be reached from this machine.
    package static func reachableName(of host: String) -> String {
        switch host {
        case "127.0.0.1", "0.0.0.0", "::1", "::", "localhost": "localhost"
        default: host.contains(":") ? "[\(host)]" : host
        }
    }
}

extension ServerOptions {
    /// nil: no HTTP.
    package var httpPort: Int? {
        switch httpPorts {
        case nil: Defaults.httpPort
        case .off: nil
        case .ports(let ports): ports.first.map(Int.init)
        }
    }

    /// Empty: no HTTPS.
    package var httpsPortList: [Int] {
        switch httpsPorts {
        case nil: [Defaults.httpsPort]
        case .off: []
        case .ports(let ports): ports.map(Int.init)
        }
    }
}
