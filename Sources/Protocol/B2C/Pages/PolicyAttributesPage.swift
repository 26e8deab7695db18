package import Formats

/// The page on which a B2C policy collects attributes of a user: for sign-up, password reset and profile editing. The verification
/// of the mail address and all attributes are on the page from the start.
package struct PolicyAttributesPage: Sendable, Equatable {
    /// The verification of a mail address with a one-time code.
    package struct Verification: Sendable, Equatable {
        package enum State: Sendable {
            case unverified
            /// A code was sent.
            case sent
            case verified
        }

        package let state: State
        package let address: String
        /// The ID of the field for the code, which depends on the policy.
        package let codeID: String

        package init(_ state: State, address: String, codeID: String) {
            self.state = state
            self.address = address
            self.codeID = codeID
        }
    }

    /// A field, and whether the user must fill it in.
    package struct Entry: Sendable, Equatable {
        package let field: UserFlowPage.Field
        package let isRequired: Bool

        package init(_ field: UserFlowPage.Field, isRequired: Bool) {
            self.field = field
            self.isRequired = isRequired
        }
    }

    package let form: FormTarget
    package let title: PageText
    package let applicationName: String
    package let tenantName: String
    package let verification: Verification?
    package let entries: [Entry]
    package let problem: PolicyProblem?
    /// The label of the button that finishes the page.
    package let label: Phrase
    package let providers: [UserFlowPage.Button]

    package init(
        form: FormTarget, title: PageText, applicationName: String, tenantName: String, verification: Verification?,
        entries: [Entry], problem: PolicyProblem?, label: Phrase, providers: [UserFlowPage.Button] = []
    ) {
        self.form = form
        self.title = title
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.verification = verification
        self.entries = entries
        self.problem = problem
        self.label = label
        self.providers = providers
    }
}

extension PolicyAttributesPage: LocalizedPage {
    package func title(in texts: PageTexts) -> String { texts[title] }

    package func writeScript(to html: inout HTMLWriter) { html.script(PolicyScript.text) }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.policyPage("SelfAsserted", title, application: applicationName, tenant: tenantName, in: texts) { html in
            html.policyForm(ElementID.attributeForm, form) { html in
                // Browsers press the first submit button when the user presses Enter in a field. Where that button would discard
                // the verified address, this button precedes it.
                if verification?.state == .verified {
                    html.element(
                        "button",
                        [
                            "type": "submit", "name": PageField.action, "value": PageAction.goOn, "hidden": "",
                            "data-default": "",
                        ], text: "")
                    html.raw("\n")
                }
                writeErrors(to: &html, in: texts)
                html.element("div", ["id": ElementID.attributes, "class": "attr"]) { html in
                    html.raw("<ul class=\"tiles\">\n")
                    if let verification { writeVerification(verification, to: &html, in: texts) }
                    for (index, entry) in entries.enumerated() {
                        write(entry, isFocused: index == 0 && verification == nil, to: &html, in: texts)
                    }
                    html.raw("</ul>")
                }
                html.raw("\n<div class=\"buttons actions\">\n")
                html.policyButton(label, id: ElementID.goOn, class: "button", action: PageAction.goOn, in: texts)
                html.policyButton(
                    .cancel, id: ElementID.cancel, class: "button quiet", action: PageAction.cancel, in: texts)
                html.raw("</div>\n")
            }
            html.providers(providers, of: ElementID.attributeForm, in: texts)
        }
    }

    /// Writes the errors of the whole page. `problem` is in one of them, or in the error of a field.
    private func writeErrors(to html: inout HTMLWriter, in texts: PageTexts) {
        let isOfField = if case .field? = problem?.place { true } else { false }
        let isMissing = problem?.problem.text == .phrase(.informationMissing)
        html.policyError(
            "pageLevel", id: ElementID.passwordEntryMismatch, problem?.place == .passwords ? problem?.problem : nil,
            standing: texts[.passwordEntryMismatch], in: texts)
        html.policyError(
            "pageLevel", id: ElementID.requiredFieldMissing, nil, standing: texts[.requiredFieldMissing],
            isShown: isOfField && isMissing, in: texts)
        html.policyError(
            "pageLevel", id: ElementID.fieldIncorrect, nil, standing: texts[.fieldIncorrect],
            isShown: isOfField && !isMissing, in: texts)
        html.policyError(
            "pageLevel", id: ElementID.claimVerificationServerError,
            problem?.place == .page ? problem?.problem : nil, standing: texts[.addressNotVerified], in: texts)
    }

    private func write(_ entry: Entry, isFocused: Bool, to html: inout HTMLWriter, in texts: PageTexts) {
        let kind = entry.field.input == .password ? "Password" : "TextBox"
        html.element("li", ["class": "\(kind) \(entry.field.id)_li"]) { html in
            html.raw("<div class=\"attrEntry\">\n")
            html.policyField(
                entry.field, problem, missing: entry.isRequired ? .informationMissing : nil, isFocused: isFocused,
                in: texts)
            html.raw("</div>")
        }
        html.raw("\n")
    }
}

