/// The SDK or service whose rules judge a redirect URI.
package enum RedirectURIJudge: String, Sendable, CaseIterable {
    /// MSAL for iOS and macOS before 2.0. On other platforms, the MSAL of the same time.
    case msal1
    /// MSAL for iOS and macOS since 2.0. On other platforms, the current MSAL.
    case msal2
    /// An MSAL that signs in through the Authenticator app or another broker.
    case broker
    case adal
    /// The registration rules of Entra.
    case entra

    /// Returns the judges that exist on a platform. A browser or a web server has no broker.
    package static func on(_ platform: AppPlatform) -> [RedirectURIJudge] {
        platform.hasBroker ? allCases : allCases.filter { $0 != .broker }
    }
}

/// The platform on which an application runs.
package enum AppPlatform: String, Sendable, CaseIterable {
    case ios
    case macos
    case android
    case spa
    case web

    package var hasBroker: Bool { self != .spa && self != .web }
    package var isApple: Bool { self == .ios || self == .macos }
}
