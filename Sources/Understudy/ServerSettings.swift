import Entra

/// The part of the options that requests depend on.
struct ServerSettings: Sendable {
    var publicOrigin: Origin?
    var trustsProxy = false
    var controlToken: String?
    /// Further names under which the control plane answers.
    var controlHosts: [String] = []
}
