import Entra
import Wire

extension AdminApprovalPage: StyledPage {
    var title: String { "Admin approval needed" }

    func write(to html: inout HTMLWriter) {
        html.raw("<h1>Admin approval needed</h1>\n")
        html.account(username)
        html.element("p") { html in
            html.name(applicationName)
            html.raw(" asks for permissions that only an administrator of your organization can grant.")
        }
        html.element("p", ["class": "notice"], text: message)
        html.form(form) { html in
            html.raw("<div class=\"actions\">\n")
            html.secondaryButton("Return without consent", value: PageAction.cancel)
            html.raw("</div>\n<p class=\"aside\">Are you an administrator? ")
            html.element(
                "button", ["class": "link", "name": PageField.action, "value": PageAction.other],
                text: "Sign in with another account")
            html.raw("</p>\n")
        }
    }
}
