package import Directory
import Formats

/// The check whether other machines can reach the control plane, which returns secrets and issues tokens.
package enum ControlExposure {
    /// Returns a warning if the server listens beyond this machine without a control token, and nil otherwise.
    package static func warning(_ options: ServerOptions) -> String? {
        let host = options.host ?? Defaults.host
        guard options.controlToken == nil, !isLoopback(host) else { return nil }
        return
            "everyone who can reach \(host) can use the control plane at /_understudy/: set --control-token, or "
            + "publish the ports to this machine only"
    }

    private static func isLoopback(_ host: String) -> Bool {
        host.isExactly("localhost") || host.isExactly("::1") || IPv4Literal.isLoopback(host)
            || host.behind("::ffff:").map(IPv4Literal.isLoopback) == true
    }
}
