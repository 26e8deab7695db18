package import Wire

/// What a browser sends along of what it was given.
package struct BrowserCookies: Sendable {
    /// The sealed session.
    package var session: String?
    /// By which the browser is known: several where it opened windows at once, before it had one.
    package let browserIDs: [GUID]
    /// What the cookies of sessions are called that came, whatever is in them.
    package let sessionNames: [String]

    package init(session: String?, browserIDs: [GUID], sessionNames: [String]) {
        self.session = session
        self.browserIDs = browserIDs
        self.sessionNames = sessionNames
    }
}
