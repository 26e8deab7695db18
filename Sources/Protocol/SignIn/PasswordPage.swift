import Entra
package import Formats

/// The page that asks for the password of `username`. `error` is shown in `#passwordError`.
package struct PasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let tenantName: String?
    package let username: String
    package let error: String?
    /// Whether the page offers "Forgot your password?".
    package let offersReset: Bool

    package init(
        form: FormTarget, applicationName: String, tenantName: String?, username: String, error: String?,
        offersReset: Bool = false
    ) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.username = username
        self.error = error
        self.offersReset = offersReset
    }
}

extension PasswordPage: StyledPage {
    package var title: String { "Enter password" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Enter password</h1>\n")
        html.element("p", ["class": "lead"]) { html in
            html.raw("to sign in to ")
            html.name(applicationName)
            guard let tenantName else { return }
            html.raw(" at ")
            html.name(tenantName)
        }
        html.account(username)
        html.form(form) { html in
            writeUsername(to: &html)
            html.element("label", ["for": ElementID.password], text: "Password")
            writeField(to: &html)
            html.fieldError(error, id: ElementID.passwordError)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Sign in")
            html.secondaryButton("Back", value: PageAction.back)
            html.raw("</div>\n")
            if offersReset { writeReset(to: &html) }
        }
    }

    private func writeReset(to html: inout HTMLWriter) {
        html.raw("<p class=\"aside\">")
        html.element(
            "button",
            [
                "id": ElementID.forgotPassword, "class": "link", "name": PageField.action,
                "value": PageAction.forgotPassword,
            ], text: "Forgot your password?")
        html.raw("</p>\n")
    }

    /// Writes the user name for password managers. The field has no name, so the browser does not post the field.
    private func writeUsername(to html: inout HTMLWriter) {
        html.void(
            "input", ["type": "text", "value": username, "autocomplete": "username", "readonly": "", "hidden": ""])
        html.raw("\n")
    }

    private func writeField(to html: inout HTMLWriter) {
        html.void(
            "input",
            [
                "type": "password", "name": PageField.password, "id": ElementID.password, "class": "field",
                "autocomplete": "current-password", "aria-required": "true", "autofocus": "",
                "aria-invalid": error == nil ? nil : "true",
                "aria-describedby": error == nil ? nil : ElementID.passwordError,
            ])
        html.raw("\n")
    }
}
