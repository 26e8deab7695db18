import Entra
package import Formats

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
