import Crypto
import Directory
import Entra
import Flows
import HTTP
import State

/// The single-sign-on cookie on the wire: `ESTSAUTH`, and `ESTSAUTHPERSISTENT` once the user chose to stay signed in
/// (entra-protocol §11).
enum SessionCookieHeader {
    private static let session = "ESTSAUTH"
    private static let persistent = "ESTSAUTHPERSISTENT"

    /// The value that the browser sent.
    static func value(in headers: HeaderList) -> String? {
        let cookies = Cookies.parse(headers)
        return [persistent, session].lazy.compactMap { name in
            cookies.first { $0.name.utf8.elementsEqual(name.utf8) && !$0.value.isEmpty }?.value
        }.first
    }

    /// The `Set-Cookie` values: the cookie, and the other name's removal.
    static func set(_ cookie: SessionCookie, _ context: RequestContext) -> [String] {
        let text = cookie.sealed(with: context.services.keys.sealing)
        let rest = attributes(isSecure: context.origin.isSecure)
        guard cookie.isPersistent else {
            return ["\(session)=\(text)\(rest)", "\(persistent)=; Max-Age=0\(rest)"]
        }
        let lifetime = context.services.settings(tenant: nil, application: nil).persistentSessionLifetime
        return ["\(persistent)=\(text); Max-Age=\(lifetime)\(rest)", "\(session)=; Max-Age=0\(rest)"]
    }

    /// Over HTTPS the cookie reaches iframes and popups of other sites, as Entra's does; a browser refuses that without
    /// `Secure`, so over HTTP it is `Lax`.
    private static func attributes(isSecure: Bool) -> String {
        isSecure ? "; Path=/; HttpOnly; Secure; SameSite=None" : "; Path=/; HttpOnly; SameSite=Lax"
    }
}
