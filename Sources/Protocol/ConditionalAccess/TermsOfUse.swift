import Directory
import Entra
package import Formats
import Store

/// Makes each user accept terms of use once.
struct TermsOfUseStage {
    let name: String

    /// Returns the page to show, or nil if the user has accepted the terms. Throws AADSTS65004 if the user declines.
    func run(_ signIn: inout SignInStage, _ account: inout SessionAccount) throws(EntraError) -> PageModel? {
        if signIn.isCancelled { throw SignInStage.cancelled }
        let submission = signIn.submission
        // The response applies to the terms on the page. A script that names no terms responds to any terms.
        if let answer = submission.termsOfUse, submission.termsOfUseName?.isExactly(name) ?? true {
            guard answer.isExactly("accept") else { throw SignInStage.cancelled }
            var user = account.account.user
            user.acceptedTermsOfUse.append(name)
            try signIn.services.change(user, in: account.account.tenant) { $0.acceptedTermsOfUse.append(name) }
            signIn.renew(&account, user: user)
            return nil
        }
        return .termsOfUse(
            TermsOfUsePage(
                form: signIn.form(), username: account.account.user.signInName,
                tenantName: account.account.tenant.displayName, terms: name))
    }
}

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

extension TermsOfUsePage: LocalizedPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        html.heading(.termsOfUse, in: texts)
        html.element("p") { $0.sentence(.termsOfUseRequest, tenantName, terms, in: texts) }
        html.form(form) { html in
            html.hidden([HiddenField(PageField.termsOfUseName, terms)])
            html.raw("<div class=\"actions\">\n")
            html.element(
                "button",
                ["id": ElementID.acceptTerms, "class": "button", "name": PageField.termsOfUse, "value": "accept"],
                text: texts[.accept])
            html.raw("\n")
            html.element(
                "button",
                [
                    "id": ElementID.declineTerms, "class": "button quiet", "name": PageField.termsOfUse,
                    "value": "decline",
                ], text: texts[.decline])
            html.raw("\n</div>\n")
        }
    }
}
