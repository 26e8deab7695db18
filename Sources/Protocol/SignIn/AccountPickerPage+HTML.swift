import Entra
package import Formats

extension AccountPickerPage: StyledPage {
    package var title: String { "Choose an account" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Choose an account</h1>\n")
        html.element("p", ["class": "lead"]) { html in
            html.raw("to continue to ")
            html.name(applicationName)
        }
        html.form(form) { html in
            html.raw("<ul class=\"tiles\">\n")
            for account in accounts { html.tile(account) }
            writeOtherTile(to: &html)
            html.raw("</ul>\n")
        }
    }

    private func writeOtherTile(to html: inout HTMLWriter) {
        html.raw("<li>")
        html.element(
            "button",
            ["id": ElementID.otherTile, "class": "tile", "name": PageField.action, "value": PageAction.other]
        ) { html in
            html.raw("<span class=\"avatar plus\" aria-hidden=\"true\">+</span>Use another account")
        }
        html.raw("</li>\n")
    }
}
