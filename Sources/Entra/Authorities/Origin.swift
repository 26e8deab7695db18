import Formats

/// The scheme and authority at which the client reached the server, in lower case. Every URL in a response starts with the
/// origin, so that one process serves `localhost`, a container's name and Microsoft's own host names. The type is a class because
/// every request carries an origin and an origin never changes.
package final class Origin: Sendable, Hashable, CustomStringConvertible {
    /// The scheme, `http` or `https`.
    package let scheme: String
    /// The host without the port. An IPv6 literal keeps its brackets.
    package let host: String
    /// The port, or nil if the port is the scheme's default port.
    package let port: Int?
    /// The text `scheme://host[:port]`. The text is stored because every response contains several URLs.
    package let description: String

    package init(scheme: String, host: String, port: Int?) {
        self.scheme = scheme
        self.host = host.asciiLowercased
        self.port = port == (scheme == "https" ? 443 : 80) ? nil : port
        let suffix = self.port.map { ":\($0)" } ?? ""
        description = "\(scheme)://\(self.host)\(suffix)"
    }

    /// Parses `host[:port]`. Returns nil for an empty host, user information, an invalid port, or a character that no host
    /// contains.
    package convenience init?(scheme: String, authority: String) {
        let bytes = Array(authority.utf8)
        var hostEnd = bytes.count
        var port: Int?
        let searchStart = bytes.first == UInt8(ascii: "[") ? (bytes.firstIndex(of: UInt8(ascii: "]")) ?? 0) : 0
        if let colon = bytes[searchStart...].firstIndex(of: UInt8(ascii: ":")) {
            hostEnd = colon
            let digits = bytes[(colon + 1)...]
            if !digits.isEmpty {
                guard digits.count <= 5, let number = ASCII.decimal(digits), (1...65_535).contains(number) else {
                    return nil
                }
                port = number
            }
        }
        let host = bytes[..<hostEnd]
        guard !host.isEmpty, host.count <= 255, Origin.isHost(host) else { return nil }
        self.init(scheme: scheme, host: String(decoding: host, as: UTF8.self), port: port)
    }

    /// Parses `scheme://host[:port]` with scheme http or https. Returns nil if anything follows the authority.
    package convenience init?(url: String) {
        let parts = url.pieces(separatedBy: "/", atMost: 4, keepingEmpty: true)
        guard parts.count == 3, parts[1].isEmpty, let scheme = parts[0].dropping(suffix: ":"),
            ["https", "http"].containsExactly(scheme)
        else { return nil }
        self.init(scheme: scheme, authority: parts[2])
    }

    /// Creates the origin of an http or https URL, ignoring the path, query and fragment. Returns nil for other URLs and for user
    /// information.
    package convenience init?(of url: String) {
        let parts = url.pieces(separatedBy: "/", atMost: 4, keepingEmpty: true)
        guard parts.count >= 3 else { return nil }
        self.init(url: "\(parts[0])/\(parts[1])/\(parts[2].upTo("#").upTo("?"))")
    }

    /// Whether the bytes are a name, an IPv4 address, or an IPv6 address in brackets.
    private static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "[") else {
            return bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || ".-_".utf8.contains($0) }
        }
        guard bytes.count > 3, bytes.last == UInt8(ascii: "]") else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { ASCII.hexValue($0) != nil || ":.".utf8.contains($0) }
    }

    package static func == (left: Origin, right: Origin) -> Bool { left.description.isExactly(right.description) }

    package func hash(into hasher: inout Hasher) { hasher.combine(ByteString(description)) }

    package var isSecure: Bool { scheme == "https" }

    /// Whether the host is this machine: `localhost` and the names below it (RFC 6761 §6.3), 127.0.0.0/8 and `[::1]`.
    package var isLoopback: Bool {
        host.isExactly("localhost") || host.hasExactSuffix(".localhost") || host.isExactly("[::1]")
            || IPv4Literal.isLoopback(host)
    }

    /// The text `host[:port]`.
    package var authority: String { port.map { "\(host):\($0)" } ?? host }

    /// Returns the same scheme and port on another host.
    package func with(host: String) -> Origin { Origin(scheme: scheme, host: host, port: port) }

    /// The cloud under whose name the client reached the server, or nil for any other host.
    package var cloud: Cloud? { Cloud(loginHost: host) }

    /// Whether the client reached the server as a regional endpoint of a cloud.
    package var isRegional: Bool { Cloud.hasRegion(host) }

    /// Whether the client reached the server as `{sub}.ciamlogin.com`.
    package var isExternalID: Bool { host.utf8.count > 14 && host.hasExactSuffix(".ciamlogin.com") }

    /// Whether the client reached the server as `{sub}.b2clogin.com`.
    package var isB2C: Bool { host.utf8.count > 13 && host.hasExactSuffix(".b2clogin.com") }

    /// The label `{sub}` of an External ID or B2C host, which names a customer's tenant. Nil for any other host.
    package var tenantLabel: String? {
        isExternalID || isB2C ? String(Substring(host.utf8.prefix { $0 != UInt8(ascii: ".") })) : nil
    }
}

