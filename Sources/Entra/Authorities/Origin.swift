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
        guard parts.count == 3, parts[1].isEmpty, let scheme = parts[0].before(":"),
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

    /// Whether the client reached the server as `{sub}.ciamlogin.com`.
    package var isExternalID: Bool { host.utf8.count > 14 && host.hasExactSuffix(".ciamlogin.com") }

    /// Whether the client reached the server as `{sub}.b2clogin.com`.
    package var isB2C: Bool { host.utf8.count > 13 && host.hasExactSuffix(".b2clogin.com") }

    /// The label `{sub}` of an External ID or B2C host, which names a customer's tenant. Nil for any other host.
    package var tenantLabel: String? {
        isExternalID || isB2C ? String(Substring(host.utf8.prefix { $0 != UInt8(ascii: ".") })) : nil
    }
}
