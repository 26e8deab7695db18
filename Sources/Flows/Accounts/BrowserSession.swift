import Crypto
import Directory
import Entra
import State
import Wire

/// The single-sign-on session of the browser that sent a request, and whether it has to be sent back.
struct BrowserSession: Sendable {
    private(set) var cookie: SessionCookie
    private(set) var isChanged: Bool

    /// Opens the cookie. One that is missing, forged, too old or revoked gives a new, empty session.
    init(opening text: String?, services: Services) {
        let now = services.now.seconds
        let settings = services.settings(tenant: nil, application: nil)
        if let text, var cookie = SessionCookie(sealed: text, keys: services.keys.sealing),
            now - cookie.lastUsed
                <= Int64(cookie.isPersistent ? settings.persistentSessionLifetime : settings.sessionLifetime)
        {
            let before = cookie.accounts.count
            cookie.accounts.removeAll {
                services.revocation(of: $0) != nil || services.passwordChange(since: $0) != nil
            }
            self.cookie = cookie
            isChanged = cookie.accounts.count != before
        } else {
            cookie = SessionCookie(id: services.random.guid(), lastUsed: now)
            isChanged = false
        }
    }

    /// Adds an account under a new session id, so that an id planted before is worth nothing afterwards.
    mutating func signIn(_ authentication: Authentication, services: Services) {
        cookie.id = services.random.guid()
        cookie.signIn(authentication)
        touch(services)
    }

    mutating func answerStaySignedIn(_ answer: Bool, never: Bool, services: Services) {
        cookie.isPersistent = answer
        cookie.skipsStaySignedIn = cookie.skipsStaySignedIn || never
        touch(services)
    }

    /// Counts the lifetime from now.
    mutating func touch(_ services: Services) {
        cookie.lastUsed = services.now.seconds
        isChanged = true
    }
}
