import Entra
import Formats

/// The self-submitting form that carries a response to the application (`response_mode=form_post`).
package struct FormPostPage: Sendable, Equatable {
    /// The destination of the form.
    package enum Purpose: Sendable {
        /// The form returns to the application.
        case response
        /// The form leads to an identity provider, or from there back to the sign-in.
        case signIn
    }

    /// The registered redirect URI, or the address of the next step of the sign-in.
    package let action: String
    package let fields: [HiddenField]
    package let purpose: Purpose

    package init(action: String, fields: [HiddenField], purpose: Purpose = .response) {
        self.action = action
        self.fields = fields
        self.purpose = purpose
    }
}

extension FormPostPage {
    /// The only script of any page. The script takes `submit` from the prototype, because a form field of that name would hide
    /// the form's own method.
    static let script: StaticString = "HTMLFormElement.prototype.submit.call(document.forms[0])"
    /// The SHA-256 digest of `script` as a CSP source. A test recomputes the digest.
    static let scriptHash = "sha256-ox4bri+xTrW3kuLTyRoak73QX8KZGuyP3JlQYusbSlA="

    /// Writes the response as a form that submits itself (OAuth 2.0 Form Post Response Mode), with a button for browsers
    /// without scripts. The page has no style, because browsers leave it at once.
    func writeDocument(to html: inout HTMLWriter) {
        html.head(title: purpose == .response ? "Returning to the application" : "Signing in") { _ in }
        html.raw("<body>\n")
        html.element("form", ["method": "post", "action": action]) { html in
            html.raw("\n")
            html.hidden(fields)
            html.raw(
                """
                <noscript>

                """)
            html.element("h1", text: purpose == .response ? "Return to the application" : "Continue signing in")
            html.raw(
                """

                <p>This browser does not run scripts. Select Continue to finish.</p>
                <button>Continue</button>

                """)
            html.element("p", text: HTMLWriter.testServer)
            html.raw("\n</noscript>\n")
        }
        html.raw("\n<script>")
        html.raw(FormPostPage.script)
        html.raw("</script>\n</body>\n</html>\n")
    }
}