/// The verification of the mail address. An element that the state does not need is hidden.
extension PolicyAttributesPage {
    private func writeVerification(_ verification: Verification, to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<li class=\"VerificationControl\">")
        html.element(
            "div", ["id": ElementID.verificationControl, "class": "verificationControlContent"]
        ) { html in
            html.raw("\n")
            writeMessages(verification.state, to: &html, in: texts)
            html.raw("<ul class=\"tiles\">\n")
            writeAddress(verification, to: &html, in: texts)
            writeCode(verification, to: &html, in: texts)
            html.raw("</ul>\n")
            writeButtons(verification.state, to: &html, in: texts)
        }
        html.raw("</li>\n")
    }

    private func writeMessages(_ state: Verification.State, to html: inout HTMLWriter, in texts: PageTexts) {
        let message: Phrase? =
            switch state {
            case .unverified: nil
            case .sent: .codeSent
            case .verified: .addressVerified
            }
        let error = problem?.place == .verification ? problem?.problem : nil
        let success = error == nil ? message : nil
        html.raw("<div class=\"verificationSuccessText\">")
        html.element(
            "div",
            [
                "id": ElementID.verificationSuccess, "class": "notice", "role": "alert",
                "hidden": success == nil ? "" : nil, "aria-hidden": "\(success == nil)",
            ], text: success.map { texts[$0] } ?? "")
        html.raw("</div>\n<div class=\"verificationErrorText\">")
        html.element(
            "div",
            [
                "id": ElementID.verificationError, "class": "problem", "role": "alert",
                "hidden": error == nil ? "" : nil, "aria-hidden": "\(error == nil)",
            ]
        ) { html in
            guard let error else { return }
            html.element("span", ["id": ElementID.userFlowError]) { $0.text(of: error, in: texts) }
        }
        html.raw("</div>\n")
    }

    private func writeAddress(_ verification: Verification, to html: inout HTMLWriter, in texts: PageTexts) {
        html.element("li", ["class": "EmailBox email_li"]) { html in
            html.raw("<div class=\"attrEntry\">\n")
            html.policyField(
                .email(id: ElementID.email, value: verification.address, isFixed: verification.state != .unverified),
                problem, missing: .informationMissing, isFocused: verification.state == .unverified, in: texts)
            html.raw("</div>")
        }
        html.raw("\n")
    }

    private func writeCode(_ verification: Verification, to html: inout HTMLWriter, in texts: PageTexts) {
        let isHidden = verification.state != .sent
        html.element(
            "li",
            [
                "id": ElementID.codeEntry, "class": "VerificationCode \(verification.codeID)_li",
                "hidden": isHidden ? "" : nil, "aria-hidden": "\(isHidden)",
            ]
        ) { html in
            html.raw("<div class=\"attrEntry\">\n")
            html.policyField(
                UserFlowPage.Field(
                    name: PageField.oneTimeCode, id: verification.codeID, label: .phrase(.verificationCode),
                    input: .code, autocomplete: "one-time-code"), problem, missing: nil, isFocused: !isHidden, in: texts
            )
            html.raw("</div>")
        }
        html.raw("\n")
    }

    private func writeButtons(_ state: Verification.State, to html: inout HTMLWriter, in texts: PageTexts) {
        let buttons: [(id: String, name: String, label: Phrase, action: String, state: Verification.State)] = [
            (ElementID.sendCode, "sendCode", .sendCode, PageAction.sendCode, .unverified),
            (ElementID.verifyAddress, "verifyCode", .verifyCode, PageAction.verifyCode, .sent),
            (ElementID.sendNewCode, "sendNewCode", .sendNewCode, PageAction.sendCode, .sent),
            (ElementID.changeAddress, "changeClaims", .changeAddress, PageAction.changeAddress, .verified),
        ]
        html.raw("<div class=\"buttons verify actions\">\n")
        for button in buttons {
            html.policyButton(
                button.label, id: button.id, class: "button quiet \(button.name)", action: button.action,
                isHidden: button.state != state, in: texts)
        }
        html.raw("</div>\n")
    }
}
