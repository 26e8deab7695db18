import Entra
import Formats

/// The IDs of elements on the pages of Active Directory Federation Services, which UI automation finds elements by.
package enum FederationElementID {
    package static let username = "userNameInput"
    package static let password = "passwordInput"
    package static let submit = "submitButton"
    package static let userCode = "userCodeInput"
    package static let confirm = "confirmationButton"
}

/// The sign-in page of Active Directory Federation Services, which asks for user name and password together.
struct FederationServiceForm {
    let form: FormTarget
    let username: String
    let problem: FieldProblem?
    /// The ID of the element of the problem.
    let problemID: String

    func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.heading(.signIn, in: texts)
        html.element("p", ["class": "lead"], text: texts[.organizationalAccount])
        html.form(form) { html in
            html.problem(problem, id: problemID, in: texts)
            writeUsername(to: &html, in: texts)
            writePassword(to: &html, in: texts)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton(texts[.signIn], id: FederationElementID.submit)
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
        }
    }

    private func writeUsername(to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<p>")
        html.void(
            "input",
            [
                "type": "email", "name": PageField.username, "id": FederationElementID.username, "class": "field",
                "maxlength": "113", "value": username, "placeholder": "someone@example.com",
                "aria-label": texts[.userAccount], "autocomplete": "username", "autocapitalize": "none",
                "spellcheck": "false", "aria-required": "true", "autofocus": username.isEmpty ? "" : nil,
                "data-missing": texts[.userAccountMissing], "data-problem": problemID,
                "aria-invalid": problem == nil ? nil : "true", "aria-describedby": problem == nil ? nil : problemID,
            ])
        html.raw("</p>\n")
    }

    private func writePassword(to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<p>")
        html.void(
            "input",
            [
                "type": "password", "name": PageField.password, "id": FederationElementID.password, "class": "field",
                "maxlength": "256", "placeholder": texts[.password], "aria-label": texts[.password],
                "autocomplete": "current-password", "aria-required": "true",
                "autofocus": username.isEmpty ? nil : "", "data-missing": texts[.passwordEmpty],
                "data-problem": problemID,
            ])
        html.raw("</p>\n")
    }
}

extension UsernamePage {
    /// The form of the page at Active Directory Federation Services.
    var credentials: FederationServiceForm {
        FederationServiceForm(form: form, username: username, problem: problem, problemID: ElementID.usernameError)
    }
}

extension PasswordPage {
    /// The form of the page at Active Directory Federation Services.
    var credentials: FederationServiceForm {
        FederationServiceForm(form: form, username: username, problem: problem, problemID: ElementID.passwordError)
    }
}
