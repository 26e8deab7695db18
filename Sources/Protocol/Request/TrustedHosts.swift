package import Entra
import Formats

/// The host names under which the control plane and the endpoints of managed identities respond. A page of another site can point
/// its own host name at this machine and is then of the same origin as the server (DNS rebinding). The server rejects such a name.
///
/// The accepted names are those that nobody else can point here (docs/reference/interface.md#hosts-tls-and-origins): IP addresses,
/// names without a dot, `localhost` and its subdomains (RFC 6761 §6.3), `host.docker.internal`, by which a container reaches its
/// host, and Microsoft's own names, including the names of Microsoft Graph. An mTLS host is accepted if its own name is accepted,
/// or if Microsoft or the server's owner has the plain name. The other rules do not apply to the plain name: `mtls.evil` without
/// its first label would be a name without a dot.
package struct TrustedHosts: Sendable {
    /// The names that the server's owner allows, in lower case. A leading dot stands for all subdomains.
    private let allowed: [String]

    /// Creates the rule. `publicOrigin` is the server's own origin, if it has one.
    package init(allowed: [String] = [], publicOrigin: Origin? = nil) {
        self.allowed = (allowed + [publicOrigin?.host].compactMap(\.self)).map(\.asciiLowercased)
    }

    /// Returns whether a host name is accepted. `host` is in lower case and has no port. An IPv6 address has its brackets.
    package func admit(_ host: String) -> Bool {
        let name = host.dropping(suffix: ".") ?? host
        if name.hasExactPrefix("[") || IPv4Literal.octets(name) != nil || !name.utf8.contains(UInt8(ascii: ".")) {
            return true
        }
        if name.hasExactSuffix(".localhost") || name.isExactly("host.docker.internal") { return true }
        let origin = Origin(scheme: "https", host: name, port: nil)
        return isOwned(origin) || origin.plain.map(isOwned) == true
    }

    /// Whether the host name is Microsoft's, or one that the server's owner allows.
    private func isOwned(_ origin: Origin) -> Bool {
        let name = origin.host
        if origin.cloud != nil || origin.tenantLabel != nil || Cloud(microsoftGraphHost: name) != nil { return true }
        return allowed.contains { $0.hasExactPrefix(".") ? name.hasExactSuffix($0) : name.isExactly($0) }
    }

    /// Returns the first host name of a request that somebody else may own and point at this server, or nil if there is none.
    package func unknown(among hosts: [String]) -> String? { hosts.first { !admit($0) } }
}
