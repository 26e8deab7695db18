import Entra
package import Formats

/// The page on which the user enters a code. A link cannot fill in the code, so that an attacker must at least make the user type
/// the code.
package struct DeviceCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let error: String?

    package init(form: FormTarget, error: String?) {
        self.form = form
        self.error = error
    }
}

extension DeviceCodePage: StyledPage {
    package var title: String { "Enter code" }

    package func write(to html: inout HTMLWriter) {
        html.raw(
            """
            <h1>Enter code</h1>
            <p class="lead">Enter the code that the app or device shows.</p>

            """)
        html.form(form) { html in
            html.element("label", ["for": ElementID.userCode], text: "Code")
            writeField(to: &html)
            html.fieldError(error, id: ElementID.userCodeError)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Next")
            html.raw("</div>\n")
        }
        html.raw(
            "<p class=\"aside\">Never enter a code that someone sent you: they would be signed in as you.</p>\n")
    }

    private func writeField(to html: inout HTMLWriter) {
        html.void(
            "input",
            [
                "type": "text", "name": PageField.userCode, "id": ElementID.userCode, "class": "field",
                "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "aria-required": "true",
                "autofocus": "", "aria-invalid": error == nil ? nil : "true",
                "aria-describedby": error == nil ? nil : ElementID.userCodeError,
            ])
        html.raw("\n")
    }
}

/// The page "Are you trying to sign in to …?" after the sign-in. The page warns users whose code comes from an attacker.
package struct DeviceConfirmationPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let username: String

    package init(form: FormTarget, applicationName: String, username: String) {
        self.form = form
        self.applicationName = applicationName
        self.username = username
    }
}

extension DeviceConfirmationPage: StyledPage {
    package var title: String { "Confirm the app" }

    package func write(to html: inout HTMLWriter) {
        html.element("h1") { html in
            html.raw("Are you trying to sign in to ")
            html.element("bdi", text: applicationName)
            html.raw("?")
        }
        html.account(username)
        html.element("p", ["class": "notice"]) { html in
            html.raw("Continue only if you started ")
            html.name(applicationName)
            html.raw(" yourself, on your own device.")
        }
        html.form(form) { html in
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Continue")
            html.secondaryButton("Cancel", value: PageAction.cancel)
            html.raw("</div>\n")
        }
    }
}

/// The page that shows the result of a sign-in for a device. The browser has no further step.
package struct DeviceOutcomePage: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case approved
        case declined
    }

    package let applicationName: String
    package let outcome: Outcome

    package init(applicationName: String, outcome: Outcome) {
        self.applicationName = applicationName
        self.outcome = outcome
    }
}

extension DeviceOutcomePage: StyledPage {
    package var title: String {
        switch outcome {
        case .approved: "Signed in"
        case .declined: "Not signed in"
        }
    }

    package func write(to html: inout HTMLWriter) {
        html.element("h1") { html in
            html.raw(outcome == .approved ? "You are signed in to " : "You did not sign in to ")
            html.element("bdi", text: applicationName)
        }
        html.element("p") { html in
            html.raw(
                outcome == .approved
                    ? "The device continues automatically. You can close this window."
                    : "The device receives an error. You can close this window.")
        }
    }
}
