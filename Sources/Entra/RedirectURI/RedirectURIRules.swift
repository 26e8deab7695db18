package import Wire

/// The place an answer may be sent to. Only `RedirectURIRules.resolve` makes one, so whoever holds it has a redirect URI that
/// the client has registered.
package struct RedirectTarget: Sendable, Hashable {
    /// How an answer reaches the client.
    package enum Kind: Sendable, Hashable {
        /// http or https.
        case web
        /// A scheme that an app on the user's device owns.
        case customScheme
        /// `RedirectTarget.outOfBand`.
        case outOfBand
    }

    /// Means that nothing is redirected: a page shows the answer.
    package static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

    /// The URI exactly as requested; a loopback address keeps the port of the request.
    package let uri: ExactString
    /// `uri`, with the path `/` when an http or https one has none: what a query or a fragment is added to. The service writes
    /// `http://localhost:8400/?code=…`. A custom scheme stays as registered, because to an app `msauth.com.contoso.app://auth/`
    /// is another address than the one it asked for. Printable ASCII without a `#`.
    package let base: String
    /// The entry that matched. Its platform decides the client type (docs/reference/protocol.md#client-types).
    package let registered: RegisteredRedirectURI
    package let kind: Kind

    package var platform: ClientPlatform { registered.platform }

    fileprivate init(uri: String, registered: RegisteredRedirectURI, parts: RedirectURIParts) {
        self.uri = ExactString(uri)
        self.registered = registered
        base = parts.isWeb ? RedirectTarget.addingPath(to: uri, at: parts.pathOffset) : uri
        kind =
            if parts.isWeb {
                .web
            } else if uri.isExactlyIgnoringASCIICase(RedirectTarget.outOfBand) {
                .outOfBand
            } else {
                .customScheme
            }
    }

    private static func addingPath(to uri: String, at offset: Int) -> String {
        let hasPath = uri.withBytes { offset < $0.count && $0[offset] == UInt8(ascii: "/") }
        guard !hasPath else { return uri }
        let place = uri.utf8.index(uri.startIndex, offsetBy: offset)
        return uri[..<place] + "/" + uri[place...]
    }
}

/// A redirect URI that a request names and that may be somebody's.
package struct RequestedRedirectURI: Sendable {
    fileprivate let text: String
    fileprivate let parts: RedirectURIParts

    /// Nil for what nobody can have registered.
    package init?(_ text: String) {
        guard let uri = try? RequestedRedirectURI(reading: text) else { return nil }
        self = uri
    }

    fileprivate init(reading text: String) throws(RedirectURIParts.Refusal) {
        guard text.utf8.count <= RedirectURIRules.maximumRequestedLength else { throw .characters }
        parts = try RedirectURIParts(text)
        guard parts.isLiteral else { throw .authority }
        self.text = text
    }
}

/// Which of a client's registered redirect URIs a request means (docs/reference/protocol.md#redirect-uri-matching, RFC 6749 §3.1.2,
/// RFC 9700 §4.1).
///
/// The comparison is of bytes. Scheme and host fold ASCII case, the port of an http loopback address is free, a missing path
/// is `/` for http and https: nothing else is forgiven. Where the service is said to be more lenient the strict reading
/// is taken: a default port must be written as registered, percent escapes differ by the case of their digits, and a wildcard
/// stands for one whole label.
package enum RedirectURIRules {
    /// Bytes of a request's redirect URI beyond which it is refused unread; registrations end at 256 characters.
    package static let maximumRequestedLength = 2_048

    /// The registered URI that a request means.
    ///
    /// `requested` is nil when the request has no `redirect_uri`; then the only registered one is meant. An empty value
    /// is a value, and not an absolute URI.
    ///
    /// Throws 500113 when nothing is registered, 900971 when none was given and several are registered, 90102 when the value
    /// is not absolute, 50011 when it matches nothing. None of them may be redirected.
    package static func resolve(
        _ requested: String?, registered: [RegisteredRedirectURI], clientID: String, audience: SignInAudience
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
        guard let target = target(uri, registered: registered, audience: audience) else { throw mismatch }
        return target
    }

    /// The registered URI that a request means, nil when it is none of them. For many registrations the URI is read once.
    package static func target(
        _ requested: RequestedRedirectURI, registered: [RegisteredRedirectURI], audience: SignInAudience
    ) -> RedirectTarget? {
        match(requested, registered, audience).map {
            RedirectTarget(uri: requested.text, registered: $0, parts: requested.parts)
        }
    }

    /// The first entry equal with its port, else the first loopback entry equal but for its port. Entra picks any of the
    /// latter; the first is one of them, and the same each time.
    private static func match(
        _ requested: RequestedRedirectURI, _ registered: [RegisteredRedirectURI], _ audience: SignInAudience
    ) -> RegisteredRedirectURI? {
        var loopback: RegisteredRedirectURI?
        for entry in registered {
            guard let parts = parts(of: entry, asIn: requested), parts.admits(requested.parts, audience) else {
                continue
            }
            if parts.port == requested.parts.port { return entry }
            if parts.isLoopback, loopback == nil { loopback = entry }
        }
        return loopback
    }

    /// What an entry says, as far as it can be the one that is meant: nil where it cannot. What is cheaper than to read it comes
    /// first: a scheme of another length is another one, and most requests spell theirs as it is registered.
    private static func parts(
        of entry: RegisteredRedirectURI, asIn requested: RequestedRedirectURI
    ) -> RedirectURIParts? {
        let text = entry.uri.string
        guard text.utf8.dropFirst(requested.parts.scheme.count).first == UInt8(ascii: ":") else { return nil }
        return text.isExactly(requested.text) ? requested.parts : try? RedirectURIParts(text)
    }
}

extension RedirectURIParts {
    /// Not a pattern: somewhere a browser can be sent.
    fileprivate var isLiteral: Bool {
        if case .anyLabel = host { false } else { true }
    }

    /// Equal in everything but the port. Queries and wildcards are for applications without personal accounts; a wildcard is
    /// compared without the query of the request (§6.1).
    fileprivate func admits(_ requested: RedirectURIParts, _ audience: SignInAudience) -> Bool {
        guard scheme == requested.scheme, path == requested.path else { return false }
        let isForWork = !audience.admitsPersonalAccounts
        switch (host, requested.host) {
        case (.anyLabel(let parent), .exact(let name)):
            return scheme == RedirectURIParts.https && isForWork && query == nil
                && RedirectURIParts.isOneLabel(name, below: parent)
        case (let mine, let theirs):
            return mine == theirs && query == requested.query && (query == nil || isForWork)
        }
    }

    /// `a` + `.` + `parent`, where `a` is letters, digits and hyphens. A parent of one label, as in `*.com`, is no place that
    /// anyone owns.
    private static func isOneLabel(_ name: [UInt8], below parent: [UInt8]) -> Bool {
        let suffix = [UInt8(ascii: ".")] + parent
        guard parent.contains(UInt8(ascii: ".")), name.count > suffix.count, name.suffix(suffix.count) == suffix[...]
        else { return false }
        return name.dropLast(suffix.count).allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-")
        }
    }
}
