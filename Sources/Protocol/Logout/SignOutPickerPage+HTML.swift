import Entra
package import Formats

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
