import Formats
import Transport

/// The defaults of options.
package enum Defaults {
    package static let host = "127.0.0.1"

    /// The number of event loops: one for each core.
    package static var workers: Int { CoreCount.available }

    /// Returns a name under which this machine can reach a listening address.
    package static func reachableName(of host: String) -> String {
        switch host {
        case "127.0.0.1", "0.0.0.0", "::1", "::", "localhost": "localhost"
        default: host.containsExactly(":") ? "[\(host)]" : host
        }
    }
}
