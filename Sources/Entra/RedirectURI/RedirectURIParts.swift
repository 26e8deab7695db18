import Wire

/// A redirect URI cut into what is compared. Nothing is repaired or decoded: the parts are the bytes as written, with scheme
/// and host in ASCII lower case (docs/reference/protocol.md#redirect-uri-matching).
///
/// Only text whose every reading agrees gets through, because browsers, servers and this parser must not disagree about
/// the host: printable ASCII, no fragment, no backslash, no user information, no percent in the authority.
struct RedirectURIParts {
    /// Why a text is not a redirect URI.
    enum Refusal: Error {
        /// No scheme: a relative reference, `//host`, or nothing at all.
        case notAbsolute
        /// A character that no redirect URI has.
        case characters
        /// http or https without a host.
        case noHost
        /// User information, a bad port, or a host that is neither a name nor an IPv4 address.
        case authority
    }

    enum Host: Equatable {
        /// No `//` after the scheme, as in `urn:…`.
        case none
        case exact([UInt8])
        /// `*.contoso.com`; holds `contoso.com`.
        case anyLabel(before: [UInt8])
    }

    let scheme: [UInt8]
    let host: Host
    let port: Int?
    /// For http and https at least `/`: no path and `/` are the same there. Other schemes keep an empty path.
    let path: ArraySlice<UInt8>
    /// Without the `?`; nil when there is none, which differs from an empty one.
    let query: ArraySlice<UInt8>?
    /// Where the path is or would be, as an offset into the text.
    let pathOffset: Int

    init(_ text: String) throws(Refusal) {
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
        let written = tail[..<(mark ?? tail.endIndex)]
        path = isWeb && written.isEmpty ? [UInt8(ascii: "/")] : written
        query = mark.map { tail[$0...].dropFirst() }
    }

    /// The http of this machine, whose port is free (RFC 8252 §7.3). Not https, and not `[::1]`, which Entra does not know.
    var isLoopback: Bool {
        scheme == RedirectURIParts.http
            && (host == .exact(Array("localhost".utf8)) || host == .exact(Array("127.0.0.1".utf8)))
    }

    var isWeb: Bool { scheme == RedirectURIParts.http || scheme == RedirectURIParts.https }

    static let http = Array("http".utf8)
    static let https = Array("https".utf8)

    /// Printable ASCII, but for `#`, which would end the URI for a browser, and `\`, which is a `/` to some.
    private static func isCharacter(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "\\")
    }

    /// RFC 3986 §3.1: a letter, then letters, digits, `+`, `-`, `.`.
    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) else { return false }
        return bytes.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    /// `host` or `host:port`: unreserved characters and a port of 1…65535 without leading zeros.
    private static func authority(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> (Host, Int?) {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        let name = bytes[..<(colon ?? bytes.endIndex)]
        let port = try colon.map { index throws(Refusal) in try RedirectURIParts.port(bytes[index...].dropFirst()) }
        let fixed = name.starts(with: "*.".utf8) ? name.dropFirst(2) : name
        guard fixed.allSatisfy(ASCII.isUnreserved) else { throw .authority }
        let lowered = fixed.map(ASCII.lowercased)
        return (fixed.count == name.count ? .exact(lowered) : .anyLabel(before: lowered), port)
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(Refusal) -> Int {
        guard digits.first != UInt8(ascii: "0"), let port = ASCII.decimal(digits), port <= 65_535
        else { throw .authority }
        return port
    }
}
