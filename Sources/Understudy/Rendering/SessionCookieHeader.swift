import Crypto
import Directory
import Entra
import Flows
import HTTP
import State

/// The session on the wire: `esctx` while nobody is signed in yet, then the single-sign-on cookie `ESTSAUTH`, or
/// `ESTSAUTHPERSISTENT` once the user chose to stay signed in (entra-protocol §11).
enum SessionCookieHeader {
    private static let signingIn = "esctx"
    private static let session = "ESTSAUTH"
    private static let persistent = "ESTSAUTHPERSISTENT"
    /// The name of most weight first.
    private static let names = [persistent, session, signingIn]

    /// The value that the browser sent.
    static func value(in headers: HeaderList) -> String? {
        let cookies = Cookies.parse(headers)
        return names.lazy.compactMap { name in
            cookies.first { $0.name.utf8.elementsEqual(name.utf8) && !$0.value.isEmpty }?.value
        }.first
    }

    /// Sends the session back.
    static func add(_ cookie: SessionCookie, to response: inout HTTPResponse, _ context: RequestContext) {
        for value in values(cookie, context) { response.headers.append("Set-Cookie", value) }
    }

    /// The `Set-Cookie` values: the cookie, and the removal of what the browser has under the other names.
    private static func values(_ cookie: SessionCookie, _ context: RequestContext) -> [String] {
        let name = cookie.accounts.isEmpty ? signingIn : cookie.isPersistent ? persistent : session
        let text = cookie.sealed(with: context.services.keys.sealing)
        let rest = attributes(isSecure: context.origin.isSecure)
        let settings = context.services.settings(tenant: nil, application: nil)
        let lifetime = name == persistent ? "; Max-Age=\(settings.persistentSessionLifetime)" : ""
        let sent = Cookies.parse(context.request.headers)
        let stale = names.filter { other in
            other != name && sent.contains { $0.name.utf8.elementsEqual(other.utf8) }
        }
        return ["\(name)=\(text)\(lifetime)\(rest)"] + stale.map { "\($0)=; Max-Age=0\(rest)" }
    }

    /// Over HTTPS the cookie reaches iframes and popups of other sites, as Entra's does; a browser refuses that without
    /// `Secure`, so over HTTP it is `Lax`.
    private static func attributes(isSecure: Bool) -> String {
        isSecure ? "; Path=/; HttpOnly; Secure; SameSite=None" : "; Path=/; HttpOnly; SameSite=Lax"
    }
}
