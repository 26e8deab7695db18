package import Entra
package import Formats

/// Functions that decide which SDKs accept a redirect URI, and why not (docs/reference/wire.md#redirect-uri-linter).
package enum RedirectURILinter {
    /// Returns one verdict for each judge, in the order of the judges.
    package static func verdicts(
        _ candidate: RedirectURICandidate, by judges: [RedirectURIJudge]
    ) -> [RedirectURIVerdict] {
        judges.map { verdict(candidate, by: $0) }
    }

    /// Returns the verdict of one judge.
    package static func verdict(_ candidate: RedirectURICandidate, by judge: RedirectURIJudge) -> RedirectURIVerdict {
        switch (judge, candidate.platform) {
        case (.entra, _): EntraRules(candidate: candidate).verdict
        case (_, .spa), (_, .web): WebRules(candidate: candidate, judge: judge).verdict
        case (_, .android): AndroidRules(candidate, as: judge).verdict
        case (.adal, _): AppleADALRules(candidate).verdict
        case (.msal1, _), (.msal2, _), (.broker, _): AppleMSALRules(candidate, as: judge).verdict
        }
    }
}

/// A redirect URI with all values that the SDKs check (docs/reference/wire.md#redirect-uri-decision).
package struct RedirectURICandidate: Sendable {
    /// The URI that the application passes, or an empty text for the SDK's default. The SDKs take a text of blanks as empty.
    package var uri: String
    /// The application's bundle ID, or its package name on Android. If nil, the linter reads the bundle ID from the URI if
    /// possible.
    package var bundleID: String?
    package var clientID: String?
    package var authority = AuthorityKind.common
    package var platform = AppPlatform.ios
    /// The schemes of CFBundleURLSchemes. Nil if the Info.plist is not known; every scheme that an app can own then counts as
    /// declared.
    package var urlSchemes: [String]?
    /// The schemes of LSApplicationQueriesSchemes. Nil if the Info.plist is not known; all schemes then count as declared.
    package var queriesSchemes: [String]?
    package var isAppExtension = false

    package init(uri: String) {
        self.uri = uri.utf8.allSatisfy { $0 <= ASCII.space } ? "" : uri
    }
}

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

/// The verdict of one SDK, or of Entra, on a redirect URI.
package struct RedirectURIVerdict: Sendable, Equatable {
    package let judge: RedirectURIJudge
    package let isAccepted: Bool
    /// The reason or condition, as a sentence without a period.
    package let reason: String
    /// The error that the developer sees if the URI is rejected, or nil if the URI is accepted.
    package let error: String?
    /// The correction, or nil if the URI is accepted or no correction exists.
    package let remedy: Remedy?

    /// The correction of a rejected URI.
    package enum Remedy: Sendable, Equatable {
        /// The application must use this URI.
        case uri(String)
        /// The Info.plist needs CFBundleURLTypes with the scheme.
        case urlScheme(String)
        /// The existing CFBundleURLTypes need an entry with the scheme.
        case urlType(String)
        /// LSApplicationQueriesSchemes must contain these schemes.
        case queriesSchemes([String])
        case advice(String)
    }

    static func accepted(_ judge: RedirectURIJudge, _ reason: String) -> RedirectURIVerdict {
        RedirectURIVerdict(judge: judge, isAccepted: true, reason: reason, error: nil, remedy: nil)
    }

    static func rejected(
        _ judge: RedirectURIJudge, _ reason: String, _ error: SDKError, _ remedy: Remedy?
    ) -> RedirectURIVerdict {
        RedirectURIVerdict(judge: judge, isAccepted: false, reason: reason, error: error.rawValue, remedy: remedy)
    }
}

