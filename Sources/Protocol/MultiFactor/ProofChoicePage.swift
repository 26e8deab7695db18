import Entra
package import Formats

/// The page "Verify your identity", which offers to send a one-time code.
package struct ProofChoicePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The masked mail address or telephone number.
    package let recipient: String
    /// Whether the recipient is a telephone number.
    package let isTelephone: Bool

    package init(form: FormTarget, username: String, recipient: String, isTelephone: Bool) {
        self.form = form
        self.username = username
        self.recipient = recipient
        self.isTelephone = isTelephone
    }
}

extension ProofChoicePage: StyledPage {
    package var title: String { "Verify your identity" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Verify your identity</h1>\n")
        html.account(username)
        html.form(form) { html in
            html.element("div", ["id": ElementID.proofs]) { html in
                html.element("button", ["class": "tile", "name": PageField.proof, "value": "1"]) { html in
                    html.raw("<span class=\"avatar plus\" aria-hidden=\"true\">")
                    html.raw(isTelephone ? "☎" : "@")
                    html.raw("</span><span>")
                    html.raw(isTelephone ? "Text a code to " : "Email a code to ")
                    html.name(recipient)
                    html.raw("</span>")
                }
            }
            html.raw("\n<div class=\"actions\">\n")
            html.secondaryButton("Cancel", value: PageAction.cancel)
            html.raw("</div>\n")
        }
    }
}
