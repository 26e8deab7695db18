import Formats
import HTTP
import Protocol

/// The page to which the links for forgotten passwords lead, for accounts whose password users cannot reset on pages. External
/// tenants with a user flow have pages of their own.
struct PasswordResetPage: StyledPage {
    static let routes = [
        Route(
            ["GET"], PasswordPage.resetAddress,
            ControlEndpoint("passwordreset", usesStore: false, errors: .page, keys: .none) { (_, _) in
                var html = HTMLWriter(capacity: 16_384)
                html.document(PasswordResetPage())
                return HTTPResponse(
                    status: 200, headers: HeaderList(pairs: Pages.headersOfOwnPage()), body: html.bytes)
            })
    ]

    let title = "Forgotten password – Understudy"

    func writeHead(to html: inout HTMLWriter) { html.favicon() }

    func write(to html: inout HTMLWriter) {
        html.raw(
            """
            <h1>Forgotten password</h1>
            <p class="lead">This test server has no reset of passwords by users of work, school and personal accounts.</p>
            <p>The password of a user is in the configuration file (<code>password</code>), and a test changes it with
            <code>PATCH /v1.0/users/{id}</code> (<code>passwordProfile</code>). In an external tenant, a user flow resets
            passwords on pages.</p>
            """)
    }
}
