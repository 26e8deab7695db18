import Entra
package import Formats

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
