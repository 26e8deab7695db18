import Directory
import Entra
import Formats

extension FuzzTarget {
    /// The redirect URI of a request. It is resolved against all applications of the seed directory. If the input has two lines,
    /// the first line is the only registered redirect URI, provided that the service accepts its registration.
    static let redirect = FuzzTarget(name: "redirect") { input in
        let lines = input.split(separator: ASCII.lineFeed, maxSplits: 1, omittingEmptySubsequences: false)
        let requested = text(lines.last ?? [])
        if lines.count == 2 {
            check(requested, [text(lines[0])], .web)
            check(requested, [text(lines[0])], .publicClient)
        } else {
            for application in seedApplications {
                check(requested, application.redirectURIs, application.signInAudience)
            }
        }
    }

    private static let seedApplications: [Application] = {
        let configuration = try? Configuration.load(.seed)
        return configuration?.directory.tenants.flatMap(\.applications) ?? []
    }()

    private static func check(_ requested: String, _ uris: [String], _ platform: ClientPlatform) {
        let entries = uris.map { RegisteredRedirectURI(platform: platform, uri: $0) }
        for audience in SignInAudience.allCases {
            check(
                requested, entries.filter { RedirectURIRegistration.problem(of: $0, audience: audience) == nil },
                audience)
        }
    }

    private static func check(_ requested: String, _ registered: [RegisteredRedirectURI], _ audience: SignInAudience) {
        guard
            let target = try? RedirectURIRules.resolve(
                requested, registered: registered, clientID: "client", audience: audience)
        else { return }
        require(target.uri.string.isExactly(requested), "the response goes to the requested URI")
        require(registered.contains(target.registered), "the application registers the URI")
        let isWildcard = target.registered.uri.string.utf8.contains(UInt8(ascii: "*"))
        require(
            requested.utf8.allSatisfy { (0x21...0x7E).contains($0) && (isWildcard || $0 != 0x23) && $0 != 0x5C },
            "all characters are allowed")
        require(
            target.destination.isExactly(isWildcard ? withoutQueryAndFragment(requested) : requested),
            "the response keeps the query, except for a wildcard")
        require(
            matches(target.destination, target.registered.uri.string),
            "\(requested) does not match \(target.registered.uri)")
    }

    private static func withoutQueryAndFragment(_ uri: String) -> String {
        String(uri.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
    }

    /// Whether the URI matches by a second implementation of the rules. A match may differ in the case of scheme and host, a
    /// missing path, the port of a loopback address, and, for a wildcard, in one label or the end of the path.
    private static func matches(_ requested: String, _ registered: String) -> Bool {
        guard let entry = URIParts(registered), let request = URIParts(requested) else {
            return requested.isExactlyIgnoringASCIICase(registered)
        }
        guard entry.scheme == request.scheme else { return false }
        let isBelow = entry.scheme == Array("https".utf8) && entry.path.suffix(2).elementsEqual("/*".utf8)
        guard isBelow ? request.path.starts(with: entry.path.dropLast()) : entry.path == request.path else {
            return false
        }
        if entry.authority.starts(with: Array("*.".utf8)) {
            let suffix = entry.authority.dropFirst()
            let label = request.authority.dropLast(suffix.count)
            return entry.scheme == Array("https".utf8) && request.authority.suffix(suffix.count) == suffix
                && !label.isEmpty && !label.contains(UInt8(ascii: "."))
        }
        if entry.authority == request.authority { return true }
        return entry.scheme == Array("http".utf8) && entry.isLoopback && entry.name == request.name
    }
}

/// The parts of a URI: scheme and authority in lower case, and the unchanged text after them. A web address without a path has
/// the path `/`.
private struct URIParts {
    let scheme: [UInt8]
    let authority: [UInt8]
    /// The path with the query.
    let path: [UInt8]

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: Array("://".utf8))
        else { return nil }
        let tail = bytes[(colon + 3)...]
        let end = tail.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? tail.endIndex
        scheme = bytes[..<colon].map(ASCII.lowercased)
        authority = tail[..<end].map(ASCII.lowercased)
        let isWeb = scheme == Array("http".utf8) || scheme == Array("https".utf8)
        let written = Array(tail[end...])
        path = isWeb && written.first != UInt8(ascii: "/") ? [UInt8(ascii: "/")] + written : written
    }

    var name: [UInt8] { Array(authority.prefix { $0 != UInt8(ascii: ":") }) }
    var isLoopback: Bool { name == Array("localhost".utf8) || name == Array("127.0.0.1".utf8) }
}
