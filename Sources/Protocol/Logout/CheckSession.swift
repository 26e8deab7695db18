package import Formats
import Store

/// The sessions of a browser as applications know them (`session_state`; OpenID Connect Session Management 1.0 §2).
package enum CheckSession {
    /// Returns one session ID for each account that is signed in.
    package static func sessions(cookies: BrowserCookies, services: Services) -> [GUID] {
        BrowserSession(opening: cookies, services: services).cookie.accounts.map(\.sessionID)
    }
}
