import Wire

/// What may be registered as a redirect URI (entra-protocol §6.1).
package enum RedirectURIRegistration {
    /// Why the service would not register a redirect URI.
    package enum Problem: String, Error, Sendable, CaseIterable, CustomStringConvertible {
        case tooLong = "is longer than 256 characters"
        case notAbsolute = "is not an absolute URI; it must start with a scheme, as https://"
        case fragment = "has a fragment (#), which a redirect URI cannot have"
        case unusable = "holds white space, non-ASCII characters, user information, a bad port or [::1]"
        case unsupportedCharacter = "holds one of the characters ! $ ' ( ) , ; which the service does not support"
        case dangerousScheme = "has a scheme that runs code in the browser"
        case httpNotLoopback = "uses http, which is allowed only for localhost and 127.0.0.1"
        case customSchemeNotPublic = "has a custom scheme, which only the publicClient platform allows"
        case wildcard = "has a wildcard, which is allowed only as https://*.name.tld for work accounts, without a query"
        case queryWithPersonalAccounts = "has a query, which applications that admit personal accounts cannot use"

        package var description: String { rawValue }
    }

    package static let maximumLength = 256

    /// How many redirect URIs one application may register.
    package static func maximumCount(for audience: SignInAudience) -> Int {
        audience.admitsPersonalAccounts ? 100 : 256
    }

    /// The first problem of an entry, nil when the service would register it.
    package static func problem(of entry: RegisteredRedirectURI, audience: SignInAudience) -> Problem? {
        let text = entry.uri.string
        if text.utf8.count > maximumLength { return .tooLong }
        if text.utf8.contains(UInt8(ascii: "#")) { return .fragment }
        do {
            let parts = try RedirectURIParts(text)
            if text.utf8.contains(where: unsupported.contains) { return .unsupportedCharacter }
            return problem(of: parts, entry.platform) ?? problem(of: parts, audience)
        } catch {
            return error == .notAbsolute ? .notAbsolute : .unusable
        }
    }

    private static let unsupported = Array("!$'(),;".utf8)
    private static let dangerousSchemes = ["javascript", "data", "vbscript", "about", "blob", "file"].map {
        Array($0.utf8)
    }

    /// `brk-multihub://host` is how a page inside another application registers (entra-protocol §6.3).
    private static let brokerPrefix = Array("brk-".utf8)

    private static func problem(of parts: RedirectURIParts, _ platform: ClientPlatform) -> Problem? {
        if dangerousSchemes.contains(parts.scheme) { return .dangerousScheme }
        if parts.scheme == RedirectURIParts.https || parts.isLoopback { return nil }
        if parts.scheme == RedirectURIParts.http { return .httpNotLoopback }
        let isBroker = platform == .spa && parts.scheme.starts(with: brokerPrefix)
        return platform == .publicClient || isBroker ? nil : .customSchemeNotPublic
    }

    private static func problem(of parts: RedirectURIParts, _ audience: SignInAudience) -> Problem? {
        if case .anyLabel(let parent) = parts.host {
            let isAllowed =
                parts.scheme == RedirectURIParts.https && parent.contains(UInt8(ascii: ".")) && parts.query == nil
                && !audience.admitsPersonalAccounts
            return isAllowed ? nil : .wildcard
        }
        return parts.query != nil && audience.admitsPersonalAccounts ? .queryWithPersonalAccounts : nil
    }
}
