import Formats

/// The host names at which the server requests a client certificate (RFC 8705 §5; docs/reference/protocol.md#discovery-v2). The
/// name for a host is `mtls.{host}`; for Microsoft's own hosts the name is the mTLS host of their cloud.
package enum MutualTLSHost {
    private static let label = "mtls."
    private static let ofClouds = Cloud.allCases.map { (name: name(of: $0), cloud: $0) }

    /// Whether a lower-case host is an mTLS host.
    package static func isOne(_ host: String) -> Bool { plainName(of: host) != nil }

    /// Returns the plain host of a lower-case mTLS host, or nil for any other host.
    static func plainName(of host: String) -> String? {
        guard host.utf8.starts(with: "mtls".utf8) else { return nil }
        guard !host.utf8.starts(with: label.utf8) else {
            let rest = host.utf8.dropFirst(label.utf8.count)
            return rest.isEmpty ? nil : String(rest)
        }
        return ofClouds.first { $0.name.isExactly(host) }?.cloud.loginHost
    }

    static func name(of cloud: Cloud) -> String {
        cloud == .global ? "mtlsauth.microsoft.com" : "mtlsauth" + (cloud.loginHost.behind("login") ?? "")
    }

    static func name(of host: String) -> String { label + host }
}

extension Origin {
    /// The origin with the plain host if this host is an mTLS host, or nil for any other host.
    package var plain: Origin? { MutualTLSHost.plainName(of: host).map(with(host:)) }

    /// The origin at which the same service requests a client certificate. Nil without TLS, and for an IP address, because
    /// clients send no server name for an address.
    package var mutualTLS: Origin? {
        guard isSecure, !isAddress else { return nil }
        return with(host: cloud.map(MutualTLSHost.name(of:)) ?? MutualTLSHost.name(of: host))
    }

    /// Whether the host is an IP address. The last label of a DNS name is never a number (RFC 3696 §2).
    private var isAddress: Bool {
        host.utf8.first == UInt8(ascii: "[")
            || host.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.allSatisfy(ASCII.isDigit)
    }
}
