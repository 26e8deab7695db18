import Entra
package import Formats

extension UsernamePage: StyledPage {
    package var title: String { "Sign in" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Sign in</h1>\n")
        html.element("p", ["class": "lead"]) { html in
            html.raw("to ")
            html.name(applicationName)
            guard let tenantName else { return }
            html.raw(" at ")
            html.name(tenantName)
        }
        html.form(form) { html in
            html.element("label", ["for": ElementID.username], text: "User name or email")
            writeField(to: &html)
            html.fieldError(error, id: ElementID.usernameError)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Next")
            html.secondaryButton("Cancel", value: PageAction.cancel)
            html.raw("</div>\n")
            if offersSignUp { writeSignUp(to: &html) }
            for provider in providers { html.userFlowLink(provider) }
        }
    }

    private func writeField(to html: inout HTMLWriter) {
        html.void(
            "input",
            [
                "type": "text", "inputmode": "email", "name": PageField.username, "id": ElementID.username,
                "class": "field", "value": username, "autocomplete": "username", "autocapitalize": "none",
                "spellcheck": "false", "aria-required": "true", "autofocus": "",
                "aria-invalid": error == nil ? nil : "true",
                "aria-describedby": error == nil ? nil : ElementID.usernameError,
            ])
        html.raw("\n")
    }

    private func writeSignUp(to html: inout HTMLWriter) {
        html.raw("<p class=\"aside\">No account yet? ")
        html.element(
            "button",
            ["id": ElementID.signUp, "class": "link", "name": PageField.action, "value": PageAction.signUp],
            text: "Create one")
        html.raw("</p>\n")
    }
}
