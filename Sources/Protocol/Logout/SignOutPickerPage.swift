import Entra
package import Formats

/// The page that asks which of several accounts to sign out of: one tile each.
package struct SignOutPickerPage: Sendable, Equatable {
    package let form: FormTarget
    package let accounts: [AccountPickerPage.Account]

    package init(form: FormTarget, accounts: [AccountPickerPage.Account]) {
        self.form = form
        self.accounts = accounts
    }
}

extension SignOutPickerPage: StyledPage {
    package var title: String { "Sign out" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Pick an account</h1>\n<p class=\"lead\">Which account do you want to sign out of?</p>\n")
        html.form(form) { html in
            html.raw("<ul class=\"tiles\">\n")
            for account in accounts { html.tile(account) }
            html.raw("</ul>\n")
        }
    }
}
