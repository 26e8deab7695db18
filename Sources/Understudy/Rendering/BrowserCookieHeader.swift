import Crypto
import Directory
import Entra
import Flows
import HTTP
import State
import Wire

/// What a browser keeps for us (docs/reference/protocol.md#sign-out). The session: `esctx` while nobody is signed in yet, then the
/// single-sign-on cookie `ESTSAUTH`, or `ESTSAUTHPERSISTENT` once the user chose to stay signed in. Beside it `esctx-…`, by which
/// the browser is known whoever signs in: each of a name of its own, so that of windows opened at once none takes it from another.
enum BrowserCookieHeader {
    private static let signingIn = "esctx"
    private static let session = "ESTSAUTH"
    private static let persistent = "ESTSAUTHPERSISTENT"
    /// The name of most weight first.
    private static let names = [persistent, session, signingIn]
    private static let browserPrefix = "esctx-"

    /// What the browser sent.
    static func cookies(in headers: HeaderList) -> BrowserCookies {
        let cookies = Cookies.parse(headers)
        let session = names.lazy.compactMap { name in
            cookies.first { $0.name.isExactly(name) && !$0.value.isEmpty }?.value
        }.first
        let browsers = cookies.compactMap { $0.name.hasExactPrefix(browserPrefix) ? GUID($0.value) : nil }
        let sent = names.filter { name in cookies.contains { $0.name.isExactly(name) } }
        return BrowserCookies(session: session, browserIDs: browsers, sessionNames: sent)
    }

    /// Sends the session back, and by what the browser is known where it was not.
    static func add(_ browser: BrowserSession, to response: inout HTTPResponse, _ context: RequestContext) {
        let rest = attributes(isSecure: context.origin.isSecure)
        let values = sessionCookies(browser, context) + (browser.newBrowserID.map { [named($0)] } ?? [])
        for value in values { response.headers.append("Set-Cookie", value + rest) }
    }

    private static func named(_ id: GUID) -> String { "\(browserPrefix)\(id.description.firstScalars(8))=\(id)" }

    /// The cookie, where there is something to keep, and the removal of what the browser has under the other names.
    private static func sessionCookies(_ browser: BrowserSession, _ context: RequestContext) -> [String] {
        let cookie = browser.cookie
        let name = cookie.accounts.isEmpty ? signingIn : cookie.isPersistent ? persistent : session
        let settings = context.services.settings(tenant: nil, application: nil)
        let lifetime = name.isExactly(persistent) ? "; Max-Age=\(settings.persistentSessionLifetime)" : ""
        let kept = cookie.isEmpty ? [] : ["\(name)=\(cookie.sealed(with: context.services.keys.sealing))\(lifetime)"]
        let stale = browser.sentNames.filter { !$0.isExactly(name) || cookie.isEmpty }
        return kept + stale.map { "\($0)=; Max-Age=0" }
    }

    /// Over HTTPS the cookies reach iframes and popups of other sites, as Entra's do; a browser refuses that without
    /// `Secure`, so over HTTP they are `Lax`.
    private static func attributes(isSecure: Bool) -> String {
        isSecure ? "; Path=/; HttpOnly; Secure; SameSite=None" : "; Path=/; HttpOnly; SameSite=Lax"
    }
}
