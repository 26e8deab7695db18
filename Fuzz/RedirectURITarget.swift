import Directory
import Entra
import Formats

extension FuzzTarget {
    /// A redirect URI as a request has it, against everything the seed directory registers; or, behind a line with another
    /// one, against that if the service would register it.
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
        demand(target.uri.string.isExactly(requested), "the answer goes where the request says")
        demand(registered.contains(target.registered), "the entry is one of the application's")
        demand(requested.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 && $0 != 0x5C }, "plain characters")
        demand(isRelated(requested, to: target.registered.uri.string), "\(requested) is not \(target.registered.uri)")
    }

    /// Written apart from the rules: same text but for the case of scheme and host, a missing path, the port of a
    /// loopback address, and one label where the entry has `*.`.
    private static func isRelated(_ requested: String, to registered: String) -> Bool {
        guard let mine = Pieces(registered), let theirs = Pieces(requested) else {
            return requested.isExactlyIgnoringASCIICase(registered)
        }
        guard mine.scheme == theirs.scheme, mine.rest == theirs.rest else { return false }
        if mine.authority == theirs.authority { return true }
        if mine.authority.starts(with: Array("*.".utf8)) {
            let suffix = mine.authority.dropFirst()
            let label = theirs.authority.dropLast(suffix.count)
            return mine.scheme == Array("https".utf8) && theirs.authority.suffix(suffix.count) == suffix
                && !label.isEmpty && !label.contains(UInt8(ascii: "."))
        }
        return mine.scheme == Array("http".utf8) && mine.isLoopback && mine.name == theirs.name
    }
}

/// `scheme://authority` in lower case, and the rest as written, `/` when a web address has none.
private struct Pieces {
    let scheme: [UInt8]
    let authority: [UInt8]
    let rest: [UInt8]

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
        rest = isWeb && written.first != UInt8(ascii: "/") ? [UInt8(ascii: "/")] + written : written
    }

    var name: [UInt8] { Array(authority.prefix { $0 != UInt8(ascii: ":") }) }
    var isLoopback: Bool { name == Array("localhost".utf8) || name == Array("127.0.0.1".utf8) }
}
