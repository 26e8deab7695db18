import Transport
import Wire

/// What holds where an option is set nowhere.
package enum Defaults {
    package static let host = "127.0.0.1"

    /// One event loop per core.
    package static var workers: Int { CoreCount.available }

    /// A name under which a listening address can be reached from this machine.
    package static func reachableName(of host: String) -> String {
        switch host {
        case "127.0.0.1", "0.0.0.0", "::1", "::", "localhost": "localhost"
        default: host.containsExactly(":") ? "[\(host)]" : host
        }
    }
}