/// The host names at which the server requests a client certificate (RFC 8705 §5; docs/reference/protocol.md#discovery-v2). The
/// name for a host is `mtls.{host}`; for Microsoft's own hosts the name is the mTLS host of their cloud.
package enum MutualTLSHost {
    private static let label = "mtls."
    private static let cloudNames = Cloud.allCases.map { (name: name(of: $0), cloud: $0) }

    /// Whether a lower-case host is an mTLS host.
    package static func isMutualTLSHost(_ host: String) -> Bool { plainName(of: host) != nil }

    /// Returns the plain host of a lower-case mTLS host, or nil for any other host.
    static func plainName(of host: String) -> String? {
        guard host.utf8.starts(with: "mtls".utf8) else { return nil }
        guard !host.utf8.starts(with: label.utf8) else {
            let rest = host.utf8.dropFirst(label.utf8.count)
            return rest.isEmpty ? nil : String(rest)
        }
        return cloudNames.first { $0.name.isExactly(host) }?.cloud.loginHost
    }

    static func name(of cloud: Cloud) -> String {
        cloud == .global ? "mtlsauth.microsoft.com" : "mtlsauth" + (cloud.loginHost.dropping(prefix: "login") ?? "")
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

/// An absolute `http` or `https` URL of another server, without user information, query or fragment.
package struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    package let origin: Origin
    /// The path as written: empty, or with a leading slash.
    package let path: String

    /// Parses a URL of at most 2,048 bytes. Returns nil for any other text, including control characters, spaces and non-ASCII
    /// characters.
    package init?(_ url: String) {
        let bytes = Array(url.utf8)
        guard bytes.count <= 2_048,
            bytes.allSatisfy({ $0 > ASCII.space && $0 < 0x7F && !"?#\\\"<>".utf8.contains($0) }),
            let scheme = ["https", "http"].first(where: { bytes.starts(with: "\($0)://".utf8) })
        else { return nil }
        let rest = bytes.dropFirst(scheme.utf8.count + 3)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard let origin = Origin(scheme: scheme, authority: String(decoding: authority, as: UTF8.self)) else {
            return nil
        }
        self.origin = origin
        path = String(decoding: rest.dropFirst(authority.count), as: UTF8.self)
    }

    package init(origin: Origin, path: String = "") {
        self.origin = origin
        self.path = path
    }

    /// Returns the address with the suffix appended to the path. A slash at the end of the path is dropped.
    package func appending(_ suffix: String) -> WebAddress {
        WebAddress(origin: origin, path: (path.dropping(suffix: "/") ?? path) + suffix)
    }

    /// Returns the same path on another server.
    package func at(_ origin: Origin) -> WebAddress { WebAddress(origin: origin, path: path) }

    package var description: String { "\(origin)\(path)" }
}
