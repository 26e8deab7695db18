import Entra
package import Formats

/// The page "Enter code", for the second factor.
package struct OneTimeCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The masked recipient of the code, or nil if an authenticator app shows the code.
    package let recipient: String?
    package let error: String?

    package init(form: FormTarget, username: String, recipient: String?, error: String?) {
        self.form = form
        self.username = username
        self.recipient = recipient
        self.error = error
    }
}

extension OneTimeCodePage: StyledPage {
    package var title: String { "Enter code" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Enter code</h1>\n")
        html.account(username)
        html.element("p") { html in
            guard let recipient else {
                html.raw("Enter the code that your authenticator app shows.")
                return
            }
            html.raw("Enter the code that was sent to ")
            html.name(recipient)
            html.raw(".")
        }
        html.form(form) { html in
            html.element("label", ["for": ElementID.oneTimeCode], text: "Code")
            writeField(to: &html)
            html.raw("<div class=\"actions\">\n")
            html.void("input", ["type": "submit", "id": ElementID.verifyCode, "class": "button", "value": "Verify"])
            html.raw("\n")
            html.secondaryButton("Cancel", value: PageAction.cancel)
            html.raw("</div>\n")
            if recipient != nil { writeResend(to: &html) }
        }
    }

    private func writeField(to html: inout HTMLWriter) {
        html.void(
            "input",
            [
                "type": "text", "name": PageField.oneTimeCode, "id": ElementID.oneTimeCode, "class": "field",
                "inputmode": "numeric", "autocomplete": "one-time-code", "aria-required": "true", "autofocus": "",
                "aria-invalid": error == nil ? nil : "true",
                "aria-describedby": error == nil ? nil : ElementID.oneTimeCodeError,
            ])
        html.raw("\n")
        html.fieldError(error, id: ElementID.oneTimeCodeError)
    }

    private func writeResend(to html: inout HTMLWriter) {
        html.raw("<p class=\"aside\">No code? ")
        html.element(
            "button",
            ["id": ElementID.resendCode, "class": "link", "name": PageField.action, "value": PageAction.resend],
            text: "Send another one")
        html.raw("</p>\n")
    }
}
