import Wire

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

/// A redirect URI with everything the SDKs look at before they take it (msal-wire §4.1).
package struct RedirectURIQuestion: Sendable {
    /// As the application gives it; empty for the SDK's own default.
    package var uri: String
    /// The application's bundle id; on Android its package name. nil: read off the URI where that tells it.
    package var bundleID: String?
    package var clientID: String?
    package var authority = AuthorityKind.common
    package var platform = AppPlatform.ios
    /// CFBundleURLSchemes; nil when the Info.plist is not known, and every scheme an app can own counts as declared.
    package var urlSchemes: [String]?
    /// LSApplicationQueriesSchemes; nil when the Info.plist is not known, and all count as declared.
    package var queriesSchemes: [String]?
    package var isAppExtension = false

    package init(uri: String) {
        self.uri = uri
    }
}

/// What one SDK, or Entra, says to a redirect URI.
package struct RedirectURIVerdict: Sendable, Equatable {
    package let judge: RedirectURIJudge
    package let isAccepted: Bool
    /// One sentence without a full stop, why or on what condition.
    package let reason: String
    /// What the developer sees when it is refused; nil when it is accepted.
    package let error: String?
    /// What makes it right; nil when it is accepted, or nothing can.
    package let remedy: Remedy?

    /// What to change.
    package enum Remedy: Sendable, Equatable {
        /// Use this URI instead.
        case uri(String)
        /// Add CFBundleURLTypes with the scheme.
        case urlScheme(String)
        /// Add an entry with the scheme to the CFBundleURLTypes that is there.
        case urlType(String)
        /// What LSApplicationQueriesSchemes must hold.
        case queriesSchemes([String])
        case advice(String)
    }

    static func accepted(_ judge: RedirectURIJudge, _ reason: String) -> RedirectURIVerdict {
        RedirectURIVerdict(judge: judge, isAccepted: true, reason: reason, error: nil, remedy: nil)
    }

    static func refused(
        _ judge: RedirectURIJudge, _ reason: String, _ error: SDKError, _ remedy: Remedy?
    ) -> RedirectURIVerdict {
        RedirectURIVerdict(judge: judge, isAccepted: false, reason: reason, error: error.rawValue, remedy: remedy)
    }
}

/// The errors that a redirect URI runs into, as an application sees them.
enum SDKError: String {
    case invalidParameter = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42000: invalid parameter"
    case schemeNotRegistered = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42001: scheme not registered"
    case invalidRedirectURI = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42011: invalid redirect URI"
    case internalError = "MSALErrorInternal (-50000)"
    case adalInvalidArgument = "AD_ERROR_DEVELOPER_INVALID_ARGUMENT (100)"
    case adalBrokerRedirectURI = "AD_ERROR_TOKENBROKER_INVALID_REDIRECT_URI (501)"
    case androidClient = "MsalClientException: redirect_uri_validation_error"
    case mismatch = "AADSTS50011"
    case notAbsolute = "AADSTS90102"
}
