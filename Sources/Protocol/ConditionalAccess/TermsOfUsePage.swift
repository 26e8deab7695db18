import Entra
package import Formats

/// The page with terms of use to accept or decline.
package struct TermsOfUsePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    package let tenantName: String
    /// The name of the agreement.
    package let terms: String

    package init(form: FormTarget, username: String, tenantName: String, terms: String) {
        self.form = form
        self.username = username
        self.tenantName = tenantName
        self.terms = terms
    }
}

extension TermsOfUsePage: StyledPage {
    package var title: String { "Terms of use" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Terms of use</h1>\n")
        html.account(username)
        html.element("p") { html in
            html.name(tenantName)
            html.raw(" asks you to accept ")
            html.name(terms)
            html.raw(" before you continue.")
        }
        html.form(form) { html in
            html.hidden([HiddenField(PageField.termsOfUseName, terms)])
            html.raw("<div class=\"actions\">\n")
            html.element(
                "button",
                ["id": ElementID.acceptTerms, "class": "button", "name": PageField.termsOfUse, "value": "accept"],
                text: "Accept")
            html.raw("\n")
            html.secondaryButton(
                "Decline", id: ElementID.declineTerms, name: PageField.termsOfUse, value: "decline")
            html.raw("</div>\n")
        }
    }
}
