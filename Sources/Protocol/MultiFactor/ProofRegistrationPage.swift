import Entra
package import Formats

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
