import Entra
package import Formats

/// The page "Update your password".
package struct ChangePasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The reason for the change, in one sentence.
    package let reason: String
    package let error: String?

    package init(form: FormTarget, username: String, reason: String, error: String?) {
        self.form = form
        self.username = username
        self.reason = reason
        self.error = error
    }
}

extension ChangePasswordPage: StyledPage {
    package var title: String { "Update your password" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Update your password</h1>\n")
        html.account(username)
        html.element("p", text: reason)
        html.form(form) { html in
            writeField(
                "Current password", PageField.currentPassword, ElementID.currentPassword, "current-password", &html)
            writeField("New password", PageField.newPassword, ElementID.newPassword, "new-password", &html)
            writeField(
                "Confirm password", PageField.confirmNewPassword, ElementID.confirmNewPassword, "new-password", &html)
            html.fieldError(error, id: ElementID.passwordError)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Sign in")
            html.secondaryButton("Cancel", value: PageAction.cancel)
            html.raw("</div>\n")
        }
    }

    private func writeField(
        _ label: String, _ name: String, _ id: String, _ autocomplete: String, _ html: inout HTMLWriter
    ) {
        html.raw("<p>")
        html.element("label", ["for": id], text: label)
        html.void(
            "input",
            [
                "type": "password", "name": name, "id": id, "class": "field", "autocomplete": autocomplete,
                "aria-required": "true", "autofocus": name.isExactly(PageField.currentPassword) ? "" : nil,
                "aria-invalid": error == nil ? nil : "true",
                "aria-describedby": error == nil ? nil : ElementID.passwordError,
            ])
        html.raw("</p>\n")
    }
}
