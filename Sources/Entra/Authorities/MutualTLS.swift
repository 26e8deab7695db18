import Wire

/// The names under which clients are asked for a certificate (RFC 8705 §5; docs/reference/protocol.md#discovery-v2). Each is
/// another name of a host: `mtls.{host}`, and for Microsoft's own hosts that of their cloud.
package enum MutualTLSHost {
    private static let label = "mtls."
    private static let ofClouds = Cloud.allCases.map { (name: name(of: $0), cloud: $0) }

    /// Whether a host, in lower case, is one.
    package static func isOne(_ host: String) -> Bool { plainName(of: host) != nil }

    /// The host, in lower case, that an mTLS host stands for; nil for any other.
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
    /// The origin that one with an mTLS host stands for; nil for any other.
    package var plain: Origin? { MutualTLSHost.plainName(of: host).map(with(host:)) }

    /// The origin of the same service where clients are asked for a certificate. Nil where there cannot be one: without TLS,
    /// and for an address, which no client asks for by name.
    package var mutualTLS: Origin? {
        guard isSecure, !isAddress else { return nil }
        return with(host: cloud.map(MutualTLSHost.name(of:)) ?? MutualTLSHost.name(of: host))
    }

    /// The last label of a name is no number (RFC 3696 §2).
    private var isAddress: Bool {
        host.utf8.first == UInt8(ascii: "[")
            || host.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.allSatisfy(ASCII.isDigit)
    }
}
