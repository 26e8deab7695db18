import State
package import Wire

/// Which sessions a browser has, as applications know them (`session_state`; OpenID Connect Session Management 1.0 §2).
package enum CheckSession {
    /// One for each account that is signed in. `sessionCookie` is the cookie's value as the browser sent it.
    package static func sessions(sessionCookie: String?, services: Services) -> [GUID] {
        BrowserSession(opening: sessionCookie, services: services).cookie.accounts.map(\.sessionID)
    }
}
