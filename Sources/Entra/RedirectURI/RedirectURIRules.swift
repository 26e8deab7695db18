package import Formats

/// The destination of a response. Only `RedirectURIRules` creates a target, so a target always is a redirect URI that the client
/// has registered.
package struct RedirectTarget: Sendable, Hashable {
    /// The way in which a response reaches the client.
    package enum Kind: Sendable, Hashable {
        /// The URI has the scheme http or https.
        case web
        /// The URI has a scheme that belongs to an app on the user's device.
        case customScheme
        /// The URI is `RedirectTarget.outOfBand`.
        case outOfBand
    }

    /// The URI that means no redirect: a page shows the response.
    package static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

    /// The URI exactly as requested. A loopback URI keeps the port of the request.
    package let uri: ByteString
    /// The URI to which the browser goes: `uri`, without a query and a fragment that the entry does not have. Only a wildcard
    /// matches such a URI (docs/reference/protocol.md#redirect-uri-wildcards).
    package let destination: String
    /// The URI to which a query or a fragment is appended: `destination`, with the path `/` if an http or https URI has none. The
    /// service writes `http://localhost:8400/?code=…`. A custom scheme stays as registered, because to an app
    /// `msauth.com.contoso.app://auth/` is another URI than the one that the app requested. The text is printable ASCII without
    /// `#`.
    package let base: String
    /// The entry that matched. The platform of the entry determines the client type (docs/reference/protocol.md#client-types).
    package let registered: RegisteredRedirectURI
    package let kind: Kind

    package var platform: ClientPlatform { registered.platform }
    /// Whether the URI belongs to a nested application, as `brk-multihub://app.contoso.com` does.
    package let isOfNestedApplication: Bool

    fileprivate init(uri: String, registered: RegisteredRedirectURI, parts: RedirectURIParts) {
        self.uri = ByteString(uri)
        self.registered = registered
        isOfNestedApplication = parts.hasBrokerScheme
        let hasQuery = registered.uri.string.utf8.contains(UInt8(ascii: "?"))
        let destination = hasQuery ? uri : RedirectTarget.withoutQueryAndFragment(uri)
        self.destination = destination
        base = parts.isWeb ? RedirectTarget.addingPath(to: destination, at: parts.pathOffset) : destination
        kind =
            if parts.isWeb {
                .web
            } else if uri.isExactlyIgnoringASCIICase(RedirectTarget.outOfBand) {
                .outOfBand
            } else {
                .customScheme
            }
    }

    private static func withoutQueryAndFragment(_ uri: String) -> String {
        String(uri.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
    }

    private static func addingPath(to uri: String, at offset: Int) -> String {
        let hasPath = uri.withBytes { offset < $0.count && $0[offset] == UInt8(ascii: "/") }
        guard !hasPath else { return uri }
        let index = uri.utf8.index(uri.startIndex, offsetBy: offset)
        return uri[..<index] + "/" + uri[index...]
    }
}

/// A redirect URI of a request that some client may have registered.
package struct RequestedRedirectURI: Sendable {
    fileprivate let text: String
    /// The parts of the text without its fragment.
    fileprivate let parts: RedirectURIParts
    /// Whether the text has a fragment. Only a wildcard ignores the fragment (docs/reference/protocol.md#redirect-uri-wildcards).
    package let hasFragment: Bool

    /// Parses a redirect URI. Returns nil if no client can have registered the text.
    package init?(_ text: String) {
        guard let uri = try? RequestedRedirectURI(reading: text) else { return nil }
        self = uri
    }

    fileprivate init(reading text: String) throws(RedirectURIParts.Rejection) {
        guard text.utf8.count <= RedirectURIRules.maximumRequestedLength else { throw .characters }
        let mark = text.utf8.firstIndex(of: UInt8(ascii: "#"))
        let fragment = mark.map { text.utf8[$0...].dropFirst() }
        guard fragment?.allSatisfy(RedirectURIParts.isCharacter) ?? true else { throw .characters }
        parts = try RedirectURIParts(mark.map { String(text[..<$0]) } ?? text)
        guard parts.isLiteral else { throw .authority }
        hasFragment = mark != nil
        self.text = text
    }
}

/// The comparison of a request's redirect URI with the registered ones (docs/reference/protocol.md#redirect-uri-matching, RFC
/// 6749 §3.1.2, RFC 9700 §4.1).
///
/// The comparison is by bytes. Scheme and host ignore ASCII case, the port of an http loopback URI may vary, and a missing path
/// is `/` for http and https. There are no other exceptions. If reports call the service more lenient, the strict reading
/// applies: a default port must be written as registered, percent escapes differ by the case of their digits, and a wildcard
/// matches one whole label.
package enum RedirectURIRules {
    /// The maximum size of a request's redirect URI, in bytes. The server rejects a longer URI without parsing it. Registered
    /// URIs have at most 256 characters.
    package static let maximumRequestedLength = 2_048

    /// Returns the registered URI that the request names.
    ///
    /// `requested` is nil if the request has no `redirect_uri`; the target is then the only registered URI. An empty value is a
    /// value, and not an absolute URI.
    ///
    /// Throws AADSTS500113 if no URI is registered, AADSTS900971 if the request has none and the only choice is not clear,
    /// AADSTS90102 if the value is not absolute, and AADSTS50011 if no registered URI matches. The server must not redirect any
    /// of these errors.
    ///
    /// With `allowsFurtherSegments`, the requested path may continue the registered path with further segments
    /// (docs/reference/protocol.md#admin-consent-redirect-uri).
    package static func resolve(
        _ requested: String?, registered: [RegisteredRedirectURI], clientID: String, audience: SignInAudience,
        allowsFurtherSegments: Bool = false
    ) throws(EntraError) -> RedirectTarget {
        guard let first = registered.first else { throw EntraError(.noRedirectURIRegistered, [.clientID: clientID]) }
        guard let requested else {
            guard registered.count == 1, let parts = try? RedirectURIParts(first.uri.string), parts.isLiteral else {
                throw EntraError(.noRedirectURIProvided)
            }
            return RedirectTarget(uri: first.uri.string, registered: first, parts: parts)
        }
        var mismatch: EntraError {
            EntraError(.redirectURIMismatch, [.redirectURI: requested, .clientID: clientID])
        }
        let uri: RequestedRedirectURI
        do {
            uri = try RequestedRedirectURI(reading: requested)
        } catch {
            guard error == .notAbsolute else { throw mismatch }
            throw EntraError(.redirectURINotAbsolute, mismatch.values)
        }
        if let target = target(uri, registered: registered, audience: audience) { return target }
        guard allowsFurtherSegments, let target = longerTarget(uri, registered: registered) else { throw mismatch }
        return target
    }

    /// Returns the registered URI of which the request's URI is a continuation, or nil if there is none.
    private static func longerTarget(
        _ requested: RequestedRedirectURI, registered: [RegisteredRedirectURI]
    ) -> RedirectTarget? {
        guard !requested.hasFragment else { return nil }
        let entry = registered.first { parts(of: $0, for: requested)?.isContinued(by: requested.parts) == true }
        return entry.map { RedirectTarget(uri: requested.text, registered: $0, parts: requested.parts) }
    }

    /// Returns the registered URI that the request names, or nil if none matches. The request's URI is parsed once for many
    /// registrations.
    package static func target(
        _ requested: RequestedRedirectURI, registered: [RegisteredRedirectURI], audience: SignInAudience
    ) -> RedirectTarget? {
        match(requested, registered, audience).map {
            RedirectTarget(uri: requested.text, registered: $0, parts: requested.parts)
        }
    }

    /// Returns the first entry that equals the request. Ports of loopback entries do not count. If loopback entries of several
    /// platforms match, the service picks any of them; the order here is web, spa, publicClient, so that a registration which can
    /// fail at the service fails always (docs/reference/protocol.md#redirect-uri-loopback-several).
    private static func match(
        _ requested: RequestedRedirectURI, _ registered: [RegisteredRedirectURI], _ audience: SignInAudience
    ) -> RegisteredRedirectURI? {
        var loopback: RegisteredRedirectURI?
        for entry in registered {
            guard let parts = parts(of: entry, for: requested), parts.matches(requested.parts, audience),
                !requested.hasFragment || !parts.isLiteral
            else { continue }
            if parts.isLoopback {
                if loopback.map({ entry.platform.precedence < $0.platform.precedence }) ?? true { loopback = entry }
            } else if parts.port == requested.parts.port {
                return entry
            }
        }
        return loopback
    }

    /// Returns the parts of an entry, or nil if the entry cannot match. The checks before parsing are cheap: a scheme of another
    /// length differs, and most requests spell the URI as registered.
    private static func parts(
        of entry: RegisteredRedirectURI, for requested: RequestedRedirectURI
    ) -> RedirectURIParts? {
        let text = entry.uri.string
        guard text.utf8.dropFirst(requested.parts.scheme.count).first == UInt8(ascii: ":") else { return nil }
        return text.isExactly(requested.text) ? requested.parts : try? RedirectURIParts(text)
    }
}

extension ClientPlatform {
    /// The rank among the platforms of loopback entries that differ only in the port.
    fileprivate var precedence: Int {
        switch self {
        case .web: 0
        case .spa: 1
        case .publicClient: 2
        }
    }
}

extension RedirectURIParts {
    /// Whether the URI has no wildcard, so that a browser can open it.
    fileprivate var isLiteral: Bool {
        if case .anyLabel = host { false } else { !hasPathWildcard }
    }

    /// Whether the scheme is one of brokers, as in `brk-multihub://app.contoso.com`. A page inside another application registers
    /// such a URI (docs/reference/protocol.md#client-specific-redirect-uris).
    var hasBrokerScheme: Bool { scheme.starts(with: "brk-".utf8) }

    /// Whether the path ends in a wildcard, as in `https://app.contoso.com/*`.
    var hasPathWildcard: Bool { scheme == RedirectURIParts.https && path.suffix(2).elementsEqual("/*".utf8) }

    /// Whether the path of a request matches: the same path, or for a path wildcard any path below.
    private func matchesPath(of requested: RedirectURIParts, _ isWorkOnly: Bool) -> Bool {
        guard hasPathWildcard, isWorkOnly, query == nil else { return path == requested.path }
        return requested.path.starts(with: path.dropLast()) && !requested.hasDotSegment
    }

    /// Whether the other URI equals this one up to further path segments.
    fileprivate func isContinued(by other: RedirectURIParts) -> Bool {
        let start = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
        return isLiteral && isWeb && scheme == other.scheme && host == other.host && query == nil && other.query == nil
            && (port == other.port || isLoopback) && other.path.starts(with: start) && !other.hasDotSegment
    }

    /// Whether a path segment is `.` or `..`, also in percent-encoded form. A browser would leave the registered path.
    private var hasDotSegment: Bool {
        path.split(separator: UInt8(ascii: "/")).contains { segment in
            let decoded = Percent.decode(segment) ?? ".."
            return decoded.isExactly(".") || decoded.isExactly("..")
        }
    }

    /// Whether the URIs are equal in everything except the port. Queries and wildcards match only for applications without
    /// personal accounts. A wildcard is compared without the query of the request
    /// (docs/reference/protocol.md#redirect-uri-wildcards).
    fileprivate func matches(_ requested: RedirectURIParts, _ audience: SignInAudience) -> Bool {
        let isWorkOnly = !audience.admitsPersonalAccounts
        guard scheme == requested.scheme, matchesPath(of: requested, isWorkOnly) else { return false }
        switch (host, requested.host) {
        case (.anyLabel(let parent), .exact(let name)):
            return scheme == RedirectURIParts.https && isWorkOnly && query == nil
                && RedirectURIParts.isOneLabel(name, below: parent)
        case (let own, let other):
            return own == other && (hasPathWildcard || query == requested.query) && (query == nil || isWorkOnly)
        }
    }

    /// Whether the name is `a` + `.` + `parent`, where `a` consists of letters, digits and hyphens. A parent of one label, as in
    /// `*.com`, never matches, because nobody owns such a domain.
    private static func isOneLabel(_ name: [UInt8], below parent: [UInt8]) -> Bool {
        let suffix = [UInt8(ascii: ".")] + parent
        guard parent.contains(UInt8(ascii: ".")), name.count > suffix.count, name.suffix(suffix.count) == suffix[...]
        else { return false }
        return name.dropLast(suffix.count).allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-")
        }
    }
}
