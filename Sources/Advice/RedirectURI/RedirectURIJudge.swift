/// Whose rules a redirect URI is judged by.
package enum RedirectURIJudge: String, Sendable, CaseIterable {
    /// MSAL for iOS and macOS before 2.0; on other platforms the MSAL of its time.
    case msal1
    /// MSAL for iOS and macOS since 2.0; on other platforms the current MSAL.
    case msal2
    /// A MSAL that signs in through the Authenticator app or another broker.
    case broker
    case adal
    /// What Entra lets be registered.
    case entra

    /// Those that exist on a platform. A browser and a web server have no broker of these.
    package static func on(_ platform: AppPlatform) -> [RedirectURIJudge] {
        platform.hasBroker ? allCases : allCases.filter { $0 != .broker }
    }
}

/// Where an application runs.
package enum AppPlatform: String, Sendable, CaseIterable {
    case ios
    case macos
    case android
    case spa
    case web

    package var hasBroker: Bool { self != .spa && self != .web }
    package var isApple: Bool { self == .ios || self == .macos }
}
