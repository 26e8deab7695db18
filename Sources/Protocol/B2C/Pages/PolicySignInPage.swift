package import Formats

/// The page on which a B2C policy signs users in: a local account, links to sign-up and password reset, and other providers.
package struct PolicySignInPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let tenantName: String
    /// The ID of the field for the username, which depends on the policy.
    package let usernameID: String
    /// The initial text, from `login_hint` or the last attempt.
    package let username: String
    package let problem: PolicyProblem?
    /// The address that continues the request with sign-up, or nil if users cannot sign up.
    package let signUpAddress: String?
    /// The address that continues the request with a password reset.
    package let resetAddress: String
    package let providers: [UserFlowPage.Button]

    package init(
        form: FormTarget, applicationName: String, tenantName: String, usernameID: String, username: String,
        problem: PolicyProblem?, signUpAddress: String?, resetAddress: String, providers: [UserFlowPage.Button]
    ) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.usernameID = usernameID
        self.username = username
        self.problem = problem
        self.signUpAddress = signUpAddress
        self.resetAddress = resetAddress
        self.providers = providers
    }
}

extension PolicySignInPage: LocalizedPage {
    package func title(in texts: PageTexts) -> String { texts[.signIn] }

    package func writeScript(to html: inout HTMLWriter) { html.script(PolicyScript.text) }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.policyPage(
            "Unified", .phrase(.signIn), application: applicationName, tenant: tenantName, in: texts
        ) { html in
            html.policyForm(ElementID.localAccountForm, class: "localAccount", form) { html in
                html.policyError("pageLevel", problem?.place == .page ? problem?.problem : nil, in: texts)
                html.raw("<div class=\"entry\">\n")
                writeFields(to: &html, in: texts)
                html.raw("<div class=\"buttons actions\">\n")
                html.policyButton(.signIn, id: ElementID.next, class: "button", action: nil, in: texts)
                html.policyButton(
                    .cancel, id: ElementID.cancel, class: "button quiet", action: PageAction.cancel, in: texts)
                html.raw("</div>\n</div>\n")
                writeSignUp(to: &html, in: texts)
            }
            html.providers(providers, of: ElementID.localAccountForm, in: texts)
        }
    }

    private func writeFields(to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<div class=\"entry-item\">\n")
        html.policyField(
            .email(id: usernameID, value: username), problem, missing: .localUsernameMissing,
            isFocused: username.isEmpty, in: texts)
        html.raw("</div>\n<div class=\"entry-item\">\n")
        html.policyField(
            .password(id: ElementID.localPassword), problem, missing: .localPasswordMissing,
            isFocused: !username.isEmpty, in: texts)
        html.raw("<div class=\"forgot-password aside\">")
        html.element(
            "a", ["id": ElementID.resetPassword, "class": "link", "href": resetAddress],
            text: texts[.forgotYourPassword])
        html.raw("</div>\n</div>\n")
    }

    private func writeSignUp(to html: inout HTMLWriter, in texts: PageTexts) {
        guard let signUpAddress else { return }
        html.raw("<div class=\"create\"><p class=\"aside\">")
        html.text(texts[.noLocalAccount])
        html.raw(" ")
        html.element(
            "a", ["id": ElementID.createAccount, "class": "link", "href": signUpAddress], text: texts[.signUpNow])
        html.raw("</p></div>\n")
    }
}

extension HTMLWriter {
    /// Writes the buttons of other providers. The buttons belong to the form with the ID, which they follow.
    mutating func providers(_ providers: [UserFlowPage.Button], of form: String, in texts: PageTexts) {
        guard !providers.isEmpty else { return }
        raw("<div class=\"claims-provider-list-buttons social\">\n")
        element("h2", text: texts[.signInWithSocialAccount])
        raw("\n<div class=\"options actions\">\n")
        for provider in providers {
            element(
                "button",
                [
                    "id": provider.id, "class": "button quiet accountButton claims-provider-selection",
                    "type": "submit",
                    "form": form, "name": PageField.action, "value": provider.action,
                ], text: texts[provider.label])
            raw("\n")
        }
        raw("</div>\n</div>\n")
    }
}