/// The errors that a redirect URI causes, as an application sees them.
enum SDKError: String {
    case invalidParameter = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42000: invalid parameter"
    case schemeNotRegistered = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42001: scheme not registered"
    case invalidRedirectURI = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42011: invalid redirect URI"
    case internalError = "MSALErrorInternal (-50000)"
    case adalInvalidArgument = "AD_ERROR_DEVELOPER_INVALID_ARGUMENT (100)"
    case adalBrokerRedirectURI = "AD_ERROR_TOKENBROKER_INVALID_REDIRECT_URI (501)"
    case androidMalformed = "IllegalArgumentException: Invalid, null, or malformed redirect_uri supplied"
    case androidMSAL = "MsalClientException: redirect_uri_validation_error"
    case androidADAL = "ADALError.DEVELOPER_REDIRECTURI_INVALID"
    case mismatch = "AADSTS50011"
    case notAbsolute = "AADSTS90102"
}

extension RedirectURIVerdict {
    /// The correct form, or the lines to paste into the Info.plist. Nil if no change is needed or possible.
    package var suggestion: String? {
        switch remedy {
        case .uri(let uri): uri
        case .urlScheme(let scheme): PlistSnippet.urlTypes(scheme)
        case .urlType(let scheme): PlistSnippet.urlType(scheme)
        case .queriesSchemes(let schemes): PlistSnippet.queriesSchemes(schemes)
        case .advice(let text): text
        case nil: nil
        }
    }

    /// Returns the verdict as JSON: the members of `subject`, then `{"sdk", "accepted", "reason", "error", "suggestion"}`.
    package func json(of subject: [JSONValue.Member]) -> JSONValue {
        .object(
            subject + [
                JSONValue.Member("sdk", .string(judge.rawValue)), JSONValue.Member("accepted", .bool(isAccepted)),
                JSONValue.Member("reason", .string(reason)),
                JSONValue.Member("error", error.map(JSONValue.string) ?? .null),
                JSONValue.Member("suggestion", suggestion.map(JSONValue.string) ?? .null),
            ])
    }

    /// The verdict for display: a line with the verdict, then lines with the error and the correction.
    package var lines: [String] {
        let name = judge.rawValue + String(repeating: " ", count: max(8 - judge.rawValue.utf8.count, 1))
        var lines = ["  \(name)\(isAccepted ? "yes" : "NO ")  \(reason)"]
        if let error { lines.append("               error  \(error)") }
        if let suggestion {
            let parts = suggestion.pieces(separatedBy: "\n", keepingEmpty: true)
            for (position, part) in parts.enumerated() {
                lines.append("               \(position == 0 ? "use    " : "       ")\(part)")
            }
        }
        return lines
    }
}

/// The advice on a registered redirect URI from the rules of MSAL for Apple devices, for warnings about a configuration.
package enum RegistrationAdvice {
    /// Returns a warning, or nil if the URI does not belong to an Apple app or MSAL accepts the URI.
    package static func warning(
        on entry: RegisteredRedirectURI, clientID: String, authority: AuthorityKind
    ) -> (message: String, hint: String?)? {
        let uri = URIText(entry.uri.string)
        guard entry.platform == .publicClient, let scheme = uri.scheme, isApps(scheme, uri) else { return nil }
        var candidate = RedirectURICandidate(uri: uri.text)
        candidate.clientID = clientID
        candidate.authority = authority
        candidate.bundleID = BrokerFormat(candidate).bundleID ?? BundleID.guessed(from: uri.text)
        let verdict = RedirectURILinter.verdict(candidate, by: .msal2)
        guard !verdict.isAccepted, !BrokerFormat(candidate).isForCertificates else { return nil }
        return ("is rejected by MSAL for iOS and macOS: \(verdict.reason)", verdict.suggestion.map { "use \($0)" })
    }

    /// Returns whether the scheme can only belong to an app on an Apple device. Schemes of the web, of Windows, of Android and of
    /// out-of-band redirects do not.
    private static func isApps(_ scheme: String, _ uri: URIText) -> Bool {
        let isForeign = ["urn", "ms-app", "ms-appx-web"].contains { $0.isExactlyIgnoringASCIICase(scheme) }
        let isAndroid = scheme == "msauth" && uri.host != "auth" && uri.host != "code"
        return !uri.isWeb && !isForeign && !isAndroid
    }
}
