package import Wire

/// What a browser sends along of what it was given.
package struct BrowserCookies: Sendable {
    /// The sealed session.
    package var session: String?
    /// By which the browser is known: several where it opened windows at once, before it had one.
    package let browserIDs: [GUID]

    package init(session: String?, browserIDs: [GUID]) {
        self.session = session
        self.browserIDs = browserIDs
    }
}
