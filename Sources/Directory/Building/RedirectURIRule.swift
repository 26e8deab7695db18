import Entra
import Wire

/// What Entra takes as a redirect URI of a registration (entra-protocol §6.1).
enum RedirectURIRule {
    struct Violation: Equatable {
        let message: String
        let hint: String?
    }

    /// The first rule that a URI breaks, or nil.
    static func violation(
        of uri: String, on platform: ClientPlatform, audience: SignInAudience
    ) -> Violation? {
        let bytes = Array(uri.utf8)
        if let violation = characters(bytes) { return violation }
        guard let parts = URIParts(bytes) else {
            return Violation(message: "has no scheme", hint: "such as https://app.example/signin")
        }
        guard !forbiddenSchemes.contains(parts.scheme) else {
            return Violation(message: "the scheme \(parts.scheme): is not allowed", hint: nil)
        }
        return query(parts, audience) ?? scheme(parts, platform) ?? wildcard(parts, audience)
    }

    private static let forbiddenSchemes: Set<String> = ["javascript", "data", "vbscript", "file", "blob"]
    private static let unsupported = Array("!$'(),;".utf8)

    private static func characters(_ bytes: [UInt8]) -> Violation? {
        let maximumLength = RedirectURIRegistration.maximumLength
        guard bytes.count <= maximumLength else {
            return Violation(message: "longer than \(maximumLength) characters", hint: nil)
        }
        guard !bytes.contains(UInt8(ascii: "#")) else {
            return Violation(message: "must not have a fragment (#)", hint: nil)
        }
        guard bytes.allSatisfy({ $0 > ASCII.space && $0 < 0x7F }) else {
            return Violation(
                message: "has a space, a control or a non-ASCII character",
                hint: "percent-encode it; international host names are not supported")
        }
        guard let byte = bytes.first(where: unsupported.contains) else { return nil }
        let character = String(decoding: [byte], as: UTF8.self)
        return Violation(message: "the character \(character) is not supported", hint: "not one of ! $ ' ( ) , ;")
    }

    private static func query(_ parts: URIParts, _ audience: SignInAudience) -> Violation? {
        guard parts.hasQuery, audience.admitsPersonalAccounts else { return nil }
        return Violation(
            message: "a query is not allowed when personal accounts are admitted",
            hint: "carry it in state, or choose signInAudience AzureADMyOrg or AzureADMultipleOrgs")
    }

    private static func scheme(_ parts: URIParts, _ platform: ClientPlatform) -> Violation? {
        switch parts.scheme {
        case "https":
            guard !parts.host.isEmpty else { return Violation(message: "has no host", hint: nil) }
            return loopback6(parts)
        case "http":
            if let violation = loopback6(parts) { return violation }
            guard !["localhost", "127.0.0.1"].contains(parts.host) else { return nil }
            return Violation(message: "http is only allowed for localhost and 127.0.0.1", hint: "use https")
        default: return custom(parts, platform)
        }
    }

    private static func loopback6(_ parts: URIParts) -> Violation? {
        guard parts.host == "[::1]" else { return nil }
        return Violation(message: "the IPv6 loopback address is not supported", hint: "use localhost or 127.0.0.1")
    }

    /// Custom schemes belong to public clients; `brk-…` is how a page inside Office names its broker.
    private static func custom(_ parts: URIParts, _ platform: ClientPlatform) -> Violation? {
        if platform == .spa, parts.scheme.hasPrefix("brk-") { return nil }
        guard platform == .publicClient else {
            return Violation(
                message: "the scheme \(parts.scheme): is not allowed on this platform",
                hint: "register it under publicClient")
        }
        return parts.rest.isEmpty ? Violation(message: "has nothing after the scheme", hint: nil) : nil
    }

    private static func wildcard(_ parts: URIParts, _ audience: SignInAudience) -> Violation? {
        let star = UInt8(ascii: "*")
        guard parts.rest.contains(star) else { return nil }
        guard !audience.admitsPersonalAccounts else {
            return Violation(message: "a wildcard is not allowed when personal accounts are admitted", hint: nil)
        }
        let isLabel = parts.host.hasPrefix("*.") && parts.rest.count { $0 == star } == 1
        guard parts.scheme == "https", isLabel else {
            return Violation(
                message: "a wildcard may only be the whole first label of an https host",
                hint: "https://*.contoso.com/signin")
        }
        return nil
    }
}

/// The parts of a URI that the rules look at.
private struct URIParts {
    /// Lower case.
    let scheme: String
    /// All after the colon.
    let rest: ArraySlice<UInt8>
    /// Lower case, without user information and port; empty without `//`.
    let host: String
    let hasQuery: Bool

    init?(_ bytes: [UInt8]) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, ASCII.isLetter(first),
            bytes[..<colon].allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) })
        else { return nil }
        scheme = String(decoding: bytes[..<colon].map(ASCII.lowercased), as: UTF8.self)
        rest = bytes[(colon + 1)...]
        hasQuery = rest.contains(UInt8(ascii: "?"))
        host = rest.starts(with: "//".utf8) ? URIParts.host(rest.dropFirst(2)) : ""
    }

    private static func host(_ rest: ArraySlice<UInt8>) -> String {
        var authority = rest.prefix { !"/?\\".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
        let host: ArraySlice<UInt8>
        if authority.first == UInt8(ascii: "["), let end = authority.firstIndex(of: UInt8(ascii: "]")) {
            host = authority[...end]
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
        }
        return String(decoding: host.map(ASCII.lowercased), as: UTF8.self)
    }
}
