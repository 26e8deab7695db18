package import Directory
import Wire

/// Whether other machines can reach the control plane, which hands out secrets and mints tokens.
package enum ControlExposure {
    /// One sentence where the server listens beyond this machine and wants no control token; else nil.
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
