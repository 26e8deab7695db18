package import Formats

/// The cookies of this server that a browser sends.
package struct BrowserCookies: Sendable {
    /// The sealed session.
    package var session: String?
    /// The IDs of the browser. There are several if the browser opened windows at the same time before it had an ID.
    package let browserIDs: [GUID]
    /// The names of the session cookies in the request, whatever their content.
    package let sessionNames: [String]

    /// The cookies of a request without cookies.
    static let none = BrowserCookies(session: nil, browserIDs: [], sessionNames: [])

    package init(session: String?, browserIDs: [GUID], sessionNames: [String]) {
        self.session = session
        self.browserIDs = browserIDs
        self.sessionNames = sessionNames
    }
}
