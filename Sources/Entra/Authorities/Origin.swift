import Wire

/// Where the client reached the server: scheme and authority of the request, in lower case. Every URL the server gives out
/// starts here, so that the same process serves `localhost`, a container's name and Microsoft's own host names. A class, as it
/// goes with every request and never changes.
package final class Origin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    /// Host, without port; an IPv6 literal keeps its brackets.
    package let host: String
    /// nil when it is the scheme's own port.
    package let port: Int?
    /// `scheme://host[:port]`. Kept, as every answer has several addresses in it.
    package let description: String

    package init(scheme: String, host: String, port: Int?) {
        self.scheme = scheme
        self.host = host.asciiLowercased
        self.port = port == (scheme == "https" ? 443 : 80) ? nil : port
        let suffix = self.port.map { ":\($0)" } ?? ""
        description = "\(scheme)://\(self.host)\(suffix)"
    }

    /// Parses `host[:port]`. Nil for an empty host, user information, a bad port, or a character that no host has.
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

    /// From `scheme://host[:port]` with nothing behind it, http or https.
    package convenience init?(url: String) {
        let parts = url.pieces(separatedBy: "/", atMost: 4, keepingEmpty: true)
        guard parts.count == 3, parts[1].isEmpty, let scheme = parts[0].before(":"),
            ["https", "http"].containsExactly(scheme)
        else { return nil }
        self.init(scheme: scheme, authority: parts[2])
    }

    /// The origin of an http or https URL, whatever follows it there. Nil for other URLs, and for user information.
    package convenience init?(of url: String) {
        let parts = url.pieces(separatedBy: "/", atMost: 4, keepingEmpty: true)
        guard parts.count >= 3 else { return nil }
        self.init(url: "\(parts[0])/\(parts[1])/\(parts[2].upTo("#").upTo("?"))")
    }

    /// A name, an IPv4 address, or an IPv6 address in brackets.
    private static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "[") else {
            return bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || ".-_".utf8.contains($0) }
        }
        guard bytes.count > 3, bytes.last == UInt8(ascii: "]") else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { ASCII.hexValue($0) != nil || ":.".utf8.contains($0) }
    }

    package static func == (left: Origin, right: Origin) -> Bool { left.description.isExactly(right.description) }

    package func hash(into hasher: inout Hasher) { hasher.combine(ExactString(description)) }

    package var isSecure: Bool { scheme == "https" }

    /// Whether the host is this machine: `localhost` and the names below it (RFC 6761 §6.3), 127.0.0.0/8 and `[::1]`.
    package var isLoopback: Bool {
        host.isExactly("localhost") || host.hasExactSuffix(".localhost") || host.isExactly("[::1]")
            || IPv4Literal.isLoopback(host)
    }

    /// `host[:port]`.
    package var authority: String { port.map { "\(host):\($0)" } ?? host }

    /// The same scheme and port on another host.
    package func with(host: String) -> Origin { Origin(scheme: scheme, host: host, port: port) }

    /// The cloud under whose name the server is reached; nil for names of its own.
    package var cloud: Cloud? { Cloud(loginHost: host) }

    /// Reached as `{sub}.ciamlogin.com`.
    package var isExternalID: Bool { host.utf8.count > 14 && host.hasExactSuffix(".ciamlogin.com") }

    /// Reached as `{sub}.b2clogin.com`.
    package var isB2C: Bool { host.utf8.count > 13 && host.hasExactSuffix(".b2clogin.com") }

    /// The label of a host that is one customer tenant's own: `{sub}` of the two above.
    package var tenantLabel: String? {
        isExternalID || isB2C ? String(Substring(host.utf8.prefix { $0 != UInt8(ascii: ".") })) : nil
    }
}
