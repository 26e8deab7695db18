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

/// The page "More information required", on which a user without a second factor registers one.
package struct ProofRegistrationPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The value of the last attempt.
    package let proof: String
    package let error: String?

    package init(form: FormTarget, username: String, proof: String, error: String?) {
        self.form = form
        self.username = username
        self.proof = proof
        self.error = error
    }
}

extension ProofRegistrationPage: StyledPage {
    package var title: String { "More information required" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>More information required</h1>\n")
        html.account(username)
        html.raw("<p>Your organization requires a second way to verify your identity.</p>\n")
        html.form(form) { html in
            html.element("label", ["for": ElementID.newProof], text: "Telephone number or mail address")
            html.void(
                "input",
                [
                    "type": "text", "name": PageField.newProof, "id": ElementID.newProof, "class": "field",
                    "value": proof, "placeholder": "+41 44 555 01 00", "aria-required": "true", "autofocus": "",
                    "aria-invalid": error == nil ? nil : "true",
                    "aria-describedby": error == nil ? nil : ElementID.newProofError,
                ])
            html.raw("\n")
            html.fieldError(error, id: ElementID.newProofError)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Next")
            html.secondaryButton("Cancel", value: PageAction.cancel)
            html.raw("</div>\n")
        }
    }
}
