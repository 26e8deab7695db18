import Entra
package import Formats

/// The page "Stay signed in?" (AADSTS50140).
package struct StaySignedInPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String

    package init(form: FormTarget, username: String) {
        self.form = form
        self.username = username
    }
}

extension StaySignedInPage: StyledPage {
    package var title: String { "Stay signed in?" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Stay signed in?</h1>\n")
        html.account(username)
        html.raw(
            "<p>Select Yes to stay signed in after you close the browser, so that applications ask you to sign in less often.</p>\n"
        )
        html.form(form) { html in
            html.raw("<p><label class=\"check\">")
            html.void(
                "input",
                [
                    "type": "checkbox", "id": ElementID.dontShowAgain, "name": PageField.dontShowAgain, "value": "true",
                ])
            html.raw("Don’t ask again</label></p>\n<div class=\"actions\">\n")
            writeYes(to: &html)
            html.secondaryButton("No", name: PageField.staySignedIn, value: "0")
            html.raw("</div>\n")
        }
    }

    private func writeYes(to html: inout HTMLWriter) {
        html.element(
            "button",
            [
                "id": ElementID.primary, "class": "button", "name": PageField.staySignedIn, "value": "1",
                "autofocus": "",
            ],
            text: "Yes")
        html.raw("\n")
    }
}
