import Control
import Entra

/// The part of the options that requests depend on.
struct ServerSettings: Sendable {
    var publicOrigin: Origin?
    var trustsProxy = false
    var controlToken: String?
    var journal = Journal.Limits()
    /// Further names under which the control plane answers.
    var controlHosts: [String] = []
}
