package import Formats

/// The rules for registering a redirect URI (docs/reference/protocol.md#redirect-uri-registration).
package enum RedirectURIRegistration {
    /// The reason why the service would not register a redirect URI. The raw value continues the phrase "the redirect URI".
    package enum Problem: String, Error, Sendable, CaseIterable, CustomStringConvertible {
        case tooLong = "is longer than 256 characters"
        case fragment = "has a fragment (#)"
        case notAbsolute = "has no scheme"
        case characters = "has a space, a control character, a non-ASCII character or a backslash"
        case noHost = "has no host"
        case nothingAfterScheme = "has nothing after the scheme"
        case authority = "has user information, an invalid port or an IPv6 address"
        case unsupportedCharacter = "has one of the characters ! $ ' ( ) , ; which are not supported"
        case dangerousScheme = "has a scheme that is not allowed: it runs code or opens files in the browser"
        case httpNotLoopback = "has the scheme http, which is only allowed for localhost and 127.0.0.1"
        case customSchemeNotPublic = "has a custom scheme, which is not allowed on this platform"
        case wildcard =
            "has a wildcard that is neither the whole first label of an https host nor the last segment of its path"
        case wildcardWithPersonalAccounts =
            "has a wildcard, which is not allowed for an application that personal accounts can use"
        case queryWithPersonalAccounts =
            "has a query, which is not allowed for an application that personal accounts can use"

        package var description: String { rawValue }

        /// The hint for a correction, or nil.
        package var hint: String? {
            switch self {
            case .tooLong, .noHost, .nothingAfterScheme, .dangerousScheme: nil
            case .fragment: "leave out the fragment: the response could not be added to the URI"
            case .notAbsolute: "use an absolute URI such as https://app.example/signin"
            case .characters: "percent-encode the characters; international host names are not supported"
            case .authority: "for this machine, use localhost or 127.0.0.1; the IPv6 loopback address is not supported"
            case .unsupportedCharacter: "percent-encode the character"
            case .httpNotLoopback: "use https"
            case .customSchemeNotPublic: "register the URI under publicClient"
            case .wildcard:
                "use a wildcard as in https://*.contoso.com/signin or https://app.contoso.com/*, without a query"
            case .wildcardWithPersonalAccounts: "register each host separately"
            case .queryWithPersonalAccounts:
                "send the values in state, or set signInAudience to AzureADMyOrg or AzureADMultipleOrgs"
            }
        }
    }

    /// Returns a loopback URI without its port, which the service ignores, or nil for any other URI
    /// (docs/reference/protocol.md#redirect-uri-loopback-port).
    package static func withoutLoopbackPort(_ uri: String) -> ByteString? {
        guard let parts = try? RedirectURIParts(uri), parts.isLoopback, case .exact(let host) = parts.host else {
            return nil
        }
        let query = parts.query.map { [UInt8(ascii: "?")] + $0 } ?? []
        return String(utf8: host + parts.path + query).map { ByteString($0) }
    }

    package static let maximumLength = 256

    /// Returns the maximum number of redirect URIs of one application.
    package static func maximumCount(for audience: SignInAudience) -> Int {
        audience.admitsPersonalAccounts ? 100 : 256
    }

    /// Returns the first problem of an entry, or nil if the service would register the entry.
    package static func problem(of entry: RegisteredRedirectURI, audience: SignInAudience) -> Problem? {
        let text = entry.uri.string
        if text.utf8.count > maximumLength { return .tooLong }
        if text.utf8.contains(UInt8(ascii: "#")) { return .fragment }
        let parts: RedirectURIParts
        do {
            parts = try RedirectURIParts(text)
        } catch {
            return problem(of: error, hasWildcard: text.utf8.contains(star))
        }
        if text.utf8.contains(where: unsupported.contains) { return .unsupportedCharacter }
        let stars = text.utf8.count { $0 == star }
        return problem(of: parts, entry.platform) ?? problem(of: parts, audience, wildcards: stars)
    }

    private static func problem(of rejection: RedirectURIParts.Rejection, hasWildcard: Bool) -> Problem {
        switch rejection {
        case .notAbsolute: .notAbsolute
        case .characters: .characters
        case .noHost: .noHost
        case .authority: hasWildcard ? .wildcard : .authority
        }
    }

    private static let star = UInt8(ascii: "*")
    private static let unsupported = Array("!$'(),;".utf8)
    private static let dangerousSchemes = ["javascript", "data", "vbscript", "about", "blob", "file"].map {
        Array($0.utf8)
    }

    private static func problem(of parts: RedirectURIParts, _ platform: ClientPlatform) -> Problem? {
        if dangerousSchemes.contains(parts.scheme) { return .dangerousScheme }
        if parts.scheme == RedirectURIParts.https || parts.isLoopback { return nil }
        if parts.scheme == RedirectURIParts.http { return .httpNotLoopback }
        let isBroker = platform == .spa && parts.hasBrokerScheme
        guard platform == .publicClient || isBroker else { return .customSchemeNotPublic }
        return parts.host == .none && parts.path.isEmpty ? .nothingAfterScheme : nil
    }

    private static func problem(
        of parts: RedirectURIParts, _ audience: SignInAudience, wildcards: Int
    ) -> Problem? {
        if wildcards > 0 {
            guard !audience.admitsPersonalAccounts else { return .wildcardWithPersonalAccounts }
            let ofPath = parts.hasPathWildcard ? 1 : 0
            guard parts.scheme == RedirectURIParts.https, parts.query == nil else { return .wildcard }
            if case .anyLabel(let parent) = parts.host {
                return wildcards == 1 && parent.contains(UInt8(ascii: ".")) ? nil : .wildcard
            }
            return wildcards == ofPath ? nil : .wildcard
        }
        return parts.query != nil && audience.admitsPersonalAccounts ? .queryWithPersonalAccounts : nil
    }
}

/// The platform under which a redirect URI is registered. The platform determines the client type
/// (docs/reference/protocol.md#client-types).
package enum ClientPlatform: String, Sendable, Hashable, CaseIterable {
    /// A confidential client, which must authenticate at the token endpoint.
    case web
    /// A public client in a browser. PKCE and an `Origin` header are required.
    case spa
    /// A public client on a desktop or mobile device.
    case publicClient
}

/// A redirect URI of an application's registration, spelled as registered.
package struct RegisteredRedirectURI: Sendable, Hashable {
    package let platform: ClientPlatform
    package let uri: ByteString

    package init(platform: ClientPlatform, uri: String) {
        self.platform = platform
        self.uri = ByteString(uri)
    }
}

/// The accounts that an application admits (Microsoft Graph `application.signInAudience`).
package enum SignInAudience: String, Sendable, Hashable, CaseIterable {
    case myOrg = "AzureADMyOrg"
    case multipleOrgs = "AzureADMultipleOrgs"
    case orgsAndPersonal = "AzureADandPersonalMicrosoftAccount"
    case personalOnly = "PersonalMicrosoftAccount"

    package var admitsPersonalAccounts: Bool { self == .orgsAndPersonal || self == .personalOnly }
    package var isMultiTenant: Bool { self != .myOrg }
}
