/// A redirect URI with all values that the SDKs check (docs/reference/wire.md#redirect-uri-decision).
package struct RedirectURIQuestion: Sendable {
    /// The URI that the application passes, or an empty text for the SDK's default.
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
        self.uri = uri
    }
}
