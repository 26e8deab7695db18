import Crypto
import Directory
import Entra
import Formats
import HTTP
import Store

/// The cookies that a browser keeps for the server (docs/reference/protocol.md#sign-out). The session cookie is `esctx` while
/// nobody is signed in, then the single-sign-on cookie `ESTSAUTH`, or `ESTSAUTHPERSISTENT` after the user chose to stay signed in.
/// The cookie `esctx-…` identifies the browser, whichever user signs in. Each such cookie has a name of its own, so that windows
/// opened at the same time do not overwrite each other's cookies.
enum BrowserCookieHeader {
    private static let signingIn = "esctx"
    private static let session = "ESTSAUTH"
    private static let persistent = "ESTSAUTHPERSISTENT"
    /// The names of the session cookies, in order of precedence.
    private static let names = [persistent, session, signingIn]
    private static let browserPrefix = "esctx-"

    /// Returns the cookies that the browser sent.
    static func cookies(in headers: HeaderList) -> BrowserCookies {
        let cookies = Cookies.parse(headers)
        let session = names.lazy.compactMap { name in
            cookies.first { $0.name.isExactly(name) && !$0.value.isEmpty }?.value
        }.first
        let browsers = cookies.compactMap { $0.name.hasExactPrefix(browserPrefix) ? GUID($0.value) : nil }
        let sent = names.filter { name in cookies.contains { $0.name.isExactly(name) } }
        return BrowserCookies(session: session, browserIDs: browsers, sessionNames: sent)
    }

    /// Adds the session cookie to the response, and a cookie that identifies the browser if the browser is not identified yet.
    static func add(_ browser: BrowserSession, to response: inout HTTPResponse, _ context: RequestContext) {
        let attributes = attributes(isSecure: context.origin.isSecure)
        let values = sessionCookies(browser, context) + (browser.newBrowserID.map { [named($0)] } ?? [])
        for value in values { response.headers.append("Set-Cookie", value + attributes) }
    }

    private static func named(_ id: GUID) -> String { "\(browserPrefix)\(id.description.firstScalars(8))=\(id)" }

    /// Returns the session cookie, if there is a session to keep, and the removal of session cookies with other names.
    private static func sessionCookies(_ browser: BrowserSession, _ context: RequestContext) -> [String] {
        let cookie = browser.cookie
        let name = cookie.accounts.isEmpty ? signingIn : cookie.isPersistent ? persistent : session
        let settings = context.services.settings(tenant: nil, application: nil)
        let lifetime = name.isExactly(persistent) ? "; Max-Age=\(settings.persistentSessionLifetime)" : ""
        let current = cookie.isEmpty ? [] : ["\(name)=\(cookie.sealed(with: context.services.keys.sealing))\(lifetime)"]
        let stale = browser.sentNames.filter { !$0.isExactly(name) || cookie.isEmpty }
        return current + stale.map { "\($0)=; Max-Age=0" }
    }

    /// Returns the attributes of all cookies. Over HTTPS the cookies reach iframes and popups of other sites, as Entra's cookies
    /// do. Browsers reject such cookies without `Secure`, so over HTTP the cookies are `Lax`.
    private static func attributes(isSecure: Bool) -> String {
        isSecure ? "; Path=/; HttpOnly; Secure; SameSite=None" : "; Path=/; HttpOnly; SameSite=Lax"
    }
}
