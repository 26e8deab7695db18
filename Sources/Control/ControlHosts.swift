package import Entra
import Wire

/// The host names under which the control plane and the endpoints of managed identities answer. A page of another site can have
/// its own name lead to this machine (DNS rebinding), and is then of the same origin as the server; such a name is refused.
/// Nobody else can make these lead here: addresses, names without a dot, `localhost` and every name below it (RFC 6761 §6.3),
/// `host.docker.internal`, by which a container reaches its host, and Microsoft's own names, those of Microsoft Graph among them
/// (docs/reference/interface.md#hosts-tls-and-origins). An mTLS host is admitted where its own name is, or where Microsoft or the
/// server's owner has the name that it stands for: without its first label, `mtls.evil` would be a name without a dot.
package struct ControlHosts: Sendable {
    /// Names that the server's owner allows, in lower case; a leading dot stands for every name below.
    private let allowed: [String]

    /// `publicOrigin` is the server's own name, where it has one.
    package init(allowed: [String] = [], publicOrigin: Origin? = nil) {
        self.allowed = (allowed + [publicOrigin?.host].compactMap(\.self)).map(\.asciiLowercased)
    }

    /// `host` is in lower case, without port; an IPv6 address in its brackets.
    package func admit(_ host: String) -> Bool {
        let name = host.before(".") ?? host
        if name.hasExactPrefix("[") || IPv4Literal.octets(name) != nil || !name.utf8.contains(UInt8(ascii: ".")) {
            return true
        }
        if name.hasExactSuffix(".localhost") || name.isExactly("host.docker.internal") { return true }
        let origin = Origin(scheme: "https", host: name, port: nil)
        return isOwned(origin) || origin.plain.map(isOwned) == true
    }

    /// Whether it is Microsoft's name, or one that the server's owner allows.
    private func isOwned(_ origin: Origin) -> Bool {
        let name = origin.host
        if origin.cloud != nil || origin.tenantLabel != nil || Cloud(microsoftGraphHost: name) != nil { return true }
        return allowed.contains { $0.hasExactPrefix(".") ? name.hasExactSuffix($0) : name.isExactly($0) }
    }
}
