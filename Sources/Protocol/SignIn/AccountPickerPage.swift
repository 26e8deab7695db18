import Entra
package import Formats

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
