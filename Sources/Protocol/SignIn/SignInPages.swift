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

/// The page on which the user chooses among signed-in accounts: one tile each, and `#otherTile`.
package struct AccountPickerPage: Sendable, Equatable {
    /// The account of one tile.
    package struct Account: Sendable, Equatable {
        package let username: String
        package let displayName: String

        package init(username: String, displayName: String) {
            self.username = username
            self.displayName = displayName
        }
    }

    package let form: FormTarget
    package let applicationName: String
    package let accounts: [Account]

    package init(form: FormTarget, applicationName: String, accounts: [Account]) {
        self.form = form
        self.applicationName = applicationName
        self.accounts = accounts
    }
}

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
