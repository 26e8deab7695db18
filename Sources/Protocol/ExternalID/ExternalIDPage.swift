import Entra
package import Formats

/// A page of an external tenant on which users sign up, reset their password or enter a mailed code. Policies of B2C tenants have
/// pages with other elements (`UserFlowPage`).
package struct ExternalIDPage: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        /// The page asks for a mail address.
        case address
        /// The page asks for the code that was sent to the address.
        case code(CodePurpose)
        /// The page asks for a password and for attributes of the user.
        case attributes([UserFlowPage.Field])
    }

    package enum CodePurpose: Sendable {
        case signIn
        case verification
    }

    package let form: FormTarget
    package let title: Phrase
    package let applicationName: String
    package let tenantName: String
    /// The mail address of the user, or the initial text of the field for the address.
    package let address: String
    package let problem: FieldProblem?
    package let content: Content
    /// The buttons for sign-in with other providers.
    package let providers: [UserFlowPage.Button]

    package init(
        form: FormTarget, title: Phrase, applicationName: String, tenantName: String, address: String,
        problem: FieldProblem? = nil, content: Content, providers: [UserFlowPage.Button] = []
    ) {
        self.form = form
        self.title = title
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.address = address
        self.problem = problem
        self.content = content
        self.providers = providers
    }
}

/// The elements of the pages of external tenants, which UI automation finds elements by. Elements that have other names in no
/// known script have the names of B2C's pages.
package enum ExternalElementID {
    package static let address = "email"
    /// The field for a mailed code.
    package static let code = "idTxtBx_OTC_Password"
    package static let resendCode = "emailVerificationControl_but_send_new_code"
    package static let submitAttributes = "continue"
    package static let cancel = "cancel"
    /// The value of `data-testid` of the form for attributes.
    static let attributeForm = "attribute-collection-form"

    /// Returns the value of `data-testid` of the field with the given name.
    static func test(_ field: String) -> String {
        switch field {
        case PageField.newPassword: "ipasswordInput"
        case PageField.repeatedPassword: "ipasswordConfirmationInput"
        default: "i\(field.dropping(prefix: PageField.attributePrefix) ?? field)Input"
        }
    }
}

extension ExternalIDPage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        switch content {
        case .address: writeAddressPage(to: &html, in: texts)
        case .code(let purpose): writeCodePage(purpose, to: &html, in: texts)
        case .attributes(let fields): writeAttributePage(fields, to: &html, in: texts)
        }
    }

    private func writeAddressPage(to html: inout HTMLWriter, in texts: PageTexts) {
        html.heading(title, in: texts)
        html.lead(applicationName, at: tenantName, in: texts)
        html.form(form) { html in
            html.element("label", ["for": ExternalElementID.address], text: texts[.email])
            html.void(
                "input",
                [
                    "type": "email", "name": PageField.username, "id": ExternalElementID.address, "class": "field",
                    "maxlength": "113", "value": address, "autocomplete": "username", "autocapitalize": "none",
                    "spellcheck": "false", "aria-required": "true", "autofocus": "",
                    "data-missing": texts[.addressInvalid], "data-problem": ElementID.userFlowError,
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : ElementID.userFlowError,
                ])
            html.raw("\n")
            html.problem(problem, id: ElementID.userFlowError, in: texts)
            html.raw("<div class=\"actions\">\n")
            html.externalButton(texts[.next], id: ElementID.primary, name: ElementID.primary)
            html.externalCancel(texts)
            html.raw("</div>\n")
            for provider in providers { html.userFlowLink(provider, in: texts) }
        }
    }

    private func writeCodePage(_ purpose: CodePurpose, to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(address)
        html.heading(.enterCode, in: texts)
        html.element("p") { $0.sentence(.codeSentTo, address, in: texts) }
        html.form(form) { html in
            html.hidden([HiddenField(PageField.username, address)])
            html.problem(problem, id: ElementID.userFlowError, in: texts)
            html.void(
                "input",
                [
                    "type": "tel", "name": PageField.oneTimeCode, "id": ExternalElementID.code, "class": "field",
                    "placeholder": texts[.code], "aria-label": texts[.code], "inputmode": "numeric",
                    "autocomplete": "one-time-code", "aria-required": "true", "autofocus": "",
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : ElementID.userFlowError,
                ])
            html.raw("\n<div class=\"actions\">\n")
            switch purpose {
            case .signIn: html.primaryButton(texts[.signIn])
            case .verification: html.primaryButton(texts[.verify], id: ElementID.verifyCode)
            }
            html.externalCancel(texts)
            html.raw("</div>\n<p class=\"aside\">")
            html.text(texts[.noCode])
            html.raw(" ")
            html.actionLink(texts[.sendAnotherCode], id: ExternalElementID.resendCode, action: PageAction.sendCode)
            html.raw("</p>\n")
        }
    }

    private func writeAttributePage(
        _ fields: [UserFlowPage.Field], to html: inout HTMLWriter, in texts: PageTexts
    ) {
        html.account(address)
        html.heading(.addDetails, in: texts)
        html.lead(applicationName, at: tenantName, in: texts)
        html.form(form, testID: ExternalElementID.attributeForm) { html in
            html.hidden([HiddenField(PageField.username, address)])
            for (index, field) in fields.enumerated() { write(field, isFirst: index == 0, to: &html, in: texts) }
            html.problem(problem, id: ElementID.userFlowError, in: texts)
            html.raw("<div class=\"actions\">\n")
            html.externalButton(texts[.create], id: ExternalElementID.submitAttributes)
            html.externalCancel(texts)
            html.raw("</div>\n")
        }
    }

    private func write(_ field: UserFlowPage.Field, isFirst: Bool, to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<p>\n")
        html.element("label", ["for": field.id], text: texts[field.label])
        html.void(
            "input",
            [
                "type": field.input == .password ? "password" : "text", "name": field.name, "id": field.id,
                "data-testid": ExternalElementID.test(field.name), "class": "field", "value": field.value,
                "autocomplete": field.autocomplete, "autofocus": isFirst ? "" : nil,
                "aria-describedby": isFirst && problem != nil ? ElementID.userFlowError : nil,
            ])
        html.raw("\n</p>\n")
    }
}

extension HTMLWriter {
    fileprivate mutating func externalButton(_ label: String, id: String, name: String? = nil) {
        element(
            "button", ["type": "submit", "id": id, "class": "button button_primary", "name": name], text: label)
        raw("\n")
    }

    fileprivate mutating func externalCancel(_ texts: PageTexts) {
        element(
            "button",
            [
                "type": "submit", "id": ExternalElementID.cancel, "class": "button quiet ext-secondary",
                "name": PageField.action, "value": PageAction.cancel,
            ], text: texts[.cancel])
        raw("\n")
    }
}
