/// A redirect URI with everything the SDKs look at before they take it (docs/reference/wire.md#redirect-uri-decision).
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
