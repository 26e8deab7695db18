import Formats

/// The parts of a redirect URI for the comparison. Nothing is repaired or decoded: the parts are the bytes as written, with
/// scheme and host in ASCII lower case (docs/reference/protocol.md#redirect-uri-matching).
///
/// The parser accepts only text that every parser reads alike, because browsers, servers and this parser must agree on the host:
/// printable ASCII without a fragment, a backslash, user information, or a percent sign in the authority.
struct RedirectURIParts {
    /// The reason why a text is not a redirect URI.
    enum Rejection: Error {
        /// The text has no scheme: a relative reference, `//host`, or an empty text.
        case notAbsolute
        /// The text contains a character that no redirect URI contains.
        case characters
        /// The URI has the scheme http or https and no host.
        case noHost
        /// The URI has user information, an invalid port, or a host that is neither a name nor an IPv4 address.
        case authority
    }

    enum Host: Equatable {
        /// The URI has no `//` after the scheme, such as `urn:…`.
        case none
        case exact([UInt8])
        /// The host has a wildcard, such as `*.contoso.com`. The value is `contoso.com`.
        case anyLabel(before: [UInt8])
    }

    let scheme: [UInt8]
    let host: Host
    let port: Int?
    /// The path. An http or https URI without a path has the path `/`, because both mean the same. Other schemes keep an empty
    /// path.
    let path: ArraySlice<UInt8>
    /// The query without the `?`, or nil if the URI has none. An empty query differs from nil.
    let query: ArraySlice<UInt8>?
    /// The offset in the text at which the path begins or would begin.
    let pathOffset: Int

    init(_ text: String) throws(Rejection) {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy(RedirectURIParts.isCharacter) else { throw .characters }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), RedirectURIParts.isScheme(bytes[..<colon]) else {
            throw .notAbsolute
        }
        scheme = bytes[..<colon].map(ASCII.lowercased)
        let isWeb = scheme == RedirectURIParts.http || scheme == RedirectURIParts.https

        let rest = bytes[colon...].dropFirst()
        if rest.starts(with: "//".utf8) {
            let start = rest.startIndex + 2
            let end = rest[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            (host, port) = try RedirectURIParts.authority(rest[start..<end])
            pathOffset = end
        } else {
            host = .none
            port = nil
            pathOffset = rest.startIndex
        }
        guard !isWeb || (host != .none && host != .exact([])) else { throw .noHost }

        let tail = bytes[pathOffset...]
        let mark = tail.firstIndex(of: UInt8(ascii: "?"))
        let rawPath = tail[..<(mark ?? tail.endIndex)]
        path = isWeb && rawPath.isEmpty ? [UInt8(ascii: "/")] : rawPath
        query = mark.map { tail[$0...].dropFirst() }
    }

    /// Whether the URI is an http URI of this machine, whose port may vary (RFC 8252 §7.3). https does not count, and neither
    /// does `[::1]`, which Entra does not support.
    var isLoopback: Bool {
        scheme == RedirectURIParts.http
            && (host == .exact(Array("localhost".utf8)) || host == .exact(Array("127.0.0.1".utf8)))
    }

    var isWeb: Bool { scheme == RedirectURIParts.http || scheme == RedirectURIParts.https }

    static let http = Array("http".utf8)
    static let https = Array("https".utf8)

    /// Whether the byte is printable ASCII except `#` and `\`. A browser ends the URI at `#`, and some parsers read `\` as `/`.
    static func isCharacter(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "\\")
    }

    /// Whether the bytes are a scheme (RFC 3986 §3.1): a letter, then letters, digits, `+`, `-` or `.`.
    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) else { return false }
        return bytes.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    /// Parses `host` or `host:port`: unreserved characters, and a port of 1 to 65535 without leading zeros.
    private static func authority(_ bytes: ArraySlice<UInt8>) throws(Rejection) -> (Host, Int?) {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        let name = bytes[..<(colon ?? bytes.endIndex)]
        let port = try colon.map { index throws(Rejection) in try RedirectURIParts.port(bytes[index...].dropFirst()) }
        let fixed = name.starts(with: "*.".utf8) ? name.dropFirst(2) : name
        guard fixed.allSatisfy(ASCII.isUnreserved) else { throw .authority }
        let lowered = fixed.map(ASCII.lowercased)
        return (fixed.count == name.count ? .exact(lowered) : .anyLabel(before: lowered), port)
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(Rejection) -> Int {
        guard digits.first != UInt8(ascii: "0"), let port = ASCII.decimal(digits), port <= 65_535
        else { throw .authority }
        return port
    }
}
