import Entra
package import Formats

/// The page that asks for the username. `error` is shown in `#usernameError`.
package struct UsernamePage: Sendable, Equatable {
    package let form: FormTarget
    /// The application that the user is signing in to.
    package let applicationName: String
    package let tenantName: String?
    /// The initial text, from `login_hint` or the last attempt.
    package let username: String
    package let error: String?
    /// Whether the page offers "Create one!" (`prompt=create` or a sign-up user flow).
    package let offersSignUp: Bool
    /// The buttons for sign-in with other providers.
    package let providers: [UserFlowPage.Button]

    package init(
        form: FormTarget, applicationName: String, tenantName: String?, username: String, error: String?,
        offersSignUp: Bool = false, providers: [UserFlowPage.Button] = []
    ) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.username = username
        self.error = error
        self.offersSignUp = offersSignUp
        self.providers = providers
    }
}

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
