package import Formats
import Store

/// The sessions of a browser as applications know them (`session_state`; OpenID Connect Session Management 1.0 §2).
package enum CheckSession {
    /// Returns one session ID for each account that is signed in.
    package static func sessions(cookies: BrowserCookies, services: Services) -> [GUID] {
        BrowserSession(opening: cookies, services: services).cookie.accounts.map(\.sessionID)
    }
}

/// The frame that reports to an application's page whether its session still exists (OpenID Connect Session Management 1.0 §3.3).
/// Pages of other sites frame this page and send messages to it, so that this page alone may be framed, and shows nothing to
/// users.
package enum CheckSessionPage {
    /// The script receives `client_id session_state`, loads this page again, and reports whether the page still lists the session.
    static let script: StaticString =
        #"""
        addEventListener("message",async e=>{const[client,state]=typeof e.data==="string"?e.data.split(" "):[];let answer="error";if(client&&/^[0-9a-f-]{36}$/.test(state)){const page=await fetch(location.href,{cache:"no-store"});answer=(await page.text()).includes(`data-session="${state}"`)?"unchanged":"changed"}e.source.postMessage(answer,e.origin)})
        """#
    /// The SHA-256 of `script`, as a CSP source. A test verifies the value.
    static let scriptHash = "sha256-RlSQZ0Kv4OyOykJPZe5Fmp/BQz2vgmBChit93NMctp0="

    /// Returns the document. `sessions` are the `session_state` of each account that is signed in.
    package static func render(sessions: [GUID]) -> [UInt8] {
        var html = HTMLWriter(capacity: 2_048)
        html.head(title: "Session") { _ in }
        html.raw("<body>\n")
        for session in sessions {
            html.element("i", ["data-session": session.description], text: "")
            html.raw("\n")
        }
        html.raw("<script>")
        html.raw(script)
        html.raw("</script>\n</body>\n</html>\n")
        return html.bytes
    }

    package static let headers: [(name: String, value: String)] = [
        ("Content-Type", "text/html; charset=utf-8"),
        (
            "Content-Security-Policy",
            "default-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'self'; script-src '\(scriptHash)'"
        ),
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
        ("Pragma", "no-cache"),
    ]
}
