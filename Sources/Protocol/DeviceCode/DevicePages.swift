import Entra
package import Formats

/// The page on which the user enters a code. A link cannot fill in the code, so that an attacker must at least make the user type
/// the code.
package struct DeviceCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let problem: FieldProblem?

    package init(form: FormTarget, problem: FieldProblem?) {
        self.form = form
        self.problem = problem
    }
}

extension DeviceCodePage: LocalizedPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.heading(.enterUserCode, in: texts)
        html.element("p", ["class": "lead"], text: texts[.enterUserCodeReason])
        html.form(form) { html in
            html.problem(problem, id: ElementID.userCodeError, in: texts)
            writeField(to: &html, in: texts)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton(texts[.next], id: isFederationService ? FederationElementID.confirm : ElementID.primary)
            html.raw("</div>\n")
        }
        html.element("p", ["class": "aside"], text: texts[.userCodeWarning])
    }

    private var isFederationService: Bool { form.design == .federationService }

    private func writeField(to html: inout HTMLWriter, in texts: PageTexts) {
        html.void(
            "input",
            [
                "type": "text", "name": PageField.userCode,
                "id": isFederationService ? FederationElementID.userCode : ElementID.userCode, "class": "field",
                "placeholder": texts[.code], "aria-label": texts[.code], "autocomplete": "off",
                "autocapitalize": "characters", "spellcheck": "false", "aria-required": "true", "autofocus": "",
                "aria-invalid": problem == nil ? nil : "true",
                "aria-describedby": problem == nil ? nil : ElementID.userCodeError,
            ])
        html.raw("\n")
    }
}

/// The page "Are you trying to sign in to …?" after the sign-in. The page warns users whose code comes from an attacker.
package struct DeviceConfirmationPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let username: String

    package init(form: FormTarget, applicationName: String, username: String) {
        self.form = form
        self.applicationName = applicationName
        self.username = username
    }
}

extension DeviceConfirmationPage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        html.heading { html in
            html.element("h1", ["id": ElementID.confirmApplication]) {
                $0.sentence(.confirmApplication, applicationName, in: texts)
            }
        }
        html.element(
            "p", ["id": form.design.isPersonalSince2023 ? PersonalElementID.remoteConnect : nil, "class": "notice"],
            text: texts[.confirmApplicationWarning])
        html.form(form) { html in
            html.raw("<div class=\"actions\">\n")
            html.primaryButton(
                texts[.goOn],
                id: form.design.isPersonalSince2023 ? PersonalElementID.remoteConnectSubmit : ElementID.primary,
                name: form.design.isPersonalSince2023 ? PersonalElementID.confirmApplication : nil)
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
        }
    }
}

/// The page that shows the result of a sign-in for a device. The browser has no further step.
package struct DeviceOutcomePage: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case approved
        case declined
    }

    package let applicationName: String
    package let outcome: Outcome

    package init(applicationName: String, outcome: Outcome) {
        self.applicationName = applicationName
        self.outcome = outcome
    }
}

extension DeviceOutcomePage: LocalizedPage {
    package var hasForm: Bool { false }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        switch outcome {
        case .approved:
            html.heading { html in
                html.element("h1", ["id": ElementID.message]) {
                    $0.sentence(.deviceSignedIn, applicationName, in: texts)
                }
            }
        case .declined:
            html.heading { html in
                html.element("h1", ["id": ElementID.message]) {
                    $0.sentence(.deviceDeclined, applicationName, in: texts)
                }
            }
            html.element("p", text: texts[.deviceDeclinedResult])
        }
    }
}
